/**
 * `npm run bench [-- --json] [--only index,search,graph,context,changes,audit,wire,start,resync,memory,rest,growth,vectors,builtin,hybrid,filter,gram,writers] [--quick]`: prints one table, every figure
 * beside a floor of the same run. Corpora come from CONCORDAT_CORPORA_DIR; without it a seeded one is generated.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeCorpus } from "../fixtures/corpus.ts";
import { auditGrowth, auditSpeed } from "./audit-speed.ts";
import { builtinSpeed } from "./builtin-speed.ts";
import { changesSpeed } from "./changes-speed.ts";
import { contextSpeed } from "./context-speed.ts";
import { crowd } from "./crowd.ts";
import { filterSpeed } from "./filter-speed.ts";
import { gramSpeed } from "./gram-speed.ts";
import { graphGrowth, graphSpeed } from "./graph-speed.ts";
import { hybridSpeed } from "./hybrid-speed.ts";
import { fullIndex, growth, memory, resync } from "./index-speed.ts";
import { type Row, table, verdict } from "./report.ts";
import { restMemory } from "./rest-memory.ts";
import { headingQueries, searchSpeed } from "./search-speed.ts";
import { start } from "./start.ts";
import { vectorSpeed } from "./vector-speed.ts";
import { wireSpeed } from "./wire.ts";

const SECTIONS = [
  "index",
  "search",
  "graph",
  "context",
  "changes",
  "audit",
  "wire",
  "start",
  "resync",
  "memory",
  "rest",
  "growth",
  "vectors",
  "builtin",
  "hybrid",
  "filter",
  "gram",
  "writers",
] as const;
const { values } = parseArgs({
  options: { json: { type: "boolean" }, only: { type: "string" }, quick: { type: "boolean" } },
});
const chosen = new Set(values.only?.split(",") ?? SECTIONS);
for (const section of chosen) {
  if (!(SECTIONS as readonly string[]).includes(section)) {
    process.stderr.write(`Unknown section "${section}". Known: ${SECTIONS.join(", ")}\n`);
    process.exit(1);
  }
}

const root = new URL("../..", import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), "concordat-bench-"));
const say = (text: string) => process.stderr.write(`${text}\n`);
const rows: Row[] = [];
const add = (title: string, more: readonly Row[]) => {
  rows.push(...more);
  say(
    `${title}: ${more.map((row) => `${row.measure} ${row.value.toFixed(2)} ${row.unit} [${verdict(row)}]`).join("; ")}`,
  );
};

/** Folders to measure on: name and path. */
function corpora(): [string, string][] {
  const given = process.env.CONCORDAT_CORPORA_DIR;
  if (given !== undefined && existsSync(given)) {
    const wanted = values.quick ? ["rust-book"] : ["rust-book", "medium-powershell"];
    return wanted.map((name) => [name, join(given, name)]);
  }
  say("CONCORDAT_CORPORA_DIR is not set: measuring a generated corpus (seed 1).");
  const path = join(work, "generated");
  writeCorpus(path, { notes: values.quick ? 300 : 1_700, words: 1_300, links: 6 });
  return [["generated", path]];
}

try {
  const built = join(root, "dist", "gno.js");
  if (chosen.has("start") || chosen.has("wire") || chosen.has("rest") || chosen.has("writers")) {
    say("building dist …");
    execFileSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  }
  if (chosen.has("start")) add("cold start", await start(work, built));
  for (const [name, path] of corpora()) {
    if (chosen.has("index")) add(`index ${name}`, await fullIndex(work, name, path, values.quick ? 1 : 3));
    if (chosen.has("graph")) add(`graph ${name}`, await graphSpeed(work, name, path));
    if (chosen.has("context")) add(`context ${name}`, await contextSpeed(work, name, path));
    if (chosen.has("changes")) add(`changes ${name}`, await changesSpeed(work, name, path));
    if (chosen.has("rest") && name !== "rust-book")
      add(`rest ${name}`, await restMemory(work, name, path, built));
    if (chosen.has("audit")) add(`audit ${name}`, await auditSpeed(work, name, path));
    if (!chosen.has("search") && !chosen.has("wire")) continue;
    const queries = headingQueries(path, values.quick ? 60 : 300);
    const { rows: searchRows, p50, base } = await searchSpeed(work, name, path, queries);
    if (chosen.has("search")) add(`search ${name}`, searchRows);
    if (chosen.has("wire"))
      add(`wire ${name}`, await wireSpeed({ work, base, built, queries, inProcessP50: p50 }));
  }
  if (chosen.has("search") && !values.quick) {
    const path = join(work, "ten-thousand");
    writeCorpus(path, { notes: 10_000 });
    add(
      "search 10,000 files",
      (await searchSpeed(work, "10,000 files", path, headingQueries(path, 300))).rows,
    );
  }
  if (chosen.has("vectors")) add("vectors", await vectorSpeed(work, values.quick ? 25_000 : 100_000));
  if (chosen.has("hybrid")) add("hybrid", await hybridSpeed(work, values.quick ? 10_000 : 100_000));
  if (chosen.has("filter")) add("filter", await filterSpeed(work, values.quick ? 30_000 : 300_000));
  if (chosen.has("gram")) add("gram", await gramSpeed(work, values.quick ? 200 : 1_000));
  if (chosen.has("builtin")) add("built-in model", await builtinSpeed(work, values.quick ? 2_000 : 20_000));
  if (chosen.has("graph") && !values.quick) add("graph growth", await graphGrowth(work));
  if (chosen.has("audit") && !values.quick) add("audit growth", await auditGrowth(work));
  if (chosen.has("resync")) add("re-sync", await resync(work, values.quick ? 1_000 : 10_000));
  if (chosen.has("growth")) add("growth", await growth(work));
  if (chosen.has("writers"))
    add("writers", await crowd(work, built, values.quick ? 300 : 2_000, values.quick ? 4 : 10));
  if (chosen.has("memory")) add("memory", await memory(work, values.quick ? 20 : 300));
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.stdout.write(
  values.json
    ? `${JSON.stringify(
        rows.map((row) => ({ ...row, verdict: verdict(row) })),
        null,
        2,
      )}\n`
    : `${table(rows)}\n`,
);
process.exit(rows.some((row) => verdict(row) === "over limit") ? 1 : 0);
