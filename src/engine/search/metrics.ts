/** Measures of one ranked list against the documents that should be in it, each relevant or not. Pure. */

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
