/** Waiting for a busy database without blocking the event loop: SQLite's own wait would stop every other call. */
import { isBusy, storeError } from "./errors.ts";

export interface RetryOptions {
  /** One deadline for all tries together. */
  readonly waitMs: number;
  readonly signal?: AbortSignal;
}

const STEPS = [1, 2, 5, 10, 15, 25, 25, 50];

/** Runs `attempt` until it is not refused as busy; past the deadline the error says so in words. */
export async function withRetry<T>(attempt: () => T | Promise<T>, options: RetryOptions): Promise<T> {
  const deadline = performance.now() + options.waitMs;
  for (let turn = 0; ; turn++) {
    options.signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw storeError(error);
    }
    const step = STEPS[Math.min(turn, STEPS.length - 1)] as number;
    await pause(Math.min(step, Math.max(1, deadline - performance.now())), options.signal);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", aborted);
      resolve();
    }, ms);
    signal?.addEventListener("abort", aborted, { once: true });
  });
}

/** The blocking form, for workers and one-shot commands. */
export function withBlockingRetry<T>(attempt: () => T, waitMs: number): T {
  const deadline = performance.now() + waitMs;
  for (let turn = 0; ; turn++) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw storeError(error);
    }
    const step = STEPS[Math.min(turn, STEPS.length - 1)] as number;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, step);
  }
}
