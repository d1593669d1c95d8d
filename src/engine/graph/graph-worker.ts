/**
 * The thread in which whole graphs are read and searched, with its own read-only connection, so that no call waits for
 * one. It keeps the graph until the index changes. Entry file: bundled flat beside the commands.
 */
import { type MessagePort, parentPort } from "node:worker_threads";
import { createReader } from "../documents/reader.ts";
import type { Store } from "../store/open.ts";
import { keepIndex } from "../threads/kept-index.ts";
import { type GraphSession, openSession } from "./answer.ts";
import type { FromGraph, ToGraph } from "./graph-messages.ts";

/** KiB of pages: a graph is read in long runs, once. */
const CACHE_KIB = 8_192;

if (parentPort !== null) serve(parentPort);

interface Kept {
  readonly session: GraphSession;
  readonly store: Store;
  readonly version: number;
  readonly collections: string;
}

function serve(port: MessagePort): void {
  const index = keepIndex(CACHE_KIB, ({ raw }) => createReader(raw));
  let kept: Kept | undefined;

  const session = (path: string, collections: readonly string[]): GraphSession => {
    const { store, own: reader } = index.at(path);
    const names = JSON.stringify(collections);
    const version = store.raw.pragma("data_version", { simple: true }) as number;
    if (kept?.store !== store || kept.version !== version || kept.collections !== names) {
      kept = undefined;
      // One transaction: documents, names and links of the same moment.
      const fresh = store.raw.transaction(() => openSession(reader, collections))();
      kept = { session: fresh, store, version, collections: names };
    }
    return kept.session;
  };

  port.on("message", (message: ToGraph) => {
    if (message.kind === "close") {
      index.close();
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
