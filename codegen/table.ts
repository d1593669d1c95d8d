/** Strict reader of the pipe tables in `spec/`. The grammar stands in spec/README.md; what breaks it is a problem. */
import type { Problems } from "./problems.ts";

const TABLES = {
  Contract: ["key", "value"],
  Profiles: ["profile", "default", "purpose"],
  Tools: ["tool", "effect", "idempotent", "lock", "profiles", "errors", "since"],
  Errors: ["code", "status", "exit", "meaning"],
  Envelope: ["case", "text", "structured", "is-error"],
  Resources: ["uri", "mime", "tool-or-source"],
  Routes: ["method", "path", "tool", "query", "status"],
  Requirements: ["id", "level", "transport", "statement", "check", "since"],
} as const;

export type TableName = keyof typeof TABLES;
type Column<Name extends TableName> = (typeof TABLES)[Name][number];

export interface Row<Name extends TableName = TableName> {
  readonly line: number;
  readonly cells: Readonly<Record<Column<Name>, string>>;
}

export type Tables = { readonly [Name in TableName]?: readonly Row<Name>[] };

/** Tables under this heading are prose. */
const PROSE = "Semantics";
/** Columns that make up the key of a row. */
const KEY_LENGTH: Partial<Record<TableName, number>> = { Routes: 2 };

export function readTables(file: string, text: string, problems: Problems): Tables {
  const tables: Partial<Record<TableName, Row[]>> = {};
  for (const block of tableBlocks(text)) {
    if (block.owner === PROSE) continue;
    if (block.owner === undefined) {
      const known = Object.keys(TABLES).join(", ");
      problems.add(
        file,
        block.line,
        `this table stands under no known heading; put it under one of ${known}, or under ${PROSE}`,
      );
      continue;
    }
    const rows = readBlock(file, block, problems);
    tables[block.owner] = [...(tables[block.owner] ?? []), ...rows];
  }
  for (const [name, rows] of Object.entries(tables)) checkKeys(file, name as TableName, rows, problems);
  return tables as Tables;
}

interface Block {
  readonly owner: TableName | typeof PROSE | undefined;
  readonly line: number;
  readonly lines: readonly string[];
}

function* tableBlocks(text: string): Generator<Block> {
  const lines = text.split("\n");
  const path: { level: number; name: string }[] = [];
  let fenced = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    if (fenced) continue;
    const heading = /^(#{1,6}) +(.*?)\s*$/.exec(line);
    if (heading) {
      const level = heading[1]!.length;
      while (path.length > 0 && path.at(-1)!.level >= level) path.pop();
      path.push({ level, name: heading[2]! });
    }
    if (!line.startsWith("|")) continue;
    const start = at;
    while (lines[at + 1]?.startsWith("|")) at += 1;
    const owner = path.findLast(({ name }) => name === PROSE || Object.hasOwn(TABLES, name))?.name;
    yield { owner: owner as Block["owner"], line: start + 1, lines: lines.slice(start, at + 1) };
  }
}

function readBlock(file: string, block: Block, problems: Problems): Row[] {
  const name = block.owner as TableName;
  const columns = TABLES[name] as readonly string[];
  const header = splitRow(block.lines[0] ?? "");
  if (header === undefined || header.join("|") !== columns.join("|")) {
    problems.add(file, block.line, `columns of ${name} are: ${columns.join(" | ")}`);
    return [];
  }
  const rule = splitRow(block.lines[1] ?? "");
  if (rule?.length !== columns.length || !rule.every((cell) => /^-+$/.test(cell))) {
    problems.add(
      file,
      block.line + 1,
      `the second line of ${name} must be ${columns.map(() => "---").join(" | ")}`,
    );
    return [];
  }
  const rows: Row[] = [];
  for (const [index, text] of block.lines.slice(2).entries()) {
    const line = block.line + 2 + index;
    const cells = splitRow(text);
    if (cells === undefined) {
      problems.add(file, line, "a row ends with a pipe; add it");
    } else if (cells.length !== columns.length) {
      problems.add(
        file,
        line,
        `${name} has ${columns.length} columns, this row has ${cells.length}; write a pipe inside a cell as \\|`,
      );
    } else if (cells.some((cell) => cell === "")) {
      const empty = columns[cells.indexOf("")];
      problems.add(file, line, `the cell ${empty} is empty; write - for none`);
    } else {
      rows.push({
        line,
        cells: Object.fromEntries(columns.map((column, i) => [column, unquote(cells[i]!)])),
      } as Row);
    }
  }
  return rows;
}

/** Cells of a row, trimmed, with `\|` read as a pipe; undefined when the closing pipe is missing. */
export function splitRow(line: string): string[] | undefined {
  const text = line.trim();
  if (!text.startsWith("|") || !text.endsWith("|") || text.endsWith("\\|") || text.length < 2)
    return undefined;
  return text
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** One pair of backticks around a whole cell is only for the eye. */
function unquote(cell: string): string {
  return /^`[^`]+`$/.test(cell) ? cell.slice(1, -1) : cell;
}

function checkKeys(file: string, name: TableName, rows: readonly Row[], problems: Problems): void {
  const columns = TABLES[name].slice(0, KEY_LENGTH[name] ?? 1);
  const first = new Map<string, number>();
  for (const { line, cells } of rows) {
    const key = columns.map((column) => (cells as Record<string, string>)[column]).join(" ");
    const seen = first.get(key);
    if (seen === undefined) first.set(key, line);
    else problems.add(file, line, `${key} is already in ${name}, line ${seen}; keep one row`);
  }
}
