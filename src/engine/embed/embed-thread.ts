/** The main thread's side of an embedding run: starts the thread, asks the model for it, ends it after a while without work. */
import { Worker } from "node:worker_threads";
import type { EngineLog } from "../ports.ts";
import { StoreError } from "../store/errors.ts";
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

export function createEmbedThread(log: EngineLog, idleMs = IDLE_MS): EmbedThread {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let running: { readonly flag: Int32Array; readonly stop: AbortController } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  async function run({ request, embedder, signal, progress }: EmbedCall): Promise<PendingOutcome> {
    signal?.throwIfAborted();
    if (closed) throw new EmbeddingCancelled();
    const cancel = new SharedArrayBuffer(4);
    const flag = new Int32Array(cancel);
    const stop = new AbortController();
    running = { flag, stop };
    const abort = (): void => {
      Atomics.store(flag, 0, 1);
      // A batch that a slow model works on is not waited for.
      stop.abort(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    clearTimeout(idle);
    worker ??= start();
    const current = worker;
    current.ref();
    const post = (message: ToEmbedWorker) => current.postMessage(message);
    const answer = async (texts: readonly string[]): Promise<void> => {
      try {
        const vectors = (await embedder?.embed(texts, "passage", stop.signal)) ?? [];
        post({ kind: "vectors", values: joined(vectors) });
      } catch (error) {
        post(refusal(error, stop.signal.aborted, log));
      }
    };
    try {
      const end = await new Promise<FromEmbedWorker>((resolve) => {
        current.removeAllListeners();
        current.on("message", (message: FromEmbedWorker) => {
          if (message.kind === "progress") progress?.(message.done, message.total, message.message);
          else if (message.kind === "texts") void answer(message.texts);
          else if (message.kind === "refused")
            log.warn("a text was not embedded", { reason: message.message });
          else resolve(message);
        });
        const lost = (detail: string): void => {
          if (worker === current) worker = undefined;
          resolve({ kind: "failed", detail });
        };
        current.on("error", (error) => lost(error.stack ?? error.message));
        current.on("exit", (code) => lost(`the embedding thread ended with code ${code}`));
        post({ kind: "run", cancel, ...request });
      });
      return finished(end, log, signal);
    } finally {
      running = undefined;
      signal?.removeEventListener("abort", abort);
      if (worker === current) {
        current.unref();
        idle = setTimeout(() => void end(), idleMs).unref();
      }
    }
  }

  const start = (): Worker => {
    const file = import.meta.url.endsWith(".ts") ? "./embed-worker.ts" : "./embed-worker.js";
    // Its own stdout: nothing a native module prints there may reach a protocol's.
    return new Worker(new URL(file, import.meta.url), {
      stdout: true,
      name: "embedding",
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
  };

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    if (ending === undefined) return;
    const gone = new Promise((resolve) => ending.once("exit", resolve));
    ending.ref();
    ending.postMessage({ kind: "close" } satisfies ToEmbedWorker);
    await gone;
  };

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
      await end();
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
