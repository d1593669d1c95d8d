/** Hybrid search: the stages of one run, then content types, order in time, limits, passages and receipts. */
import type { ChunkHit, HybridRequest, HybridResult, Receipt } from "../engine.ts";
import { type Booster, clamp, createBooster } from "./boost.ts";
import { stagesOf, whyOf } from "./explain.ts";
import { timeOf } from "./facts.ts";
import { type Chosen, openPage } from "./hits.ts";
import { type HybridRun, type Item, runHybrid } from "./hybrid-run.ts";
import { newestDepth } from "./lexical.ts";
import type { SearchModels } from "./models.ts";
import { isoRange, noteOf, type Prepared, prepare, type Refusal, type SearchSources } from "./prepare.ts";
import { asksForNewest } from "./time.ts";
import { corrected } from "./typos.ts";

export async function searchHybrid(
  sources: SearchSources,
  models: SearchModels | undefined,
  request: HybridRequest,
): Promise<HybridResult> {
  const found = await runForgiving(sources, models, request);
  if (found.kind !== "ran") return found;
  const { prepared, run } = found;
  const finished = finish(run, request, prepared);
  const hits = pageOf(sources, request, prepared, finished);
  const { plan } = prepared;
  return {
    kind: "ok",
    hits,
    ...isoRange(run.retrieved.range),
    note: hits.length === 0 && plan.words.length + plan.phrases.length === 0 ? noteOf(plan) : undefined,
    ...(found.corrected === undefined ? {} : { corrected: found.corrected }),
    vectorsUsed: run.retrieved.vector.kind === "used",
    expanded: run.retrieved.expansion.kind === "expanded",
    reranked: run.reranked.kind === "reranked",
    candidateLimit: run.candidateLimit,
    graph: run.graph,
    stages: stagesOf(run, request, hits),
  };
}

export interface Ran {
  readonly kind: "ran";
  readonly prepared: Prepared;
  readonly run: HybridRun;
  readonly corrected: string | undefined;
}

/** Where no word of the query is found as written, once more with words that are there. */
export async function runForgiving(
  sources: SearchSources,
  models: SearchModels | undefined,
  request: HybridRequest,
): Promise<Ran | Refusal> {
  const prepared = prepare(sources, request);
  if (prepared.kind !== "ready") return prepared;
  const run = await runHybrid(sources, models, request, prepared);
  const first = { kind: "ran", prepared, run, corrected: undefined } as const;
  if (wordsFound(run)) return first;
  const here = () => corrected(sources.reader, request.query, prepared.plan);
  const job = { kind: "corrected", query: request.query } as const;
  const { threads } = sources;
  const query = threads === undefined ? here() : await threads.run(job, request.signal, here);
  if (query === undefined) return first;
  const asked = { ...request, query };
  const better = prepare(sources, asked);
  if (better.kind !== "ready") return first;
  const second = await runHybrid(sources, models, asked, better);
  return wordsFound(second) ? { kind: "ran", prepared: better, run: second, corrected: query } : first;
}

function wordsFound({ retrieved }: HybridRun): boolean {
  return retrieved.lexical.some(({ hits }) => hits.length > 0);
}

export interface Finished {
  readonly item: Item;
  readonly receipt: Receipt;
}

/** All that may be returned, in order; the best has the score 1 before content types. */
export function finish(run: HybridRun, request: HybridRequest, { plan, settings }: Prepared): Finished[] {
  const booster = createBooster(settings?.contentTypes ?? []);
  let list = inOrder(run.items, booster);
  if (asksForNewest(plan.plainText)) {
    // The order is that of time, the scores stay those of relevance.
    const near = list.slice(0, request.limit * newestDepth);
    const newest = [...near].sort(newestFirst);
    list = newest.slice(0, request.limit);
  }
  const most = Math.max(0, ...list.map(({ base }) => base));
  return list
    .map((item) => ({ item, receipt: receiptOf(item, most === 0 ? undefined : 1 / most, booster) }))
    .filter(({ receipt }) => receipt.score >= (request.minScore ?? 0));
}

/** By the score with the nudge of the content type, before it is held inside 0..1: equal ones keep their order. */
function inOrder(items: readonly Item[], booster: Booster | undefined): readonly Item[] {
  if (booster === undefined) return items;
  const most = Math.max(0, ...items.map(({ base }) => base)) || 1;
  const value = new Map(items.map((item) => [item, item.base / most + booster.nudge(item.facts)]));
  return [...items].sort((a, b) => (value.get(b) as number) - (value.get(a) as number));
}

function newestFirst(a: Item, b: Item): number {
  return timeOf(b.facts.documentDate, b.facts.modified) - timeOf(a.facts.documentDate, a.facts.modified);
}

/** @param scale undefined = all scores are 0, which makes all equally good */
function receiptOf(item: Item, scale: number | undefined, booster: Booster | undefined): Receipt {
  const base = scale === undefined ? 1 : clamp(item.base * scale, 0, 1);
  const boost = booster?.receipt(item.facts, base, { score: item.base, kind: "hybrid_blended" });
  const rerank = item.rerankShare === undefined ? undefined : item.rerankShare * (scale ?? 1);
  const sum = item.words + item.meaning + item.links;
  const part = (value: number) =>
    sum === 0 ? 0 : (value / sum) * item.fused * item.fusedShare * (scale ?? 1);
  return {
    score: boost?.finalScore ?? base,
    fusion: base - (rerank ?? 0),
    words: item.rank === undefined && item.words === 0 ? undefined : part(item.words),
    meaning: item.place === undefined ? undefined : part(item.meaning),
    rerank,
    boost,
    why: whyOf(item),
  };
}

/** Passages are cut for returned hits only; two that begin on the same line of a document are one. */
function pageOf(
  { reader }: SearchSources,
  request: HybridRequest,
  { plan, scope, settings }: Prepared,
  finished: readonly Finished[],
): ChunkHit[] {
  const hits: ChunkHit[] = [];
  const seen = new Set<string>();
  for (let from = 0; from < finished.length && hits.length < request.limit; from += request.limit) {
    request.signal?.throwIfAborted();
    const batch = finished.slice(from, from + request.limit);
    const chosen = batch.map(({ item }) => chosenOf(item));
    const page = openPage(reader, chosen, plan, scope.stem, request.intent, settings);
    for (const [at, { item, receipt }] of batch.entries()) {
      if (hits.length === request.limit) break;
      const hit = page(chosen[at] as Chosen);
      if (hit === undefined) continue;
      const key = `${hit.document.uri}\n${hit.line}`;
      if (seen.has(key)) continue;
      seen.add(key);
      hits.push({ ...hit, score: receipt.score, language: item.place?.language, receipt });
    }
  }
  return hits;
}

/** Words found as written, or by their stems, show the best place of the document; else the chunk does. */
function chosenOf({ documentId, rank, place, further }: Item): Chosen {
  const byWords = !further && rank !== undefined && rank <= 2;
  return { id: documentId, rank, passage: byWords ? undefined : place };
}
