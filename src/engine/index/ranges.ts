/** Sorted, non-overlapping stretches of a text, asked by offset. */

export interface Range {
  readonly from: number;
  readonly to: number;
}

export class Ranges {
  readonly list: readonly Range[];

  /** In any order, overlaps allowed. */
  constructor(given: readonly Range[]) {
    const sorted = [...given].sort((a, b) => a.from - b.from || b.to - a.to);
    const merged: { from: number; to: number }[] = [];
    for (const range of sorted) {
      const last = merged.at(-1);
      if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to);
      else if (range.to > range.from) merged.push({ from: range.from, to: range.to });
    }
    this.list = merged;
  }

  has(offset: number): boolean {
    return this.at(offset) !== undefined;
  }

  /** The range that holds the offset. */
  at(offset: number): Range | undefined {
    let low = 0;
    let high = this.list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.list[middle] as Range).to <= offset) low = middle + 1;
      else high = middle;
    }
    const found = this.list[low];
    return found !== undefined && found.from <= offset ? found : undefined;
  }
}
