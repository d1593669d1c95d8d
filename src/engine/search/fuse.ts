/**
 * Joins the lexical lists with the vector lists. What words say is said of a document, what vectors say of a chunk: a
 * document's best chunk carries both, its further chunks stand alone and count half. Each contribution is kept apart, so
 * that a receipt can show it. spec/gno.md, "Fusion".
 */
import type { FusionRule } from "../embed/port.ts";
import type { Candidate as LexicalCandidate } from "./rank.ts";
import { lifted } from "./score.ts";
import type { ChunkPlace, VectorList } from "./vector-candidates.ts";

export interface LexicalList {
  readonly weight: number;
  /** Best first. */
  readonly hits: readonly LexicalCandidate[];
}

export interface Fused {
  readonly documentId: number;
  /** The passage that was found by meaning; undefined = words alone found the document. */
  readonly place: ChunkPlace | undefined;
  /** A further passage of a document that stands in the list with a better one. */
  readonly further: boolean;
  /** Class of the lexical hit, 0 = best; undefined = no word of the query. */
  readonly rank: number | undefined;
  /** Contributions, before the best sum is scaled to 1. */
  readonly words: number;
  readonly meaning: number;
  readonly links: number;
  /** Cosine with the query itself, when that list holds the chunk. */
  readonly cosine: number | undefined;
}

/** Shares of the lists against that of the query itself (gno-contract: 2.0, 0.5, 0.7 for reciprocal ranks). */
export const listWeights = { query: 1, variant: 0.25, hyde: 0.35 } as const;

/**
 * Added for a document that holds the query as a phrase, all its terms as written, all by their stems. Among the first
 * two the order is that of the words, which is why their meaning counts little. All chosen on the evaluation sets
 * (spec/decisions.md).
 */
const classBonus = [1, 0.6, 0.2] as const;
const asWritten = 1;
const asWrittenShare = 0.1;
const furtherShare = 0.5;

const rankConstant = 60;
/** Reciprocal ranks are weighted like this as a whole; the bonus keeps what leads one list near the top. */
const listScale = 2;
const firstBonus = 0.1;
const earlyBonus = 0.04;
const early = 5;

/** Without vectors words alone are scored, as by the weakest rule. */
export const wordsOnly: FusionRule = { kind: "score", weight: 0 };

export function fuse(
  rule: FusionRule,
  lexical: readonly LexicalList[],
  vector: readonly VectorList[],
): Fused[] {
  const words = rule.kind === "score" ? scoredWords(lexical) : rankedWords(lexical);
  const chunks = rule.kind === "score" ? scoredChunks(rule, vector) : rankedChunks(rule, vector);
  const byDocument = new Map<number, Chunk[]>();
  for (const chunk of chunks) {
    for (const place of chunk.places) {
      const list = byDocument.get(place.documentId);
      if (list === undefined) byDocument.set(place.documentId, [{ ...chunk, place }]);
      else list.push({ ...chunk, place });
    }
  }
  const fused: Fused[] = [];
  for (const documentId of new Set([...words.keys(), ...byDocument.keys()])) {
    const own = words.get(documentId);
    const passages = (byDocument.get(documentId) ?? []).sort(byMeaning);
    const [best, ...others] = passages;
    const share =
      rule.kind === "score" && own?.rank !== undefined && own.rank <= asWritten ? asWrittenShare : 1;
    fused.push({
      documentId,
      place: best?.place,
      further: false,
      rank: own?.rank,
      words: own?.value ?? 0,
      meaning: (best?.value ?? 0) * share,
      links: 0,
      cosine: best?.cosine,
    });
    for (const other of others) {
      fused.push({
        documentId,
        place: other.place,
        further: true,
        rank: undefined,
        words: 0,
        meaning: other.value * furtherShare,
        links: 0,
        cosine: other.cosine,
      });
    }
  }
  return fused;
}

interface Word {
  value: number;
  rank: number | undefined;
}

function scoredWords(lists: readonly LexicalList[]): Map<number, Word> {
  const words = new Map<number, Word>();
  for (const { weight, hits } of lists) {
    const values = lifted(hits);
    const best = values[0] ?? 0;
    for (const [at, hit] of hits.entries()) {
      const share = best === 0 ? 1 : (values[at] as number) / best;
      add(words, hit, weight * (share + (classBonus[hit.rank] ?? 0)));
    }
  }
  return words;
}

function rankedWords(lists: readonly LexicalList[]): Map<number, Word> {
  const words = new Map<number, Word>();
  for (const { weight, hits } of lists) {
    for (const [at, hit] of hits.entries()) {
      add(words, hit, (listScale * weight) / (rankConstant + at + 1) + bonus(at, weight));
    }
  }
  return words;
}

function add(words: Map<number, Word>, hit: LexicalCandidate, value: number): void {
  const known = words.get(hit.id);
  if (known === undefined) words.set(hit.id, { value, rank: hit.rank });
  else known.value += value;
}

/** Only the query itself earns it. */
function bonus(at: number, weight: number): number {
  if (weight < listWeights.query) return 0;
  return at === 0 ? firstBonus : at < early ? earlyBonus : 0;
}

interface Chunk {
  readonly value: number;
  readonly cosine: number | undefined;
  readonly place: ChunkPlace;
}

type ListedChunk = Omit<Chunk, "place"> & { readonly places: readonly ChunkPlace[] };

function scoredChunks(rule: FusionRule, lists: readonly VectorList[]): ListedChunk[] {
  return collect(lists, ({ score }, weight) => rule.weight * weight * Math.max(0, score));
}

function rankedChunks(rule: FusionRule, lists: readonly VectorList[]): ListedChunk[] {
  return collect(
    lists,
    (_, weight, at) => rule.weight * ((listScale * weight) / (rankConstant + at + 1) + bonus(at, weight)),
  );
}

function collect(
  lists: readonly VectorList[],
  worth: (hit: VectorList["hits"][number], weight: number, at: number) => number,
): ListedChunk[] {
  const chunks = new Map<
    number,
    { value: number; cosine: number | undefined; places: readonly ChunkPlace[] }
  >();
  for (const { weight, hits } of lists) {
    for (const [at, hit] of hits.entries()) {
      // The nearest of what is not near at all is no find.
      if (hit.score <= 0) break;
      const value = worth(hit, weight, at);
      const known = chunks.get(hit.chunkId);
      const cosine = weight === listWeights.query ? hit.score : undefined;
      if (known === undefined) chunks.set(hit.chunkId, { value, cosine, places: hit.places });
      else {
        known.value += value;
        known.cosine ??= cosine;
      }
    }
  }
  return [...chunks.values()];
}

/** Best first, ties by place in the text. */
function byMeaning(a: Chunk, b: Chunk): number {
  return b.value - a.value || a.place.start - b.place.start;
}
