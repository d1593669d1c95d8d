/**
 * The thread of audits, which read every file of a vault. Its connection is read-only, so that SQLite itself refuses to
 * write, and closed after each audit. Entry file: bundled flat beside the commands.
 */
import { type MessagePort, parentPort } from "node:worker_threads";
import { createReader } from "../documents/reader.ts";
import { openIndex } from "../store/open.ts";
import type { FromAudit, ToAudit } from "./audit-messages.ts";
import { type PassResult, runPass } from "./run-pass.ts";

/** Milliseconds to wait for a database that another process is just changing. */
const BUSY_MS = 5_000;
/** Milliseconds between two words on how far it is. */
const PROGRESS_MS = 100;

if (parentPort !== null) serve(parentPort);

function serve(port: MessagePort): void {
  const tell = (message: FromAudit): void => port.postMessage(message);
  port.on("message", (message: ToAudit) => {
    if (message.kind === "close") {
      port.close();
      return;
    }
    const { id, pass, cancel } = message;
    let told = performance.now();
    try {
      const store = openIndex(pass.indexPath, { readonly: true, busyTimeoutMs: BUSY_MS });
      let result: PassResult;
      try {
        result = runPass(pass, {
          reader: createReader(store.raw),
          atOnce: (work) => store.raw.transaction(work)(),
          version: () => store.raw.pragma("data_version", { simple: true }) as number,
          cancelled: () => Atomics.load(cancel, 0) !== 0,
          progress(done, total, text) {
            if (performance.now() - told < PROGRESS_MS) return;
            told = performance.now();
            tell({ kind: "progress", id, done, total, message: text });
          },
        });
      } finally {
        store.close();
      }
      tell({ kind: "answer", id, json: JSON.stringify(result) });
    } catch (error) {
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      tell({ kind: "failed", id, detail });
    }
  });
}
