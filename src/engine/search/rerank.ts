/**
 * Reranking: a model reads the best candidates beside the query, one passage a document, and its scores are blended
 * with the fused ones: the better a candidate's fused rank, the less it can lose. spec/gno.md, "Reranking".
 */
import type { SearchModels } from "./models.ts";
import { unavailable } from "./vector-candidates.ts";

export interface Passage {
  /** What the score belongs to. */
  readonly documentId: number;
  readonly text: string;
}

export type Reranked =
  | {
      readonly kind: "reranked";
      readonly model: string;
      /** 0..1 by document, the best 1 and the worst 0. */
      readonly scores: ReadonlyMap<number, number>;
    }
  | { readonly kind: "skipped"; readonly why: string };

/** Characters of a passage that the model reads. */
export const passageLimit = 4_000;
/** What a candidate keeps that was not read. */
export const unreadShare = 0.5;

export async function rerank(
  models: SearchModels | undefined,
  query: string,
  collection: string | undefined,
  passages: () => readonly Passage[],
  signal: AbortSignal | undefined,
): Promise<Reranked> {
  try {
    const reranker = await models?.reranker?.(collection);
    if (reranker === undefined) return { kind: "skipped", why: "no rerank model is configured" };
    const given = passages();
    if (given.length === 0) return { kind: "skipped", why: "there is nothing to rerank" };
    const raw = await reranker.rank(
      query,
      given.map(({ text }) => text),
      signal,
    );
    if (raw.length !== given.length || !raw.every(Number.isFinite)) {
      return { kind: "skipped", why: `${reranker.name} answered with something that is no list of scores` };
    }
    const least = Math.min(...raw);
    const spread = Math.max(...raw) - least;
    const scores = new Map(
      given.map(({ documentId }, at) => [
        documentId,
        spread === 0 ? 1 : ((raw[at] as number) - least) / spread,
      ]),
    );
    return { kind: "reranked", model: reranker.name, scores };
  } catch (error) {
    return { kind: "skipped", why: unavailable(error, signal).message };
  }
}

/** Shares of the fused and the model's score at a fused rank, from 1. */
export function shares(fusedRank: number): { readonly fused: number; readonly model: number } {
  if (fusedRank <= 3) return { fused: 0.75, model: 0.25 };
  return fusedRank <= 10 ? { fused: 0.6, model: 0.4 } : { fused: 0.4, model: 0.6 };
}
