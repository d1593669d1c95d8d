/** The main thread's side of the mirror: starts its thread with the first question and ends it after a while without one. */
import { Worker } from "node:worker_threads";
import type { EngineLog } from "../ports.ts";
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

const IDLE_MS = 300_000;

interface Waiting {
  readonly resolve: (hits: VectorHit[]) => void;
  readonly reject: (error: Error) => void;
}

export function createMirrorThread(indexPath: string, log: EngineLog, idleMs = IDLE_MS): MirrorThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let size = 0;

  const lost = (gone: Worker, detail: string): void => {
    if (worker !== gone) return;
    worker = undefined;
    size = 0;
    if (waiting.size > 0) log.error("the vector thread ended", { detail });
    for (const { reject } of waiting.values()) reject(failure());
    waiting.clear();
  };

  const start = (): Worker => {
    const file = import.meta.url.endsWith(".ts") ? "./mirror-worker.ts" : "./mirror-worker.js";
    // Its own stdout: nothing a native module prints there may reach a protocol's.
    const started = new Worker(new URL(file, import.meta.url), { stdout: true, name: "vectors" });
    started.on("message", (message: FromMirror) => {
      if (message.kind === "size") {
        if (worker === started) size = message.size;
        return;
      }
      const { resolve, reject } = waiting.get(message.id) ?? {};
      waiting.delete(message.id);
      if (message.kind === "hits") {
        size = message.size;
        resolve?.([...message.hits]);
      } else {
        log.error("a vector search failed", { detail: message.detail });
        reject?.(failure());
      }
      rest(started);
    });
    started.on("error", (error) => lost(started, error.stack ?? error.message));
    started.on("exit", (code) => lost(started, `code ${code}`));
    return started;
  };

  /** Without a question it keeps no program alive, and its memory goes back after a while. */
  const rest = (current: Worker): void => {
    if (waiting.size > 0) return;
    current.unref();
    clearTimeout(idle);
    idle = setTimeout(() => void end(), idleMs).unref();
  };

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = worker;
    if (ending === undefined) return;
    worker = undefined;
    size = 0;
    // It only reads, so nothing is lost with what it is at.
    await ending.terminate();
  };

  return {
    search(model, query, k, allowed) {
      clearTimeout(idle);
      worker ??= start();
      worker.ref();
      lastId += 1;
      const id = lastId;
      const current = worker;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        current.postMessage({ id, indexPath, model, query, k, allowed } satisfies ToMirror);
      });
    },
    state: () => ({
      state: worker === undefined ? "none" : size === 0 ? "building" : "ready",
      vectors: size,
    }),
    async close() {
      for (const { reject } of waiting.values()) reject(failure());
      waiting.clear();
      await end();
    },
  };
}

function failure(): Error {
  return new Error("The vectors could not be searched. The log has the details; searches by words go on.");
}
