/** The main thread's side of the graph's thread: starts it with the first question, ends it after a while without one. */
import { Worker } from "node:worker_threads";
import type { EngineLog } from "../ports.ts";
import type { GraphRequest } from "./answer.ts";
import type { FromGraph, ToGraph } from "./graph-messages.ts";

export interface GraphThread {
  ask(collections: readonly string[], request: GraphRequest, signal?: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

const IDLE_MS = 60_000;

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

export function createGraphThread(indexPath: string, log: EngineLog, idleMs = IDLE_MS): GraphThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const lost = (gone: Worker, detail: string): void => {
    if (worker !== gone) return;
    worker = undefined;
    if (waiting.size > 0) log.error("the graph thread ended", { detail });
    for (const { reject } of waiting.values()) reject(failure());
    waiting.clear();
  };

  const start = (): Worker => {
    const file = import.meta.url.endsWith(".ts") ? "./graph-worker.ts" : "./graph-worker.js";
    // Its own stdout: nothing a native module prints there may reach a protocol's.
    const started = new Worker(new URL(file, import.meta.url), { stdout: true, name: "graph" });
    started.on("message", (message: FromGraph) => {
      const { resolve, reject } = waiting.get(message.id) ?? {};
      waiting.delete(message.id);
      if (message.kind === "answer") resolve?.((JSON.parse(message.json) as unknown[])[0]);
      else {
        log.error("a graph request failed", { detail: message.detail });
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
    const gone = new Promise((resolve) => ending.once("exit", resolve));
    ending.ref();
    ending.postMessage({ kind: "close" } satisfies ToGraph);
    await gone;
  };

  return {
    ask(collections, request, signal) {
      clearTimeout(idle);
      worker ??= start();
      worker.ref();
      lastId += 1;
      const id = lastId;
      const current = worker;
      return new Promise((resolve, reject) => {
        // What was asked is still answered in the thread; nobody waits for it any more.
        const abandon = (): void => {
          waiting.delete(id);
          reject(signal?.reason instanceof Error ? signal.reason : new Error("The request was cancelled."));
          rest(current);
        };
        const done = (): void => signal?.removeEventListener("abort", abandon);
        waiting.set(id, {
          resolve: (answer) => {
            done();
            resolve(answer);
          },
          reject: (error) => {
            done();
            reject(error);
          },
        });
        signal?.addEventListener("abort", abandon, { once: true });
        current.postMessage({ kind: "ask", id, indexPath, collections, request } satisfies ToGraph);
      });
    },
    async close() {
      for (const { reject } of waiting.values()) reject(failure());
      waiting.clear();
      await end();
    },
  };
}

function failure(): Error {
  return new Error("The graph could not be read. The log has the details; try again after the next sync.");
}
