/**
 * The engine's surface: what contracts build on. It knows no MCP, no contract and no error code; expected absence is
 * `undefined` or a small union, a broken world is a thrown Error. Each part's types lie in its own folder.
 */
import type { Answers } from "./answers/types.ts";
import type { Audit } from "./audit/types.ts";
import type { Changes } from "./changes/types.ts";
import type { Collections } from "./config/collections-port.ts";
import type { ConfigStore } from "./config/types.ts";
import type { Documents } from "./documents/types.ts";
import type { Egress } from "./egress/types.ts";
import type { Embedding } from "./embed/types.ts";
import type { Evidence } from "./evidence/types.ts";
import type { Graph } from "./graph/types.ts";
import type { Sync } from "./index/types.ts";
import type { Jobs, WriteLease } from "./jobs/types.ts";
import type { Links } from "./links/types.ts";
import type { Memory } from "./memory/types.ts";
import type { ModelEnvironment } from "./models/open-models.ts";
import type { Notes } from "./notes/types.ts";
import type { Clock, EngineLog, Ids } from "./ports.ts";
import type { Readers } from "./readers/types.ts";
import type { Refactor } from "./refactor/types.ts";
import type { Search } from "./search/types.ts";
import type { Status } from "./status.ts";
import type { Tags } from "./tags.ts";
import type { Traces } from "./traces/types.ts";
import type { VectorIndex } from "./vector/types.ts";

export type * from "./answers/types.ts";
export type * from "./audit/types.ts";
export type * from "./changes/types.ts";
export type * from "./config/collections-port.ts";
export type { CollectionConfig, ConfigStore, IndexConfig } from "./config/types.ts";
export type * from "./documents/types.ts";
export type * from "./egress/types.ts";
export type * from "./embed/types.ts";
export type * from "./evidence/types.ts";
export type * from "./graph/types.ts";
export type * from "./index/types.ts";
export type * from "./jobs/types.ts";
export type * from "./links/types.ts";
export type * from "./memory/types.ts";
export type * from "./notes/types.ts";
export type * from "./readers/types.ts";
export type * from "./refactor/types.ts";
export type * from "./search/types.ts";
export type { ChunkingStatus, CollectionStatus, EngineStatus, ModelStatus, Status } from "./status.ts";
export type { Tags } from "./tags.ts";
export type * from "./traces/types.ts";
export type { ChunkFilter, VectorHit, VectorIndex, VectorState } from "./vector/types.ts";

export interface EngineOptions {
  /** Folders as the application resolved them from flags and environment. */
  readonly dirs: { readonly config: string; readonly data: string; readonly cache: string };
  readonly configFile: string;
  readonly indexName: string;
  /** Package version, shown by peek. */
  readonly version: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: EngineLog;
  /** One caller who ends with his answer: nobody else waits, so no thread is started to search in. */
  readonly oneCaller?: boolean;
  /** Keys, threads and addresses for models. */
  readonly models?: ModelEnvironment;
}

export interface Engine {
  readonly indexName: string;
  readonly serverInstanceId: string;
  readonly config: ConfigStore;
  readonly collections: Collections;
  readonly documents: Documents;
  readonly search: Search;
  /** Threads for reads that would keep the main one too long. */
  readonly readers: Readers;
  readonly vectors: VectorIndex;
  readonly embedding: Embedding;
  readonly links: Links;
  readonly graph: Graph;
  readonly evidence: Evidence;
  readonly answers: Answers;
  readonly tags: Tags;
  readonly changes: Changes;
  readonly egress: Egress;
  readonly traces: Traces;
  readonly audit: Audit;
  readonly status: Status;
  readonly sync: Sync;
  readonly notes: Notes;
  readonly memory: Memory;
  readonly refactor: Refactor;
  readonly jobs: Jobs;
  readonly lease: WriteLease;
  /** Lets go of memory that the next call fills again. */
  rest(): void;
  /** Jobs are awaited up to `graceMs`, then databases close. */
  close(graceMs?: number): Promise<void>;
}
