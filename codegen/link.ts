/** Joins rows with tool files and checks everything that one of them says about the other. Emitters trust its Model. */
import { bundle, type Load, publishInput, publishOutput, subschemas } from "./bundle.ts";
import { dialectValidator, type SchemaCheck, schemaValidator } from "./check.ts";
import type {
  Annotations,
  Contract,
  Envelope,
  Example,
  JsonSchema,
  Lock,
  Model,
  Requirement,
  Revision,
  Tool,
} from "./contract.ts";
import { type JsonFile, parseJson, pointerOf } from "./json.ts";
import { compare, type Problems } from "./problems.ts";
import type { Sources } from "./read.ts";
import { createShapes, type Shapes } from "./shapes.ts";
import { type Row, readTables, type TableName, type Tables } from "./table.ts";
import { cellReader } from "./words.ts";

const META = "schemas/tool.schema.json";
const MAX_INPUT_CHARS = 100_000;
const LOCKS = ["none", "write", "write-long", "job", "own"] as const;
const LEASED = ["write", "write-long", "job"];
const CASES = ["ok", "error", "invalid", "unknown"] as const;
const LEVELS = ["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "SPEC", "DEF"] as const;
const REQUIRED: readonly TableName[] = ["Contract", "Profiles", "Tools", "Errors", "Envelope"];
/** A `oneOf` at the root of a published input breaks some clients; these two have it by contract. */
const ROOT_UNION = ["gno_rename_note", "gno_move_note"];

export async function link(sources: Sources, problems: Problems): Promise<Model> {
  const files = new Map<string, JsonFile>();
  for (const [path, text] of sources) {
    if (!path.endsWith(".json")) continue;
    const file = parseJson(path, text, problems);
    if (file !== undefined) files.set(path, file);
  }
  const meta = files.get(META)?.value as JsonSchema | undefined;
  if (meta === undefined) {
    problems.add(META, 1, "the meta-schema of tool files is missing or broken; restore it");
    return { contracts: [], revisions: [] };
  }
  const dialect = dialectValidator(meta);
  const contracts: Contract[] = [];
  const revisions: Revision[] = [];
  for (const [path, text] of sources) {
    const name = /^spec\/([^/]+)\.md$/.exec(path)?.[1];
    if (name === undefined) continue;
    const tables = readTables(path, text, problems);
    if (name.startsWith("mcp-"))
      revisions.push(linkRevision(path, name.slice("mcp-".length), tables, problems));
    else contracts.push(await linkContract({ spec: path, name, tables, files, dialect, problems }));
  }
  checkOrphanFiles(
    sources,
    files,
    contracts.map(({ name }) => name),
    dialect,
    problems,
  );
  return { contracts, revisions };
}

interface Linking {
  readonly spec: string;
  readonly name: string;
  readonly tables: Tables;
  readonly files: ReadonlyMap<string, JsonFile>;
  readonly dialect: { readonly tool: SchemaCheck; readonly schema: SchemaCheck };
  readonly problems: Problems;
}

async function linkContract(linking: Linking): Promise<Contract> {
  const { spec, name, tables, problems } = linking;
  for (const table of REQUIRED) {
    if (tables[table] === undefined)
      problems.add(spec, 1, `the table ${table} is missing; add it (spec/README.md shows its columns)`);
  }
  const cell = cellReader(spec, problems);
  const facts = new Map(
    (tables.Contract ?? []).map(({ cells, line }) => [cells.key, { value: cells.value, line }]),
  );
  for (const [key, { line }] of facts) {
    if (!["name", "server", "version"].includes(key))
      problems.add(spec, line, `unknown key ${key}; Contract has name, server, version`);
  }
  const fact = (key: string): string => {
    const found = facts.get(key)?.value;
    if (found === undefined && tables.Contract)
      problems.add(spec, tables.Contract[0]?.line ?? 1, `Contract has no row ${key}; add it`);
    return found ?? "";
  };
  if (fact("name") !== name && facts.has("name")) {
    problems.add(spec, facts.get("name")!.line, `the name must be ${name}, as the file is called`);
  }
  const profiles = (tables.Profiles ?? []).map(({ cells, line }) => ({
    name: cell.name(line, cells.profile),
    isDefault: cell.yes(line, cells.default),
    purpose: cells.purpose,
  }));
  if (tables.Profiles && profiles.filter(({ isDefault }) => isDefault).length !== 1) {
    problems.add(
      spec,
      tables.Profiles[0]?.line ?? 1,
      "exactly one profile is the default; say yes in one row",
    );
  }
  if (tables.Profiles && !profiles.some((profile) => profile.name === "full")) {
    problems.add(spec, tables.Profiles[0]?.line ?? 1, "there is no profile full; add its row");
  }
  const errors = (tables.Errors ?? []).map(({ cells, line }) => ({
    code: cells.code,
    status: cells.status === "-" ? undefined : cell.int(line, cells.status, 400, 599),
    exit: cell.int(line, cells.exit, 1, 125),
    meaning: cells.meaning,
  }));
  const shapes = createShapes(
    (path) => linking.files.get(path)?.value,
    (type) => pascal(name) + pascal(withoutPrefix(type, name)),
  );
  const tools: Tool[] = [];
  for (const row of tables.Tools ?? []) {
    const tool = await linkTool(
      linking,
      shapes,
      row,
      profiles.map((p) => p.name),
      errors.map((e) => e.code),
    );
    if (tool !== undefined) tools.push(tool);
  }
  checkNames(spec, tables, tools, problems);
  return {
    name,
    server: { name: fact("server"), version: fact("version") },
    tools,
    types: shapes.types,
    profiles,
    errors,
    routes: (tables.Routes ?? []).map(({ cells, line }) => ({
      method: cell.word(line, cells.method, ["GET", "POST", "PUT", "PATCH", "DELETE"]),
      path: cells.path,
      tool: cell.known(
        line,
        cells.tool,
        (tables.Tools ?? []).map((row) => row.cells.tool),
        "Tools",
      ),
      query: cell.list(cells.query),
      status: cell.int(line, cells.status, 200, 299),
    })),
    resources: (tables.Resources ?? []).map(({ cells }) => ({
      uri: cells.uri,
      mime: cells.mime,
      source: cells["tool-or-source"],
    })),
    envelopes: linkEnvelopes(spec, tables.Envelope ?? [], problems),
  };
}

async function linkTool(
  { spec, name: contract, files, dialect, problems }: Linking,
  shapes: Shapes,
  { cells, line }: Row<"Tools">,
  profiles: readonly string[],
  codes: readonly string[],
): Promise<Tool | undefined> {
  const cell = cellReader(spec, problems);
  if (!cells.tool.startsWith(`${contract}_`) || !/^[a-z][a-z0-9_]{0,63}$/.test(cells.tool)) {
    problems.add(
      spec,
      line,
      `${cells.tool} is no tool name; write ${contract}_<name> in lower case, at most 64 characters`,
    );
    return undefined;
  }
  const file = cells.tool.slice(contract.length + 1).replaceAll("_", "-");
  const path = `schemas/${contract}/${file}.json`;
  const source = files.get(path);
  const effect = cell.word(line, cells.effect, ["read", "write"]);
  const lock = cell.word(line, cells.lock, LOCKS);
  if (effect === "read" && LEASED.includes(lock)) {
    problems.add(spec, line, `${cells.tool} reads and takes a lease; say none, or make it a write tool`);
  }
  const row = {
    effect: effect as "read" | "write",
    idempotent: cell.yes(line, cells.idempotent),
    lock: lock as Lock,
    profiles: cell.list(cells.profiles).map((profile) => cell.known(line, profile, profiles, "Profiles")),
    errors: cell.list(cells.errors).map((code) => cell.known(line, code, codes, "Errors")),
    since: cells.since,
  };
  if (!row.profiles.includes("full"))
    problems.add(spec, line, `${cells.tool} is not in the profile full; every tool is`);
  if (source === undefined) {
    problems.add(spec, line, `tool ${cells.tool} has no schema file; write ${path}`);
    return undefined;
  }
  if (!dialect.tool(source, "", source.value, problems)) return undefined;
  const written = source.value as WrittenTool;
  for (const profile of Object.keys(written.descriptions ?? {})) {
    if (!row.profiles.includes(profile) || profile === "full") {
      problems.add(
        path,
        source.line(pointerOf(["descriptions", profile])),
        `${profile} is no other profile of this tool; see its row in ${spec}`,
      );
    }
  }
  const schemas = await linkSchemas(source, written, files, shapes, problems);
  if (schemas === undefined) return undefined;
  checkInput(cells.tool, source, schemas.input, problems);
  return {
    name: cells.tool,
    file,
    typeName: pascal(file),
    title: written.title,
    description: written.description,
    descriptions: written.descriptions ?? {},
    ...(written.annotations === undefined ? {} : { annotations: written.annotations }),
    publishOutput: written.publishOutput ?? false,
    command: written.command?.split(" ") ?? [file],
    ...schemas,
    examples: written.examples,
    ...row,
  };
}

interface WrittenTool {
  readonly title: string;
  readonly description: string;
  readonly descriptions?: Readonly<Record<string, string>>;
  readonly annotations?: Annotations;
  readonly publishOutput?: boolean;
  readonly command?: string;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly examples: readonly Example[];
}

async function linkSchemas(
  source: JsonFile,
  written: WrittenTool,
  files: ReadonlyMap<string, JsonFile>,
  shapes: Shapes,
  problems: Problems,
): Promise<Pick<Tool, "input" | "output" | "inputShape" | "outputShape"> | undefined> {
  const load: Load = (path) => files.get(path)?.value;
  const part = async (key: "input" | "output"): Promise<JsonSchema | undefined> => {
    try {
      return await bundle(source.path, written[key], load);
    } catch (error) {
      problems.add(
        source.path,
        source.line(`/${key}`),
        `${key} cannot be made self-contained: ${bundleReason(error)}`,
      );
      return undefined;
    }
  };
  const input = await part("input");
  const output = await part("output");
  if (input === undefined || output === undefined) return undefined;
  if (output.type !== "object") {
    problems.add(
      source.path,
      source.line("/output"),
      'the output must be an object; give the schema "type": "object"',
    );
  }
  const published = { input: publishInput(input), output: publishOutput(output) };
  const checks = {
    input: schemaValidator(published.input, source, "/input", problems),
    output: schemaValidator(published.output, source, "/output", problems),
  };
  for (const [index, example] of written.examples.entries()) {
    checks.input?.(source, pointerOf(["examples", index, "input"]), example.input, problems);
    checks.output?.(source, pointerOf(["examples", index, "output"]), example.output, problems);
  }
  try {
    const inputShape = shapes.of(source.path, written.input);
    return { ...published, inputShape, outputShape: shapes.of(source.path, written.output) };
  } catch (error) {
    problems.add(source.path, 1, (error as Error).message);
    return undefined;
  }
}

/** What the published form promises beyond being a schema. */
function checkInput(tool: string, source: JsonFile, input: JsonSchema, problems: Problems): void {
  for (const key of ["oneOf", "anyOf", "allOf"]) {
    if (key in input && !(key === "oneOf" && ROOT_UNION.includes(tool))) {
      problems.add(
        source.path,
        source.line(`/input/${key}`),
        `an input has no ${key} at its root; let the handler check it`,
      );
    }
  }
  const size = JSON.stringify(input).length;
  if (size >= MAX_INPUT_CHARS) {
    problems.add(
      source.path,
      source.line("/input"),
      `the input is published with ${size} characters; stay under ${MAX_INPUT_CHARS}`,
    );
  }
  checkSchema([], input, input, source, problems);
}

/** Defaults are valid where they stand, and a closed object requires only keys that it has. */
function checkSchema(
  at: readonly (string | number)[],
  schema: JsonSchema,
  root: JsonSchema,
  source: JsonFile,
  problems: Problems,
): void {
  const here = `/input${pointerOf(at)}`;
  if ("default" in schema) {
    const alone = { ...schema, ...(root.$defs === undefined ? {} : { $defs: root.$defs }) };
    schemaValidator(alone, source, here, problems)?.(source, `${here}/default`, schema.default, problems);
  }
  const missing = ((schema.required ?? []) as string[]).filter(
    (key) => !(key in ((schema.properties ?? {}) as object)),
  );
  if (schema.additionalProperties === false && missing.length > 0) {
    problems.add(
      source.path,
      source.line(`${here}/required`),
      `${missing.join(", ")} is required and not among the properties; add it`,
    );
  }
  for (const [step, child] of subschemas(schema))
    checkSchema([...at, ...step], child, root, source, problems);
}

function linkEnvelopes(spec: string, rows: readonly Row<"Envelope">[], problems: Problems): Envelope[] {
  const cell = cellReader(spec, problems);
  const envelopes = rows.map(({ cells, line }) => {
    if (cells["is-error"] !== "yes" && cells["is-error"] !== "no")
      cell.int(line, cells["is-error"], -32_768, -32_000);
    return {
      case: cell.word(line, cells.case, CASES),
      text: cells.text,
      structured: cell.word(line, cells.structured, ["data", "{error, message}", "{code, message}", "-"]),
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

function linkRevision(spec: string, revision: string, tables: Tables, problems: Problems): Revision {
  const cell = cellReader(spec, problems);
  if (tables.Requirements === undefined) problems.add(spec, 1, "the table Requirements is missing; add it");
  const requirements = (tables.Requirements ?? []).map(({ cells, line }) => ({
    id: cell.id(line, cells.id),
    level: cell.word(line, cells.level, LEVELS) as Requirement["level"],
    transport: cell
      .list(cells.transport)
      .map((word) => cell.word(line, word, ["stdio", "http"]) as "stdio" | "http"),
    statement: cells.statement,
    check: cells.check,
    since: cells.since,
  }));
  return { revision, requirements };
}

/** Names that become code must not meet each other there. */
function checkNames(spec: string, tables: Tables, tools: readonly Tool[], problems: Problems): void {
  const commands = new Map<string, string>();
  for (const tool of tools) {
    const line = tables.Tools?.find(({ cells }) => cells.tool === tool.name)?.line ?? 1;
    const command = tool.command.join(" ");
    const other = commands.get(command);
    if (other !== undefined)
      problems.add(spec, line, `${tool.name} and ${other} share the command "${command}"; give one its own`);
    commands.set(command, tool.name);
    if (["close", "then", "constructor"].includes(tool.file)) {
      problems.add(
        spec,
        line,
        `${tool.name} would hide ${tool.file} of the typed client; choose another name`,
      );
    }
  }
}

/** Files that no row, no reference and no rule accounts for. */
function checkOrphanFiles(
  sources: Sources,
  files: ReadonlyMap<string, JsonFile>,
  contracts: readonly string[],
  dialect: Linking["dialect"],
  problems: Problems,
): void {
  for (const file of [...files.values()].sort((a, b) => compare(a.path, b.path))) {
    if (file.path === META) continue;
    const [, folder = "", ...rest] = file.path.split("/");
    if (folder === "shared" || rest[0] === "_types") {
      dialect.schema(file, "", file.value, problems);
    } else if (!contracts.includes(folder) || rest.length !== 1) {
      problems.add(
        file.path,
        1,
        `no contract reads this file; expected schemas/<contract>/<name>.json with spec/<contract>.md`,
      );
    } else if (!hasRow(sources.get(`spec/${folder}.md`) ?? "", folder, rest[0]!)) {
      problems.add(file.path, 1, `no row in the Tools table of spec/${folder}.md; add it or delete the file`);
    }
  }
}

function hasRow(spec: string, contract: string, file: string): boolean {
  const tool = `${contract}_${file.replace(/\.json$/, "").replaceAll("-", "_")}`;
  return new RegExp(`^\\| *\`?${tool}\`? *\\|`, "m").test(spec);
}

/** A definition may carry the contract's name, as it is published; a type has it once. */
function withoutPrefix(type: string, contract: string): string {
  return type.startsWith(contract) ? type.slice(contract.length) : type;
}

function pascal(file: string): string {
  return file.replace(/(?:^|-)([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

function bundleReason(error: unknown): string {
  const nested = (error as { errors?: Error[] }).errors ?? [error as Error];
  return nested
    .map(({ message }) => message.split("\n")[0]!.replaceAll("https://concordat.invalid/", ""))
    .join("; ");
}
