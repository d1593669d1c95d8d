/** What `index.yml` means where it says nothing, and the bounds of what it may say. */
import type { ChunkingPolicy, IndexConfig, ModelsConfig } from "./types.ts";

/** Base names that are left out wherever they stand, unless a collection gives its own `exclude`. */
export const DEFAULT_EXCLUDES: readonly string[] = [
  ".git",
  "node_modules",
  ".venv",
  ".idea",
  "dist",
  "build",
  "__pycache__",
  ".DS_Store",
  "Thumbs.db",
];

export const DEFAULT_CHUNKING: ChunkingPolicy = { maxTokens: 800, overlapPercent: 0.15 };

const DEFAULT_BUSY_TIMEOUT_MS = 60_000;
export const BUSY_TIMEOUT_BOUNDS = { min: 1_000, max: 600_000, integer: true } as const;

/** Larger files are skipped with a reason. */
export const DEFAULT_MAX_FILE_BYTES = 64 * 1024 * 1024;
export const MAX_FILE_BYTES_BOUNDS = { min: 1_024, max: 256 * 1024 * 1024, integer: true } as const;

export const MAX_TOKENS_BOUNDS = { min: 10, max: 2_251_799_813_685_247, integer: true } as const;
export const OVERLAP_BOUNDS = { min: 0, max: 0.5, integer: false } as const;

export const DEFAULT_MODELS: ModelsConfig = {
  presets: [],
  loadTimeout: 60_000,
  inferenceTimeout: 30_000,
  expandContextSize: 2_048,
  warmModelTtl: 300_000,
};
export const MODEL_NUMBER_BOUNDS = {
  loadTimeout: { min: 1_000, max: 600_000, integer: true },
  inferenceTimeout: { min: 1_000, max: 600_000, integer: true },
  expandContextSize: { min: 256, max: 131_072, integer: true },
  warmModelTtl: { min: 1_000, max: 86_400_000, integer: true },
} as const;

export const COLLECTION_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export const emptyConfig: IndexConfig = {
  version: "1.0",
  ftsTokenizer: "snowball english",
  collections: [],
  contexts: [],
  contentTypes: [],
  chunking: DEFAULT_CHUNKING,
  gateway: {},
  busyTimeoutMs: DEFAULT_BUSY_TIMEOUT_MS,
  maxFileBytes: DEFAULT_MAX_FILE_BYTES,
};
