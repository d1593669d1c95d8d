/** `index.yml` → `IndexConfig`. Keys are closed, every problem carries its line. Bounds: spec/gno.md "Configuration". */
import path from "node:path";
import { LineCounter, parseDocument } from "yaml";
import { ROLES } from "../models/catalog.ts";
import {
  BUSY_TIMEOUT_BOUNDS,
  COLLECTION_NAME,
  DEFAULT_EXCLUDES,
  emptyConfig,
  MAX_FILE_BYTES_BOUNDS,
  MAX_TOKENS_BOUNDS,
  OVERLAP_BOUNDS,
} from "./defaults.ts";
import { ConfigError } from "./errors.ts";
import { readModelsConfig, readRoles } from "./models.ts";
import { type Entries, isEmpty, NodeReader } from "./node-reader.ts";
import { readTraces } from "./traces.ts";
import type {
  ChunkingPolicy,
  CollectionConfig,
  ContentTypeRule,
  ContextConfig,
  GatewayConfig,
  GatewayLimits,
  IndexConfig,
} from "./types.ts";

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

const COLLECTION_KEYS = [
  "name",
  "path",
  "pattern",
  "include",
  "exclude",
  "updateCmd",
  "languageHint",
  "egressPolicy",
  "egressPolicyRevision",
  "sourceAvailability",
  "memoryManaged",
  "models",
  "recordAdapters",
] as const;

const GATEWAY_KEYS = [
  "host",
  "tokenFile",
  "allowedHosts",
  "allowedOrigins",
  "enableWrite",
  "toolProfile",
  "limits",
] as const;
const LIMIT_KEYS = [
  "maxBodyBytes",
  "maxRequestsPerMinute",
  "maxConcurrentRequests",
  "maxQueuedRequests",
  "maxSessions",
  "sessionIdleTimeoutMs",
] as const satisfies readonly (keyof GatewayLimits)[];
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

function readCollections(reader: NodeReader, root: Entries, home: string): readonly CollectionConfig[] {
  const seen = new Set<string>();
  const result: CollectionConfig[] = [];
  for (const node of reader.list(root.get("collections"), "collections")) {
    const collection = readCollection(reader, node, home);
    if (collection === undefined) continue;
    if (seen.has(collection.name)) {
      reader.report(node, `A second collection is called \`${collection.name}\`; give each its own name.`);
    }
    seen.add(collection.name);
    result.push(collection);
  }
  return result;
}

function readCollection(
  reader: NodeReader,
  node: Parameters<NodeReader["entries"]>[0],
  home: string,
): CollectionConfig | undefined {
  const entries = reader.entries(node, "a collection", COLLECTION_KEYS);
  if (entries === undefined) return undefined;
  const name = required(reader, entries, "name")?.trim().toLowerCase();
  if (name !== undefined && !COLLECTION_NAME.test(name)) {
    reader.report(
      entries.get("name"),
      "A collection name is 1 to 64 of a-z, 0-9, `-` and `_`, and starts with a letter or a digit.",
    );
  }
  const root = readRootPath(reader, entries, home);
  const text = <K extends string>(key: K): { [P in K]?: string } =>
    entries.has(key) ? ({ [key]: reader.text(entries.get(key), key) } as { [P in K]?: string }) : {};
  const collection = {
    name: name ?? "",
    path: root ?? "",
    pattern: entries.has("pattern") ? (reader.text(entries.get("pattern"), "pattern") ?? "") : "**/*",
    include: reader.texts(entries.get("include"), "include").map(extension),
    exclude: excludes(reader, entries),
    ...text("updateCmd"),
    ...text("languageHint"),
    ...(entries.has("egressPolicy")
      ? {
          egressPolicy: reader.choice(entries.get("egressPolicy"), "egressPolicy", [
            "local_only",
            "lan",
            "remote",
          ]),
        }
      : {}),
    ...(entries.has("egressPolicyRevision")
      ? {
          egressPolicyRevision: reader.number(entries.get("egressPolicyRevision"), "egressPolicyRevision", {
            min: 0,
            max: Number.MAX_SAFE_INTEGER,
            integer: true,
          }),
        }
      : {}),
    ...(entries.has("memoryManaged") && reader.flag(entries.get("memoryManaged"), "memoryManaged")
      ? { memoryManaged: true as const }
      : {}),
    ...(entries.has("models") ? { models: readModels(reader, entries) } : {}),
  };
  return collection as CollectionConfig;
}

function required(reader: NodeReader, entries: Entries, key: string): string | undefined {
  if (!entries.has(key)) return reader.report(entries.line, `A collection needs \`${key}\`.`);
  return reader.text(entries.get(key), key);
}

function readRootPath(reader: NodeReader, entries: Entries, home: string): string | undefined {
  const given = required(reader, entries, "path");
  if (given === undefined) return undefined;
  const full = given === "~" || /^~[/\\]/.test(given) ? path.join(home, given.slice(1)) : given;
  if (path.isAbsolute(full)) return full;
  return reader.report(entries.get("path"), "path must be absolute or start with `~`.");
}

/** `exclude: []` means nothing is left out; no `exclude` means the default names. */
function excludes(reader: NodeReader, entries: Entries): readonly string[] {
  return entries.has("exclude") ? reader.texts(entries.get("exclude"), "exclude") : DEFAULT_EXCLUDES;
}

/** `MD`, `md`, `.md` and `*.md` are one extension. */
export function extension(given: string): string {
  return `.${given
    .trim()
    .toLowerCase()
    .replace(/^\*?\.?/, "")}`;
}

function readModels(reader: NodeReader, entries: Entries): Readonly<Record<string, string>> {
  return readRoles(reader, reader.entries(entries.get("models"), "models", ROLES));
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

function readGateway(reader: NodeReader, root: Entries): GatewayConfig {
  const entries = reader.entries(root.get("gateway"), "gateway", GATEWAY_KEYS);
  if (entries === undefined) return {};
  const result: Record<string, unknown> = {};
  for (const key of ["host", "tokenFile"]) {
    if (entries.has(key)) result[key] = reader.text(entries.get(key), key);
  }
  if (entries.has("toolProfile")) {
    result.toolProfile = reader.choice(entries.get("toolProfile"), "toolProfile", ["core", "full"]);
  }
  for (const key of ["allowedHosts", "allowedOrigins"]) {
    if (entries.has(key)) result[key] = reader.texts(entries.get(key), key);
  }
  if (entries.has("enableWrite")) result.enableWrite = reader.flag(entries.get("enableWrite"), "enableWrite");
  if (entries.has("limits")) result.limits = readLimits(reader, entries);
  return result as GatewayConfig;
}

function readLimits(reader: NodeReader, gateway: Entries): Partial<GatewayLimits> {
  const entries = reader.entries(gateway.get("limits"), "limits", LIMIT_KEYS);
  const bounds = { min: 1, max: Number.MAX_SAFE_INTEGER, integer: true };
  return Object.fromEntries(
    LIMIT_KEYS.filter((key) => entries?.has(key)).map((key) => [
      key,
      reader.number(entries?.get(key), key, bounds),
    ]),
  );
}
