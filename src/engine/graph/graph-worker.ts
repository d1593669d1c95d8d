/**
 * The thread in which whole graphs are read and searched, with its own read-only connection, so that no call waits for
 * one. It keeps the graph until the index changes. Entry file: bundled flat beside the commands.
 */
import { type MessagePort, parentPort } from "node:worker_threads";
import { createReader, type Reader } from "../documents/reader.ts";
import { openIndex, type Store } from "../store/open.ts";
import { type GraphSession, openSession } from "./answer.ts";
import type { FromGraph, ToGraph } from "./graph-messages.ts";

/** Milliseconds to wait for a database that another process is just changing. */
const BUSY_MS = 5_000;
/** KiB of pages: a graph is read in long runs, once. */
const CACHE_KIB = 8_192;

if (parentPort !== null) serve(parentPort);

interface Kept {
  readonly session: GraphSession;
  readonly version: number;
  readonly collections: string;
}

function serve(port: MessagePort): void {
  let store: Store | undefined;
  let reader: Reader | undefined;
  let kept: Kept | undefined;

  const session = (path: string, collections: readonly string[]): GraphSession => {
    if (store !== undefined && (store.path !== path || store.replaced())) {
      store.close();
      store = undefined;
    }
    if (store === undefined || reader === undefined) {
      store = openIndex(path, { readonly: true, busyTimeoutMs: BUSY_MS });
      store.raw.pragma(`cache_size = -${CACHE_KIB}`);
      reader = createReader(store.raw);
      kept = undefined;
    }
    const open = store;
    const names = JSON.stringify(collections);
    const version = open.raw.pragma("data_version", { simple: true }) as number;
    if (kept === undefined || kept.version !== version || kept.collections !== names) {
      kept = undefined;
      const read = reader;
      // One transaction: documents, names and links of the same moment.
      const fresh = open.raw.transaction(() => openSession(read, collections))();
      kept = { session: fresh, version, collections: names };
    }
    return kept.session;
  };

  port.on("message", (message: ToGraph) => {
    if (message.kind === "close") {
      store?.close();
      port.close();
      return;
    }
    const { id, indexPath, collections, request } = message;
    try {
      const answer = session(indexPath, collections).answer(request);
      const json = answer === undefined ? "[]" : JSON.stringify([answer]);
      port.postMessage({ kind: "answer", id, json } satisfies FromGraph);
    } catch (error) {
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      port.postMessage({ kind: "failed", id, detail } satisfies FromGraph);
    }
  });
}
