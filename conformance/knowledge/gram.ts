/** gram: what is in its folder, which of its refusals mean that nothing is there, how its answers differ between runs. */
import { type Conversation, isObject, type Json } from "../target/target.ts";
import type { Knowledge, Pool } from "./knowledge.ts";

export const gram: Knowledge = {
  choices: {
    "base.legacy-code-range": "gram-mcp publishes -32000 to -32003 for refusals at the HTTP boundary",
    "base.own-codes": "gram-mcp publishes -32000 to -32003 for refusals at the HTTP boundary",
    "stream.event-id-refused": "gram-mcp has no streams to go on with and passes over Last-Event-ID",
    "http.get-delete": "GET and DELETE belong to the legacy era on the same endpoint",
  },

  async pool(conversation) {
    const [documents, records] = await Promise.all([
      data(conversation, "gram_list", {}),
      data(conversation, "gram_list", { select: {} }),
    ]);
    const paths = first(documents?.documents);
    const ids = [...new Set(first(records?.records).map((ref) => ref.slice(ref.indexOf("#") + 1)))];
    const stamps = await Promise.all(paths.map((path) => data(conversation, "gram_read", { path })));
    const hashes = stamps.flatMap((answer) =>
      isObject(answer?.doc) && typeof answer.doc.hash === "string" ? [answer.doc.hash] : [],
    );
    const dates = ["2026", "2026-10", "2026-10-13", "2026-10-20T00:00:00Z", "2030-01-01"];
    const pool: Record<string, readonly string[]> = {
      path: paths,
      documents: paths,
      folder: [...new Set(paths.map((path) => path.slice(0, Math.max(0, path.lastIndexOf("/")))))],
      id: ids,
      query: ["lunar", "evidence", "migration decision", '"lunar store"', "2026-10", "c#", "-moon"],
      field: ["t", "x", "tag", "at", "links"],
      type: ["decision", "evidence", "event", "task"],
      status: ["accepted", "open"],
      tag: ["moon"],
      scope: ["moon"],
      date: ["at", "due", "observed"],
      from: dates,
      to: dates,
      recorded_at: dates,
      effective_at: dates,
      expected_hash: hashes,
    };
    return pool satisfies Pool;
  },

  isLawful: (_tool, args) => args.revision === undefined || args.recorded_at === undefined,

  probes: [
    { tool: "gram_list", arguments: {} },
    { tool: "gram_list", arguments: { select: {} } },
    { tool: "gram_projects", arguments: {} },
    { tool: "gram_changes", arguments: {} },
    { tool: "gram_brief", arguments: { limit: 100 } },
  ],
  // Counters of the search index, which follows the files by itself.
  moving: new Set(["index"]),
  hosted: new Set(["vault", "semantic"]),
  local: new Set(["gram_capabilities"]),
  destructive: new Set(),

  settle: async () => {},

  echo: () => undefined,

  isMissing: (code) => code === "E_NOT_FOUND" || code === "E_STORAGE",
  writeRefusal: { status: 403, code: -32000, data: "WRITE_DISABLED" },
  nullIds: true,
  refusesSessionId: false,
};

async function data(conversation: Conversation, tool: string, args: Json): Promise<Json | undefined> {
  const reply = await conversation.call(tool, args);
  const structured = reply.result?.structuredContent;
  return reply.result?.isError === true || !isObject(structured) ? undefined : structured;
}

/** The first members of rows. */
function first(rows: unknown): readonly string[] {
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: unknown) => (Array.isArray(row) && typeof row[0] === "string" ? [row[0]] : []));
}
