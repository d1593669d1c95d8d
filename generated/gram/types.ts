// Generated from schemas/gram and spec/gram.md. Do not edit.
// To change it, edit those and run: npm run codegen

/** What gram_profile is sent. */
export interface GramProfileInput {
  task?: "create" | "edit" | "rich" | "read" | "memory";
}

export type GramProfileArgs = GramProfileInput;

export interface GramProfileOutput {
  budget_bytes: number;
  common: {
    body: string;
    checklists: string;
    document: string;
    links: string;
    numbers: string;
    records: string;
    writes: string;
  };
  create?: {
    [k: string]: string;
  };
  edit?: {
    [k: string]: string;
  };
  memory?: {
    [k: string]: string;
  };
  profile: string;
  read?: {
    [k: string]: string;
  };
  rich?: {
    [k: string]: string;
  };
  shown: {
    collection: string[];
    item: string[];
  };
  task: "create" | "edit" | "rich" | "read" | "memory";
}

/** What gram_capabilities is sent. */
export type GramCapabilitiesInput = Record<string, never>;

export type GramCapabilitiesArgs = GramCapabilitiesInput;

export interface GramCapabilitiesOutput {
  budget_bytes: number;
  index: {
    embeddedChunks: number;
    failedFiles: number;
    indexedFiles: number;
    pendingFiles: number;
  };
  semantic: {
    reason?: string;
    status: "available" | "indexing" | "unavailable";
  };
  tools: string[];
}

/** What gram_projects is sent. */
export type GramProjectsInput = Record<string, never>;

export type GramProjectsArgs = GramProjectsInput;

export interface GramProjectsOutput {
  access: "read" | "write";
  mounts: {
    access: "read" | "write";
    count: number;
    id: string;
    key: string;
    kind: string;
    name: string;
  }[];
  projects: [string, number][];
  vault: string;
}

/** What gram_brief is sent. */
export interface GramBriefInput {
  limit?: number;
  path?: string;
}

export type GramBriefArgs = GramBriefInput;

export interface GramBriefOutput {
  counts: [string, (string | null), number][];
  decisions: ([string, string, (string | null), (string | null)] | [string, string, (string | null), (string | null), string])[];
  docs: [string, (string | null), number][];
  due: ([string, string, string, (string | null)] | [string, string, string, (string | null), string])[];
  more?: string[];
  open: ([string, string, string, (string | null)] | [string, string, string, (string | null), string])[];
  recent: [string, number, string, number][];
}

/** What gram_read is sent. */
export interface GramReadInput {
  cursor?: string;
  path: string;
  recorded_at?: string;
  revision?: number;
}

export type GramReadArgs = GramReadInput;

export interface GramReadOutput {
  cursor?: string;
  doc: GramStamp;
  records: ([string, string, string, (string | null)] | [string, string, string, (string | null), string])[];
  text: string;
  title: string | null;
  truncated?: true;
}

/** What gram_changes is sent. */
export interface GramChangesInput {
  base_revision?: number;
  cursor?: string;
  from?: string;
  limit?: number;
  path?: string;
  to?: string;
}

export type GramChangesArgs = GramChangesInput;

export interface GramChangesOutput {
  changes: [string, ("create" | "remove" | "update"), number, string, string[]][];
  cursor?: string;
  docs: GramStamp[];
  truncated?: boolean;
}

/** What gram_recall is sent. */
export interface GramRecallInput {
  cursor?: string;
  date?: string;
  documents?: string[];
  folder?: string;
  from?: string;
  mode?: "exact" | "keyword" | "semantic" | "hybrid" | "auto";
  query: string;
  scope?: string;
  to?: string;
  top_k?: number;
  type?: string;
}

export type GramRecallArgs = GramRecallInput;

export interface GramRecallOutput {
  cursor?: string;
  docs: GramStamp[];
  hits: [string, string, (string | null), (string | null), ...((string | number))[]][];
  truncated?: boolean;
}

/** What gram_list is sent. */
export interface GramListInput {
  cursor?: string;
  effective_at?: string;
  limit?: number;
  path?: string;
  recorded_at?: string;
  revision?: number;
  select?: GramSelect;
}

export type GramListArgs = GramListInput;

export interface GramListOutput {
  cursor?: string;
  doc?: GramStamp;
  docs?: GramStamp[];
  documents?: [string, (string | null), number][];
  entities?: [string, string][];
  records?: ([string, string, string, (string | null)] | [string, string, string, (string | null), string])[];
  truncated?: boolean;
}

/** What gram_get is sent. */
export interface GramGetInput {
  cursor?: string;
  id?: string;
  outline?: boolean;
  path: string;
  recorded_at?: string;
  revision?: number;
}

export type GramGetArgs = GramGetInput;

export interface GramGetOutput {
  cursor?: string;
  doc: GramStamp;
  entity?: {
    blocks: ([string, string, string] | [string, string, null, {
          [k: string]: unknown;
    }])[];
    fields: GramFields;
    id: string;
    links?: [string, string][];
    type: string;
  };
  outline?: [string, string, string, string][];
  truncated?: true;
}

/** What gram_context is sent. */
export interface GramContextInput {
  cursor?: string;
  effective_at?: string;
  id?: string;
  path: string;
  recorded_at?: string;
  revision?: number;
}

export type GramContextArgs = GramContextInput;

export interface GramContextOutput {
  cursor?: string;
  doc: GramStamp;
  /**
   * @minItems 4
   * @maxItems 4
   */
  entity: [string, string, (string | null), (string | null)];
  fields: [string, string][];
  implemented?: string;
  links: [string, string, (string | null), (string | null)][];
  text: string;
  truncated?: true;
}

/** What gram_relations is sent. */
export interface GramRelationsInput {
  cursor?: string;
  depth?: number;
  direction?: "both" | "in" | "out";
  id?: string;
  limit?: number;
  path: string;
  predicate?: "related" | "supports" | "contradicts" | "depends" | "implements" | "replaces" | "derives" | "blocks" | "enables" | "part-of";
  recorded_at?: string;
  revision?: number;
}

export type GramRelationsArgs = GramRelationsInput;

export interface GramRelationsOutput {
  cursor?: string;
  doc: GramStamp;
  relations: ([string, string, string, (string | null), (string | null)] | [string, string, string, (string | null), (string | null), number])[];
  truncated?: boolean;
}

/** What gram_range is sent. */
export interface GramRangeInput {
  axis?: "effective" | "recorded";
  cursor?: string;
  field?: string;
  from?: string;
  id?: string;
  limit?: number;
  path: string;
  recorded_at?: string;
  to?: string;
}

export type GramRangeArgs = GramRangeInput;

export interface GramRangeOutput {
  axis: "effective" | "recorded";
  cursor?: string;
  doc: GramStamp;
  rows: [string, string, (string | (string | [string, string])[]), string, (string | null), number, (number | null)][];
  truncated?: boolean;
}

/** What gram_state is sent. */
export interface GramStateInput {
  cursor?: string;
  effective_at?: string;
  id?: string;
  limit?: number;
  path: string;
  recorded_at?: string;
  revision?: number;
  select?: GramSelect;
}

export type GramStateArgs = GramStateInput;

export interface GramStateOutput {
  as_of: {
    effective_at: string | null;
    recorded_at: string | null;
    revision: number;
  };
  cursor?: string;
  doc: GramStamp;
  state: [string, string, (string | null), (string | null), (string | null), GramFields][];
  truncated?: true;
}

/** What gram_create is sent. */
export interface GramCreateInput {
  base_revision?: 0;
  body?: string;
  expected_hash?: string;
  fields?: GramFieldsInput;
  path: string;
  /** @maxItems 10000 */
  records?: GramRecordInput[];
  request_id: string;
  t: string;
}

export type GramCreateArgs = GramCreateInput;

export interface GramCreateOutput {
  diagnostics?: [("unparsed_value" | "unresolved_ref" | "unsupported_node"), string, string][];
  doc: GramStamp;
  ids: [number, string][];
  replayed?: true;
  truncated?: boolean;
}

/** What gram_patch is sent. */
export interface GramPatchInput {
  base_revision: number;
  /**
   * @minItems 1
   * @maxItems 200
   */
  changes: GramChange[];
  expected_hash: string;
  path: string;
  request_id: string;
}

export type GramPatchArgs = GramPatchInput;

export interface GramPatchOutput {
  diagnostics?: [("unparsed_value" | "unresolved_ref" | "unsupported_node"), string, string][];
  doc: GramStamp;
  ids?: [number, string][];
  replayed?: true;
  truncated?: boolean;
}

export interface GramStamp {
  hash: string;
  path: string;
  rev: number;
}

export interface GramSelect {
  date?: string;
  from?: string;
  status?: string;
  tag?: string;
  to?: string;
  type?: string;
}

export interface GramFields {
  [k: string]: string | string[];
}

export interface GramFieldsInput {
  at?: string | null;
  color?: string | null;
  d?: string | null;
  due?: string | null;
  motion?: string | null;
  observed?: string | null;
  owner?: string | null;
  p?: string | null;
  ref?: string | null;
  s?: string[] | null;
  source?: string[] | null;
  t?: string | null;
  tag?: string[] | null;
  unit?: string | null;
  value?: string | null;
  view?: string | null;
  x?: string | null;
}

export interface GramRecordInput {
  at?: string;
  blocks?: {
    text: string;
    type: "note" | "quote" | "reason" | "summary";
  }[];
  color?: string;
  d?: string;
  due?: string;
  id?: string;
  /** @maxItems 500 */
  links?: ([string, string] | {
      predicate: string;
      target: string;
  })[];
  motion?: string;
  observed?: string;
  owner?: string;
  p?: string;
  ref?: string;
  s?: string[];
  source?: string[];
  t: string;
  tag?: string[];
  type: string;
  unit?: string;
  value?: string;
  view?: string;
  x?: string;
}

export type GramChange = {
  after?: string;
  op: "add";
  record: GramRecordInput;
} | {
  fields: GramFieldsInput;
  id?: string;
  op: "set";
} | {
  id: string;
  links: ([string, string] | {
      predicate: string;
      target: string;
  })[];
  op: "link";
} | {
  id: string;
  links: ([string, string] | {
      predicate: string;
      target: string;
  })[];
  op: "unlink";
} | {
  id: string;
  op: "remove";
} | {
  after: string;
  id: string;
  op: "order";
} | {
  id?: string;
  op: "body";
  text: string;
} | {
  after: string;
  id?: string;
  op: "insert";
  text: string;
} | {
  id?: string;
  node: string;
  op: "replace";
  text: string;
} | {
  id?: string;
  node: string;
  op: "delete";
} | {
  after: string;
  id?: string;
  node: string;
  op: "move";
} | {
  /** @minItems 1 */
  changes: unknown[][];
  id?: string;
  node: string;
  op: "rich";
};

/** Arguments once they are validated: keys with a default are there. */
export type Filled<Input, Key extends keyof Input> = Input & Required<Pick<Input, Key>>;

/** Everything a handler is typed by. An alias and not an interface: only that fits an index signature. */
export type GramTools = {
  gram_profile: { args: GramProfileArgs; output: GramProfileOutput; errors: "E_ARGUMENT" };
  gram_capabilities: { args: GramCapabilitiesArgs; output: GramCapabilitiesOutput; errors: "E_ARGUMENT" };
  gram_projects: { args: GramProjectsArgs; output: GramProjectsOutput; errors: "E_ARGUMENT" | "E_STORAGE" | "PROVIDER_AUTH_REQUIRED" };
  gram_brief: { args: GramBriefArgs; output: GramBriefOutput; errors: "E_ARGUMENT" | "E_STORAGE" | "PROVIDER_AUTH_REQUIRED" | "E_PATH" | "E_NOT_FOUND" | "E_REVISION" | "E_DATE" | "E_FORMAT" | "STALE_READ" };
  gram_read: { args: GramReadArgs; output: GramReadOutput; errors: "E_ARGUMENT" | "E_STORAGE" | "PROVIDER_AUTH_REQUIRED" | "E_PATH" | "E_NOT_FOUND" | "E_REVISION" | "E_DATE" | "E_FORMAT" | "E_CURSOR" | "STALE_READ" | "STALE_CURSOR" };
  gram_changes: { args: GramChangesArgs; output: GramChangesOutput; errors: "E_ARGUMENT" | "E_STORAGE" | "PROVIDER_AUTH_REQUIRED" | "E_PATH" | "E_NOT_FOUND" | "E_REVISION" | "E_DATE" | "E_FORMAT" | "E_CURSOR" | "STALE_READ" | "STALE_CURSOR" };
  gram_recall: { args: GramRecallArgs; output: GramRecallOutput; errors: "E_ARGUMENT" | "E_STORAGE" | "PROVIDER_AUTH_REQUIRED" | "E_PATH" | "E_NOT_FOUND" | "E_DATE" | "E_CURSOR" | "STALE_READ" | "STALE_CURSOR" | "EMBEDDING_UNAVAILABLE" };
  gram_list: { args: GramListArgs; output: GramListOutput; errors: "E_ARGUMENT" | "E_STORAGE" | "PROVIDER_AUTH_REQUIRED" | "E_PATH" | "E_NOT_FOUND" | "E_REVISION" | "E_DATE" | "E_FORMAT" | "E_CURSOR" | "STALE_READ" | "STALE_CURSOR" };
  gram_get: { args: GramGetArgs; output: GramGetOutput; errors: "E_ARGUMENT" | "E_STORAGE" | "PROVIDER_AUTH_REQUIRED" | "E_PATH" | "E_NOT_FOUND" | "E_REVISION" | "E_DATE" | "E_FORMAT" | "E_CURSOR" | "STALE_READ" | "STALE_CURSOR" };
  gram_context: { args: GramContextArgs; output: GramContextOutput; errors: "E_ARGUMENT" | "E_STORAGE" | "PROVIDER_AUTH_REQUIRED" | "E_PATH" | "E_NOT_FOUND" | "E_REVISION" | "E_DATE" | "E_FORMAT" | "E_CURSOR" | "STALE_READ" | "STALE_CURSOR" };
  gram_relations: { args: GramRelationsArgs; output: GramRelationsOutput; errors: "E_ARGUMENT" | "E_STORAGE" | "PROVIDER_AUTH_REQUIRED" | "E_PATH" | "E_NOT_FOUND" | "E_REVISION" | "E_DATE" | "E_FORMAT" | "E_CURSOR" | "STALE_READ" | "STALE_CURSOR" };
  gram_range: { args: GramRangeArgs; output: GramRangeOutput; errors: "E_ARGUMENT" | "E_STORAGE" | "PROVIDER_AUTH_REQUIRED" | "E_PATH" | "E_NOT_FOUND" | "E_REVISION" | "E_DATE" | "E_FORMAT" | "E_CURSOR" | "STALE_READ" | "STALE_CURSOR" };
  gram_state: { args: GramStateArgs; output: GramStateOutput; errors: "E_ARGUMENT" | "E_STORAGE" | "PROVIDER_AUTH_REQUIRED" | "E_PATH" | "E_NOT_FOUND" | "E_REVISION" | "E_DATE" | "E_FORMAT" | "E_CURSOR" | "STALE_READ" | "STALE_CURSOR" };
  gram_create: { args: GramCreateArgs; output: GramCreateOutput; errors: "E_ARGUMENT" | "E_STORAGE" | "PROVIDER_AUTH_REQUIRED" | "E_PATH" | "E_ACCESS" | "E_EXISTS" | "E_CHANGE" | "E_REQUEST" | "STALE_READ" };
  gram_patch: { args: GramPatchArgs; output: GramPatchOutput; errors: "E_ARGUMENT" | "E_STORAGE" | "PROVIDER_AUTH_REQUIRED" | "E_PATH" | "E_ACCESS" | "E_NOT_FOUND" | "E_CHANGE" | "E_REQUEST" | "E_FORMAT" | "STALE_BASE" | "STALE_READ" };
};
