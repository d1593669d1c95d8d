/** Retrieval measures over one ranked list, and a paired test over many. Binary relevance. */
import { seeded } from "../fixtures/random.ts";

/** Normalised discounted cumulative gain at `k` (Järvelin and Kekäläinen, 2002). */
export function ndcg(ranked: readonly string[], relevant: ReadonlySet<string>, k = 10): number {
  let gain = 0;
  ranked.slice(0, k).forEach((id, n) => {
    if (relevant.has(id)) gain += 1 / Math.log2(n + 2);
  });
  let ideal = 0;
  for (let n = 0; n < Math.min(k, relevant.size); n += 1) ideal += 1 / Math.log2(n + 2);
  return ideal === 0 ? 0 : gain / ideal;
}

export function recall(ranked: readonly string[], relevant: ReadonlySet<string>, k: number): number {
  if (relevant.size === 0) return 0;
  return ranked.slice(0, k).filter((id) => relevant.has(id)).length / relevant.size;
}

/** Reciprocal of the first relevant rank within `k`, else 0. */
export function reciprocalRank(ranked: readonly string[], relevant: ReadonlySet<string>, k = 10): number {
  const at = ranked.slice(0, k).findIndex((id) => relevant.has(id));
  return at < 0 ? 0 : 1 / (at + 1);
}

export function hit(ranked: readonly string[], relevant: ReadonlySet<string>, k: number): number {
  return ranked.slice(0, k).some((id) => relevant.has(id)) ? 1 : 0;
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Two-sided paired randomisation test (Smucker, Allan and Carterette, 2007): how often a random exchange of the two
 * systems' scores differs as much as the observed means. Seeded; never 0, since the observed order counts as one draw.
 */
export function pairedP(
  ours: readonly number[],
  theirs: readonly number[],
  rounds = 2_000,
  seed = 29,
): number {
  const differences = ours.map((value, n) => value - (theirs[n] ?? 0));
  const observed = Math.abs(mean(differences));
  const random = seeded(seed);
  let asLarge = 1;
  for (let round = 0; round < rounds; round += 1) {
    let sum = 0;
    for (const difference of differences) sum += random.next() < 0.5 ? difference : -difference;
    if (Math.abs(sum / differences.length) >= observed - 1e-12) asLarge += 1;
  }
  return asLarge / (rounds + 1);
}
