/** Questions to a worker thread: many at a time, each with a number that its answer bears. */
import type { EngineLog } from "../ports.ts";
import { createWorkerThread, type ThreadOptions } from "./worker-thread.ts";

/** The thread ended, or cannot be started, before it answered. */
export class ThreadLost extends Error {}

export interface Questions<To, From> {
  readonly running: boolean;
  /** @throws ThreadLost, and the reason of `signal`: what was asked is still worked on, and nobody waits for it. */
  ask(message: (id: number) => To, options?: AskOptions<From>): Promise<From>;
  /** What is asked is still answered, unless the thread ends abruptly. */
  close(): Promise<void>;
}

export interface AskOptions<From> {
  readonly signal?: AbortSignal | undefined;
  /** What comes before the answer. */
  readonly progress?: (message: From) => void;
}

export interface QuestionsOptions<From>
  extends Pick<ThreadOptions<From>, "name" | "entry" | "idleMs" | "abrupt" | "now"> {
  readonly log: EngineLog;
  /** Which messages answer; all when not given. */
  answers?(message: From): boolean;
  /** What belongs to no open question. */
  unasked?(message: From): void;
}

interface Waiting<From> {
  readonly progress: ((message: From) => void) | undefined;
  settle(result: From | Error): void;
}

export function createQuestions<To, From extends { readonly id?: number }>(
  options: QuestionsOptions<From>,
): Questions<To, From> {
  const { log, answers = () => true, unasked, ...own } = options;
  const waiting = new Map<number, Waiting<From>>();
  let lastId = 0;

  const thread = createWorkerThread<To, From>({
    ...own,
    heard(message) {
      const asked = message.id === undefined ? undefined : waiting.get(message.id);
      if (asked === undefined) unasked?.(message);
      else if (answers(message)) asked.settle(message);
      else asked.progress?.(message);
    },
    lost(detail) {
      if (waiting.size > 0) log.error(`the ${own.name} thread ended`, { detail });
      giveUp(`The ${own.name} thread ended.`);
    },
  });

  const giveUp = (reason: string): void => {
    for (const { settle } of [...waiting.values()]) settle(new ThreadLost(reason));
  };

  return {
    get running() {
      return thread.running;
    },
    ask(message, { signal, progress } = {}) {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const settle = (result: From | Error): void => {
          if (!waiting.delete(id)) return;
          signal?.removeEventListener("abort", abandon);
          if (waiting.size === 0) thread.rest();
          if (result instanceof Error) reject(result);
          else resolve(result);
        };
        const abandon = (): void =>
          settle(signal?.reason instanceof Error ? signal.reason : new Error("The request was cancelled."));
        waiting.set(id, { progress, settle });
        if (signal?.aborted) return abandon();
        signal?.addEventListener("abort", abandon, { once: true });
        if (!thread.post(message(id))) {
          settle(new ThreadLost(`The ${own.name} thread does not start; it is tried again later.`));
        }
      });
    },
    async close() {
      await thread.end();
      giveUp(`The ${own.name} thread is closed.`);
    },
  };
}
