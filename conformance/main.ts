/** `concordat conform`: reads the command line, runs the suite, prints the report, sets the exit code. */
import { readFileSync } from "node:fs";
import { defineCommand } from "citty";
import { parseBaseline } from "./baseline.ts";
import { loadContract } from "./contract.ts";
import { properties } from "./properties/all.ts";
import { printReport, type Report } from "./report.ts";
import { rows } from "./rows.ts";
import { conform } from "./run.ts";
import { processChannel } from "./target/channel.ts";
import type { Era } from "./target/target.ts";
import { createVault, runSetup } from "./vault.ts";

export { conform } from "./run.ts";

const args = {
  contract: { type: "string", default: "gno", description: "published contract to hold the server against" },
  stdio: { type: "string", description: "command that starts the server on stdio" },
  http: { type: "string", description: "URL of the MCP endpoint of a running server" },
  era: { type: "string", default: "both", description: "legacy (2025-11-25), modern (2026-07-28) or both" },
  profile: { type: "string", default: "full", description: "tool profile that the server was started with" },
  write: { type: "boolean", default: false, description: "the server was started with writes enabled" },
  setup: {
    type: "string",
    description: "command that loads {vault}, the files of the examples; {home} is an empty folder",
  },
  header: { type: "string", description: "header for every HTTP request, such as 'Authorization: Bearer …'" },
  seed: { type: "string", description: "seed of the generated cases" },
  path: { type: "string", description: "path of one generated case, from a replay line" },
  runs: { type: "string", default: "25", description: "generated cases a tool" },
  "max-rpm": { type: "string", description: "most HTTP requests a minute" },
  timeout: { type: "string", default: "10000", description: "milliseconds to wait for an answer" },
  "known-failing": { type: "string", description: "file of known failures, @file" },
  only: { type: "string", description: "property, or property/case; several with commas" },
  json: { type: "boolean", default: false, description: "print the report as JSON" },
  list: { type: "boolean", default: false, description: "list properties and the rows they decide" },
} as const;

export default defineCommand({
  meta: {
    name: "conform",
    description: "Hold an MCP server against a published contract and the two MCP revisions",
  },
  args,
  async run({ args: given }) {
    try {
      process.exitCode = await runConform(given);
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 2;
    }
  },
});

type Given = { readonly [K in keyof typeof args]?: string | boolean | undefined };

/** 0: conforms, 1: does not, 2 (thrown): could not be run. */
export async function runConform(given: Given): Promise<number> {
  if (given.list === true) {
    process.stdout.write(listing());
    return 0;
  }
  const text = (name: keyof Given): string | undefined =>
    typeof given[name] === "string" && given[name] !== "" ? given[name] : undefined;
  const number = (name: keyof Given): number | undefined => {
    const value = text(name);
    if (value !== undefined && !/^-?\d+$/.test(value))
      throw new Error(`--${name} takes a whole number, not ${value}`);
    return value === undefined ? undefined : Number(value);
  };
  const command = text("stdio");
  const address = text("http");
  if (command === undefined && address === undefined)
    throw new Error('name the server: --stdio "CMD" or --http URL');
  const contract = loadContract(text("contract") ?? "gno");
  const profile = text("profile") ?? "full";
  if (!contract.profiles.includes(profile)) {
    throw new Error(`${contract.name} has no profile ${profile}; it has ${contract.profiles.join(", ")}`);
  }
  const setup = text("setup");
  const needsFolders = [setup, command].some((one) => one !== undefined && /\{(vault|home)\}/.test(one));
  const vault = setup !== undefined || needsFolders ? createVault(contract) : undefined;
  const env = {
    ...process.env,
    ...(vault === undefined ? {} : { CONFORM_VAULT: vault.path, CONFORM_HOME: vault.home }),
  };
  try {
    if (setup !== undefined && vault !== undefined) await runSetup(vault.fill(setup), env, 120_000);
    const report = await conform(
      {
        contract: contract.name,
        profile,
        write: given.write === true,
        eras: erasOf(text("era") ?? "both"),
        stdio: command === undefined ? undefined : processChannel(vault?.fill(command) ?? command, env),
        http: address === undefined ? undefined : { url: urlOf(address), headers: headerOf(text("header")) },
        // Without a set-up nothing says that the server holds the example files.
        vault: setup === undefined ? undefined : vault,
        seed: number("seed") ?? Math.floor(Math.random() * 2 ** 31),
        runs: number("runs") ?? 25,
        path: text("path"),
        only: (text("only") ?? "").split(",").filter((one) => one !== ""),
        maxRpm: number("max-rpm"),
        timeoutMs: number("timeout") ?? 10_000,
        baseline: baselineOf(text("known-failing")),
        retry: true,
        progress: (line) => process.stderr.write(`${line}\n`),
      },
      contract,
    );
    const invocation = {
      contract: contract.name,
      profile,
      write: given.write === true,
      stdio: command,
      http: address,
      setup,
    };
    process.stdout.write(
      given.json === true ? `${asJson(report)}\n` : `${printReport(report, invocation)}\n`,
    );
    return report.ok ? 0 : 1;
  } finally {
    vault?.remove();
  }
}

function erasOf(word: string): readonly Era[] {
  if (word === "both") return ["legacy", "modern"];
  if (word === "legacy" || word === "modern") return [word];
  throw new Error(`--era takes legacy, modern or both, not ${word}`);
}

function urlOf(text: string): URL {
  if (!URL.canParse(text))
    throw new Error(`--http takes a URL such as http://127.0.0.1:3000/mcp, not ${text}`);
  return new URL(text);
}

function headerOf(text: string | undefined): Readonly<Record<string, string>> {
  if (text === undefined) return {};
  const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new Error(`--header takes "Name: value", not ${text}`);
  return { [name]: value };
}

function baselineOf(text: string | undefined) {
  if (text === undefined) return { entries: [] };
  const file = text.replace(/^@/, "");
  return parseBaseline(readFileSync(file, "utf8"), file);
}

function listing(): string {
  const lines = properties.flatMap((property) => [
    `${property.id}  ${property.claim}`,
    ...rows.filter((row) => row.check === property.id).map((row) => `  ${row.level.padEnd(10)} ${row.key}`),
  ]);
  const open = rows.filter((row) => row.check === "-");
  return `${[...lines, `not proven yet: ${open.length} rows`, ...open.map((row) => `  ${row.level.padEnd(10)} ${row.key}`)].join("\n")}\n`;
}

function asJson(report: Report): string {
  const entries = report.entries.map(({ row, ...rest }) => ({
    row: row.key,
    level: row.level,
    statement: row.statement,
    ...rest,
  }));
  return JSON.stringify({ ...report, entries }, undefined, 2);
}
