/**
 * The stages of a hybrid search in their order, each in a file of its own: words and vectors, fusion, links, reranking.
 * A stage that cannot run leaves its input as it is and says why. What the stages saw is kept, so that the answer, its
 * receipts and a diagnosis tell of one and the same run.
 */
import type { GraphReport, HybridRequest } from "../engine.ts";
import { passing } from "./chunk-filter.ts";
import { type Facts, readFacts } from "./facts.ts";
import { type Fused, fuse } from "./fuse.ts";
import { expandByLinks, graphOff, type Neighbour } from "./graph-expansion.ts";
import type { SearchModels } from "./models.ts";
import type { Prepared, SearchSources } from "./prepare.ts";
import { type Reranked, rerank, shares, unreadShare } from "./rerank.ts";
import { passagesOf } from "./rerank-passages.ts";
import { type Retrieved, retrieve } from "./retrieve.ts";

export interface Item extends Fused {
  readonly facts: Facts;
  /** From 1, over all candidates. */
  readonly fusedRank: number;
  /** Sum of the contributions against the best one, 0..1. */
  readonly fused: number;
  /** What the fused score is multiplied with in `base`. */
  readonly fusedShare: number;
  /** Share of the reranker; undefined = it did not read this one. */
  readonly rerankShare: number | undefined;
  /** Added so that what leads by its words keeps the lead. */
  readonly lift: number;
  /** Score before content types: fused share, rerank share and lift. */
  readonly base: number;
}

export interface HybridRun {
  readonly retrieved: Retrieved;
  /** Before links. */
  readonly fused: readonly Fused[];
  readonly neighbours: readonly Neighbour[];
  readonly graph: GraphReport;
  readonly reranked: Reranked;
  readonly candidateLimit: number;
  /** Best first, before content types and limits. */
  readonly items: readonly Item[];
}

/** Of the best sum, for a neighbour that is linked from the best hit without doubt. */
const linkShare = 0.15;

export async function runHybrid(
  sources: SearchSources,
  models: SearchModels | undefined,
  request: HybridRequest,
  prepared: Prepared,
): Promise<HybridRun> {
  const { reader } = sources;
  const { signal } = request;
  const depth = request.depth ?? "balanced";
  const thorough = depth === "thorough";
  const fast = depth === "fast";
  const candidateLimit = request.candidateLimit ?? (thorough ? 40 : 20);
  const retrieved = await retrieve(
    sources,
    models,
    request,
    prepared,
    !fast && (thorough || request.expand === true),
  );

  const fused = fuse(
    retrieved.fusion,
    retrieved.lexical,
    retrieved.vector.kind === "used" ? retrieved.vector.lists : [],
  );
  const facts = readFacts(
    reader,
    fused.map(({ documentId }) => documentId),
  );
  const ranked = fused.filter(({ documentId }) => facts.has(documentId)).sort(bySum(facts));
  signal?.throwIfAborted();

  const wantsLinks = !fast && request.graph !== false;
  const { neighbours, report: graph } = wantsLinks
    ? expandByLinks({
        reader,
        ranked: ranked.map(({ documentId }) => documentId),
        known: new Set(facts.keys()),
        candidateLimit,
        passing: (ids) => passing(reader, retrieved.rule, ids),
        signal,
      })
    : { neighbours: [], report: graphOff(candidateLimit) };
  const best = Math.max(...ranked.map(sumOf), 0);
  for (const [id, found] of readFacts(
    reader,
    neighbours.map(({ documentId }) => documentId),
  )) {
    facts.set(id, found);
  }
  const all = [...ranked, ...neighbours.flatMap((neighbour) => linked(neighbour, best, facts))].sort(
    bySum(facts),
  );

  const wantsRerank = !fast && (thorough || request.rerank !== false);
  const read = all.filter(({ further }) => !further).slice(0, candidateLimit);
  const reranked: Reranked = wantsRerank
    ? await rerank(
        models,
        request.intent === undefined ? request.query : `${request.query}\n${request.intent}`,
        prepared.checked.collection,
        () => passagesOf(reader, read, prepared, request.intent),
        signal,
      )
    : { kind: "skipped", why: fast ? "fast" : "not asked for" };
  const leader = retrieved.lexical[0]?.hits[0]?.id;
  return {
    retrieved,
    fused: ranked,
    neighbours,
    graph,
    reranked,
    candidateLimit,
    items: blend(all, best, reranked, leader, facts).sort(byBase),
  };
}

function linked({ documentId, score }: Neighbour, best: number, facts: ReadonlyMap<number, Facts>): Fused[] {
  if (!facts.has(documentId)) return [];
  return [
    {
      documentId,
      place: undefined,
      further: false,
      rank: undefined,
      words: 0,
      meaning: 0,
      links: linkShare * score * (best === 0 ? 1 : best),
      cosine: undefined,
    },
  ];
}

export function sumOf({ words, meaning, links }: Fused): number {
  return words + meaning + links;
}

/** The sum; between equal ones the class of the words, then URI and place: a total order that no id decides. */
function bySum(facts: ReadonlyMap<number, Facts>) {
  return (a: Fused, b: Fused) =>
    sumOf(b) - sumOf(a) ||
    (a.rank ?? 9) - (b.rank ?? 9) ||
    compare(facts.get(a.documentId)?.uri ?? "", facts.get(b.documentId)?.uri ?? "") ||
    (a.place?.start ?? 0) - (b.place?.start ?? 0);
}

function byBase(a: Item, b: Item): number {
  return b.base - a.base || a.fusedRank - b.fusedRank;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function blend(
  all: readonly Fused[],
  best: number,
  reranked: Reranked,
  leader: number | undefined,
  facts: ReadonlyMap<number, Facts>,
): Item[] {
  const highest = Math.max(best, ...all.map(sumOf));
  const items = all.map((one, at): Item => {
    const fused = highest === 0 ? 1 : sumOf(one) / highest;
    const common = { ...one, facts: facts.get(one.documentId) as Facts, fusedRank: at + 1, fused, lift: 0 };
    if (reranked.kind === "skipped") return { ...common, fusedShare: 1, rerankShare: undefined, base: fused };
    const score = one.further ? undefined : reranked.scores.get(one.documentId);
    if (score === undefined) {
      return { ...common, fusedShare: unreadShare, rerankShare: undefined, base: unreadShare * fused };
    }
    const { fused: fusedShare, model } = shares(at + 1);
    const rerankShare = model * score;
    return { ...common, fusedShare, rerankShare, base: fusedShare * fused + rerankShare };
  });
  const [first, ...others] = items;
  if (first === undefined || first.documentId !== leader) return items;
  const lift = Math.max(0, ...others.map(({ base }) => base - first.base));
  return lift === 0 ? items : [{ ...first, lift, base: first.base + lift }, ...others];
}
