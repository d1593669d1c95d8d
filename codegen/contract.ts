/** The model that emitters see: one contract, linked and checked. Types only; `link.ts` builds it. */

/** A JSON Schema in the closed dialect of `schemas/tool.schema.json`. */
export type JsonSchema = { readonly [key: string]: unknown };

export interface Annotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

export interface Example {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
}

/** How the runtime guards a call: see "Locks" in spec/README.md. */
export type Lock = "none" | "write" | "write-long" | "job" | "own";

export interface Tool {
  readonly name: string;
  /** `multi-get` for `gno_multi_get`: file name of schema, handler, golden and test. */
  readonly file: string;
  /** `MultiGet`: stem of the generated type names. */
  readonly typeName: string;
  readonly title: string;
  readonly description: string;
  /** Descriptions that differ in a profile. */
  readonly descriptions: Readonly<Record<string, string>>;
  readonly annotations?: Annotations;
  readonly publishOutput: boolean;
  /** Words of the CLI command: `["collection", "add"]`. */
  readonly command: readonly string[];
  /** Published form: self-contained, `$ref` only into its own `$defs`. */
  readonly input: JsonSchema;
  /** Validated form: self-contained, with the contract's own `$id`. */
  readonly output: JsonSchema;
  /** The same two for the type emitter, with shared shapes by name: see `shapes.ts`. */
  readonly inputShape: JsonSchema;
  readonly outputShape: JsonSchema;
  readonly examples: readonly Example[];
  readonly effect: "read" | "write";
  readonly idempotent: boolean;
  readonly lock: Lock;
  readonly profiles: readonly string[];
  readonly errors: readonly string[];
  readonly since: string;
}

export interface Profile {
  readonly name: string;
  readonly isDefault: boolean;
  readonly purpose: string;
}

export interface ErrorCode {
  readonly code: string;
  /** HTTP status for REST; `undefined` where the contract has no REST. */
  readonly status: number | undefined;
  /** CLI exit code. */
  readonly exit: number;
  readonly meaning: string;
}

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly tool: string;
  readonly query: readonly string[];
  readonly status: number;
}

export interface Resource {
  readonly uri: string;
  readonly mime: string;
  readonly source: string;
}

/** One row of the Envelope table: how an outcome of a kind looks on the wire. */
export interface Envelope {
  readonly case: string;
  readonly text: string;
  readonly structured: string;
  readonly isError: string;
}

export interface Requirement {
  readonly id: string;
  readonly level: "MUST" | "MUST NOT" | "SHOULD" | "SHOULD NOT" | "SPEC" | "DEF";
  readonly transport: readonly ("stdio" | "http")[];
  readonly statement: string;
  /** Property id in `conformance/properties` that proves it, or `-` when nothing does yet. */
  readonly check: string;
  readonly since: string;
}

export interface Contract {
  /** `gno` */
  readonly name: string;
  /** Name and version of `serverInfo`. */
  readonly server: { readonly name: string; readonly version: string };
  readonly tools: readonly Tool[];
  /** Named shapes that tools share, by type name. */
  readonly types: ReadonlyMap<string, JsonSchema>;
  readonly profiles: readonly Profile[];
  readonly errors: readonly ErrorCode[];
  readonly routes: readonly Route[];
  readonly resources: readonly Resource[];
  readonly envelopes: readonly Envelope[];
}

export interface Revision {
  /** `2025-11-25` */
  readonly revision: string;
  readonly requirements: readonly Requirement[];
}

export interface Model {
  readonly contracts: readonly Contract[];
  readonly revisions: readonly Revision[];
}

/** What an emitter returns: paths relative to the project root, with their whole text. */
export type Files = ReadonlyMap<string, string>;
