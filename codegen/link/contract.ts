/** The tables of one spec and its tool files become a Contract. */
import type { Integers } from "../bundle.ts";
import type { SchemaCheck } from "../check.ts";
import type { Contract, Envelope, ErrorCode, Profile, Route, Tool } from "../contract.ts";
import type { JsonFile } from "../json.ts";
import type { Problems } from "../problems.ts";
import { createShapes } from "../shapes.ts";
import type { Row, TableName, Tables } from "../table.ts";
import { cellReader } from "../words.ts";
import { linkTool, pascal } from "./tool.ts";

const REQUIRED: readonly TableName[] = ["Contract", "Profiles", "Tools", "Errors", "Envelope"];
const FACTS = ["name", "server", "version"];
/** Facts that may be left out. */
const CHOICES = ["integers"];
const CASES = ["ok", "error", "invalid", "unknown"] as const;
/** How codes in lower case look, where they look another way. */
const FURTHER_CASES = ["lower-error"] as const;
const STRUCTURED = ["data", "{error, message}", "{code, message}", "-"] as const;
/** Methods of a typed client that no tool may hide. */
const TAKEN = ["close", "then", "constructor"];

export interface ContractLinking {
  /** Path of the spec, for problems. */
  readonly spec: string;
  readonly name: string;
  readonly tables: Tables;
  readonly files: ReadonlyMap<string, JsonFile>;
  readonly isTool: SchemaCheck;
  readonly problems: Problems;
}

export async function linkContract(linking: ContractLinking): Promise<Contract> {
  const { spec, name, tables, files, isTool, problems } = linking;
  for (const table of REQUIRED) {
    if (tables[table] === undefined) {
      problems.add(spec, 1, `the table ${table} is missing; add it (spec/README.md shows its columns)`);
    }
  }
  const { server, integers } = linkFacts(linking);
  const profiles = linkProfiles(linking);
  const errors = linkErrors(linking);
  const shapes = createShapes(
    (path) => files.get(path)?.value,
    (type) => pascal(name) + pascal(withoutPrefix(type, name)),
  );
  const known = { profiles: profiles.map((profile) => profile.name), codes: errors.map(({ code }) => code) };
  const tools: Tool[] = [];
  for (const row of tables.Tools ?? []) {
    const tool = await linkTool(
      { spec, contract: name, files, isTool, shapes, integers, problems, ...known },
      row,
    );
    if (tool !== undefined) tools.push(tool);
  }
  checkNames(linking, tools);
  return {
    name,
    server,
    tools,
    types: shapes.types,
    profiles,
    errors,
    routes: linkRoutes(linking),
    resources: (tables.Resources ?? []).map(({ cells }) => ({
      uri: cells.uri,
      mime: cells.mime,
      source: cells["tool-or-source"],
    })),
    envelopes: linkEnvelopes(spec, tables.Envelope ?? [], problems),
  };
}

interface Facts {
  readonly server: Contract["server"];
  readonly integers: Integers;
}

function linkFacts({ spec, name, tables, problems }: ContractLinking): Facts {
  const cell = cellReader(spec, problems);
  const rows = tables.Contract ?? [];
  const facts = new Map(rows.map(({ cells, line }) => [cells.key, { value: cells.value, line }]));
  for (const [key, { line }] of facts) {
    if (![...FACTS, ...CHOICES].includes(key))
      problems.add(spec, line, `unknown key ${key}; Contract has ${[...FACTS, ...CHOICES].join(", ")}`);
  }
  for (const key of FACTS) {
    if (rows.length > 0 && !facts.has(key))
      problems.add(spec, rows[0]!.line, `Contract has no row ${key}; add it`);
  }
  const written = facts.get("name");
  if (written !== undefined && written.value !== name) {
    problems.add(spec, written.line, `the name must be ${name}, as the file is called`);
  }
  const integers = facts.get("integers");
  return {
    server: { name: facts.get("server")?.value ?? "", version: facts.get("version")?.value ?? "" },
    integers:
      integers === undefined
        ? "bounded"
        : cell.word(integers.line, integers.value, ["bounded", "as-written"]),
  };
}

function linkProfiles({ spec, tables, problems }: ContractLinking): Profile[] {
  const cell = cellReader(spec, problems);
  const rows = tables.Profiles ?? [];
  const profiles = rows.map(({ cells, line }) => ({
    name: cell.name(line, cells.profile),
    isDefault: cell.yes(line, cells.default),
    purpose: cells.purpose,
  }));
  const line = rows[0]?.line;
  if (line !== undefined && profiles.filter(({ isDefault }) => isDefault).length !== 1) {
    problems.add(spec, line, "exactly one profile is the default; say yes in one row");
  }
  if (line !== undefined && !profiles.some((profile) => profile.name === "full")) {
    problems.add(spec, line, "there is no profile full; add its row");
  }
  return profiles;
}

function linkErrors({ spec, tables, problems }: ContractLinking): ErrorCode[] {
  const cell = cellReader(spec, problems);
  return (tables.Errors ?? []).map(({ cells, line }) => ({
    code: cells.code,
    status: cells.status === "-" ? undefined : cell.int(line, cells.status, 400, 599),
    exit: cell.int(line, cells.exit, 1, 125),
    meaning: cells.meaning,
  }));
}

function linkRoutes({ spec, tables, problems }: ContractLinking): Route[] {
  const cell = cellReader(spec, problems);
  const tools = (tables.Tools ?? []).map(({ cells }) => cells.tool);
  return (tables.Routes ?? []).map(({ cells, line }) => ({
    method: cell.word(line, cells.method, ["GET", "POST", "PUT", "PATCH", "DELETE"]),
    path: cells.path,
    tool: cell.known(line, cells.tool, tools, "Tools"),
    query: cell.list(cells.query),
    status: cell.int(line, cells.status, 200, 299),
  }));
}

function linkEnvelopes(spec: string, rows: readonly Row<"Envelope">[], problems: Problems): Envelope[] {
  const cell = cellReader(spec, problems);
  const envelopes = rows.map(({ cells, line }) => {
    if (cells["is-error"] !== "yes" && cells["is-error"] !== "no")
      cell.int(line, cells["is-error"], -32_768, -32_000);
    return {
      case: cell.word(line, cells.case, [...CASES, ...FURTHER_CASES]),
      text: cells.text,
      structured: cell.word(line, cells.structured, STRUCTURED),
      isError: cells["is-error"],
    };
  });
  const line = rows[0]?.line;
  for (const name of CASES) {
    if (line !== undefined && !envelopes.some((envelope) => envelope.case === name)) {
      problems.add(spec, line, `Envelope has no row ${name}; add it`);
    }
  }
  return envelopes;
}

/** Names that become code must not meet each other there. */
function checkNames({ spec, tables, problems }: ContractLinking, tools: readonly Tool[]): void {
  const commands = new Map<string, string>();
  for (const tool of tools) {
    const line = tables.Tools?.find(({ cells }) => cells.tool === tool.name)?.line ?? 1;
    const command = tool.command.join(" ");
    const other = commands.get(command);
    if (other !== undefined)
      problems.add(spec, line, `${tool.name} and ${other} share the command "${command}"; give one its own`);
    commands.set(command, tool.name);
    if (TAKEN.includes(tool.file)) {
      problems.add(
        spec,
        line,
        `${tool.name} would hide ${tool.file} of the typed client; choose another name`,
      );
    }
  }
}

/** A definition may carry the contract's name, as it is published; a type has it once. */
function withoutPrefix(type: string, contract: string): string {
  return type.startsWith(contract) ? type.slice(contract.length) : type;
}
