/** One request to the model that writes answers: in time, and with an error that a person can act on. */
import { EmbeddingUnavailable } from "../embed/port.ts";
import type { GenerateOptions, Generator } from "../models/ports.ts";
import type { EngineLog } from "../ports.ts";
import type { ModelTrouble } from "./types.ts";

export type Opened = { readonly kind: "open"; readonly generator: Generator } | Failed;
export type Written = { readonly kind: "written"; readonly text: string } | Failed;
interface Failed {
  readonly kind: "failed";
  readonly trouble: ModelTrouble;
}

const NOT_CONFIGURED =
  "No model that writes answers is configured, so none was written; the passages found are in the capsule. Choose a preset with one: gno models use slim, then gno models pull. Or name a GGUF file or the address of a model server (…/v1#model) as gen in models.presets of index.yml.";

export class AnswerModel {
  readonly #open: () => Promise<Generator | undefined>;
  readonly #log: EngineLog;
  readonly #limitMs: number;
  /** Both requests of one answer share it. */
  readonly #limit: AbortSignal;
  readonly #signal: AbortSignal | undefined;

  constructor(
    open: () => Promise<Generator | undefined>,
    options: { readonly log: EngineLog; readonly limitMs: number; readonly signal: AbortSignal | undefined },
  ) {
    this.#open = open;
    this.#log = options.log;
    this.#limitMs = options.limitMs;
    this.#limit = AbortSignal.timeout(options.limitMs);
    this.#signal = options.signal;
  }

  async open(): Promise<Opened> {
    try {
      const generator = await this.#inTime(() => this.#open());
      return generator === undefined
        ? { kind: "failed", trouble: { kind: "not-configured", message: NOT_CONFIGURED } }
        : { kind: "open", generator };
    } catch (error) {
      return this.#failed(error);
    }
  }

  async write(
    generator: Generator,
    prompt: string,
    options: Omit<GenerateOptions, "signal">,
  ): Promise<Written> {
    try {
      const signal = this.#signal === undefined ? this.#limit : AbortSignal.any([this.#signal, this.#limit]);
      const text = await this.#inTime(() => generator.generate(prompt, { ...options, signal }));
      return typeof text === "string"
        ? { kind: "written", text }
        : { kind: "failed", trouble: { kind: "bad-output", message: badOutput(generator.name) } };
    } catch (error) {
      return this.#failed(error);
    }
  }

  /** A model that does not listen to its signal is left behind. */
  async #inTime<T>(work: () => Promise<T>): Promise<T> {
    this.#signal?.throwIfAborted();
    this.#limit.throwIfAborted();
    let end: () => void = () => undefined;
    const late = new Promise<never>((_resolve, reject) => {
      end = () => reject(new Error("given up"));
      for (const signal of [this.#limit, this.#signal]) signal?.addEventListener("abort", end);
    });
    try {
      const running = work();
      running.catch(() => undefined);
      return await Promise.race([running, late]);
    } finally {
      for (const signal of [this.#limit, this.#signal]) signal?.removeEventListener("abort", end);
    }
  }

  /** The caller's own cancellation goes on as it is. */
  #failed(error: unknown): Failed {
    this.#signal?.throwIfAborted();
    if (this.#limit.aborted) {
      const message = `The model gave no answer within ${this.#limitMs / 1_000} s. Ask again in a moment (it may still be loading), lower maxAnswerTokens or contextBudgetTokens, or choose a smaller model with: gno models use slim`;
      return { kind: "failed", trouble: { kind: "timeout", message } };
    }
    if (error instanceof EmbeddingUnavailable) {
      const kind = error.reason === "missing" ? "missing" : "failed";
      return { kind: "failed", trouble: { kind, message: error.message } };
    }
    this.#log.error("a model that writes answers failed", { error: String(error) });
    const message = "The model that writes answers failed; the log says more. Check it with: gno doctor";
    return { kind: "failed", trouble: { kind: "failed", message } };
  }
}

export function badOutput(model: string, why = "something else than the JSON that was asked for"): string {
  return `Model ${model} wrote ${why}. Ask again in other words, or choose another model with: gno models use`;
}
