/** The main thread's side of the mirror's thread. */
import type { EngineLog } from "../ports.ts";
import { createQuestions, ThreadLost } from "../threads/questions.ts";
import { threadEntry } from "../threads/worker-thread.ts";
import type { FromMirror, ToMirror } from "./mirror-messages.ts";
import type { ModelRow } from "./rows.ts";
import type { VectorHit, VectorState } from "./types.ts";

export interface MirrorThread {
  search(
    model: ModelRow,
    query: Float32Array,
    k: number,
    allowed: Uint8Array | undefined,
  ): Promise<VectorHit[]>;
  state(): VectorState["mirror"];
  close(): Promise<void>;
}

/** Long: the copy is dear to make again. */
const IDLE_MS = 300_000;

export function createMirrorThread(indexPath: string, log: EngineLog): MirrorThread {
  let size = 0;
  const failed = (detail: string) => log.error("a vector search failed", { detail });
  const thread = createQuestions<ToMirror, FromMirror>({
    name: "vectors",
    entry: threadEntry("mirror-worker", import.meta.url),
    idleMs: IDLE_MS,
    // It only reads, so nothing is lost with what it is at.
    abrupt: true,
    log,
    unasked(message) {
      if (message.kind === "size") size = message.size;
      else if (message.kind === "failed") failed(message.detail);
    },
  });
  return {
    async search(model, query, k, allowed) {
      if (!thread.running) size = 0;
      const answer = await thread
        .ask((id) => ({ id, indexPath, model, query, k, allowed }))
        .catch((error: unknown) => {
          throw error instanceof ThreadLost ? failure() : error;
        });
      if (answer.kind === "hits") {
        size = answer.size;
        return [...answer.hits];
      }
      if (answer.kind === "failed") failed(answer.detail);
      throw failure();
    },
    state: () =>
      thread.running
        ? { state: size === 0 ? "building" : "ready", vectors: size }
        : { state: "none", vectors: 0 },
    close: () => thread.close(),
  };
}

function failure(): Error {
  return new Error("The vectors could not be searched. The log has the details; searches by words go on.");
}
