/**
 * A thread that searches with its own read-only connection and prepared statements, by the code of the main thread.
 * Each statement sees what was committed before it began. Entry file: bundled flat beside the commands.
 */
import { type MessagePort, parentPort } from "node:worker_threads";
import { createReader } from "../documents/reader.ts";
import { runJob } from "../search/jobs.ts";
import { keepIndex } from "../threads/kept-index.ts";
import type { FromReader, ToReader } from "./reader-messages.ts";

/** KiB of pages for each thread. */
const CACHE_KIB = 32_768;

if (parentPort !== null) serve(parentPort);

function serve(port: MessagePort): void {
  const index = keepIndex(CACHE_KIB, ({ raw }) => createReader(raw));

  port.on("message", (message: ToReader) => {
    if (message.kind === "close") {
      index.close();
      port.close();
      return;
    }
    const { id, task } = message;
    const signal = signalOf(new Int32Array(message.cancelled));
    try {
      const sources = {
        reader: index.at(task.indexPath).own,
        config: { load: () => task.settings },
        clock: { now: () => task.now },
      };
      const value = runJob(sources, task.job, signal);
      port.postMessage({ kind: "answer", id, value } satisfies FromReader);
    } catch (error) {
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      port.postMessage({
        kind: "failed",
        id,
        detail: signal.aborted ? undefined : detail,
      } satisfies FromReader);
    }
  });
}

/** Asked between statements: no message arrives while one runs. */
function signalOf(cancelled: Int32Array): AbortSignal {
  const aborted = () => Atomics.load(cancelled, 0) !== 0;
  return {
    get aborted() {
      return aborted();
    },
    throwIfAborted() {
      if (aborted()) throw new Error("cancelled");
    },
  } as AbortSignal;
}
