/**
 * Runs GGUF models in one child process: started on first use, given one request at a time, killed when a request
 * passes its deadline, started again after a crash, ended after idle time. It never inherits the standard streams, which
 * belong to the protocol. A crash or a hang costs the request it happened in.
 */
import { type ChildProcess, fork } from "node:child_process";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { EmbeddingUnavailable } from "../embed/port.ts";
import type { EngineLog } from "../ports.ts";
import type { FromLlama, LlamaAnswers, LlamaRequest, ToLlama } from "./llama-messages.ts";

export interface LlamaHostOptions {
  readonly log: EngineLog;
  /** Default: physical cores - 1, at most 4, at least 1. */
  readonly maxThreads?: number;
  /** Milliseconds until a model is in memory; default 60,000. */
  readonly loadTimeoutMs?: number;
  /** Milliseconds for one text, one document or one answer; default 30,000. */
  readonly inferenceTimeoutMs?: number;
  /** Milliseconds without a request after which the process ends and gives its memory back; default 300,000. */
  readonly warmModelTtlMs?: number;
  /** Entry file of the child; tests pass one that misbehaves. */
  readonly childFile?: URL;
}

export interface LlamaRunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Goes before what waits: a person is waiting for a query, nobody for a passage. */
  readonly urgent?: boolean;
}

export interface LlamaHost {
  /** @throws EmbeddingUnavailable, or the signal's reason */
  run<T extends keyof LlamaAnswers>(
    request: Extract<LlamaRequest, { task: T }>,
    options?: LlamaRunOptions,
  ): Promise<LlamaAnswers[T]>;
  /** Process id while the child lives; for the status and for tests. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

interface Job {
  readonly id: number;
  readonly request: LlamaRequest;
  readonly urgent: boolean;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (value: LlamaAnswers[keyof LlamaAnswers]) => void;
  readonly reject: (reason: unknown) => void;
  readonly abort: () => void;
}

const LOAD_TIMEOUT_MS = 60_000;
const INFERENCE_TIMEOUT_MS = 30_000;
const WARM_MS = 300_000;
const MOST_LOGGED = 500;
/** A file that took the process down this often is not tried again for a while: each try costs seconds. */
const FAULTS_IN_A_ROW = 2;
const REST_MS = 60_000;

export function createLlamaHost(options: LlamaHostOptions): LlamaHost {
  return new Host(options);
}

class Host implements LlamaHost {
  readonly #options: LlamaHostOptions;
  readonly #waiting: Job[] = [];
  /** Files that took the process down, until they answer again. */
  readonly #faults = new Map<string, { count: number; until: number; message: string }>();
  #child: ChildProcess | undefined;
  #current: Job | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  #closed = false;

  constructor(options: LlamaHostOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  run<T extends keyof LlamaAnswers>(
    request: Extract<LlamaRequest, { task: T }>,
    { signal, urgent = false }: LlamaRunOptions = {},
  ): Promise<LlamaAnswers[T]> {
    return new Promise<LlamaAnswers[T]>((resolve, reject) => {
      if (this.#closed) return reject(closing());
      if (signal?.aborted) return reject(signal.reason);
      const fault = this.#faults.get(request.model.path);
      if (fault !== undefined && fault.count >= FAULTS_IN_A_ROW && performance.now() < fault.until)
        return reject(new EmbeddingUnavailable("failed", fault.message));
      this.#lastId += 1;
      const job: Job = {
        id: this.#lastId,
        request,
        urgent,
        signal,
        resolve: resolve as Job["resolve"],
        reject,
        abort: () => this.#abort(job),
      };
      signal?.addEventListener("abort", job.abort, { once: true });
      const place = urgent ? this.#waiting.findIndex((other) => !other.urgent) : -1;
      this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, job);
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) settle(job, () => job.reject(closing()));
    const current = this.#current;
    this.#current = undefined;
    if (current !== undefined) settle(current, () => current.reject(closing()));
    await this.#end();
  }

  /** One that waits leaves the queue; one that runs is told to stop, and its answer is thrown away. */
  #abort(job: Job): void {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
    else this.#send({ kind: "cancel", id: job.id });
    settle(job, () => job.reject(job.signal?.reason));
  }

  #next(): void {
    if (this.#current !== undefined) return;
    const job = this.#waiting.shift();
    clearTimeout(this.#idle);
    if (job === undefined) {
      this.#rest();
      return;
    }
    this.#current = job;
    this.#child ??= this.#start();
    this.#child.ref();
    this.#child.channel?.ref();
    this.#setDeadline(job, "load");
    this.#send({ kind: "run", id: job.id, request: job.request });
  }

  /** Nothing to do: the child must not keep the program alive, and ends when nobody comes back. */
  #rest(): void {
    this.#child?.unref();
    this.#child?.channel?.unref();
    if (this.#child === undefined) return;
    this.#idle = setTimeout(() => void this.#end(), this.#options.warmModelTtlMs ?? WARM_MS).unref();
  }

  #start(): ChildProcess {
    const { log, maxThreads, childFile = defaultChildFile() } = this.#options;
    const child = fork(fileURLToPath(childFile), [], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      execArgv: [],
      serialization: "advanced",
      windowsHide: true,
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      for (const line of text.split("\n").filter((part) => part.trim() !== ""))
        log.info("model process", { line: line.slice(0, MOST_LOGGED) });
    });
    (child.stderr as unknown as { unref?: () => void } | null)?.unref?.();
    child.on("message", (message: FromLlama) => {
      if (child === this.#child) this.#receive(message);
    });
    child.on("error", (error) => this.#lost(child, error.message));
    child.on("exit", (code, signal) => this.#lost(child, signal ?? `code ${code}`));
    child.send({ kind: "start", maxThreads } satisfies ToLlama);
    return child;
  }

  #receive(message: FromLlama): void {
    const job = this.#current;
    if (job === undefined || message.id !== job.id) return;
    if (message.kind === "step") {
      this.#setDeadline(job, "answer");
      return;
    }
    this.#finish();
    this.#faults.delete(job.request.model.path);
    if (message.kind === "done") settle(job, () => job.resolve(message.value));
    else {
      this.#options.log.info("a model request failed", { detail: message.detail ?? message.message });
      settle(job, () => job.reject(new EmbeddingUnavailable(message.reason, message.message)));
    }
    this.#next();
  }

  #finish(): void {
    clearTimeout(this.#deadline);
    this.#current = undefined;
  }

  #setDeadline(job: Job, phase: "load" | "answer"): void {
    const { loadTimeoutMs = LOAD_TIMEOUT_MS, inferenceTimeoutMs = INFERENCE_TIMEOUT_MS } = this.#options;
    const ms = phase === "load" ? loadTimeoutMs : inferenceTimeoutMs;
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => {
      const file = basename(job.request.model.path);
      const what =
        phase === "load"
          ? `The model ${file} was not in memory after ${ms} ms. Raise models.loadTimeout in index.yml`
          : `The model ${file} gave no answer in ${ms} ms. Raise models.inferenceTimeout in index.yml, use a smaller model`;
      this.#drop(job, `${what}, or go on without: gno models use builtin`);
    }, ms);
  }

  /** The child went away by itself. */
  #lost(child: ChildProcess, how: string): void {
    if (child !== this.#child) return;
    const job = this.#current;
    if (job === undefined) {
      this.#child = undefined;
      clearTimeout(this.#idle);
      return;
    }
    const file = basename(job.request.model.path);
    this.#drop(
      job,
      `The model ${file} made its process end (${how}). Check the file with: gno models verify, or go on without: gno models use builtin`,
    );
  }

  /** Ends the child and the request that it was at; the next request starts a new one. */
  #drop(job: Job, message: string): void {
    this.#options.log.warn("the model process was given up", { file: basename(job.request.model.path) });
    const { path } = job.request.model;
    const count = (this.#faults.get(path)?.count ?? 0) + 1;
    this.#faults.set(path, { count, until: performance.now() + REST_MS, message });
    this.#finish();
    void this.#end();
    settle(job, () => job.reject(new EmbeddingUnavailable("failed", message)));
    this.#next();
  }

  /** It holds nothing that must be written, so it is killed: a native call that hangs would not listen. */
  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    clearTimeout(this.#deadline);
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  #send(message: ToLlama): void {
    // A child that is going away is told of by its exit.
    if (this.#child?.connected) this.#child.send(message, () => undefined);
  }
}

function settle(job: Job, answer: () => void): void {
  job.signal?.removeEventListener("abort", job.abort);
  answer();
}

function closing(): EmbeddingUnavailable {
  return new EmbeddingUnavailable("failed", "The program is closing; the model was not asked.");
}

function defaultChildFile(): URL {
  const file = import.meta.url.endsWith(".ts") ? "./llama-child.ts" : "./llama-child.js";
  return new URL(file, import.meta.url);
}
