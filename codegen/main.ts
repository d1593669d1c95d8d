/** Command line of the generator: write (default), `--check`, `breaking`, `release`, `fmt`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineCommand, runMain } from "citty";
import { compareReleases } from "./breaking.ts";
import type { Contract } from "./contract.ts";
import { emitToolsJson } from "./emit/tools.ts";
import { formatTables } from "./fmt.ts";
import { generate } from "./generate.ts";
import { formatProblem } from "./problems.ts";
import { readReleased, readReleasedAt, readSources } from "./read.ts";
import { checkFiles, writeFiles } from "./write.ts";

const PROJECT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const root = {
  type: "string",
  default: PROJECT,
  description: "Project folder",
  valueHint: "folder",
} as const;

const breaking = defineCommand({
  meta: {
    name: "breaking",
    description: "Says whether the contracts changed, and how much, since their release",
  },
  args: {
    root,
    against: {
      type: "string",
      description: "Compare with the release file of this git revision",
      valueHint: "ref",
    },
    allow: {
      type: "string",
      default: "minor",
      description: "Largest change that passes: none, minor or major",
    },
  },
  async run({ args }) {
    const contracts = await contractsOf(args.root);
    const released =
      args.against === undefined ? readReleased(args.root) : readReleasedAt(args.root, args.against);
    const report = compareReleases(contracts, released);
    for (const line of report.lines) console.log(line);
    const order = ["none", "minor", "major"];
    if (!order.includes(args.allow)) fail([`--allow must be one of ${order.join(", ")}`]);
    console.log(`Contract: ${report.size}`);
    if (order.indexOf(report.size) > order.indexOf(args.allow)) process.exitCode = 1;
  },
});

const release = defineCommand({
  meta: {
    name: "release",
    description: "Writes spec/released/<contract>.json, with which breaking compares",
  },
  args: { root },
  async run({ args }) {
    for (const contract of await contractsOf(args.root)) {
      const path = join(args.root, "spec", "released", `${contract.name}.json`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, emitToolsJson(contract));
    }
  },
});

const fmt = defineCommand({
  meta: { name: "fmt", description: "Normalises the tables of spec/" },
  args: { root },
  run({ args }) {
    for (const [path, text] of readSources(args.root)) {
      if (!path.endsWith(".md")) continue;
      const formatted = formatTables(text);
      if (formatted === text) continue;
      writeFileSync(join(args.root, path), formatted);
      console.log(path);
    }
  },
});

const main = defineCommand({
  meta: { name: "codegen", description: "Writes generated/ and golden/ from schemas/ and spec/" },
  args: {
    root,
    check: {
      type: "boolean",
      description: "Write nothing; fail when the output is not what the sources say",
    },
  },
  subCommands: { breaking, release, fmt },
  async run({ args, rawArgs }) {
    // The command of a group also runs after its subcommand.
    if (rawArgs.some((word) => ["breaking", "release", "fmt"].includes(word))) return;
    const generated = await generate(args.root);
    if (generated.kind === "broken") return fail(generated.problems.map(formatProblem));
    if (args.check) {
      const differences = checkFiles(args.root, generated.files);
      if (differences.length > 0)
        fail([...differences, "The output is not what schemas/ and spec/ say; run: npm run codegen"]);
      return;
    }
    const { changed, removed } = writeFiles(args.root, generated.files);
    for (const path of changed) console.log(`wrote ${path}`);
    for (const path of removed) console.log(`removed ${path}`);
  },
});

async function contractsOf(folder: string): Promise<readonly Contract[]> {
  const generated = await generate(folder);
  if (generated.kind === "ok") return generated.contracts;
  fail(generated.problems.map(formatProblem));
  return process.exit(1);
}

function fail(lines: readonly string[]): void {
  for (const line of lines) console.error(line);
  process.exitCode = 1;
}

await runMain(main);
