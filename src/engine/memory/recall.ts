/**
 * Recall: the current facts that answer a question, best first, as many as the budget takes. What comes back is only
 * what one of the caller's scopes holds.
 */

import { lineageOf, policyOf } from "../egress/lineage.ts";
import type { Collections } from "../engine.ts";
import type { Clock } from "../ports.ts";
import { planQuery } from "../search/query.ts";
import { asking, checkPlace, refuse } from "./check.ts";
import type { FactFinder } from "./find.ts";
import { normaliseIdentity, sha256 } from "./normalise.ts";
import type {
  Fact,
  MemoryIdentity,
  Recalled,
  RecalledFact,
  RecallReceipt,
  RecallRefusal,
  RecallRequest,
  Refused,
} from "./types.ts";

/** Facts looked at for one question. */
export const RECALL_DEPTH = 32;
const FUSION = 60;
const BYTES_A_TOKEN = 4;

export interface RecallParts {
  readonly collections: Pick<Collections, "find" | "list">;
  readonly facts: FactFinder;
  readonly clock: Clock;
}

export function recall(
  { collections, facts, clock }: RecallParts,
  request: RecallRequest,
): Recalled | Refused<RecallRefusal> {
  if (request.query.trim() === "")
    return refuse("query-required", "Say what you need to know, as the fact would be stated.");
  const place = checkPlace(collections, request.collection, request.scopes);
  if (place.kind === "refused") return place;
  const { maxFacts, maxTokens } = request;
  if (!isWithin(maxFacts, 64) || !isWithin(maxTokens, 8192))
    return refuse("budget-invalid", "maxFacts goes from 1 to 64 and maxTokens from 1 to 8192.");
  const { collection, scopes } = place;
  const plan = planQuery(request.query);
  const found = asking(() =>
    plan === undefined ? [] : facts.search(plan, { collection: collection.name, scopes }, RECALL_DEPTH),
  );
  if ("kind" in found) return found;
  const lineage = lineageOf([policyOf(collection.name, { collections: collections.list() })]);
  const ranked = found.map(
    ({ fact }, at): RecalledFact => ({ ...fact, score: 1 / (FUSION + at + 1), lineage }),
  );
  const { chosen, usedTokens } = choose(ranked, maxFacts, maxTokens);
  return {
    kind: "recalled",
    collection: collection.name,
    scopes,
    facts: chosen,
    receipt: receiptOf(chosen, normaliseIdentity(request.identity), new Date(clock.now()).toISOString()),
    usedTokens,
    omitted: ranked.length - chosen.length,
    lineage: chosen.length === 0 ? undefined : lineage,
  };
}

function isWithin(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}

/** In rank order; a fact that no longer fits is passed over for the next, and one text comes once. */
function choose(ranked: readonly RecalledFact[], maxFacts: number, maxTokens: number) {
  const chosen: RecalledFact[] = [];
  const said = new Set<string>();
  let usedTokens = 0;
  for (const fact of ranked) {
    if (chosen.length === maxFacts) break;
    const tokens = tokensOf(fact.text);
    if (said.has(fact.contentHash) || usedTokens + tokens > maxTokens) continue;
    said.add(fact.contentHash);
    usedTokens += tokens;
    chosen.push(fact);
  }
  return { chosen, usedTokens };
}

export function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_A_TOKEN);
}

/** It names facts by docid and hash alone, so that it may go wherever the answer may not. */
export function receiptOf(
  facts: readonly Fact[],
  { caller, session }: MemoryIdentity,
  issuedAt: string,
): RecallReceipt {
  const memoryIds = facts.map(({ docid }) => docid);
  const spanHashes = [...new Set(facts.map((fact) => fact.contentHash))].sort();
  // The order of the members is part of the digest.
  const body = { caller, session, issuedAt, memoryIds, spanHashes };
  return { ...body, digest: sha256(JSON.stringify(body)) };
}
