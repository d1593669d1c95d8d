/** Requests of one connection that have no answer yet. One id never stands for two of them. */
import type { RequestId } from "./message.ts";

export class InFlight<Entry> {
  readonly #entries = new Map<RequestId, Entry>();
  readonly #waiting = new Set<() => void>();

  get size(): number {
    return this.#entries.size;
  }

  has(id: RequestId): boolean {
    return this.#entries.has(id);
  }

  get(id: RequestId): Entry | undefined {
    return this.#entries.get(id);
  }

  values(): Iterable<Entry> {
    return this.#entries.values();
  }

  add(id: RequestId, entry: Entry): void {
    this.#entries.set(id, entry);
  }

  /** Answered, cancelled or refused: the id may be used again. */
  remove(id: RequestId): void {
    if (this.#entries.delete(id) && this.#entries.size === 0) {
      for (const resolve of this.#waiting) resolve();
    }
  }

  /** Resolves when nothing is left, at the latest after `limitMs`. */
  async drained(limitMs: number): Promise<void> {
    if (this.#entries.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    const timer = setTimeout(resolve, limitMs);
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(resolve);
  }
}
