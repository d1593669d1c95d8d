/** The longest common subsequence of two lists, by Hunt and Szymanski (1977): quick where most entries are unique. */

/** Pairs that may be looked at. Lists of thousands of equal entries are paired in order instead. */
const MAX_MATCHES = 1_000_000;

/** @returns pairs of indices, both ascending */
export function commonRun(
  left: readonly string[],
  right: readonly string[],
): readonly (readonly [left: number, right: number])[] {
  const places = new Map<string, number[]>();
  right.forEach((key, at) => {
    const list = places.get(key);
    if (list === undefined) places.set(key, [at]);
    else list.push(at);
  });
  let matches = 0;
  for (const key of left) matches += places.get(key)?.length ?? 0;
  const seen = new Map<string, number>();

  // tails[k] is the pair that ends the run of length k + 1 whose right index is smallest.
  interface Pair {
    readonly left: number;
    readonly right: number;
    readonly before: Pair | undefined;
  }
  const tails: Pair[] = [];
  left.forEach((key, at) => {
    let candidates = places.get(key) ?? [];
    if (matches > MAX_MATCHES) {
      const turn = seen.get(key) ?? 0;
      seen.set(key, turn + 1);
      candidates = candidates.slice(turn, turn + 1);
    }
    // Downwards, so that one left entry takes at most one place in a run.
    for (let next = candidates.length - 1; next >= 0; next--) {
      const right = candidates[next] as number;
      let low = 0;
      let high = tails.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((tails[middle] as Pair).right < right) low = middle + 1;
        else high = middle;
      }
      if (tails[low]?.right !== right) tails[low] = { left: at, right, before: tails[low - 1] };
    }
  });
  const run: (readonly [number, number])[] = [];
  for (let pair = tails.at(-1); pair !== undefined; pair = pair.before) run.push([pair.left, pair.right]);
  return run.reverse();
}
