/**
 * The thread in which embedding runs, with its own connection: reading chunks, fitting, the built-in model's arithmetic
 * and writing vectors never keep other calls waiting. Entry file: bundled flat beside the commands.
 */
import { type MessagePort, parentPort } from "node:worker_threads";
import { StoreError, storeError } from "../store/errors.ts";
import { markDamaged, openIndex, type Store } from "../store/open.ts";
import { readWordVectors } from "./builtin-file.ts";
import type { EmbedRequest, FromEmbedWorker, ToEmbedWorker } from "./embed-messages.ts";
import { runExternal } from "./external.ts";
import { runBuiltin } from "./lifecycle.ts";
import { EmbeddingCancelled } from "./pending.ts";
import { EmbeddingUnavailable, TextRefused } from "./port.ts";

/** KiB of pages: chunks are read in order, once. */
const CACHE_KIB = 8_192;

if (parentPort !== null) serve(parentPort);

function serve(port: MessagePort): void {
  let index: Store | undefined;
  /** The batch that the main thread is asked about. */
  let asked: { resolve: (vectors: Float32Array[]) => void; reject: (error: Error) => void } | undefined;
  let dimension = 0;

  const say = (message: FromEmbedWorker): void => port.postMessage(message);

  const ask = (texts: readonly string[]): Promise<Float32Array[]> =>
    new Promise((resolve, reject) => {
      asked = { resolve, reject };
      say({ kind: "texts", texts });
    });

  port.on("message", (message: ToEmbedWorker) => {
    switch (message.kind) {
      case "close":
        index?.close();
        port.close();
        return;
      case "run":
        void run(message).then(say);
        return;
      case "vectors":
        asked?.resolve(split(message.values, dimension));
        return;
      case "unavailable":
        asked?.reject(
          message.refused
            ? new TextRefused(message.message)
            : new EmbeddingUnavailable(message.reason, message.message),
        );
    }
  });

  async function run(request: EmbedRequest): Promise<FromEmbedWorker> {
    const { indexPath, model, all, wanted, force, now } = request;
    const flag = new Int32Array(request.cancel);
    const cancelled = () => Atomics.load(flag, 0) !== 0;
    try {
      if (index === undefined || index.path !== indexPath || index.replaced()) {
        index?.close();
        index = openIndex(indexPath, { busyTimeoutMs: request.busyTimeoutMs });
        index.raw.pragma(`cache_size = -${CACHE_KIB}`);
      }
      const progress = (done: number, total: number | undefined, message: string) =>
        say({ kind: "progress", done, total, message });
      const common = { store: index, all, wanted, force, now, cancelled, progress };
      dimension = model?.dimension ?? 0;
      const outcome =
        model === undefined
          ? await runBuiltin({ ...common, words: readWordVectors() })
          : await runExternal({
              ...common,
              model,
              embed: ask,
              refused: (message) => say({ kind: "refused", message }),
            });
      return { kind: "done", ...outcome };
    } catch (error) {
      return failure(error, indexPath);
    }
  }
}

function split(values: Float32Array, dimension: number): Float32Array[] {
  const out: Float32Array[] = [];
  for (let at = 0; at < values.length; at += dimension) out.push(values.subarray(at, at + dimension));
  return out;
}

function failure(error: unknown, indexPath: string): FromEmbedWorker {
  if (error instanceof EmbeddingCancelled) return { kind: "cancelled" };
  if (error instanceof EmbeddingUnavailable) {
    return { kind: "unavailable", reason: error.reason, message: error.message };
  }
  const known = storeError(error);
  if (known instanceof StoreError) {
    if (known.kind === "damaged") markDamaged(indexPath);
    return { kind: "store", store: known.kind, message: known.message };
  }
  return { kind: "failed", detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
