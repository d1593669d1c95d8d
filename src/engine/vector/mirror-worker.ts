/**
 * The thread that holds the copy of the vectors and scans it, with its own connection: building and scanning never
 * keep other calls waiting. Entry file: bundled flat beside the commands.
 */
import { type MessagePort, parentPort } from "node:worker_threads";
import { keepIndex } from "../threads/kept-index.ts";
import { loadVec } from "./load.ts";
import { createMirrorKeeper, type MirrorKeeper } from "./mirror-keeper.ts";
import type { FromMirror, ToMirror } from "./mirror-messages.ts";

/** KiB of pages: rescoring reads a hundred rows, building reads each page once. */
const CACHE_KIB = 8_192;

if (parentPort !== null) serve(parentPort);

function serve(port: MessagePort): void {
  const index = keepIndex(CACHE_KIB, (store) => createMirrorKeeper(store, { canScan: loadVec(store.raw) }));

  port.on("message", (message: ToMirror) => {
    const { id, indexPath, model, query, k, allowed } = message;
    try {
      const current = index.at(indexPath).own;
      const hits = current.search(
        model,
        query,
        k,
        allowed === undefined ? undefined : (chunk) => (allowed[chunk >> 3]! & (1 << (chunk & 7))) !== 0,
      );
      port.postMessage({ kind: "hits", id, hits, size: current.size } satisfies FromMirror);
      // After the answer has gone: the next question finds the copy.
      setImmediate(() => warm(port, current));
    } catch (error) {
      port.postMessage({ kind: "failed", id, detail: detailOf(error) } satisfies FromMirror);
    }
  });
}

function warm(port: MessagePort, keeper: MirrorKeeper): void {
  try {
    keeper.warm();
    port.postMessage({ kind: "size", size: keeper.size } satisfies FromMirror);
  } catch (error) {
    port.postMessage({ kind: "failed", detail: detailOf(error) } satisfies FromMirror);
  }
}

function detailOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
