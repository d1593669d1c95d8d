/**
 * The thread in which syncs run, with its own connection, so that searches go on and the event loop never waits.
 * Entry file: bundled flat beside the commands.
 */
import { type MessagePort, parentPort } from "node:worker_threads";
import { createChangeLog, noChangeLog } from "../changes/journal.ts";
import { systemClock } from "../ports.ts";
import { StoreError, storeError } from "../store/errors.ts";
import { markDamaged, openDurable, openIndex, type Store } from "../store/open.ts";
import { stemFor } from "../store/stem.ts";
import { ChunkingPolicyConflict } from "./policy.ts";
import { noUserTags, SyncCancelled } from "./run-context.ts";
import { runSync } from "./run-sync.ts";
import type { FromWorker, RunRequest, ToWorker } from "./sync-messages.ts";
import { createUserTagSource } from "./user-tag-source.ts";

if (parentPort !== null) serve(parentPort);

function serve(port: MessagePort): void {
  let index: Store | undefined;
  let durable: Store | undefined;

  port.on("message", (message: ToWorker) => {
    if (message.kind === "close") {
      index?.close();
      durable?.close();
      port.close();
      return;
    }
    port.postMessage(run(message));
  });

  function run(request: RunRequest): FromWorker {
    try {
      const { config } = request;
      if (index === undefined || index.path !== request.indexPath || index.replaced()) {
        index?.close();
        index = openIndex(request.indexPath, {
          busyTimeoutMs: config.busyTimeoutMs,
          // What was too large to be checked when the program opened it is checked here.
          thorough: true,
          stem: stemFor(config.ftsTokenizer),
        });
      }
      if (request.durablePath !== undefined && (durable === undefined || durable.replaced())) {
        durable?.close();
        durable = undefined;
        const opened = openOrSay(request.durablePath, config.busyTimeoutMs);
        if (opened instanceof StoreError) {
          return { kind: "store", store: opened.kind, message: opened.message };
        }
        durable = opened;
      }
      const flag = new Int32Array(request.cancel);
      const { result, generation } = runSync(index, {
        config,
        collections: request.collections,
        paths: request.paths,
        moved: request.moved,
        acceptDeletions: request.acceptDeletions,
        generation: request.generation,
        problems: request.problems,
        userTags: durable === undefined ? noUserTags : createUserTagSource(durable),
        changes: durable === undefined ? noChangeLog : createChangeLog(durable, systemClock),
        clock: systemClock,
        cancelled: () => Atomics.load(flag, 0) !== 0,
        progress: (done, total, message) => {
          port.postMessage({ kind: "progress", done, total, message } satisfies FromWorker);
        },
      });
      return { kind: "done", result, generation };
    } catch (error) {
      return failure(error, request.indexPath);
    }
  }
}

/** Damage of the durable database is told and says nothing of the index. */
function openOrSay(path: string, busyTimeoutMs: number): Store | StoreError {
  try {
    return openDurable(path, { busyTimeoutMs });
  } catch (error) {
    const known = storeError(error);
    if (known instanceof StoreError) return known;
    throw error;
  }
}

function failure(error: unknown, indexPath: string): FromWorker {
  if (error instanceof ChunkingPolicyConflict) return { kind: "conflict" };
  if (error instanceof SyncCancelled) return { kind: "cancelled" };
  const known = storeError(error);
  if (known instanceof StoreError) {
    if (known.kind === "damaged") markDamaged(indexPath);
    return { kind: "store", store: known.kind, message: known.message };
  }
  return { kind: "failed", detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
