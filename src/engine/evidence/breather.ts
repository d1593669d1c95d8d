/** Lets other calls have their turn in long work, and ends it when nobody waits for it any more. */

export type Breather = () => Promise<void>;

const TURN_MS = 12;

export function createBreather(signal: AbortSignal | undefined): Breather {
  let last = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - last < TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    last = performance.now();
  };
}
