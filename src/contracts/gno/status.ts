/** gno_status: counts and health of the index, and how this server lives. Reading changes nothing. spec/gno.md, "Status". */
import { createHash } from "node:crypto";
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { ContentTypeRule } from "../../engine/config/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";

export const status = {
  run(_args, { engine, resident }, call) {
    const read = engine.status.read();
    const rules = engine.config.load()?.contentTypes ?? [];
    const broken = read.collections.some(({ state }) => state === "unavailable" || state === "suspect");
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
        ...(collection.note === undefined ? {} : { note: collection.note }),
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
      capabilities: { bm25: true, vector: false, hybrid: false, answer: false },
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

/** Changes when a rule changes; prefixes go in and never come out. */
function fingerprint(rules: readonly ContentTypeRule[]): string {
  const canonical = rules.map((rule) => [rule.id, [...rule.prefixes].sort(), rule.searchBoost ?? 1]);
  return createHash("sha256").update(JSON.stringify(canonical)).digest("hex");
}
