/** gno_status: counts and health of the index, and how this server lives. Reading changes nothing. spec/gno.md, "Status". */
import { createHash } from "node:crypto";
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { ContentTypeRule } from "../../engine/config/types.ts";
import type { CollectionStatus, EngineStatus } from "../../engine/engine.ts";
import { activePreset } from "../../engine/models/catalog.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { neverIndexed } from "./nothing-indexed.ts";

export const status = {
  run(_args, { engine, resident }, call) {
    const read = engine.status.read();
    const settings = engine.config.load();
    const rules = settings?.contentTypes ?? [];
    const { id, name } = activePreset(settings);
    const vectors = read.models.some(({ embedded }) => embedded > 0);
    const { durable } = read;
    const broken =
      read.collections.some(({ state }) => state === "unavailable" || state === "suspect") ||
      durable.kind === "damaged" ||
      durable.kind === "refused";
    return {
      indexName: engine.indexName,
      ...(call.caller.local ? { configPath: read.configPath, dbPath: read.dbPath } : {}),
      collections: read.collections.map((collection) => ({
        name: collection.name,
        ...(call.caller.local ? { path: collection.path } : {}),
        documentCount: collection.documentCount,
        chunkCount: collection.chunkCount,
        embeddedCount: collection.embeddedCount,
        state: collection.state,
        ...noteOf(collection),
      })),
      totalDocuments: read.totalDocuments,
      totalChunks: read.totalChunks,
      embeddingBacklog: read.embeddingBacklog,
      recentErrors: read.recentErrors,
      lastUpdated: read.lastIndexedAt ?? null,
      healthy: read.initialized && !broken && read.recentErrors === 0,
      resident: resident(),
      contentTypeBoost: {
        rulesFingerprint: fingerprint(rules),
        rules: rules.map((rule) => ({ id: rule.id, searchBoost: rule.searchBoost ?? 1 })),
      },
      chunking: {
        configured: read.chunking.configured,
        applied: read.chunking.applied ?? null,
        state: read.chunking.state,
        pendingDocuments: read.chunking.pendingDocuments,
        pendingMirrors: read.chunking.pendingMirrors,
      },
      capabilities: { bm25: true, vector: vectors, hybrid: vectors, answer: false },
      activePreset: { id, name },
      health: {
        vectors: vectorHealth(read),
        ...(durable.kind === "damaged" || durable.kind === "refused"
          ? { durable: { state: durable.kind, message: durable.message } }
          : {}),
      },
    };
  },

  text(data) {
    const lines = [`Index: ${data.indexName}`];
    if (data.configPath !== undefined) lines.push(`Config: ${data.configPath}`);
    if (data.dbPath !== undefined) lines.push(`Database: ${data.dbPath}`);
    lines.push(
      `Healthy: ${data.healthy ? "yes" : "no"}`,
      `Runtime: ${data.resident.mode}, ${data.resident.admission.state}`,
      `Collections: ${data.collections.length}`,
      ...data.collections.map(
        ({ name, documentCount, chunkCount, state, note }) =>
          `  ${name}: ${documentCount} documents, ${chunkCount} chunks` +
          (state === undefined || state === "ok"
            ? ""
            : ` (${state}${note === undefined ? "" : `: ${note}`})`),
      ),
      `Documents: ${data.totalDocuments}`,
      `Chunks: ${data.totalChunks}`,
      `Embedding backlog: ${data.embeddingBacklog}`,
    );
    const empty = data.totalDocuments === 0 && data.collections.length > 0;
    if (empty) lines.push("Nothing is indexed yet. Run `gno update`, or call gno_sync.");
    if (data.health?.durable !== undefined) lines.push(`Durable data: ${data.health.durable.message}`);
    const advice = empty ? undefined : data.health?.vectors?.message;
    if (advice !== undefined) lines.push(`Vectors: ${advice}`);
    const { configured, state, pendingDocuments } = data.chunking;
    const ordinary = configured.maxTokens === 800 && configured.overlapPercent === 0.15;
    if (!ordinary || state === "pending" || state === "mixed") {
      lines.push(
        `Chunking: ${configured.maxTokens} tokens, overlap ${configured.overlapPercent}, ${state}` +
          (pendingDocuments > 0 ? `, ${pendingDocuments} documents to rechunk by the next sync` : ""),
      );
    }
    if (data.recentErrors > 0) lines.push(`Errors in 24 h: ${data.recentErrors}`);
    if (data.lastUpdated != null) lines.push(`Last update: ${data.lastUpdated}`);
    return lines.join("\n");
  },
} satisfies Tool<GnoTools, "gno_status", GnoDeps>;

function noteOf({ state, note }: CollectionStatus) {
  const said = note ?? (state === "never-synced" ? neverIndexed : undefined);
  return said === undefined ? {} : { note: said };
}

/** Whether the stored vectors are those of the models in use, and what to do where they are not. */
function vectorHealth({ models, staleVectors, embeddingBacklog }: EngineStatus) {
  const bare = models.find(({ embedded, pending }) => embedded === 0 && pending > 0);
  if (bare !== undefined && staleVectors > 0) {
    const message =
      `The model is ${bare.model} now, and the ${staleVectors} stored vectors of another one are not compared with it. ` +
      "Embed again with gno_embed or gno_index; searches by words go on meanwhile.";
    return { state: "re-embed" as const, staleVectors, message };
  }
  if (embeddingBacklog === 0) {
    return { state: models.some(({ embedded }) => embedded > 0) ? "current" : "none", staleVectors } as const;
  }
  if (bare !== undefined && models.length === 1) {
    const message =
      "Nothing is embedded yet. gno_embed or gno_index does it; searches go by words until then.";
    return { state: "none" as const, staleVectors, message };
  }
  const message = `${embeddingBacklog} chunks wait for gno_embed or gno_index; they are found by their words alone.`;
  return { state: "pending" as const, staleVectors, message };
}

/** Changes when a rule changes; prefixes go in and never come out. */
function fingerprint(rules: readonly ContentTypeRule[]): string {
  const canonical = rules.map((rule) => [rule.id, [...rule.prefixes].sort(), rule.searchBoost ?? 1]);
  return createHash("sha256").update(JSON.stringify(canonical)).digest("hex");
}
