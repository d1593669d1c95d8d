/** Keeps the suite under a server's rate limit: an even pace, and patience when told 429. */

export interface Pace {
  /** Waits for the next free place. */
  turn(): Promise<void>;
  /** How long to wait after the `attempt`-th 429 in a row; `undefined` when it is time to give up. */
  backoff(attempt: number, retryAfter: string | undefined): number | undefined;
}

const longestWaitMs = 70_000;

export function createPace(maxRpm: number | undefined): Pace {
  const gapMs = maxRpm === undefined ? 0 : 60_000 / maxRpm;
  let next = 0;
  return {
    async turn() {
      if (gapMs === 0) return;
      const now = performance.now();
      const at = Math.max(now, next);
      next = at + gapMs;
      if (at > now) await pause(at - now);
    },
    backoff(attempt, retryAfter) {
      if (attempt > 8) return undefined;
      const told = retryAfter === undefined ? Number.NaN : afterMs(retryAfter);
      const wait = Number.isNaN(told) ? 500 * 2 ** attempt : told;
      return Math.min(Math.max(wait, 50), longestWaitMs);
    },
  };
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** `Retry-After` is seconds or a date. */
function afterMs(value: string): number {
  return /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
}
