/** Long work in short slices: between them other calls have their turn. */
import { setImmediate as nextTurn } from "node:timers/promises";

const SLICE_MS = 20;

/** Call it between pieces of work. Rejects when the signal has fired. */
export type Slices = () => Promise<void>;

export function createSlices(signal: AbortSignal): Slices {
  let end = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < end) return;
    await nextTurn();
    signal.throwIfAborted();
    end = performance.now() + SLICE_MS;
  };
}
