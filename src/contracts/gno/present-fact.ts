/** What recall and remember share: facts in their wire form, refusals by code, who the caller is. */
import type { CandidateFact, Fact, MemoryRefusal, Refused } from "../../engine/engine.ts";
import type { Details } from "../../runtime/outcome.ts";
import type { Caller } from "../../runtime/tool.ts";
import { decorate } from "./present-document.ts";

/** Words alone decide on every wire, so that one question has one answer. */
export const wordsOnly = "Facts are compared by their words; no embedding model is attached to this leg.";

/** Arguments never say who asks. */
export function identityOf({ client, session }: Caller) {
  return { caller: client, session };
}

export function fact(one: Fact, indexName: string) {
  return {
    uri: decorate(one.uri, indexName),
    docid: one.docid,
    recordId: one.recordId,
    text: one.text,
    scopes: [...one.scopes],
    caller: one.caller,
    session: one.session,
    createdAt: one.createdAt,
    contentHash: one.contentHash,
    supersedes: one.supersedes.map((uri) => decorate(uri, indexName)),
    ...(one.source === undefined ? {} : { source: one.source }),
  };
}

export function candidate(one: CandidateFact, indexName: string) {
  return { ...fact(one, indexName), similarity: one.similarity, match: one.match };
}

const codes = {
  "query-required": "MEMORY_QUERY_REQUIRED",
  "budget-invalid": "MEMORY_BUDGET_INVALID",
  "collection-required": "MEMORY_COLLECTION_REQUIRED",
  "collection-not-found": "MEMORY_COLLECTION_NOT_FOUND",
  "collection-unmanaged": "MEMORY_COLLECTION_UNMANAGED",
  "scopes-required": "MEMORY_SCOPES_REQUIRED",
  "scopes-invalid": "MEMORY_SCOPES_INVALID",
  "query-failed": "MEMORY_QUERY_FAILED",
  "text-required": "MEMORY_TEXT_REQUIRED",
  "text-too-large": "MEMORY_TEXT_TOO_LARGE",
  "decision-invalid": "MEMORY_DECISION_INVALID",
  "predecessor-required": "MEMORY_PREDECESSOR_REQUIRED",
  "predecessor-not-found": "MEMORY_PREDECESSOR_NOT_FOUND",
  "predecessor-hash-mismatch": "MEMORY_PREDECESSOR_HASH_MISMATCH",
  "supersede-conflict": "MEMORY_SUPERSEDE_CONFLICT",
  "fenced-replay": "MEMORY_FENCED_REPLAY",
  "fenced-derived": "MEMORY_FENCED_DERIVED",
  "lease-busy": "MEMORY_WRITE_LEASE_BUSY",
  "sync-failed": "MEMORY_SYNC_FAILED",
  "projection-failed": "MEMORY_SUPERSEDE_PROJECTION_FAILED",
} as const satisfies Record<MemoryRefusal, string>;

type Codes = typeof codes;

/** Ends the call by the code of the reason. */
export function failRefused<Reason extends MemoryRefusal>(
  { reason, message, about }: Refused<Reason>,
  call: { fail(code: Codes[Reason], message: string, details?: Details): never },
): never {
  return call.fail(codes[reason], message, about === undefined ? undefined : { ...about });
}
