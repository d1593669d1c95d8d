/** A published contract as the suite uses it: generated data and golden files, read from the package. */
import { existsSync, readFileSync } from "node:fs";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { createAjv } from "./arbitrary/ajv.ts";
import type { Json, ListedTool } from "./target/target.ts";

export interface GoldenCall {
  readonly name: string;
  readonly arguments: Json;
}

export interface GoldenMiss extends GoldenCall {
  readonly rule: string;
  readonly pointer: string;
}

/** What any server of the contract answers for one tool; see golden/README.md. */
export interface Golden {
  readonly calls: readonly GoldenCall[];
  readonly ok: readonly { readonly name: string; readonly result: Json }[];
  readonly refusal: Json;
  readonly invalid: readonly GoldenMiss[];
  readonly errors: readonly { readonly code: string; readonly result: Json }[];
}

export interface ContractTool {
  readonly name: string;
  readonly effect: "read" | "write";
  readonly idempotent: boolean;
  readonly profiles: readonly string[];
  readonly errors: readonly string[];
  readonly publishOutput: boolean;
  readonly input: Json;
  readonly output: Json;
  readonly examples: readonly { readonly name: string; readonly input: Json; readonly output: Json }[];
}

export interface Contract {
  readonly name: string;
  readonly server: { readonly name: string; readonly version: string };
  readonly profiles: readonly string[];
  readonly tools: readonly ContractTool[];
  /** Code for what went wrong inside the server; every tool may answer with it. */
  readonly errors: readonly string[];
  tool(name: string): ContractTool | undefined;
  /** The published list, as parsed and in order. */
  list(profile: string, write: boolean): readonly ListedTool[];
  golden(tool: ContractTool): Golden;
  /** Why a published schema does not compile as strict 2020-12. */
  compileProblem(schema: Json): CompileProblem | undefined;
  fitsInput(tool: ContractTool): ValidateFunction;
  fitsOutput(tool: ContractTool): ValidateFunction;
}

export interface CompileProblem {
  readonly says: string;
  /** Strictness is ours; a schema that only breaks it is still valid in its dialect. */
  readonly strictOnly: boolean;
}

/** Both in the source tree and in `dist` the data stands one folder up. */
const root = new URL("../", import.meta.url);

export function contractNames(): readonly string[] {
  return ["gno", "gnosis", "gram"].filter((name) =>
    existsSync(new URL(`generated/${name}/tools.json`, root)),
  );
}

export function loadContract(name: string): Contract {
  const document = readJson(`generated/${name}/tools.json`) as {
    readonly name: string;
    readonly server: Contract["server"];
    readonly profiles: readonly { readonly name: string }[];
    readonly errors: readonly { readonly code: string }[];
    readonly tools: readonly ContractTool[];
  };
  const ajv = createAjv();
  const compiled = new Map<object, ValidateFunction>();
  const compile = (schema: Json): ValidateFunction => {
    const known = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, known);
    return known;
  };
  const problems = once((text: string) => ({ problem: compileProblem(text) }));
  const goldens = once((tool: string) => readJson(`golden/${name}/${fileOf(name, tool)}.json`) as Golden);
  const byName = new Map(document.tools.map((tool) => [tool.name, tool]));
  return {
    name: document.name,
    server: document.server,
    profiles: document.profiles.map((profile) => profile.name),
    tools: document.tools,
    errors: document.errors.map((error) => error.code),
    tool: (tool) => byName.get(tool),
    list: (profile, write) =>
      (
        readJson(`golden/${name}/list.${profile}${write ? ".write" : ""}.json`) as {
          tools: readonly ListedTool[];
        }
      ).tools,
    golden: (tool) => goldens(tool.name),
    compileProblem: (schema) => problems(JSON.stringify(schema)).problem,
    fitsInput: (tool) => compile(tool.input),
    fitsOutput: (tool) => compile(tool.output),
  };
}

/** The files that make the examples of a contract true. */
export function vaultFolder(contract: string): URL {
  return new URL(`conformance/vaults/${contract}/`, root);
}

function compileProblem(schema: string): CompileProblem | undefined {
  try {
    createAjv().compile(JSON.parse(schema) as Json);
    return undefined;
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return { says, strictOnly: says.startsWith("strict mode") };
  }
}

function once<T>(read: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    return value;
  };
}

function fileOf(contract: string, tool: string): string {
  return tool.slice(contract.length + 1).replaceAll("_", "-");
}

function readJson(path: string): unknown {
  const file = new URL(path, root);
  if (!existsSync(file)) throw new Error(`${path} is missing: run npm run codegen`);
  return JSON.parse(readFileSync(file, "utf8"));
}
