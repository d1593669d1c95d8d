/** `index.yml`, parsed and checked. Keys and bounds: spec/gno.md "Configuration". */

export interface CollectionConfig {
  readonly name: string;
  /** Absolute path, symlinks resolved when added. */
  readonly path: string;
  readonly pattern: string;
  /** Extension allowlist, empty = those that a converter knows. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly updateCmd?: string;
  readonly languageHint?: string;
  readonly egressPolicy?: "local_only" | "lan" | "remote";
  readonly egressPolicyRevision?: number;
  readonly memoryManaged?: true;
  readonly models?: Readonly<Record<string, string>>;
}

export interface ContextConfig {
  readonly scopeType: "global" | "collection" | "prefix";
  readonly scopeKey: string;
  readonly text: string;
}

export interface ContentTypeRule {
  readonly id: string;
  readonly prefixes: readonly string[];
  readonly preset?: string;
  readonly graphHints?: readonly string[];
  readonly searchBoost?: number;
  readonly temporal?: boolean;
}

export interface ChunkingPolicy {
  readonly maxTokens: number;
  /** Fraction, 0..0.5. */
  readonly overlapPercent: number;
}

export interface GatewayConfig {
  readonly host?: string;
  readonly tokenFile?: string;
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  readonly enableWrite?: boolean;
  readonly toolProfile?: string;
  readonly limits?: Readonly<Partial<GatewayLimits>>;
}

export interface GatewayLimits {
  readonly maxBodyBytes: number;
  readonly maxRequestsPerMinute: number;
  readonly maxConcurrentRequests: number;
  readonly maxQueuedRequests: number;
  readonly maxSessions: number;
  readonly sessionIdleTimeoutMs: number;
}

/** Names of models: `builtin`, `hf:owner/repo/file.gguf`, an address, a path (models/catalog.ts). */
export interface ModelPreset {
  readonly id: string;
  readonly name: string;
  readonly embed: string;
  readonly rerank?: string;
  /** Rephrases questions; default the model of `gen`. */
  readonly expand?: string;
  readonly gen?: string;
}

export interface ModelsConfig {
  /** Default `builtin`. */
  readonly activePreset?: string;
  /** Beside those that ship; one with the same id replaces it. */
  readonly presets: readonly ModelPreset[];
  /** Milliseconds until a model is in memory. */
  readonly loadTimeout: number;
  /** Milliseconds for one text, document or answer. */
  readonly inferenceTimeout: number;
  /** Tokens that the expanding model sees at once. */
  readonly expandContextSize: number;
  /** Milliseconds that models stay in memory without being asked. */
  readonly warmModelTtl: number;
}

/** How much of a search may be remembered, and for how long. */
export interface TraceSettings {
  readonly redactionMode: "metadata" | "replay";
  readonly retention: TraceRetention;
}

export interface TraceRetention {
  readonly maxAgeDays: number;
  readonly maxTraces: number;
  readonly maxRecordsPerTrace: number;
  readonly maxBytes: number;
}

export interface IndexConfig {
  readonly version: "1.0";
  readonly ftsTokenizer: "unicode61" | "porter" | "trigram" | "snowball english";
  readonly collections: readonly CollectionConfig[];
  readonly contexts: readonly ContextConfig[];
  readonly contentTypes: readonly ContentTypeRule[];
  readonly chunking: ChunkingPolicy;
  readonly gateway: GatewayConfig;
  /** Milliseconds that CLI commands and jobs wait for a busy database. */
  readonly busyTimeoutMs: number;
  /** Larger files are skipped with a reason. Default 64 MiB. */
  readonly maxFileBytes?: number;
  readonly models?: ModelsConfig;
  /** undefined = searches leave no trace. */
  readonly retrievalTraces?: TraceSettings;
}

/** Read and atomic rewrite of `index.yml`; a rewrite keeps comments and unknown keys. */
export interface ConfigStore {
  readonly path: string;
  /** undefined = not initialised. Throws ConfigError with `file:line` for a file that does not parse. */
  load(): IndexConfig | undefined;
  addCollection(collection: CollectionConfig): void;
  removeCollection(name: string): void;
  /** Throws ConfigError when the file has no such collection. */
  setEgressPolicy(name: string, policy: "local_only" | "lan" | "remote", revision: number): void;
  /** Behind those that are there. */
  addContext(context: ContextConfig): void;
  /** By their places in the list. */
  removeContexts(places: readonly number[]): void;
  /** Writes a fresh file where there is none. */
  setActivePreset(id: string): void;
  /** Writes a fresh file; throws when there is one. */
  create(config: Partial<IndexConfig>): void;
}
