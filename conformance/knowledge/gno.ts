/** gno: where its lists are, which rows it sets aside, how its refusals look. */
import { pause } from "../target/pace.ts";
import { type Conversation, isObject, type Json } from "../target/target.ts";
import type { Knowledge, Pool } from "./knowledge.ts";

export const gno: Knowledge = {
  choices: {
    "http.session-id-ignored": "gno refuses a session id on a modern request (contract/session-id.refused)",
    "base.legacy-code-range": "gno publishes -32000 to -32003 for refusals at the HTTP boundary",
    "base.own-codes": "gno publishes -32000 to -32003 for refusals at the HTTP boundary",
    "tools.structured-as-text": "gno's text is written for people; the data is in structuredContent",
    "http.get-delete": "GET and DELETE belong to the legacy era on the same endpoint",
  },

  async pool(conversation) {
    const [status, tags, jobs, traces, changes] = await Promise.all([
      data(conversation, "gno_status", {}),
      data(conversation, "gno_list_tags", {}),
      data(conversation, "gno_list_jobs", {}),
      data(conversation, "gno_trace_list", {}),
      data(conversation, "gno_changes", { limit: 1 }),
    ]);
    const collections = texts(status?.collections, "name");
    const found = await Promise.all(
      ["the", "a", "in", "to", "notes"].map((query) =>
        data(conversation, "gno_search", { query, limit: 20 }),
      ),
    );
    const uris = [...new Set(found.flatMap((one) => texts(one?.results, "uri")))];
    const docids = [...new Set(found.flatMap((one) => texts(one?.results, "docid")))];
    const paths = uris.map((uri) => decodeURIComponent(uri.slice("gno://".length)));
    const refs = [...docids, ...uris, ...paths];
    const traced = texts(traces?.traces, "traceId");
    const names = texts(tags?.tags, "tag");
    const words = ["rollback", "cache", "load_config", '"cold cache"', "atlas -drill", "Vec::new", "c#"];
    const pool: Record<string, readonly string[]> = {
      ref: refs,
      refs,
      from: refs,
      to: refs,
      target: refs,
      edgeType: ["mentions", "related_to", "Related-To"],
      collection: collections,
      tags: names,
      collections,
      "gno_recall.collection": collections.filter((name) => name === "memory"),
      paths: ["/", ...paths.map((path) => path.slice(path.indexOf("/") + 1))],
      orphanRoots: uris,
      tagsAll: names,
      tagsAny: names,
      prefix: names,
      query: words,
      goal: words,
      uriPrefix: uris,
      since: ["2025-01-01", "yesterday", "last month", "2026-03-01T00:00:00Z"],
      until: ["2030-01-01", "today"],
      jobId: [...texts(jobs?.active, "jobId"), ...texts(jobs?.recent, "jobId")],
      traceId: traced,
      traceIds: traced,
      "gno_changes.cursor": texts([changes?.page], "nextCursor"),
      anchor: ["rollback", "scope", "actions"],
      pattern: ["*", "notes/*", "*.md"],
      lang: ["en", "de"],
      scopes: ["project/atlas", "team/docs", "Team/Docs"],
    };
    return pool satisfies Pool;
  },

  isLawful(tool, { action, anchor, line, target }) {
    if (tool !== "gno_section") return true;
    const selectors = [anchor, line].filter((one) => one !== undefined).length;
    return action === "create" ? selectors === 1 && target === undefined : selectors === 0;
  },

  probes: [
    { tool: "gno_status", arguments: {} },
    { tool: "gno_list_tags", arguments: {} },
    { tool: "gno_list_jobs", arguments: { limit: 100 } },
    { tool: "gno_multi_get", arguments: { pattern: "*", maxBytes: 2_000 } },
    { tool: "gno_search", arguments: { query: "the", limit: 50 } },
  ],
  moving: new Set([
    "generatedAt",
    "observedAt",
    "uptimeSeconds",
    "resident",
    "serve",
    "durationMs",
    "startedAt",
    "completedAt",
    "fingerprints",
    "timing",
    "serverInstanceId",
    // Names who asked, when, and in which session.
    "receipt",
  ]),
  // Fingerprints are of this machine's configuration, index and models.
  hosted: new Set([
    "absPath",
    "context",
    "versions",
    "capsuleId",
    "fingerprints",
    "currentFingerprints",
    "fingerprintStatus",
    "fingerprintReasons",
    "indexSnapshot",
  ]),
  local: new Set(["gno_status", "gno_peek", "gno_list_jobs", "gno_job_status"]),
  destructive: new Set(["gno_remove_collection", "gno_add_collection"]),

  async settle(conversation) {
    for (let round = 0; round < 200; round++) {
      const jobs = await data(conversation, "gno_list_jobs", {});
      if (jobs === undefined || texts(jobs.active, "jobId").length === 0) return;
      await pause(50);
    }
  },

  echo: (text) => ({
    tool: "gno_search",
    arguments: { query: text },
    read: (result) => (isObject(result.meta) ? result.meta.query : undefined),
  }),

  isMissing: (code) => code === "NOT_FOUND",
  writeRefusal: { status: 403, code: -32000, data: "WRITE_DISABLED" },
  nullIds: true,
  refusesSessionId: true,
};

async function data(conversation: Conversation, tool: string, args: Json): Promise<Json | undefined> {
  const reply = await conversation.call(tool, args);
  const structured = reply.result?.structuredContent;
  return reply.result?.isError === true || !isObject(structured) ? undefined : structured;
}

function texts(list: unknown, key: string): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) =>
    isObject(item) && typeof item[key] === "string" ? [item[key]] : [],
  );
}
