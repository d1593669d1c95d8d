/** The main thread's side of an embedding run: starts the thread, asks the model for it, ends it after a while without work. */
import type { EngineLog } from "../ports.ts";
import { StoreError } from "../store/errors.ts";
import { createWorkerThread, threadEntry } from "../threads/worker-thread.ts";
import type { EmbedRequest, FromEmbedWorker, ToEmbedWorker } from "./embed-messages.ts";
import { EmbeddingCancelled, type PendingOutcome } from "./pending.ts";
import { type Embedder, EmbeddingUnavailable, TextRefused } from "./port.ts";

export interface EmbedCall {
  readonly request: Omit<EmbedRequest, "kind" | "cancel">;
  /** undefined for the built-in model, which lives in the thread. */
  readonly embedder: Embedder | undefined;
  readonly signal: AbortSignal | undefined;
  readonly progress: ((done: number, total: number | undefined, message: string) => void) | undefined;
}

export interface EmbedThread {
  /** One run at a time. @throws EmbeddingUnavailable, StoreError, EmbeddingCancelled or the signal's reason */
  run(call: EmbedCall): Promise<PendingOutcome>;
  close(): Promise<void>;
}

const IDLE_MS = 20_000;
/** A fit makes much short-lived garbage: small young generations keep memory flat at no cost. */
const YOUNG_MB = 8;

interface Run {
  readonly call: EmbedCall;
  readonly flag: Int32Array;
  readonly stop: AbortController;
  settle(end: FromEmbedWorker): void;
}

export function createEmbedThread(log: EngineLog, idleMs = IDLE_MS): EmbedThread {
  let running: Run | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  const thread = createWorkerThread<ToEmbedWorker, FromEmbedWorker>({
    name: "embedding",
    entry: threadEntry("embed-worker", import.meta.url),
    idleMs,
    limits: { maxYoungGenerationSizeMb: YOUNG_MB },
    heard(message) {
      if (running === undefined) return;
      if (message.kind === "progress") {
        running.call.progress?.(message.done, message.total, message.message);
      } else if (message.kind === "texts") void answer(running, message.texts);
      else if (message.kind === "refused") log.warn("a text was not embedded", { reason: message.message });
      else running.settle(message);
    },
    lost: (detail) => running?.settle({ kind: "failed", detail: `the embedding thread ended: ${detail}` }),
  });

  const answer = async (run: Run, texts: readonly string[]): Promise<void> => {
    let message: ToEmbedWorker;
    try {
      const vectors = (await run.call.embedder?.embed(texts, "passage", run.stop.signal)) ?? [];
      message = { kind: "vectors", values: joined(vectors) };
    } catch (error) {
      message = refusal(error, run.stop.signal.aborted, log);
    }
    // The thread of this run may be gone, and another run's be there.
    if (running === run) thread.tell(message);
  };

  async function run(call: EmbedCall): Promise<PendingOutcome> {
    const { request, signal } = call;
    signal?.throwIfAborted();
    if (closed) throw new EmbeddingCancelled();
    const cancel = new SharedArrayBuffer(4);
    const flag = new Int32Array(cancel);
    const stop = new AbortController();
    const abort = (): void => {
      Atomics.store(flag, 0, 1);
      // A batch that a slow model works on is not waited for.
      stop.abort(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const end = await new Promise<FromEmbedWorker>((resolve) => {
        running = { call, flag, stop, settle: resolve };
        if (!thread.post({ kind: "run", cancel, ...request })) {
          resolve({ kind: "failed", detail: "the embedding thread does not start" });
        }
      });
      return finished(end, log, signal);
    } finally {
      running = undefined;
      signal?.removeEventListener("abort", abort);
      thread.rest();
    }
  }

  return {
    run(call) {
      const turn = last.then(
        () => run(call),
        () => run(call),
      );
      last = turn.catch(() => undefined);
      return turn;
    },
    async close() {
      closed = true;
      if (running !== undefined) Atomics.store(running.flag, 0, 1);
      running?.stop.abort();
      await last;
      await thread.end();
    },
  };
}

function joined(vectors: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(vectors.reduce((sum, vector) => sum + vector.length, 0));
  let at = 0;
  for (const vector of vectors) {
    out.set(vector, at);
    at += vector.length;
  }
  return out;
}

function refusal(error: unknown, stopped: boolean, log: EngineLog): ToEmbedWorker {
  if (error instanceof EmbeddingUnavailable) {
    const { reason, message } = error;
    return { kind: "unavailable", reason, message, refused: error instanceof TextRefused };
  }
  if (!stopped)
    log.error("the model failed", { error: error instanceof Error ? error.stack : String(error) });
  const message =
    "The model stopped on an unexpected error. The log has the details; run gno embed to go on.";
  return { kind: "unavailable", reason: "failed", message, refused: false };
}

function finished(end: FromEmbedWorker, log: EngineLog, signal: AbortSignal | undefined): PendingOutcome {
  if (signal?.aborted && end.kind !== "done") throw signal.reason;
  switch (end.kind) {
    case "done":
      return { embedded: end.embedded, errors: end.errors };
    case "cancelled":
      throw new EmbeddingCancelled();
    case "unavailable":
      throw new EmbeddingUnavailable(end.reason, end.message);
    case "store":
      throw new StoreError(end.store, end.message);
    default:
      log.error("embedding failed", { detail: end.kind === "failed" ? end.detail : end.kind });
      throw new Error(
        "The embedding failed inside the program. The log has the details; what was embedded before is kept.",
      );
  }
}
