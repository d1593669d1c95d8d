/**
 * The pool of reader threads: started with the first jobs, one job a thread at a time, in the order they came, ended after
 * a while without one. A job whose thread dies is given back, never lost.
 */
import { Worker } from "node:worker_threads";
import type { EngineLog } from "../ports.ts";
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

const IDLE_MS = 60_000;
/** More than a listener lets in at once. */
const MAX_QUEUED = 256;

interface Waiting {
  readonly id: number;
  readonly task: ReadTask;
  readonly cancelled: SharedArrayBuffer;
  settle(result: { readonly value: unknown } | { readonly error: unknown }): void;
}

interface Thread {
  readonly worker: Worker;
  /** What it is at. */
  job: Waiting | undefined;
}

export function createReaderPool({
  limit,
  log,
  maxQueued = MAX_QUEUED,
  idleMs = IDLE_MS,
  entry = ownEntry(),
}: ReaderPoolOptions): ReaderPool {
  const threads = new Set<Thread>();
  const queue: Waiting[] = [];
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;

  const lost = (thread: Thread, detail: string): void => {
    if (!threads.delete(thread)) return;
    if (thread.job !== undefined) log.error("a reader thread ended", { detail });
    thread.job?.settle({ error: new ReaderUnavailable("The reader thread ended.") });
    next();
  };

  const start = (): Thread => {
    // Its own stdout: nothing a native module prints there may reach a protocol's.
    const worker = new Worker(entry, { stdout: true, name: "reader" });
    const thread: Thread = { worker, job: undefined };
    worker.on("message", (message: FromReader) => {
      const { job } = thread;
      thread.job = undefined;
      if (message.kind === "answer") job?.settle({ value: message.value });
      else {
        if (message.detail !== undefined)
          log.error("a read failed in its thread", { detail: message.detail });
        job?.settle({ error: new ReaderUnavailable("The read failed in its thread.") });
      }
      next();
    });
    worker.on("error", (error) => lost(thread, error.stack ?? error.message));
    worker.on("exit", (code) => lost(thread, `code ${code}`));
    threads.add(thread);
    return thread;
  };

  /** Gives what waits to threads that are free. */
  const next = (): void => {
    while (queue.length > 0) {
      const free =
        [...threads].find(({ job }) => job === undefined) ?? (threads.size < limit ? start() : undefined);
      if (free === undefined) break;
      const job = queue.shift() as Waiting;
      free.job = job;
      free.worker.ref();
      const { id, task, cancelled } = job;
      free.worker.postMessage({ kind: "read", id, task, cancelled } satisfies ToReader);
    }
    // Without a job a thread keeps no program alive, and its memory goes back after a while.
    for (const { job, worker } of threads) if (job === undefined) worker.unref();
    if (threads.size > 0 && [...threads].every(({ job }) => job === undefined)) {
      clearTimeout(idle);
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  };

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = [...threads];
    threads.clear();
    await Promise.all(
      ending.map(async ({ worker, job }) => {
        job?.settle({ error: new ReaderUnavailable("The reader threads are closed.") });
        const gone = new Promise((resolve) => worker.once("exit", resolve));
        worker.ref();
        worker.postMessage({ kind: "close" } satisfies ToReader);
        await gone;
      }),
    );
  };

  return {
    counts: () => ({
      active: [...threads].filter(({ job }) => job !== undefined).length,
      queued: queue.length,
      limit,
      maxQueued,
    }),
    async run(task, signal) {
      signal?.throwIfAborted();
      if (closed || queue.length >= maxQueued) throw new ReaderUnavailable("No reader thread is free.");
      clearTimeout(idle);
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

function ownEntry(): URL {
  const file = import.meta.url.endsWith(".ts") ? "./reader-worker.ts" : "./reader-worker.js";
  return new URL(file, import.meta.url);
}
