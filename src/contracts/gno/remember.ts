/** gno_remember: one fact, stored by the caller's decision alone and recallable on return. spec/gno.md, "Memory". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import { LIKELY } from "../../engine/memory/match.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { candidate, fact, failRefused, identityOf, wordsOnly } from "./present-fact.ts";
import { requireWrites } from "./start-job.ts";

export const remember = {
  async run(args, { engine }, call) {
    requireWrites(call);
    const { text, collection, scopes, decision, predecessorUri, predecessorHash, receipt, source } = args;
    const result = await engine.memory.remember(
      {
        identity: identityOf(call.caller),
        text,
        collection,
        scopes,
        ...(decision === undefined ? {} : { decision }),
        ...(predecessorUri === undefined ? {} : { predecessorUri }),
        ...(predecessorHash === undefined ? {} : { predecessorHash }),
        // The rest of a receipt says who asked and when; it proves nothing.
        spanHashes: receipt?.spanHashes ?? [],
        derivedFrom: args.derivedFrom ?? [],
        ...(source === undefined ? {} : { source }),
      },
      call.signal,
    );
    const matching = { mode: "lexical" as const, threshold: LIKELY, semanticUnavailable: wordsOnly };
    const { indexName } = engine;
    switch (result.kind) {
      case "refused":
        return failRefused(result, call);
      case "existing":
        return { outcome: "existing" as const, record: fact(result.fact, indexName), matching };
      case "candidates":
        return {
          outcome: "candidates" as const,
          candidates: result.candidates.map((one) => candidate(one, indexName)),
          matching,
        };
      default:
        return {
          outcome: result.kind,
          record: fact(result.fact, indexName),
          ...(call.caller.local ? { absPath: result.absPath } : {}),
          sync: { status: "completed" as const },
          matching,
        };
    }
  },

  text(data) {
    return [...lines(data), `Matching: ${data.matching.mode}, likely from ${data.matching.threshold}`].join(
      "\n",
    );
  },
} satisfies Tool<GnoTools, "gno_remember", GnoDeps>;

function lines(data: GnoTools["gno_remember"]["output"]): readonly string[] {
  if (data.outcome === "candidates") {
    return [
      "Nothing was written: no decision was given.",
      data.candidates.length === 0
        ? "No current fact in these scopes comes near. Call again with decision add to store it."
        : "These come near; call again with decision add, or supersede with predecessorUri and predecessorHash:",
      ...data.candidates.map(
        ({ match, similarity, uri, contentHash, text }) =>
          `- ${match} ${similarity.toFixed(2)} ${uri} ${contentHash}\n  ${text.replaceAll(/\s+/g, " ")}`,
      ),
    ];
  }
  const { record } = data;
  const where = [`URI: ${record.uri}`, `Hash: ${record.contentHash}`];
  if (data.outcome === "existing") {
    return [`Known already, seen again; nothing was written. Stored ${record.createdAt}.`, ...where];
  }
  return [
    data.outcome === "added" ? "Added." : "Superseded.",
    ...where,
    `Path: ${data.absPath ?? record.uri}`,
    `Sync: ${data.sync.status}`,
    ...(record.supersedes.length === 0 ? [] : [`Replaced: ${record.supersedes.join(", ")}`]),
  ];
}
