/** The published limits of the HTTP boundary, and the two of them that count: a rate by peer, and requests at once. */

export interface HttpLimits {
  readonly maxBodyBytes: number;
  /** By peer, in fixed windows of a minute. */
  readonly requestsPerMinute: number;
  readonly maxConcurrentRequests: number;
  readonly maxQueuedRequests: number;
  readonly maxSessions: number;
  readonly sessionIdleMs: number;
}

export const defaultLimits: HttpLimits = {
  maxBodyBytes: 1024 * 1024,
  requestsPerMinute: 120,
  maxConcurrentRequests: 64,
  maxQueuedRequests: 16,
  maxSessions: 32,
  sessionIdleMs: 5 * 60 * 1000,
};

const windowMs = 60_000;
const maxPeers = 10_000;

export class RateWindow {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #peers = new Map<string, { start: number; count: number }>();

  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Counts a request; returns the seconds to wait when it is one too many. */
  take(peer: string): number | undefined {
    const now = this.#now();
    let window = this.#peers.get(peer);
    if (window === undefined || now - window.start >= windowMs) {
      if (this.#peers.size >= maxPeers) this.#forget(now);
      window = { start: now, count: 0 };
      this.#peers.set(peer, window);
    }
    window.count += 1;
    if (window.count <= this.#perMinute) return undefined;
    return Math.max(1, Math.ceil((window.start + windowMs - now) / 1000));
  }

  #forget(now: number): void {
    for (const [peer, { start }] of this.#peers) if (now - start >= windowMs) this.#peers.delete(peer);
    if (this.#peers.size >= maxPeers) this.#peers.clear();
  }
}

/** A place among the active requests. */
export interface Slot {
  /** Idempotent. */
  leave(): void;
}

export class Capacity {
  readonly #max: number;
  readonly #maxQueued: number;
  readonly #queue = new Set<(slot: Slot) => void>();
  #active = 0;
  #idle: (() => void) | undefined;

  constructor(max: number, maxQueued: number) {
    this.#max = max;
    this.#maxQueued = maxQueued;
  }

  get active(): number {
    return this.#active;
  }

  get queued(): number {
    return this.#queue.size;
  }

  get isFull(): boolean {
    return this.#active >= this.#max;
  }

  /** undefined = the queue is full, too. The promise resolves with undefined when `gone` fires first. */
  enter(gone: (listener: () => void) => void): Slot | Promise<Slot | undefined> | undefined {
    if (!this.isFull) return this.#open();
    if (this.#queue.size >= this.#maxQueued) return undefined;
    const { promise, resolve } = Promise.withResolvers<Slot | undefined>();
    this.#queue.add(resolve);
    gone(() => {
      if (this.#queue.delete(resolve)) resolve(undefined);
    });
    return promise;
  }

  /** Resolves when nothing is active, at the latest after `limitMs`. */
  async drained(limitMs: number): Promise<void> {
    if (this.#active === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idle = resolve;
    const timer = setTimeout(resolve, limitMs);
    await promise;
    clearTimeout(timer);
  }

  #open(): Slot {
    this.#active += 1;
    let left = false;
    return {
      leave: () => {
        if (left) return;
        left = true;
        this.#active -= 1;
        this.#next();
      },
    };
  }

  #next(): void {
    for (const resolve of this.#queue) {
      this.#queue.delete(resolve);
      resolve(this.#open());
      return;
    }
    if (this.#active === 0) this.#idle?.();
  }
}
