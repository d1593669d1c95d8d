/** Offsets → lines. Only `\n` ends a line, so CRLF counts once; a final newline starts no further line. */

export class Lines {
  readonly #starts: number[] = [0];
  readonly #length: number;

  constructor(text: string) {
    this.#length = text.length;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  get count(): number {
    const last = this.#starts.at(-1) as number;
    if (this.#length === 0) return 0;
    return last === this.#length ? this.#starts.length - 1 : this.#starts.length;
  }

  /** 1-based */
  lineOf(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** 1-based, in UTF-16 code units. */
  columnOf(offset: number): number {
    return offset - (this.#starts[this.lineOf(offset) - 1] as number) + 1;
  }
}
