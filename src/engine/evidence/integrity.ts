/** Whether a capsule is one that was compiled, whole and unchanged: everything in it that follows from the rest. */

import { canonical, sha256 } from "../canonical.ts";
import { indexIdentity } from "../documents/index-name.ts";
import { byCodeUnit, normalText } from "./normal.ts";
import { contextId } from "./origin.ts";
import { capsuleIdOf, evidenceId, usedBytesOf } from "./payload.ts";
import { refusal } from "./request.ts";
import type { Capsule, EvidenceRefusal } from "./types.ts";

/** @param capsule of the published shape */
export function integrityProblem(capsule: Capsule, indexName: string): EvidenceRefusal | undefined {
  const canonicalFault = formProblem(capsule);
  if (canonicalFault !== undefined) {
    return refusal(
      "input",
      `The capsule is not canonical: ${canonicalFault}. Send it as gno_context gave it.`,
    );
  }
  if (capsuleIdOf(capsule) !== capsule.capsuleId) {
    return refusal("identity", "The capsule was changed: its capsuleId belongs to other content.");
  }
  if (usedBytesOf(capsule) !== capsule.budget.usedBytes) {
    return refusal(
      "input",
      "The capsule is not canonical: budget.usedBytes is not its size. Send it as gno_context gave it.",
    );
  }
  if (indexIdentity(capsule.scope.indexName) !== indexIdentity(indexName)) {
    return refusal("filter", "The capsule belongs to another index than the one that is open here.");
  }
  return undefined;
}

function formProblem(capsule: Capsule): string | undefined {
  if (canonical(capsule).length !== canonical(normalised(capsule)).length)
    return "a text is not in its normal form";
  const { budget, scope, retrieval, guidance, evidence, omissions, coverage } = capsule;
  if (budget.estimator === "unicode_conservative" && budget.usedTokens !== budget.usedBytes) {
    return "budget.usedTokens is not budget.usedBytes";
  }
  const { collections, tagsAll, tagsAny, categories } = scope;
  for (const set of [
    collections,
    tagsAll,
    tagsAny,
    categories,
    retrieval.facets,
    retrieval.request.exclude ?? [],
  ]) {
    if (!isSet(set)) return "a set is not sorted, or holds a value twice";
  }
  for (const { contextId: id, scopeKey, scopeType, text } of guidance.configuredContexts) {
    if (contextId(scopeKey, scopeType, text) !== id) return "a contextId belongs to another text";
  }
  const known = new Set(guidance.configuredContexts.map((one) => one.contextId));
  const ids = new Set(evidence.map((one) => one.evidenceId));
  if (ids.size < evidence.length) return "evidence is listed twice";
  for (const [at, one] of evidence.entries()) {
    if (sha256(one.text) !== one.passageHash) return "a passageHash belongs to another text";
    if (evidenceId(one) !== one.evidenceId) return "an evidenceId belongs to another place";
    if (one.endLine - one.startLine + 1 !== one.text.split("\n").length) return "a passage has other lines";
    if (one.selectionRank !== at + 1) return "the selection ranks are no sequence";
    if (!one.contextIds.every((id) => known.has(id))) return "evidence names guidance that is not there";
  }
  if (!coverage.coveredFacets.every(({ evidenceIds }) => evidenceIds.every((id) => ids.has(id)))) {
    return "a facet names evidence that is not there";
  }
  const counted = Object.values(omissions.reasonCounts).reduce((sum, count) => sum + count, 0);
  if (counted !== omissions.total || omissions.items.length > omissions.total) {
    return "the omissions are not as many as are counted";
  }
  if (!omissions.items.every((item) => evidenceId(item) === item.candidateId)) {
    return "a candidateId belongs to another place";
  }
  return undefined;
}

/** Texts of the caller are normal; those of documents are what they are. */
function normalised(capsule: Capsule): Capsule {
  const { goal, query, scope, retrieval } = capsule;
  return {
    ...capsule,
    goal: normalText(goal).trim(),
    query: normalText(query).trim(),
    scope: { ...scope, categories: scope.categories.map(normalText) },
    retrieval: { ...retrieval, queryVariants: retrieval.queryVariants.map(normalText) },
  };
}

function isSet(values: readonly string[]): boolean {
  return values.every((value, at) => at === 0 || byCodeUnit(values[at - 1] as string, value) < 0);
}
