/** A trivial server behind the protocol: it knows the examples of the contract and nothing else. */
import type { ErrorObject } from "ajv/dist/2020.js";
import type { Contract, ContractTool } from "../../contract.ts";
import { isObject, type Json } from "../../target/target.ts";

export interface Model {
  readonly contract: Contract;
  /** Runs a tool on valid arguments. */
  call(tool: ContractTool, args: Json): Json;
  /** Changes the state so that reading shows it. */
  touch(): void;
  resources(): readonly {
    readonly uri: string;
    readonly name: string;
    readonly mimeType: string;
    readonly text: string;
  }[];
}

export function createModel(contract: Contract): Model {
  let touches = 0;
  const documents = collectDocuments(contract);
  const known = new Set<string>();
  for (const tool of contract.tools) {
    for (const example of tool.examples) {
      collectNames(example.input, known);
      collectNames(example.output, known);
    }
  }

  const succeed = (data: Json): Json => ({
    content: [{ type: "text", text: `Done.\n${Object.keys(data).join("\n")}` }],
    structuredContent: data,
  });
  const fail = (code: string, message: string): Json => ({
    content: [{ type: "text", text: `Error: ${message}` }],
    structuredContent: { error: code, message },
    isError: true,
  });

  return {
    contract,
    touch() {
      touches++;
    },
    call(tool, args) {
      const example = tool.examples.find((one) => same(one.input, args));
      const missing = ["ref", "collection", "jobId"].find(
        (key) => typeof args[key] === "string" && !known.has(args[key]),
      );
      // A few tools say VALIDATION where the rest says NOT_FOUND of a reference.
      const absent = (missing === "ref" ? ["NOT_FOUND", "VALIDATION"] : ["NOT_FOUND"]).find((code) =>
        tool.errors.includes(code),
      );
      if (missing !== undefined && tool.effect === "read" && absent !== undefined) {
        return fail(absent, `There is nothing called ${String(args[missing])}.`);
      }
      if (tool.effect === "write") touches++;
      const data = structuredClone(example?.output ?? tool.examples.at(-1)?.output ?? {}) as Record<
        string,
        unknown
      >;
      if (isObject(data.meta) && "query" in data.meta) data.meta = { ...data.meta, query: args.query };
      if (touches > 0 && Array.isArray(data.tags) && tool.name.endsWith("_list_tags")) {
        data.tags = [...data.tags, { tag: "touched", count: touches }];
      }
      // Nothing runs here in the background.
      if (Array.isArray(data.active)) data.active = [];
      return succeed(data);
    },
    resources: () => documents,
  };
}

/** Arguments as the contract's leniency reads them, where the schema admits no text. */
export function convert(schema: Json, args: unknown): unknown {
  if (!isObject(args)) return args;
  const properties = isObject(schema.properties) ? (schema.properties as Readonly<Record<string, Json>>) : {};
  const required = new Set(Array.isArray(schema.required) ? (schema.required as readonly string[]) : []);
  const entries = Object.entries(args)
    .filter(([key, value]) => !(value === null && key in properties && !required.has(key)))
    .map(
      ([key, value]) =>
        [key, key in properties ? convertValue(properties[key] ?? {}, value) : value] as const,
    );
  return Object.fromEntries(entries);
}

function convertValue(schema: Json, value: unknown): unknown {
  const types = new Set([schema.type].flat());
  if (typeof value !== "string" || types.has("string") || types.has(undefined)) return value;
  const isNumber = (types.has("integer") || types.has("number")) && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value);
  const isBoolean = types.has("boolean") && (value === "true" || value === "false");
  const isNested =
    (types.has("array") && value.startsWith("[")) || (types.has("object") && value.startsWith("{"));
  if (!isNumber && !isBoolean && !isNested) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** What the contract says about arguments that do not fit. */
export function refusal(tool: ContractTool, error: ErrorObject | undefined): Json {
  const where = error?.instancePath === "" ? "the arguments" : error?.instancePath;
  return { content: [{ type: "text", text: `${tool.name}: ${where} ${error?.message}` }], isError: true };
}

function same(one: unknown, two: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(two);
}

function collectNames(value: unknown, known: Set<string>): void {
  if (typeof value === "string") known.add(value);
  if (Array.isArray(value)) for (const item of value) collectNames(item, known);
  if (isObject(value)) for (const inner of Object.values(value)) collectNames(inner, known);
}

function collectDocuments(contract: Contract): ReturnType<Model["resources"]> {
  const found = new Map<string, { uri: string; name: string; mimeType: string; text: string }>();
  for (const { output } of contract.tools.flatMap((tool) => tool.examples)) {
    const { uri, content, source } = output;
    if (typeof uri !== "string" || typeof content !== "string" || !isObject(source)) continue;
    found.set(uri, { uri, name: String(source.relPath), mimeType: "text/markdown", text: content });
  }
  return [...found.values()].sort((one, two) => (one.uri < two.uri ? -1 : 1));
}
