/** From ranks inside classes to one score of 0..1 that falls along the list. spec/gno.md, "Scores". */

export interface Ranked {
  readonly id: number;
  /** 0 = best class. */
  readonly rank: number;
  /** bm25 of SQLite: lower is better. */
  readonly bm25: number;
}

/** Scaled so that the best has 1 and the last 0. Equal ones are all 1. */
export function scores(list: readonly Ranked[]): number[] {
  return scaled(lifted(list));
}

/** @param values fall along the list */
export function scaled(values: readonly number[]): number[] {
  const highest = values[0] ?? 0;
  const least = values.at(-1) ?? 0;
  if (highest === least) return values.map(() => 1);
  return values.map((value) => (value - least) / (highest - least));
}

/** Relevance that falls along the list: each class begins a tenth of the whole spread above the best of the next. */
export function lifted(list: readonly Ranked[]): number[] {
  const spread = Math.max(...list.map(relevance), 0) - Math.min(...list.map(relevance), 0);
  const step = spread / 10;
  const values: number[] = new Array(list.length).fill(0);
  let below = Number.NEGATIVE_INFINITY;
  for (let end = list.length; end > 0; ) {
    const rank = (list[end - 1] as Ranked).rank;
    let start = end - 1;
    while (start > 0 && (list[start - 1] as Ranked).rank === rank) start -= 1;
    const lowest = relevance(list[end - 1] as Ranked);
    const lift = below === Number.NEGATIVE_INFINITY ? 0 : Math.max(0, below + step - lowest);
    for (let at = start; at < end; at++) values[at] = relevance(list[at] as Ranked) + lift;
    below = values[start] as number;
    end = start;
  }
  return values;
}

function relevance(one: Ranked): number {
  return -one.bm25;
}
