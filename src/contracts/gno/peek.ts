/** gno_peek: a cheap snapshot that loads no model; without a config it is a success with pinned nulls. spec/gno.md, "Peek". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { decorate } from "./present-document.ts";

const recentDocuments = 10;

export const peek = {
  run(_args, { engine, version, now, serving }, call) {
    const status = engine.status.read();
    const known = status.initialized;
    return {
      schemaVersion: "peek@1.0" as const,
      gnoVersion: version,
      generatedAt: new Date(now()).toISOString(),
      initialized: known,
      indexName: engine.indexName,
      counts: known ? { documents: status.totalDocuments, collections: status.collections.length } : null,
      backlog: known ? { pending: status.embeddingBacklog, failed: status.recentErrors } : null,
      lastIndexedAt: known ? (status.lastIndexedAt ?? null) : null,
      recent: known
        ? engine.documents.recent(recentDocuments).map((document) => ({
            docid: document.docid,
            uri: decorate(document.uri, engine.indexName),
            title: document.title ?? null,
            collection: document.collection,
            ...(call.caller.local ? { absPath: document.absPath } : {}),
            modifiedAt: document.modifiedAt,
          }))
        : [],
      serve: serving(),
    };
  },

  text(data) {
    const lines = [
      `schema: ${data.schemaVersion}`,
      `gno: ${data.gnoVersion}`,
      `index: ${data.indexName}`,
      `initialized: ${data.initialized ? "yes" : "no"}`,
    ];
    if (data.counts !== null) {
      lines.push(`documents: ${data.counts.documents}`, `collections: ${data.counts.collections}`);
    }
    if (data.backlog !== null)
      lines.push(`backlog: ${data.backlog.pending} pending, ${data.backlog.failed} failed`);
    if (data.lastIndexedAt !== null) lines.push(`lastIndexedAt: ${data.lastIndexedAt}`);
    lines.push(`serve: ${data.serve.url ?? "down"}`);
    if (data.recent.length > 0) {
      lines.push(
        "recent:",
        ...data.recent.map((document) => `  ${document.docid} ${document.title ?? document.uri}`),
      );
    }
    return lines.join("\n");
  },
} satisfies Tool<GnoTools, "gno_peek", GnoDeps>;
