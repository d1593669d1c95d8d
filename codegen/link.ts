/** Joins rows with tool files and checks everything that one of them says about the other. Emitters trust its Model. */
import { dialectValidator, type SchemaCheck } from "./check.ts";
import type { Contract, JsonSchema, Model, Revision } from "./contract.ts";
import { type JsonFile, parseJson } from "./json.ts";
import { linkContract } from "./link/contract.ts";
import { compare, type Problems } from "./problems.ts";
import type { Sources } from "./read.ts";
import { readTables, type Tables } from "./table.ts";
import { cellReader } from "./words.ts";

const META = "schemas/tool.schema.json";
const LEVELS = ["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "SPEC", "DEF"] as const;

export async function link(sources: Sources, problems: Problems): Promise<Model> {
  const files = readJson(sources, problems);
  const meta = files.get(META)?.value as JsonSchema | undefined;
  if (meta === undefined) {
    problems.add(META, 1, "the meta-schema of tool files is missing or broken; restore it");
    return { contracts: [], revisions: [] };
  }
  const dialect = dialectValidator(meta);
  const contracts: Contract[] = [];
  const revisions: Revision[] = [];
  const rows = new Map<string, readonly string[]>();
  for (const [spec, text] of sources) {
    const name = /^spec\/([^/]+)\.md$/.exec(spec)?.[1];
    if (name === undefined) continue;
    const tables = readTables(spec, text, problems);
    if (name.startsWith("mcp-")) {
      revisions.push(linkRevision(spec, name.slice("mcp-".length), tables, problems));
    } else {
      rows.set(
        name,
        (tables.Tools ?? []).map(({ cells }) => cells.tool),
      );
      contracts.push(await linkContract({ spec, name, tables, files, isTool: dialect.tool, problems }));
    }
  }
  checkFiles(files, rows, dialect.schema, problems);
  return { contracts, revisions };
}

function readJson(sources: Sources, problems: Problems): ReadonlyMap<string, JsonFile> {
  const files = new Map<string, JsonFile>();
  for (const [path, text] of sources) {
    const file = path.endsWith(".json") ? parseJson(path, text, problems) : undefined;
    if (file !== undefined) files.set(path, file);
  }
  return files;
}

function linkRevision(spec: string, revision: string, tables: Tables, problems: Problems): Revision {
  const cell = cellReader(spec, problems);
  if (tables.Requirements === undefined) problems.add(spec, 1, "the table Requirements is missing; add it");
  const requirements = (tables.Requirements ?? []).map(({ cells, line }) => ({
    id: cell.id(line, cells.id),
    level: cell.word(line, cells.level, LEVELS),
    transport: cell.list(cells.transport).map((word) => cell.word(line, word, ["stdio", "http"] as const)),
    statement: cells.statement,
    check: cells.check,
    since: cells.since,
  }));
  return { revision, requirements };
}

/** A file is a shared shape, which must be a schema, or a tool that has its row. */
function checkFiles(
  files: ReadonlyMap<string, JsonFile>,
  rows: ReadonlyMap<string, readonly string[]>,
  isSchema: SchemaCheck,
  problems: Problems,
): void {
  for (const file of [...files.values()].sort((a, b) => compare(a.path, b.path))) {
    if (file.path === META) continue;
    const [, folder = "", ...rest] = file.path.split("/");
    if (folder === "shared" || rest[0] === "_types") {
      isSchema(file, "", file.value, problems);
    } else if (!rows.has(folder) || rest.length !== 1) {
      problems.add(
        file.path,
        1,
        `no contract reads this file; expected schemas/<contract>/<name>.json with spec/<contract>.md`,
      );
    } else if (!rows.get(folder)!.includes(toolOf(folder, rest[0]!))) {
      problems.add(file.path, 1, `no row in the Tools table of spec/${folder}.md; add it or delete the file`);
    }
  }
}

function toolOf(contract: string, file: string): string {
  return `${contract}_${file.replace(/\.json$/, "").replaceAll("-", "_")}`;
}
