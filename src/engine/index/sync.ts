/**
 * The `Sync` port: hands runs to a worker thread that starts on first use and ends after a while without work. One run
 * at a time; the caller holds the write lease.
 */
import { emptyConfig } from "../config/defaults.ts";
import type { ConfigStore, IndexConfig } from "../config/types.ts";
import type { Sync, SyncOptions, SyncResult } from "../engine.ts";
import type { EngineLog } from "../ports.ts";
import { StoreError } from "../store/errors.ts";
import type { Store } from "../store/open.ts";
import { createWorkerThread, threadEntry } from "../threads/worker-thread.ts";
import { gitPull, type PullProblem } from "./git-pull.ts";
import { ChunkingPolicyConflict, readTarget } from "./policy.ts";
import { SyncCancelled } from "./run-context.ts";
import type { FromWorker, RunRequest, ToWorker } from "./sync-messages.ts";

export interface SyncParts {
  /** The connection of the main thread: tells the file and the policy generation seen at opening. */
  readonly index: Store;
  readonly durablePath: string | undefined;
  readonly config: ConfigStore;
  readonly log: EngineLog;
  /** How long the worker is kept without work. */
  readonly idleMs?: number;
}

export interface OwnedSync extends Sync {
  /** Stops a running sync after its current batch and ends the worker. */
  close(): Promise<void>;
}

const IDLE_MS = 20_000;

export function createSync(parts: SyncParts): OwnedSync {
  const thread = createThread(parts.idleMs ?? IDLE_MS);
  let generation = readTarget(parts.index).generation;
  let last: Promise<unknown> = Promise.resolve();
  let running: Int32Array | undefined;
  let closed = false;

  async function run(options: SyncOptions): Promise<SyncResult> {
    options.signal?.throwIfAborted();
    if (closed) throw new SyncCancelled();
    const config = parts.config.load() ?? emptyConfig;
    const problems = options.gitPull ? await pullAll(config, options) : new Map<string, PullProblem>();
    const cancel = new SharedArrayBuffer(4);
    const flag = new Int32Array(cancel);
    running = flag;
    const abort = (): void => {
      Atomics.store(flag, 0, 1);
    };
    options.signal?.addEventListener("abort", abort, { once: true });
    if (options.signal?.aborted || closed) abort();
    try {
      const answer = await thread.run(
        {
          kind: "run",
          indexPath: parts.index.path,
          durablePath: parts.durablePath,
          config,
          collections: options.collections,
          paths: options.paths,
          moved: options.moved,
          acceptDeletions: options.acceptDeletions === true,
          generation,
          problems,
          cancel,
        },
        (done, total, message) => options.progress?.(done, total, message),
      );
      const { result, generation: next } = finished(answer, parts.log, options.signal);
      generation = next;
      return result;
    } finally {
      running = undefined;
      options.signal?.removeEventListener("abort", abort);
    }
  }

  return {
    run(options) {
      const turn = last.then(
        () => run(options),
        () => run(options),
      );
      last = turn.catch(() => undefined);
      return turn;
    },
    async close() {
      closed = true;
      if (running !== undefined) Atomics.store(running, 0, 1);
      await last;
      await thread.close();
    },
  };
}

async function pullAll(config: IndexConfig, options: SyncOptions): Promise<Map<string, PullProblem>> {
  const problems = new Map<string, PullProblem>();
  for (const { name, path } of config.collections) {
    if (options.collections !== undefined && !options.collections.includes(name)) continue;
    options.progress?.(0, undefined, `git pull ${name}`);
    const problem = await gitPull(path, options.signal);
    if (problem !== undefined) problems.set(name, problem);
  }
  return problems;
}

function finished(
  answer: FromWorker,
  log: EngineLog,
  signal: AbortSignal | undefined,
): Extract<FromWorker, { kind: "done" }> {
  switch (answer.kind) {
    case "done":
      return answer;
    case "conflict":
      throw new ChunkingPolicyConflict();
    case "cancelled":
      throw signal?.aborted ? signal.reason : new SyncCancelled();
    case "store":
      throw new StoreError(answer.store, answer.message);
    default:
      log.error("sync failed", { detail: answer.kind === "failed" ? answer.detail : answer.kind });
      throw new Error(
        "The sync failed inside the program. The log has the details; what was indexed before is kept.",
      );
  }
}

type OnProgress = (done: number, total: number | undefined, message: string) => void;

function createThread(idleMs: number) {
  let running: { readonly progress: OnProgress; readonly resolve: (answer: FromWorker) => void } | undefined;

  const settle = (answer: FromWorker): void => {
    const settled = running;
    running = undefined;
    thread.rest();
    settled?.resolve(answer);
  };
  const thread = createWorkerThread<ToWorker, FromWorker>({
    name: "sync",
    entry: threadEntry("sync-worker", import.meta.url),
    idleMs,
    heard(message) {
      if (message.kind === "progress") running?.progress(message.done, message.total, message.message);
      else settle(message);
    },
    lost: (detail) => settle({ kind: "failed", detail: `the sync thread ended: ${detail}` }),
  });

  return {
    run(request: RunRequest, progress: OnProgress): Promise<FromWorker> {
      return new Promise((resolve) => {
        running = { progress, resolve };
        if (!thread.post(request)) settle({ kind: "failed", detail: "the sync thread does not start" });
      });
    },
    close: () => thread.end(),
  };
}
