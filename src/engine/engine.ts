/**
 * The engine's surface: what contracts build on. It knows no MCP, no contract and no error code; expected absence is
 * `undefined` or a small union, a broken world is a thrown Error.
 */
import type { StructureDelta } from "./changes/delta.ts";
import type { ChunkingPolicy, CollectionConfig, ConfigStore, IndexConfig } from "./config/types.ts";
import type { Embedder } from "./embed/port.ts";
import type { Graph } from "./graph/types.ts";
import type { ModelEnvironment } from "./models/open-models.ts";
import type { Clock, EngineLog, Ids } from "./ports.ts";
import type { Predicate } from "./search/predicate/types.ts";
import type { VectorIndex } from "./vector/types.ts";

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
  readonly vectors: VectorIndex;
  readonly embedding: Embedding;
  readonly links: Links;
  readonly graph: Graph;
  readonly tags: Tags;
  readonly changes: Changes;
  readonly status: Status;
  readonly sync: Sync;
  readonly notes: Notes;
  readonly jobs: Jobs;
  readonly lease: WriteLease;
  /** Jobs are awaited up to `graceMs`, then databases close. */
  close(graceMs?: number): Promise<void>;
}

// --- collections -----------------------------------------------------------------------------------------------

export interface Collections {
  /** Configured collections, config order. */
  list(): readonly CollectionConfig[];
  /** By name, case-insensitive. */
  find(name: string): CollectionConfig | undefined;
  add(input: AddCollection): AddCollectionResult;
  remove(
    name: string,
  ): { kind: "removed" } | { kind: "unknown" } | { kind: "referenced"; by: readonly string[] };
}

export interface AddCollection {
  readonly path: string;
  readonly name?: string;
  readonly pattern?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

export type AddCollectionResult =
  | { readonly kind: "added"; readonly collection: CollectionConfig }
  | { readonly kind: "invalid-name"; readonly message: string }
  | { readonly kind: "dangerous-root"; readonly message: string }
  | { readonly kind: "missing-root"; readonly message: string }
  | { readonly kind: "duplicate"; readonly message: string };

// --- documents ---------------------------------------------------------------------------------------------------

export interface Document {
  readonly id: number;
  /** `#` + 8 hex. */
  readonly docid: string;
  /** Undecorated canonical URI. */
  readonly uri: string;
  readonly collection: string;
  readonly relPath: string;
  readonly absPath: string;
  readonly title: string | undefined;
  readonly mime: string;
  /** `.md` */
  readonly ext: string;
  readonly language: string | undefined;
  readonly sizeBytes: number;
  /** ISO 8601, Z. */
  readonly modifiedAt: string;
  readonly documentDate: string | undefined;
  readonly sourceHash: string;
  readonly mirrorHash: string | undefined;
  readonly totalLines: number;
  readonly contentType: string | undefined;
  readonly categories: readonly string[];
  readonly author: string | undefined;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly editable: boolean;
}

export type Resolved =
  | { readonly kind: "found"; readonly document: Document }
  | { readonly kind: "invalid"; readonly message: string }
  | { readonly kind: "missing"; readonly message: string; readonly suggestions: readonly string[] }
  /** An index other than the open one is named. */
  | { readonly kind: "other-index"; readonly index: string; readonly ref: string };

export interface Documents {
  /** One resolver for all ref forms (spec/gno.md "References"): docid, URI, collection/path, each with `:line`. */
  resolve(ref: string): Resolved;
  /** Canonical text of a document, exactly as indexed. undefined = nothing indexed (binary, unreadable). */
  text(document: Document): string | undefined;
  /** Active documents whose uri or relPath matches a glob (`*` any run, `?` one character), store order. */
  matching(pattern: string, limit: number): readonly Document[];
  /** Keyset page over active documents ordered by (collection, relPath). */
  page(after: { collection: string; relPath: string } | undefined, limit: number): readonly Document[];
  /** Newest modification first. */
  recent(limit: number): readonly Document[];
}

// --- search ------------------------------------------------------------------------------------------------------

export interface SearchRequest {
  readonly query: string;
  readonly collection?: string;
  readonly limit: number;
  readonly minScore?: number;
  readonly intent?: string;
  readonly exclude?: readonly string[];
  /** As given by the caller: ISO or token (`today`, `last week` …). */
  readonly since?: string;
  readonly until?: string;
  readonly categories?: readonly string[];
  readonly author?: string;
  readonly tagsAll?: readonly string[];
  readonly tagsAny?: readonly string[];
  /** A condition on the typed values of a document. */
  readonly filter?: Predicate;
  readonly signal?: AbortSignal;
}

export interface SearchHit {
  readonly document: Document;
  /** 0..1, normalised over the response. */
  readonly score: number;
  readonly snippet: string;
  readonly line: number;
  readonly snippetRange: { readonly startLine: number; readonly endLine: number };
  readonly tags: readonly string[];
  /** Configured guidance, broad to narrow, joined by a blank line. */
  readonly context: string | undefined;
}

export type SearchResult =
  | {
      readonly kind: "ok";
      readonly hits: readonly SearchHit[];
      /** Resolved bounds, ISO. */
      readonly since: string | undefined;
      readonly until: string | undefined;
      /** With a typed filter: whether documents in reach could not be judged by it. undefined = all could. */
      readonly metadataCoverage?: "incomplete" | "unknown";
      /** Why there are no hits, for the text: no usable term, only a negation. */
      readonly note: string | undefined;
      /** The query as it was searched, when nothing was found for it as written. */
      readonly corrected?: string;
    }
  | { readonly kind: "empty-query" }
  | { readonly kind: "bad-bound"; readonly field: "since" | "until"; readonly message: string }
  | { readonly kind: "bad-tag"; readonly message: string }
  /** `path` names the fault inside the filter: `filter.predicates.2.value`. */
  | { readonly kind: "bad-filter"; readonly path: string; readonly message: string }
  | { readonly kind: "unknown-collection"; readonly collection: string };

/** Requests that look at chunks: by their vectors, alone or beside the words. */
export interface ChunkRequest extends SearchRequest {
  /** Only chunks of this language, exactly as stored. */
  readonly lang?: string;
}

export interface HybridRequest extends ChunkRequest {
  /** Own variants of the query: further lexical queries, further texts for vectors, a passage like an answer. */
  readonly terms?: readonly string[];
  readonly intents?: readonly string[];
  readonly hyde?: string;
  /** `fast` leaves out expansion, reranking and links; `thorough` turns the first two on. Default `balanced`. */
  readonly depth?: "fast" | "balanced" | "thorough";
  /** Default false. */
  readonly expand?: boolean;
  /** Default true. */
  readonly rerank?: boolean;
  /** Default true. */
  readonly graph?: boolean;
  /** Documents that are reranked; default 20, thorough 40. */
  readonly candidateLimit?: number;
}

/** A hit of a search that looks at chunks: its snippet comes from one, so a document can come more than once. */
export interface ChunkHit extends SearchHit {
  /** Of the chunk. */
  readonly language: string | undefined;
  readonly receipt: Receipt;
}

/** How a score came about. Each part is its share of `score`: `fusion` + `rerank` + what `boost` applied. */
export interface Receipt {
  readonly score: number;
  readonly fusion: number;
  /** Parts of `fusion`; what they leave are links. undefined = that list does not hold the hit. */
  readonly words: number | undefined;
  readonly meaning: number | undefined;
  readonly rerank: number | undefined;
  readonly boost: BoostReceipt | undefined;
  /** In words, for people: how the document matches. */
  readonly why: string;
}

export interface BoostReceipt {
  readonly baseScore: number;
  readonly finalScore: number;
  readonly rawScore: number;
  readonly rawScoreKind: "bm25" | "hybrid_blended" | "normalized" | "vector_distance";
  readonly rawContribution: number;
  readonly cappedContribution: number;
  readonly combinedAuxiliaryRequested: number;
  readonly combinedAuxiliaryApplied: number;
  readonly combinedAuxiliaryCap: 0.08;
  readonly configuredFactor: number;
  readonly contentType: string;
  readonly ruleSource: "configured-id" | "prefix";
  readonly rulesFingerprint: string;
}

export interface GraphReport {
  readonly enabled: boolean;
  readonly seedCount: number;
  readonly candidateCount: number;
  readonly maxCandidates: number;
  readonly edgeConfidence: Readonly<Record<"explicit" | "inferred" | "ambiguous" | "similarity", number>>;
  readonly fallbackReasons: readonly string[];
}

type SearchRefusal = Exclude<SearchResult, { kind: "ok" }>;

export type HybridResult =
  | {
      readonly kind: "ok";
      readonly hits: readonly ChunkHit[];
      readonly since: string | undefined;
      readonly until: string | undefined;
      readonly metadataCoverage?: "incomplete" | "unknown";
      readonly note: string | undefined;
      /** The query as it was searched, when no word of it was found as written. */
      readonly corrected?: string;
      readonly vectorsUsed: boolean;
      readonly expanded: boolean;
      readonly reranked: boolean;
      readonly candidateLimit: number;
      readonly graph: GraphReport;
      /** What each stage did, in order. */
      readonly stages: readonly { readonly stage: string; readonly message: string }[];
    }
  | SearchRefusal;

/** Vectors were asked for and cannot answer; the message says what to do. */
export interface NoVectors {
  readonly kind: "no-vectors";
  /** `nothing-embedded`, or what is wrong with the model. */
  readonly reason: "nothing-embedded" | "missing" | "failed" | "mismatch";
  readonly message: string;
}

export type VectorResult =
  | {
      readonly kind: "ok";
      readonly hits: readonly ChunkHit[];
      readonly since: string | undefined;
      readonly until: string | undefined;
      readonly metadataCoverage?: "incomplete" | "unknown";
    }
  | SearchRefusal
  | NoVectors;

export interface DiagnoseStage {
  readonly id: "bm25" | "vector" | "fusion" | "graph" | "rerank";
  readonly status: "active" | "skipped";
  /** Candidates that the stage gave. */
  readonly sourceCount: number;
  readonly present: boolean;
  readonly rank: number | undefined;
  readonly score: number | undefined;
  readonly survived: boolean;
  readonly dropReason: "not_in_candidate_set" | "below_cutoff" | "skipped" | undefined;
  readonly reason: string | undefined;
}

export interface Diagnosis {
  readonly kind: "ok";
  readonly status: "not_found" | "inactive" | "no_indexed_content" | "filtered_out" | "diagnosed";
  readonly document: Document | undefined;
  readonly contentTypeSource: string | undefined;
  /** Whether the rules configured now would give the same type; undefined without rules. */
  readonly contentTypeMatches: boolean | undefined;
  readonly graphHints: readonly string[];
  /** Of the rules that the configuration holds now; undefined without rules. */
  readonly contentTypeRulesFingerprint: string | undefined;
  readonly chunkCount: number;
  readonly filterReasons: readonly string[];
  readonly stages: readonly DiagnoseStage[];
  readonly boost: BoostReceipt | undefined;
  readonly chunk:
    | {
        readonly seq: number;
        readonly startLine: number;
        readonly endLine: number;
        readonly language: string | undefined;
      }
    | undefined;
  readonly vectorsUsed: boolean;
  readonly reranked: boolean;
  readonly totalResults: number;
}

export type DiagnoseResult =
  | Diagnosis
  | SearchRefusal
  | { readonly kind: "bad-target"; readonly message: string };

export interface SimilarRequest {
  readonly document: Document;
  readonly limit: number;
  /** Least cosine; undefined = none. */
  readonly threshold?: number;
  readonly crossCollection: boolean;
  readonly signal?: AbortSignal;
}

export type SimilarResult =
  | {
      readonly kind: "ok";
      readonly similar: readonly { readonly document: Document; readonly score: number }[];
    }
  /** The document itself has no text, or no vector yet. */
  | { readonly kind: "no-content" }
  | { readonly kind: "not-embedded"; readonly message: string }
  | NoVectors;

export interface Search {
  lexical(request: SearchRequest): SearchResult;
  /** Nearest chunks by meaning alone; the query is one text without operators. */
  vector(request: ChunkRequest): Promise<VectorResult>;
  /** Words and meaning together; a stage that cannot run is left out. */
  hybrid(request: HybridRequest): Promise<HybridResult>;
  /** What each stage of the same hybrid search makes of one document. */
  diagnose(request: HybridRequest & { readonly target: string }): Promise<DiagnoseResult>;
  /** Nearest documents to one, by stored vectors. */
  similar(request: SimilarRequest): Promise<SimilarResult>;
}

// --- links and tags ----------------------------------------------------------------------------------------------

export interface OutgoingLink {
  readonly targetRef: string;
  readonly targetAnchor: string | undefined;
  readonly targetCollection: string | undefined;
  readonly kind: "wiki" | "markdown";
  readonly text: string | undefined;
  readonly line: number;
  readonly col: number;
}

export interface Backlink {
  readonly source: Document;
  readonly text: string | undefined;
  readonly line: number;
  readonly col: number;
}

export type LinkTarget =
  | {
      readonly kind: "resolved";
      readonly document: Document;
      readonly rank: number;
      readonly matchCount: number;
    }
  | { readonly kind: "unresolved" };

export interface Links {
  outgoing(document: Document): readonly OutgoingLink[];
  /** Links that resolve to the document, ordered by source uri, line, col. */
  incoming(document: Document, collection?: string): readonly Backlink[];
  resolve(source: Document, link: OutgoingLink): LinkTarget;
}

export type * from "./graph/types.ts";

export interface Tags {
  /** Count descending, then tag ascending; `prefix` matches itself and its children. */
  list(filter: {
    collection?: string;
    prefix?: string;
  }): readonly { readonly tag: string; readonly count: number }[];
  of(document: Document): readonly string[];
}

// --- changes -----------------------------------------------------------------------------------------------------

export interface ChangeSnapshot {
  readonly relPath: string;
  /** `#` + 8 hex. */
  readonly docid: string;
  readonly uri: string;
  readonly sourceHash: string;
  readonly mirrorHash: string | undefined;
  readonly active: boolean;
}

export interface Change {
  /** Its place in the journal: changes are ordered by it, and it is never used again. */
  readonly sequence: number;
  /** The same for all changes of one document, also through renames. */
  readonly document: number;
  readonly kind: "create" | "update" | "rename" | "inactivate" | "reactivate";
  readonly collection: string;
  readonly observedAt: string;
  readonly previous: ChangeSnapshot | undefined;
  readonly current: ChangeSnapshot;
  readonly delta: StructureDelta;
}

export interface ChangeBounds {
  /** The last sequence that is gone; 0 = none is. */
  readonly floor: number;
  /** The last sequence there is. */
  readonly latest: number;
}

export type ChangesPage = ChangeBounds &
  (
    | {
        readonly kind: "page";
        readonly changes: readonly Change[];
        readonly more: boolean;
        /** Changes that were asked for are gone. */
        readonly incomplete: boolean;
      }
    /** Changes right after `after` are gone. */
    | { readonly kind: "expired" }
    /** `after` is of no change of this journal. */
    | { readonly kind: "ahead" }
  );

/** A document as its last change left it. */
export interface KnownDocument {
  readonly document: number;
  readonly docid: string;
  readonly uri: string;
  readonly collection: string;
  readonly relPath: string;
  readonly active: boolean;
}

export interface Changes {
  /** After a sequence, or from a time on; `collection` narrows before `limit` does. Ascending. */
  page(request: {
    readonly after?: number;
    readonly sinceMs?: number;
    readonly collection?: string;
    readonly limit: number;
  }): ChangesPage;
  bounds(): ChangeBounds;
  change(sequence: number): Change | undefined;
  latestOf(document: number): Change | undefined;
  documentAt(collection: string, relPath: string): KnownDocument | undefined;
  documentOf(docid: string): KnownDocument | undefined;
}

// --- status ------------------------------------------------------------------------------------------------------

export interface CollectionStatus {
  readonly name: string;
  readonly path: string;
  readonly documentCount: number;
  readonly chunkCount: number;
  readonly embeddedCount: number;
  readonly state: "ok" | "unavailable" | "suspect" | "removed" | "never-synced";
  readonly note: string | undefined;
}

export interface ChunkingStatus {
  readonly configured: ChunkingPolicy;
  readonly applied: ChunkingPolicy | undefined;
  readonly state: "empty" | "legacy-default" | "current" | "pending" | "mixed";
  readonly pendingDocuments: number;
  readonly pendingMirrors: number;
}

/** A model that collections are embedded with. */
export interface ModelStatus {
  /** As people know it. */
  readonly model: string;
  readonly collections: readonly string[];
  /** Their chunks with and without a vector of the model. */
  readonly embedded: number;
  readonly pending: number;
}

export interface EngineStatus {
  readonly initialized: boolean;
  readonly configPath: string;
  readonly dbPath: string;
  readonly collections: readonly CollectionStatus[];
  readonly totalDocuments: number;
  readonly totalChunks: number;
  readonly embeddingBacklog: number;
  readonly models: readonly ModelStatus[];
  /** Vectors of models that no collection uses any more. */
  readonly staleVectors: number;
  readonly recentErrors: number;
  readonly lastIndexedAt: string | undefined;
  readonly chunking: ChunkingStatus;
}

export interface Status {
  read(): EngineStatus;
}

// --- sync --------------------------------------------------------------------------------------------------------

export interface FileSync {
  readonly relPath: string;
  readonly status: "added" | "updated" | "unchanged" | "error" | "skipped";
  readonly docid?: string;
  readonly mirrorHash?: string;
  readonly contentType?: string;
  readonly contentTypeSource?: string;
  readonly errorCode?: string;
  readonly errorMessage?: string;
}

export interface CollectionSync {
  readonly collection: string;
  readonly filesProcessed: number;
  readonly filesAdded: number;
  readonly filesUpdated: number;
  readonly filesUnchanged: number;
  readonly filesErrored: number;
  readonly filesSkipped: number;
  readonly filesMarkedInactive: number;
  readonly durationMs: number;
  readonly errors: readonly { readonly relPath: string; readonly code: string; readonly message: string }[];
  /** Changed, skipped and errored files only, at most 1,000. */
  readonly files?: readonly FileSync[];
}

export interface SyncResult {
  readonly collections: readonly CollectionSync[];
  readonly totalDurationMs: number;
  readonly totalFilesProcessed: number;
  readonly totalFilesAdded: number;
  readonly totalFilesUpdated: number;
  readonly totalFilesErrored: number;
  readonly totalFilesSkipped: number;
  readonly rechunkedMirrors?: number;
}

export interface SyncOptions {
  /** Names, already known; default all configured. */
  readonly collections?: readonly string[];
  /** Only these paths of the one collection: what capture uses. */
  readonly paths?: readonly string[];
  readonly gitPull?: boolean;
  /** Take a mass disappearance of files for what it looks like. Only on a person's word. */
  readonly acceptDeletions?: boolean;
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number | undefined, message: string) => void;
}

export interface Sync {
  /**
   * Brings the index to the state of the files, in a worker thread. The caller holds the write lease.
   * @throws ChunkingPolicyConflict when another client claimed another chunking policy since this one opened.
   */
  run(options: SyncOptions): Promise<SyncResult>;
}

// --- embedding ---------------------------------------------------------------------------------------------------

export interface EmbedOptions {
  /** Names, already known; default all configured. */
  readonly collections?: readonly string[];
  /** Make every vector again, also those that are there. */
  readonly force?: boolean;
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number | undefined, message: string) => void;
}

export interface EmbedResult {
  /** Chunks that got a vector. */
  readonly embedded: number;
  /** Chunks whose text the model refused; the next run tries them again. */
  readonly errors: number;
}

export interface ClearedVectors {
  readonly deletedVectors: number;
  /** Models that lost vectors, as people know them. */
  readonly deletedModels: readonly string[];
  /** Vectors kept because another collection holds the same text. */
  readonly protectedSharedVectors: number;
}

export interface Embedding {
  /** The configured model of a collection, or of all without their own, as people know it. Loads nothing. */
  model(collection?: string): string;
  /**
   * The model that answers for a collection; opened on first use and kept. For `builtin` always of the fit whose vectors
   * are searched now, so ask for it anew with each question.
   * @throws EmbeddingUnavailable
   */
  embedder(collection?: string): Promise<Embedder>;
  /**
   * Gives every chunk of the collections a vector of their model. The caller holds the write lease.
   * @throws EmbeddingUnavailable when the model stops answering; what was embedded before is kept.
   */
  run(options: EmbedOptions): Promise<EmbedResult>;
  /** `stale`: vectors of any model but the one in use; `all`: those too. The caller holds the write lease. */
  clear(collection: string, mode: "stale" | "all"): Promise<ClearedVectors>;
}

export type { ChunkFilter, VectorHit, VectorIndex, VectorState } from "./vector/types.ts";

// --- notes (capture) ---------------------------------------------------------------------------------------------

export interface CaptureRequest {
  readonly collection: CollectionConfig;
  readonly content?: string;
  readonly title?: string;
  readonly path?: string;
  readonly folderPath?: string;
  readonly collisionPolicy?: "error" | "open_existing" | "create_with_suffix";
  readonly presetId?: string;
  readonly overwrite: boolean;
  readonly tags: readonly string[];
  readonly source?: Readonly<Record<string, string>>;
}

export interface Captured {
  readonly docid: string;
  readonly uri: string;
  readonly absPath: string;
  readonly collection: string;
  readonly relPath: string;
  readonly created: boolean;
  readonly openedExisting: boolean;
  readonly createdWithSuffix: boolean;
  readonly overwritten: boolean;
  readonly contentHash: string;
  readonly source: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  readonly collision: "created" | "opened_existing" | "created_with_suffix" | "overwritten" | "conflict";
}

export type CaptureResult =
  | { readonly kind: "captured"; readonly note: Captured }
  | { readonly kind: "invalid-input"; readonly message: string }
  | { readonly kind: "invalid-path"; readonly message: string }
  /** The file is on disk, indexing it failed. */
  | { readonly kind: "sync-failed"; readonly relPath: string; readonly message: string };

export interface Notes {
  /** Writes the file durably, then indexes it; success means searchable. The caller holds the write lease. */
  capture(request: CaptureRequest, signal: AbortSignal): Promise<CaptureResult>;
}

// --- jobs and lease ----------------------------------------------------------------------------------------------

export type JobType = "add" | "sync" | "embed" | "index";

export type JobResult =
  | { readonly kind: "sync"; readonly value: SyncResult }
  | { readonly kind: "embed"; readonly value: { readonly embedded: number; readonly errors: number } }
  | {
      readonly kind: "index";
      readonly value: {
        readonly sync: SyncResult;
        readonly embed: { readonly embedded: number; readonly errors: number };
      };
    };

export interface Job {
  readonly jobId: string;
  readonly type: JobType;
  readonly status: "running" | "completed" | "failed";
  readonly startedAt: string;
  readonly completedAt?: string;
  readonly result?: JobResult;
  readonly error?: string;
  readonly progress?: { readonly done: number; readonly total?: number; readonly message?: string };
}

export interface JobContext {
  readonly signal: AbortSignal;
  progress(done: number, total?: number, message?: string): void;
}

export interface Jobs {
  /** Starts the job unless one is running in this process. The job owns `held` and releases it when it ends. */
  start(
    type: JobType,
    held: { release(): void },
    run: (job: JobContext) => Promise<JobResult>,
  ): { readonly kind: "started"; readonly jobId: string } | { readonly kind: "busy"; readonly jobId: string };
  get(jobId: string): Job | undefined;
  list(limit: number): { readonly active: readonly Job[]; readonly recent: readonly Job[] };
  /** @returns false when there is no such running job. */
  cancel(jobId: string): boolean;
  /** Resolves when no job runs; used by shutdown and by `--wait` on the command line. */
  settled(): Promise<void>;
}

/** An exclusive transaction on `write-lock.sqlite`: the kernel frees it when its process dies. */
export interface WriteLease {
  acquire(waitMs: number, signal: AbortSignal): Promise<{ release(): void } | undefined>;
}

export type { CollectionConfig, ConfigStore, IndexConfig };
