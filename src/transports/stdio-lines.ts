/**
 * Lines out of a byte stream. A line is kept as the chunks it came in until its end shows, so a long line costs its
 * length once; past the limit its bytes are dropped, it is reported once, and the next line is served.
 */

export interface LineEvents {
  /** Without its line end; never empty. */
  line(bytes: Buffer): void;
  tooLong(): void;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

export class LineSplitter {
  readonly #events: LineEvents;
  readonly #limit: number;
  #chunks: Buffer[] = [];
  #length = 0;
  #dropping = false;

  constructor(limit: number, events: LineEvents) {
    this.#limit = limit;
    this.#events = events;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      this.#add(chunk.subarray(from, end));
      this.#finish();
      from = end + 1;
    }
    if (from < chunk.length) this.#add(chunk.subarray(from));
  }

  /** A last line without its end is a line, too. */
  end(): void {
    this.#finish();
  }

  #add(part: Buffer): void {
    if (this.#dropping) return;
    this.#length += part.length;
    if (this.#length > this.#limit) {
      this.#dropping = true;
      this.#chunks = [];
      this.#events.tooLong();
      return;
    }
    if (part.length > 0) this.#chunks.push(part);
  }

  #finish(): void {
    const chunks = this.#chunks;
    const dropped = this.#dropping;
    this.#chunks = [];
    this.#length = 0;
    this.#dropping = false;
    if (dropped || chunks.length === 0) return;
    const line = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    const end = line[line.length - 1] === carriageReturn ? line.length - 1 : line.length;
    if (end > 0) this.#events.line(line.subarray(0, end));
  }
}
