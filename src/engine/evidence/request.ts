/** A request for a capsule, checked and in its normal form: what the scope and the retrieval of the capsule say. */
import { indexIdentity } from "../documents/index-name.ts";
import { formatUri, parseUri } from "../documents/uri.ts";
import type { IndexConfig } from "../engine.ts";
import { normaliseTag } from "../index/tags.ts";
import { checkPredicate } from "../search/predicate/check.ts";
import { parseBound } from "../search/time.ts";
import { facetsOf } from "./facets.ts";
import { asSet, inCanonicalOrder, normalText } from "./normal.ts";
import type { Capsule, CapsuleDepth, CapsuleRequest, EvidenceFault, EvidenceRefusal } from "./types.ts";

/** Passages and candidates that are looked at, whatever a caller asks for. */
export const MAX_LIMIT = 100;
const MAX_CANDIDATES = 200;
/** Bytes that a capsule has at most, whatever its budget. */
export const MAX_BYTES = 1_048_576;
const MAX_TEXT = 16_384;
const MAX_VARIANT = 4_096;
const MAX_VARIANTS = 128;

export interface CapsulePlan {
  readonly kind: "plan";
  readonly goal: string;
  readonly query: string;
  readonly scope: Capsule["scope"];
  readonly budget: Omit<
    Capsule["budget"],
    "usedTokens" | "usedBytes" | "authority" | "estimator" | "tokenizerFingerprint"
  >;
  readonly depthPolicy: CapsuleDepth;
  readonly facets: readonly string[];
  readonly queryVariants: readonly string[];
  readonly request: Capsule["retrieval"]["request"];
  /** Bytes that the whole capsule may have: a token is at least a byte. */
  readonly spendable: number;
}

export function refusal(fault: EvidenceFault, message: string): EvidenceRefusal {
  return { kind: "refused", fault, message };
}

export function planCapsule(
  given: CapsuleRequest,
  config: IndexConfig | undefined,
  indexName: string,
  now: number,
): CapsulePlan | EvidenceRefusal {
  const goal = textOf(given.goal);
  if (goal === undefined) return refusal("goal", "The goal is empty. Say what the evidence is for.");
  const query = given.query === undefined ? goal : textOf(given.query);
  if (query === undefined)
    return refusal("input", "The query is empty. Leave it out to search for the goal.");
  const budget = budgetOf(given);
  if ("kind" in budget) return budget;
  const scope = scopeOf(given, config, indexName, now);
  if ("kind" in scope) return scope;
  const modes = (given.queryModes ?? []).map(({ mode, text }) => ({ mode, text: normalText(text).trim() }));
  if (modes.some(({ text }) => text === "")) {
    return refusal("input", "An entry of queryModes has no text. Give each one a text.");
  }
  if (modes.filter(({ mode }) => mode === "hyde").length > 1) {
    return refusal("input", "queryModes holds more than one hyde entry. Give one at most.");
  }
  const lang = languageOf(given.lang);
  if (lang === undefined) {
    return refusal("filter", "lang is no language tag. Give one like en or pt-BR.");
  }
  const depthPolicy = given.depthPolicy ?? "balanced";
  const fast = depthPolicy === "fast";
  return {
    kind: "plan",
    goal,
    query,
    scope,
    budget,
    depthPolicy,
    facets: facetsOf(query, modes),
    queryVariants: [
      ...new Set(
        [query, ...modes.map(({ text }) => text)].map((text) => text.slice(0, MAX_VARIANT).toWellFormed()),
      ),
    ].slice(0, MAX_VARIANTS),
    request: {
      author: blankAsNull(given.author),
      lang,
      intent: blankAsNull(given.intent),
      exclude: asSet(used(given.exclude)),
      minScore: given.minScore ?? null,
      queryModes: modes,
      limit: Math.min(given.limit ?? 20, MAX_LIMIT),
      candidateLimit: Math.min(
        given.candidateLimit ?? (depthPolicy === "thorough" ? 80 : 40),
        MAX_CANDIDATES,
      ),
      graphRequested: !fast && given.graph !== false,
      rerankRequested: !fast && given.noRerank !== true,
    },
    spendable: spendableOf(budget),
  };
}

export function spendableOf(budget: CapsulePlan["budget"]): number {
  return Math.min(
    budget.requestedTokens - budget.safetyMarginTokens,
    budget.requestedBytes - budget.safetyMarginBytes,
    MAX_BYTES,
  );
}

function budgetOf(given: CapsuleRequest): CapsulePlan["budget"] | EvidenceRefusal {
  const requestedTokens = given.budgetTokens;
  const requestedBytes = given.budgetBytes ?? Math.min(4 * requestedTokens, Number.MAX_SAFE_INTEGER);
  const { safetyMarginTokens = 0, safetyMarginBytes = 0 } = given;
  if (safetyMarginTokens >= requestedTokens) {
    return refusal("budget", "safetyMarginTokens leaves nothing of budgetTokens. Give a smaller margin.");
  }
  if (safetyMarginBytes >= requestedBytes) {
    return refusal("budget", "safetyMarginBytes leaves nothing of the bytes. Give a smaller margin.");
  }
  return { requestedTokens, requestedBytes, safetyMarginTokens, safetyMarginBytes };
}

function scopeOf(
  given: CapsuleRequest,
  config: IndexConfig | undefined,
  indexName: string,
  now: number,
): Capsule["scope"] | EvidenceRefusal {
  const known = (config?.collections ?? []).map(({ name }) => name).sort();
  const collections = asSet((given.collections ?? []).map((name) => name.trim().toLowerCase()));
  const unknown = collections.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const shown = known.slice(0, 20).join(", ");
    return refusal(
      "filter",
      `Collection not found: ${unknown.slice(0, 100)}. ${known.length === 0 ? "No collection is configured yet." : `Configured: ${shown}.`}`,
    );
  }
  const uriPrefix = prefixOf(given.uriPrefix, collections.length === 0 ? known : collections, indexName);
  if (typeof uriPrefix === "object" && uriPrefix !== null) return uriPrefix;
  const tagsAll = tagsOf("tagsAll", given.tagsAll);
  if ("kind" in tagsAll) return tagsAll;
  const tagsAny = tagsOf("tagsAny", given.tagsAny);
  if ("kind" in tagsAny) return tagsAny;
  const since = boundOf(given.since, "since", now);
  const until = boundOf(given.until, "until", now);
  if (since === undefined || until === undefined) {
    return refusal(
      "filter",
      `${since === undefined ? "since" : "until"} is no time that can be read. Give YYYY-MM-DD, an ISO date-time, or today, yesterday, this week, last week, this month, last month, recent.`,
    );
  }
  if (since !== null && until !== null && since > until) {
    return refusal("filter", "since lies after until. Swap the two bounds.");
  }
  const filter = given.filter === undefined ? undefined : checkPredicate(given.filter);
  if (filter?.kind === "invalid") return refusal("filter", `${filter.path}: ${filter.message}`);
  return {
    indexName,
    collections,
    uriPrefix,
    tagsAll,
    tagsAny,
    categories: asSet(used(given.categories).map((one) => one.toLowerCase())),
    since,
    until,
    ...(filter === undefined ? {} : { filter: inCanonicalOrder(filter.predicate) }),
  };
}

function textOf(given: string): string | undefined {
  const text = normalText(given).trim();
  return text === "" ? undefined : text.slice(0, MAX_TEXT).toWellFormed();
}

function blankAsNull(given: string | undefined): string | null {
  const text = given === undefined ? "" : normalText(given).trim();
  return text === "" ? null : text;
}

function used(entries: readonly string[] | undefined): string[] {
  return (entries ?? []).map((entry) => normalText(entry).trim()).filter((entry) => entry !== "");
}

function tagsOf(field: string, given: readonly string[] | undefined): readonly string[] | EvidenceRefusal {
  const tags: string[] = [];
  for (const entry of given ?? []) {
    const tag = normaliseTag(entry.trim().replace(/^#/, ""));
    if (tag === undefined) {
      const shown = JSON.stringify(entry.toWellFormed().slice(0, 100));
      return refusal(
        "filter",
        `${field}: ${shown} is not a tag. A tag is letters, digits, "-" and ".", in segments joined by "/".`,
      );
    }
    tags.push(tag);
  }
  return asSet(tags);
}

/** null = none was given, undefined = unreadable. */
function boundOf(given: string | undefined, end: "since" | "until", now: number): string | null | undefined {
  if (given === undefined) return null;
  const time = parseBound(given, end, now);
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** null = none, undefined = no language tag. */
function languageOf(given: string | undefined): string | null | undefined {
  if (given === undefined || given.trim() === "") return null;
  try {
    return Intl.getCanonicalLocales(given.trim()).length === 1 ? given.trim() : undefined;
  } catch {
    return undefined;
  }
}

function prefixOf(
  given: string | undefined,
  collections: readonly string[],
  indexName: string,
): string | null | EvidenceRefusal {
  if (given === undefined) return null;
  const uri = parseUri(given);
  if (uri === undefined || formatUri(uri.collection, uri.relPath, uri.index) !== given) {
    return refusal(
      "uri",
      "uriPrefix is no canonical URI. Give gno://collection/folder as answers write it, or leave it out.",
    );
  }
  if (indexIdentity(uri.index ?? indexName) !== indexIdentity(indexName)) {
    return refusal("uri", "uriPrefix names another index than the one that is open here.");
  }
  if (!collections.includes(uri.collection)) {
    return refusal("uri", "uriPrefix lies outside the collections of this request.");
  }
  return given;
}
