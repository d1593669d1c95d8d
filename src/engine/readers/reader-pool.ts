/** Reader threads: one job a thread at a time, in the order they came. A job whose thread dies is given back, never lost. */
import type { EngineLog } from "../ports.ts";
import { createWorkerThread, threadEntry, type WorkerThread } from "../threads/worker-thread.ts";
import type { FromReader, ReadTask, ToReader } from "./reader-messages.ts";
import type { Readers } from "./types.ts";

/** No thread answered: whoever asked has to do it itself. */
export class ReaderUnavailable extends Error {}

export interface ReaderPool extends Readers {
  /** @throws ReaderUnavailable, and the reason of `signal` */
  run(task: ReadTask, signal?: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

export interface ReaderPoolOptions {
  /** Threads at most. */
  readonly limit: number;
  readonly log: EngineLog;
  readonly maxQueued?: number;
  readonly idleMs?: number;
  /** The program of a thread, for tests. */
  readonly entry?: URL;
}

/** More than a listener lets in at once. */
const MAX_QUEUED = 256;

interface Waiting {
  readonly id: number;
  readonly task: ReadTask;
  readonly cancelled: SharedArrayBuffer;
  settle(result: { readonly value: unknown } | { readonly error: unknown }): void;
}

interface Slot {
  readonly thread: WorkerThread<ToReader>;
  /** What it is at. */
  job: Waiting | undefined;
}

export function createReaderPool({
  limit,
  log,
  maxQueued = MAX_QUEUED,
  idleMs,
  entry = threadEntry("reader-worker", import.meta.url),
}: ReaderPoolOptions): ReaderPool {
  const slots: Slot[] = [];
  const queue: Waiting[] = [];
  let lastId = 0;
  let closed = false;

  const addSlot = (): Slot => {
    const thread = createWorkerThread<ToReader, FromReader>({
      name: "reader",
      entry,
      ...(idleMs === undefined ? {} : { idleMs }),
      heard(message) {
        const { job } = slot;
        slot.job = undefined;
        if (message.kind === "answer") job?.settle({ value: message.value });
        else {
          if (message.detail !== undefined)
            log.error("a read failed in its thread", { detail: message.detail });
          job?.settle({ error: new ReaderUnavailable("The read failed in its thread.") });
        }
        next();
      },
      lost(detail) {
        const { job } = slot;
        slot.job = undefined;
        if (job !== undefined) log.error("a reader thread ended", { detail });
        job?.settle({ error: new ReaderUnavailable("The reader thread ended.") });
        next();
      },
    });
    const slot: Slot = { thread, job: undefined };
    slots.push(slot);
    return slot;
  };

  const freeSlot = (): Slot | undefined => {
    const free = slots.filter(({ job }) => job === undefined);
    return (
      free.find(({ thread }) => thread.running) ?? free[0] ?? (slots.length < limit ? addSlot() : undefined)
    );
  };

  /** Gives what waits to threads that are free. */
  const next = (): void => {
    while (queue.length > 0) {
      const free = freeSlot();
      if (free === undefined) break;
      const job = queue.shift() as Waiting;
      const { id, task, cancelled } = job;
      if (free.thread.post({ kind: "read", id, task, cancelled })) free.job = job;
      else job.settle({ error: new ReaderUnavailable("The reader thread does not start.") });
    }
    for (const { job, thread } of slots) if (job === undefined) thread.rest();
  };

  const end = async (): Promise<void> => {
    await Promise.all(
      slots.map(({ thread, job }) => {
        job?.settle({ error: new ReaderUnavailable("The reader threads are closed.") });
        return thread.end();
      }),
    );
  };

  return {
    counts: () => ({
      active: slots.filter(({ job }) => job !== undefined).length,
      queued: queue.length,
      limit,
      maxQueued,
    }),
    async run(task, signal) {
      signal?.throwIfAborted();
      if (closed || queue.length >= maxQueued) throw new ReaderUnavailable("No reader thread is free.");
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      lastId += 1;
      const cancelled = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
      const job: Waiting = {
        id: lastId,
        task,
        cancelled,
        settle(result) {
          signal?.removeEventListener("abort", abandon);
          if ("error" in result) reject(result.error);
          else resolve(result.value);
        },
      };
      const abandon = (): void => {
        const at = queue.indexOf(job);
        if (at >= 0) queue.splice(at, 1);
        // A thread stays taken until it has seen this.
        else Atomics.store(new Int32Array(cancelled), 0, 1);
        job.settle({ error: signal?.reason });
      };
      signal?.addEventListener("abort", abandon, { once: true });
      queue.push(job);
      next();
      return promise;
    },
    async close() {
      closed = true;
      for (const job of queue.splice(0)) {
        job.settle({ error: new ReaderUnavailable("The reader threads are closed.") });
      }
      await end();
    },
  };
}
