/** The main thread's side of the audit's thread: starts it with the first audit, ends it after a while without one. */
import { Worker } from "node:worker_threads";
import type { EngineLog } from "../ports.ts";
import type { FromAudit, PassRequest, ToAudit } from "./audit-messages.ts";
import type { PassResult } from "./run-pass.ts";

export interface AuditThread {
  /** undefined = the pass could not be made; the log says why. Set `cancel` to end it early. */
  pass(
    request: PassRequest,
    cancel: Int32Array,
    progress: (done: number, total: number, message: string) => void,
  ): Promise<PassResult | undefined>;
  close(): Promise<void>;
}

const IDLE_MS = 30_000;

interface Waiting {
  readonly settle: (result: PassResult | undefined) => void;
  readonly progress: (done: number, total: number, message: string) => void;
}

export function createAuditThread(log: EngineLog, idleMs = IDLE_MS): AuditThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const lost = (gone: Worker, detail: string): void => {
    if (worker !== gone) return;
    worker = undefined;
    if (waiting.size > 0) log.error("the audit thread ended", { detail });
    for (const { settle } of waiting.values()) settle(undefined);
    waiting.clear();
  };

  const start = (): Worker => {
    const file = import.meta.url.endsWith(".ts") ? "./audit-worker.ts" : "./audit-worker.js";
    // Its own stdout: nothing a native module prints there may reach a protocol's.
    const started = new Worker(new URL(file, import.meta.url), { stdout: true, name: "audit" });
    started.on("message", (message: FromAudit) => {
      const own = waiting.get(message.id);
      if (message.kind === "progress") {
        own?.progress(message.done, message.total, message.message);
        return;
      }
      waiting.delete(message.id);
      if (message.kind === "failed") log.error("an audit failed", { detail: message.detail });
      own?.settle(message.kind === "answer" ? (JSON.parse(message.json) as PassResult) : undefined);
      rest(started);
    });
    started.on("error", (error) => lost(started, error.stack ?? error.message));
    started.on("exit", (code) => lost(started, `code ${code}`));
    return started;
  };

  /** Without an audit it keeps no program alive, and its memory goes back after a while. */
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
    ending.postMessage({ kind: "close" } satisfies ToAudit);
    await gone;
  };

  return {
    pass(request, cancel, progress) {
      clearTimeout(idle);
      worker ??= start();
      worker.ref();
      lastId += 1;
      const id = lastId;
      const current = worker;
      return new Promise((resolve) => {
        waiting.set(id, { settle: resolve, progress });
        current.postMessage({ kind: "ask", id, pass: request, cancel } satisfies ToAudit);
      });
    },
    async close() {
      await end();
      for (const { settle } of waiting.values()) settle(undefined);
      waiting.clear();
    },
  };
}
