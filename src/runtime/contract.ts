/** What the runtime needs to know of a contract. `generated/<c>/tools.ts` has this shape. */

export type JsonSchema = { readonly [key: string]: unknown };

export type Lock = "none" | "write" | "write-long" | "job" | "own";

export interface ToolRow {
  readonly name: string;
  readonly title: string;
  /** By profile; `full` is always there. */
  readonly descriptions: { readonly full: string; readonly [profile: string]: string };
  readonly annotations?: Readonly<Record<string, boolean>>;
  readonly publishOutput: boolean;
  readonly command: readonly string[];
  readonly effect: "read" | "write";
  readonly idempotent: boolean;
  readonly lock: Lock;
  readonly profiles: readonly string[];
  readonly errors: readonly string[];
  readonly input: JsonSchema;
  /** Only where the contract publishes it; every output is validated all the same. */
  readonly output?: JsonSchema;
}

export interface ContractRow {
  readonly name: string;
  readonly server: { readonly name: string; readonly version: string };
  readonly profiles: readonly string[];
  readonly defaultProfile: string;
  readonly tools: readonly ToolRow[];
}

/** One entry of `tools/list`, exactly as published. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: Readonly<Record<string, boolean>>;
}
