/**
 * A worker thread held from the main one: started with the first message, kept while something is waited for, ended after
 * a while without work, and left alone for a while when it keeps dying before its first word.
 */
import { type ResourceLimits, Worker } from "node:worker_threads";

export interface WorkerThread<To> {
  readonly running: boolean;
  /**
   * Starts the thread when it does not run, and keeps the program alive until `rest`.
   * false = it died before its first word more than once, and the time to try again has not come.
   */
  post(message: To): boolean;
  /** To a running thread only: one that was started since would not know what it is about. */
  tell(message: To): void;
  /** Nothing is waited for: it keeps no program alive any more, and its memory goes back after a while. */
  rest(): void;
  end(): Promise<void>;
}

export interface ThreadOptions<From> {
  readonly name: string;
  /** Its program; see `threadEntry`. */
  readonly entry: URL;
  readonly idleMs?: number;
  readonly limits?: ResourceLimits;
  /** It holds nothing that has to be closed: ended without a word. Others are sent `{ kind: "close" }`. */
  readonly abrupt?: boolean;
  heard(message: From): void;
  /** It ended without being asked to. `detail` is for the log only. */
  lost(detail: string): void;
  /** Milliseconds, for tests. */
  readonly now?: () => number;
}

const IDLE_MS = 30_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

export function createWorkerThread<To, From>(options: ThreadOptions<From>): WorkerThread<To> {
  const { name, entry, idleMs = IDLE_MS, limits, abrupt = false, now = () => performance.now() } = options;
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  /** Deaths before the first word, in a row. */
  let stillborn = 0;
  let nextTry = 0;

  const start = (): Worker => {
    // Its own stdout: nothing a native module prints there may reach a protocol's.
    const started = new Worker(entry, {
      stdout: true,
      name,
      ...(limits === undefined ? {} : { resourceLimits: limits }),
    });
    let spoke = false;
    const lost = (detail: string): void => {
      if (worker !== started) return;
      worker = undefined;
      clearTimeout(idle);
      stillborn = spoke ? 0 : stillborn + 1;
      // The first time may be chance.
      if (stillborn > 1) nextTry = now() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (stillborn - 2));
      options.lost(detail);
    };
    started.on("message", (message: From) => {
      spoke = true;
      stillborn = 0;
      options.heard(message);
    });
    started.on("error", (error) => lost(error.stack ?? error.message));
    started.on("exit", (code) => lost(`code ${code}`));
    return started;
  };

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = worker;
    if (ending === undefined) return;
    worker = undefined;
    if (abrupt) {
      await ending.terminate();
      return;
    }
    const gone = new Promise((resolve) => ending.once("exit", resolve));
    ending.ref();
    ending.postMessage({ kind: "close" });
    await gone;
  };

  return {
    get running() {
      return worker !== undefined;
    },
    post(message) {
      clearTimeout(idle);
      if (worker === undefined && stillborn > 1 && now() < nextTry) return false;
      worker ??= start();
      worker.ref();
      worker.postMessage(message);
      return true;
    },
    tell(message) {
      worker?.postMessage(message);
    },
    rest() {
      clearTimeout(idle);
      if (worker === undefined) return;
      worker.unref();
      idle = setTimeout(() => void end(), idleMs).unref();
    },
    end,
  };
}

/** The program beside the module at `here`: its source in a checkout, its bundle in an installed package. */
export function threadEntry(name: string, here: string): URL {
  return new URL(`./${name}${here.endsWith(".ts") ? ".ts" : ".js"}`, here);
}
