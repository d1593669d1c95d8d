/** The searches behind a capsule, and the passages they lead to. No query is rephrased by a model. */

import { sha256 } from "../canonical.ts";
import { parseUri } from "../documents/uri.ts";
import type {
  ChunkHit,
  Document,
  Documents,
  HybridRequest,
  Search,
  SearchHit,
  SearchRequest,
} from "../engine.ts";
import type { Breather } from "./breather.ts";
import type { FacetMatcher } from "./facets.ts";
import { type Passage, passageAt, readLines, type TextLines } from "./passages.ts";
import type { CapsulePlan } from "./request.ts";
import { refusal } from "./request.ts";
import type { Capsule, CapsuleFallback, CapsuleSource, CapsuleStage, EvidenceRefusal } from "./types.ts";

export interface Candidate {
  readonly document: Document & { readonly mirrorHash: string };
  readonly passage: Passage;
  readonly passageHash: string;
  readonly rank: number;
  readonly sources: readonly CapsuleSource[];
  readonly facets: readonly string[];
}

export interface Found {
  readonly kind: "found";
  readonly candidates: readonly Candidate[];
  readonly states: Capsule["retrieval"]["capabilityStates"];
  readonly fallbacks: readonly CapsuleFallback[];
  /** With a typed filter: not every document could be judged by it. */
  readonly uncertain: boolean;
}

/** Passages of one document beside those that its hits lead to. */
const FURTHER = 8;
const MAX_PASSAGES = 200;
/** Variants of a kind that are searched: each is a search of its own. */
const MAX_SEARCHES = 12;
/** Longer texts are not searched for further passages. */
const MAX_SEARCHED = 262_144;

export async function retrieve(
  plan: CapsulePlan,
  ports: { readonly search: Search; readonly documents: Documents },
  matcher: FacetMatcher,
  breathe: Breather,
  signal: AbortSignal | undefined,
): Promise<Found | EvidenceRefusal> {
  const answer =
    plan.depthPolicy === "fast"
      ? await byWords(plan, ports.search, breathe, signal)
      : await byAll(plan, ports.search, signal);
  if ("kind" in answer) return answer;
  const candidates = await passagesOf(plan.facets, answer.hits, ports.documents, matcher, breathe);
  return { kind: "found", ...answer, candidates };
}

interface Place {
  readonly document: Document;
  readonly line: number;
  readonly sources: readonly CapsuleSource[];
}

interface Answer extends Omit<Found, "kind" | "candidates"> {
  readonly hits: readonly Place[];
}

function requestOf(
  { scope, request }: CapsulePlan,
  signal: AbortSignal | undefined,
): Omit<SearchRequest, "query"> {
  const under = scope.uriPrefix === null ? undefined : parseUri(scope.uriPrefix);
  return {
    limit: request.limit,
    ...(scope.collections.length === 0 ? {} : { collections: scope.collections }),
    ...(scope.collections.length === 1 ? { collection: scope.collections[0] as string } : {}),
    ...(under === undefined
      ? {}
      : { under: { collection: under.collection, relPath: under.relPath.replace(/\/+$/, "") } }),
    ...(request.minScore === null ? {} : { minScore: request.minScore }),
    ...(request.intent === null ? {} : { intent: request.intent }),
    ...(request.author === null ? {} : { author: request.author }),
    ...(request.exclude.length === 0 ? {} : { exclude: request.exclude }),
    ...(scope.since === null ? {} : { since: scope.since }),
    ...(scope.until === null ? {} : { until: scope.until }),
    ...(scope.categories.length === 0 ? {} : { categories: scope.categories }),
    ...(scope.tagsAll.length === 0 ? {} : { tagsAll: scope.tagsAll }),
    ...(scope.tagsAny.length === 0 ? {} : { tagsAny: scope.tagsAny }),
    ...(scope.filter === undefined ? {} : { filter: scope.filter }),
    ...(signal === undefined ? {} : { signal }),
  };
}

const notRequested: CapsuleStage = {
  requested: false,
  attempted: false,
  outcome: "not_requested",
  fallbackReasons: [],
};

function stage(used: boolean, reason: string): CapsuleStage {
  return {
    requested: true,
    attempted: true,
    outcome: used ? "used" : "unavailable",
    fallbackReasons: used ? [] : [reason],
  };
}

/** Words alone: the query's own list, then those of its variants, taken in turns. */
async function byWords(
  plan: CapsulePlan,
  search: Search,
  breathe: Breather,
  signal: AbortSignal | undefined,
): Promise<Answer | EvidenceRefusal> {
  const base = requestOf(plan, signal);
  const terms = textsOf(plan, "term");
  const lists: Place[][] = [];
  let uncertain = false;
  for (const [at, query] of [plan.query, ...terms].entries()) {
    await breathe();
    const result = await search.lexical({ ...base, query });
    if (result.kind === "empty-query") continue;
    if (result.kind !== "ok") return refusedBy(result);
    uncertain ||= result.metadataCoverage !== undefined;
    const source = at === 0 ? ("bm25" as const) : ("bm25_variant" as const);
    lists.push(result.hits.map((hit) => placeOf(hit, [source])));
  }
  return {
    hits: inTurns(lists).slice(0, plan.request.limit),
    states: { semanticSearch: notRequested, reranking: notRequested, graphExpansion: notRequested },
    fallbacks: [],
    uncertain,
  };
}

async function byAll(
  plan: CapsulePlan,
  search: Search,
  signal: AbortSignal | undefined,
): Promise<Answer | EvidenceRefusal> {
  const { request } = plan;
  const hyde = textsOf(plan, "hyde")[0];
  const asked: HybridRequest = {
    ...requestOf(plan, signal),
    query: plan.query,
    terms: textsOf(plan, "term"),
    intents: textsOf(plan, "intent"),
    ...(hyde === undefined ? {} : { hyde }),
    ...(request.lang === null ? {} : { lang: request.lang }),
    // A thorough search differs by its candidates: rephrasing by a model would not be the same twice.
    depth: "balanced",
    expand: false,
    rerank: request.rerankRequested,
    graph: request.graphRequested,
    candidateLimit: request.candidateLimit,
  };
  const result = await search.hybrid(asked);
  if (result.kind !== "ok") return refusedBy(result);
  const linked: CapsuleStage = !request.graphRequested
    ? notRequested
    : {
        requested: true,
        attempted: true,
        outcome: "used",
        fallbackReasons: [...result.graph.fallbackReasons],
      };
  return {
    hits: result.hits.map((hit) => placeOf(hit, sourcesOf(hit))),
    states: {
      semanticSearch: stage(result.vectorsUsed, "embedding_unavailable"),
      reranking: request.rerankRequested ? stage(result.reranked, "reranking_unavailable") : notRequested,
      graphExpansion: linked,
    },
    fallbacks: [
      ...(result.vectorsUsed
        ? []
        : [{ code: "embedding_unavailable", capability: "semantic_search" } as const]),
      ...(request.rerankRequested && !result.reranked
        ? [{ code: "reranking_unavailable", capability: "reranking" } as const]
        : []),
    ],
    uncertain: result.metadataCoverage !== undefined,
  };
}

function textsOf({ request }: CapsulePlan, mode: string): string[] {
  const texts = request.queryModes.filter((one) => one.mode === mode).map(({ text }) => text);
  return [...new Set(texts)].slice(0, MAX_SEARCHES);
}

function placeOf({ document, line }: SearchHit, sources: readonly CapsuleSource[]): Place {
  return { document, line, sources };
}

/** A hit that neither words nor meaning found was linked from one that they did. */
function sourcesOf({ receipt }: ChunkHit): CapsuleSource[] {
  const sources: CapsuleSource[] = [
    ...(receipt.words === undefined ? [] : ["bm25" as const]),
    ...(receipt.meaning === undefined ? [] : ["vector" as const]),
  ];
  return sources.length === 0 ? ["graph"] : sources;
}

/** The first of each list, then the second …; a place that comes again only adds its source. */
function inTurns(lists: readonly (readonly Place[])[]): Place[] {
  const found = new Map<string, Place>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let at = 0; at < longest; at += 1) {
    for (const list of lists) {
      const place = list[at];
      if (place === undefined) continue;
      const key = `${place.document.id} ${place.line}`;
      const known = found.get(key);
      const sources = [...new Set([...(known?.sources ?? []), ...place.sources])].sort();
      found.set(key, { ...(known ?? place), sources });
    }
  }
  return [...found.values()];
}

function refusedBy(result: Exclude<Awaited<ReturnType<Search["hybrid"]>>, { kind: "ok" }>): EvidenceRefusal {
  switch (result.kind) {
    case "empty-query":
      return refusal("input", "The query holds nothing to look for.");
    case "unknown-collection":
      return refusal("filter", `Collection not found: ${result.collection}.`);
    default:
      return refusal("filter", result.message);
  }
}

/** Hits first, in their order; then, of the same documents, places that hold what no passage holds yet. */
async function passagesOf(
  facets: readonly string[],
  hits: readonly Place[],
  documents: Documents,
  matcher: FacetMatcher,
  breathe: Breather,
): Promise<readonly Candidate[]> {
  const texts = new Map<number, TextLines>();
  const list: Candidate[] = [];
  const seen = new Set<string>();
  const add = (place: Place, rank: number, source: TextLines): Candidate | undefined => {
    const { document } = place;
    const passage = passageAt(source, place.line);
    if (passage === undefined || document.mirrorHash === undefined) return undefined;
    const key = `${document.id} ${passage.startLine} ${passage.endLine}`;
    if (seen.has(key) || list.length >= MAX_PASSAGES) return undefined;
    seen.add(key);
    const candidate: Candidate = {
      document: document as Candidate["document"],
      passage,
      passageHash: sha256(passage.text),
      rank,
      sources: place.sources,
      facets: matcher.of(document, passage.text),
    };
    list.push(candidate);
    return candidate;
  };
  const ranks = new Map<number, number>();
  for (const [at, hit] of hits.entries()) {
    await breathe();
    const { document } = hit;
    let source = texts.get(document.id);
    if (source === undefined) {
      const text = documents.text(document);
      if (text === undefined) continue;
      source = readLines(text, document.relPath);
      texts.set(document.id, source);
      ranks.set(document.id, at + 1);
    }
    add(hit, at + 1, source);
  }
  const held = new Set(list.flatMap(({ facets }) => facets));
  const missing = facets.filter((facet) => !held.has(facet));
  for (const hit of missing.length === 0 ? [] : hits) {
    const source = texts.get(hit.document.id);
    if (source === undefined || source.text.length > MAX_SEARCHED) continue;
    texts.delete(hit.document.id);
    await breathe();
    const shown = new Set<string>();
    let added = 0;
    for (const { facet, offset } of matcher.placesIn(source.text, missing)) {
      if (added >= FURTHER) break;
      if (shown.has(facet)) continue;
      const rank = ranks.get(hit.document.id) as number;
      const more = add({ ...hit, line: lineAt(source.text, offset) }, rank, source);
      if (more === undefined) continue;
      added += 1;
      for (const each of more.facets) shown.add(each);
    }
  }
  return list;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
