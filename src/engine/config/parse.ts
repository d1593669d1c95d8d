/** `index.yml` → `IndexConfig`. Keys are closed, every problem carries its line. Bounds: spec/gno.md "Configuration". */
import { LineCounter, parseDocument } from "yaml";
import { readCollections } from "./collection-block.ts";
import {
  BUSY_TIMEOUT_BOUNDS,
  emptyConfig,
  MAX_FILE_BYTES_BOUNDS,
  MAX_TOKENS_BOUNDS,
  OVERLAP_BOUNDS,
} from "./defaults.ts";
import { ConfigError } from "./errors.ts";
import { readGateway } from "./gateway.ts";
import { readModelsConfig } from "./models.ts";
import { type Entries, isEmpty, NodeReader } from "./node-reader.ts";
import { readTraces } from "./traces.ts";
import type { ChunkingPolicy, ContentTypeRule, ContextConfig, IndexConfig } from "./types.ts";

const ROOT_KEYS = [
  "version",
  "ftsTokenizer",
  "editorUriTemplate",
  "collections",
  "contexts",
  "contentTypes",
  "models",
  "gateway",
  "retrievalTraces",
  "projectAffinity",
  "projectProfileBindings",
  "chunking",
  "busyTimeoutMs",
  "maxFileBytes",
  "sessions",
  "findings",
] as const;

const CONTENT_TYPE_KEYS = ["id", "prefixes", "preset", "graphHints", "searchBoost", "temporal"] as const;

export interface ParseOptions {
  /** Shown in front of each problem. */
  readonly file: string;
  /** For paths that start with `~`. */
  readonly home: string;
}

/** @throws ConfigError with every problem found */
export function parseConfig(text: string, options: ParseOptions): IndexConfig {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, schema: "core" });
  if (document.errors.length > 0) {
    throw new ConfigError(
      options.file,
      document.errors.map((error) => ({
        line: error.linePos?.[0].line ?? 1,
        message: `This is not valid YAML: ${(error.message.split("\n")[0] ?? "").replace(/ at line \d+.*$/, "")}`,
      })),
    );
  }
  const reader = new NodeReader(lines);
  const config = isEmpty(document.contents)
    ? emptyConfig
    : readRoot(reader, reader.entries(document.contents, "the file", ROOT_KEYS), options.home);
  if (reader.problems.length > 0) throw new ConfigError(options.file, reader.problems);
  return config;
}

function readRoot(reader: NodeReader, root: Entries | undefined, home: string): IndexConfig {
  if (root === undefined) return emptyConfig;
  if (root.has("version") && reader.text(root.get("version"), "version")?.trim() !== "1.0") {
    reader.report(root.get("version"), 'version must be "1.0".');
  }
  const traces = root.has("retrievalTraces") ? readTraces(reader, root) : undefined;
  return {
    version: "1.0",
    ftsTokenizer: root.has("ftsTokenizer")
      ? (reader.choice(root.get("ftsTokenizer"), "ftsTokenizer", [
          "unicode61",
          "porter",
          "trigram",
          "snowball english",
        ]) ?? emptyConfig.ftsTokenizer)
      : emptyConfig.ftsTokenizer,
    collections: readCollections(reader, root, home),
    contexts: reader
      .list(root.get("contexts"), "contexts")
      .flatMap((node) => readContext(reader, node) ?? []),
    contentTypes: reader
      .list(root.get("contentTypes"), "contentTypes")
      .flatMap((node) => readContentType(reader, node) ?? []),
    chunking: root.has("chunking") ? readChunking(reader, root) : emptyConfig.chunking,
    gateway: root.has("gateway") ? readGateway(reader, root) : {},
    busyTimeoutMs: root.has("busyTimeoutMs")
      ? (reader.number(root.get("busyTimeoutMs"), "busyTimeoutMs", BUSY_TIMEOUT_BOUNDS) ?? 0)
      : emptyConfig.busyTimeoutMs,
    maxFileBytes: root.has("maxFileBytes")
      ? (reader.number(root.get("maxFileBytes"), "maxFileBytes", MAX_FILE_BYTES_BOUNDS) ?? 0)
      : emptyConfig.maxFileBytes,
    ...(root.has("models") ? { models: readModelsConfig(reader, root) } : {}),
    ...(traces === undefined ? {} : { retrievalTraces: traces }),
  };
}

function readContext(
  reader: NodeReader,
  node: Parameters<NodeReader["entries"]>[0],
): ContextConfig | undefined {
  const entries = reader.entries(node, "a context", ["scopeType", "scopeKey", "text"]);
  if (entries === undefined) return undefined;
  const scopeType = reader.choice(entries.get("scopeType"), "scopeType", ["global", "collection", "prefix"]);
  const scopeKey = entries.has("scopeKey") ? reader.text(entries.get("scopeKey"), "scopeKey") : undefined;
  const text = entries.has("text")
    ? reader.text(entries.get("text"), "text")
    : reader.report(entries.line, "A context needs `text`.");
  if (scopeType === undefined || text === undefined) return undefined;
  const key = scopeKey ?? (scopeType === "global" ? "/" : "");
  const wanted = { global: /^\/$/, collection: /^[a-z0-9][a-z0-9_-]{0,63}:$/i, prefix: /^gno:\/\/[^/]+/ };
  if (!wanted[scopeType].test(key)) {
    return reader.report(
      entries.get("scopeKey") ?? entries.line,
      "scopeKey must be `/` for global, `name:` for collection, a gno:// URI for prefix.",
    );
  }
  return { scopeType, scopeKey: key, text };
}

function readContentType(
  reader: NodeReader,
  node: Parameters<NodeReader["entries"]>[0],
): ContentTypeRule | undefined {
  const entries = reader.entries(node, "a content type", CONTENT_TYPE_KEYS);
  if (entries === undefined) return undefined;
  const id = entries.has("id")
    ? reader.text(entries.get("id"), "id")
    : reader.report(entries.line, "A content type needs `id`.");
  if (id === undefined) return undefined;
  return {
    id: id.trim().toLowerCase(),
    prefixes: reader.texts(entries.get("prefixes"), "prefixes"),
    ...(entries.has("preset") ? { preset: reader.text(entries.get("preset"), "preset") ?? "" } : {}),
    ...(entries.has("graphHints")
      ? { graphHints: reader.texts(entries.get("graphHints"), "graphHints") }
      : {}),
    ...(entries.has("searchBoost")
      ? {
          searchBoost:
            reader.number(entries.get("searchBoost"), "searchBoost", { min: 0.5, max: 2, integer: false }) ??
            1,
        }
      : {}),
    ...(entries.has("temporal")
      ? { temporal: reader.flag(entries.get("temporal"), "temporal") ?? false }
      : {}),
  };
}

function readChunking(reader: NodeReader, root: Entries): ChunkingPolicy {
  const entries = reader.entries(root.get("chunking"), "chunking", ["maxTokens", "overlapPercent"]);
  const { maxTokens, overlapPercent } = emptyConfig.chunking;
  return {
    maxTokens: entries?.has("maxTokens")
      ? (reader.number(entries.get("maxTokens"), "maxTokens", MAX_TOKENS_BOUNDS) ?? maxTokens)
      : maxTokens,
    overlapPercent: entries?.has("overlapPercent")
      ? (reader.number(entries.get("overlapPercent"), "overlapPercent (a fraction)", OVERLAP_BOUNDS) ??
        overlapPercent)
      : overlapPercent,
  };
}
