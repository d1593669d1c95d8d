/**
 * The process in which native model code runs: one, apart from the server, so that a crash or a hang there costs one
 * request. Entry file: bundled flat beside the commands. It reads nothing but messages and ends with its parent.
 */
import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import type {
  Llama,
  LlamaChatSession,
  LlamaEmbeddingContext,
  LlamaModel,
  LlamaRankingContext,
  Token,
} from "node-llama-cpp";
import { EmbeddingUnavailable } from "../embed/port.ts";
import { checkGgufFile } from "./gguf-file.ts";
import { INSTALL_HINT } from "./install-hint.ts";
import type {
  FromLlama,
  LlamaAnswers,
  LlamaRequest,
  ModelInfo,
  ModelRef,
  ToLlama,
} from "./llama-messages.ts";
import { CHAT_CONTEXT } from "./llama-messages.ts";
import { stampOf } from "./stamp.ts";

/** Memory grows with the context, and chunks and passages are shorter than this. */
const CONTEXT_LIMITS = { embed: 2048, rank: 2048 } as const;
const MOST_THREADS = 4;
/** No token is longer on the average: longer texts are cut before they are tokenized. */
const CHARACTERS_PER_TOKEN = 24;

type Module = typeof import("node-llama-cpp");

interface Loaded {
  readonly stamp: string;
  readonly model: LlamaModel;
  embed?: LlamaEmbeddingContext;
  rank?: LlamaRankingContext;
  /** By context size. */
  readonly chats: Map<number, LlamaChatSession>;
}

class Models {
  readonly #maxThreads: number | undefined;
  readonly #loaded = new Map<string, Loaded>();
  #library: Promise<{ module: Module; llama: Llama }> | undefined;

  constructor(maxThreads: number | undefined) {
    this.#maxThreads = maxThreads;
  }

  async run(
    request: LlamaRequest,
    signal: AbortSignal,
    step: () => void,
  ): Promise<LlamaAnswers[keyof LlamaAnswers]> {
    switch (request.task) {
      case "open":
        return this.#open(request);
      case "embed":
        return this.#embed(request.model, request.texts, signal, step);
      case "rank":
        return this.#rank(request, signal, step);
      case "generate":
        return this.#generate(request, signal, step);
    }
  }

  async #open({
    model: ref,
    role,
    contextSize,
  }: Extract<LlamaRequest, { task: "open" }>): Promise<ModelInfo> {
    const { model } = await this.#model(ref);
    if (role === "embed") await this.#embedding(ref);
    else if (role === "rank") await this.#ranking(ref);
    else await this.#chat(ref, contextSize ?? CHAT_CONTEXT);
    const limit = role === "generate" ? (contextSize ?? CHAT_CONTEXT) : CONTEXT_LIMITS[role];
    return { dimension: model.embeddingVectorSize, contextSize: visible(model, limit) };
  }

  async #embed(
    ref: ModelRef,
    texts: readonly string[],
    signal: AbortSignal,
    step: () => void,
  ): Promise<Float32Array[]> {
    const context = await this.#embedding(ref);
    step();
    const limit = visible(context.model, CONTEXT_LIMITS.embed);
    const out: Float32Array[] = [];
    for (const text of texts) {
      signal.throwIfAborted();
      const { vector } = await context.getEmbeddingFor(cut(context.model, text, limit));
      out.push(Float32Array.from(vector));
      step();
    }
    return out;
  }

  async #rank(
    { model: ref, query, documents }: Extract<LlamaRequest, { task: "rank" }>,
    signal: AbortSignal,
    step: () => void,
  ): Promise<number[]> {
    const context = await this.#ranking(ref);
    step();
    const size = visible(context.model, CONTEXT_LIMITS.rank);
    const asked = cut(context.model, query, Math.floor(size / 2));
    const out: number[] = [];
    for (const document of documents) {
      signal.throwIfAborted();
      // A document that does not fit is ranked in parts; the best part counts.
      const shortened = clean(document.slice(0, 4 * size * CHARACTERS_PER_TOKEN));
      out.push(await context.rank(asked, shortened, { onOverflow: "maxChunk" }));
      step();
    }
    return out;
  }

  async #generate(
    { model: ref, prompt, schema, maxTokens, contextSize }: Extract<LlamaRequest, { task: "generate" }>,
    signal: AbortSignal,
    step: () => void,
  ): Promise<string> {
    const session = await this.#chat(ref, contextSize);
    const { llama } = await this.#llama();
    step();
    type Schema = Parameters<Llama["createGrammarForJsonSchema"]>[0];
    const grammar =
      schema === undefined ? undefined : await llama.createGrammarForJsonSchema(schema as Schema);
    session.resetChatHistory();
    return session.prompt(clean(prompt), {
      maxTokens,
      temperature: 0,
      signal,
      // Models that think aloud would spend all their tokens on that.
      budgets: { thoughtTokens: 0 },
      ...(grammar === undefined ? {} : { grammar }),
    });
  }

  async #embedding(ref: ModelRef): Promise<LlamaEmbeddingContext> {
    const loaded = await this.#model(ref);
    loaded.embed ??= await loaded.model.createEmbeddingContext(
      await this.#context(loaded.model, CONTEXT_LIMITS.embed),
    );
    return loaded.embed;
  }

  async #ranking(ref: ModelRef): Promise<LlamaRankingContext> {
    const loaded = await this.#model(ref);
    loaded.rank ??= await loaded.model.createRankingContext(
      await this.#context(loaded.model, CONTEXT_LIMITS.rank),
    );
    return loaded.rank;
  }

  async #chat(ref: ModelRef, contextSize: number): Promise<LlamaChatSession> {
    const loaded = await this.#model(ref);
    const known = loaded.chats.get(contextSize);
    if (known !== undefined) return known;
    const { module } = await this.#llama();
    const context = await loaded.model.createContext(await this.#context(loaded.model, contextSize));
    const session = new module.LlamaChatSession({ contextSequence: context.getSequence() });
    loaded.chats.set(contextSize, session);
    return session;
  }

  async #context(model: LlamaModel, limit: number) {
    const { llama } = await this.#llama();
    return { contextSize: visible(model, limit), threads: llama.maxThreads };
  }

  async #model(ref: ModelRef): Promise<Loaded> {
    const known = this.#loaded.get(ref.path);
    if (known?.stamp === ref.stamp) return known;
    if (known !== undefined) {
      this.#loaded.delete(ref.path);
      await known.model.dispose();
    }
    await checkGgufFile(ref.path, ref.cure);
    if (stampOf(await stat(ref.path)) !== ref.stamp) {
      throw new EmbeddingUnavailable(
        "failed",
        `The model file ${basename(ref.path)} has changed since it was opened. Start again, then embed anew with: gno embed`,
      );
    }
    const { llama } = await this.#llama();
    const model = await llama.loadModel({ modelPath: ref.path });
    const loaded: Loaded = { stamp: ref.stamp, model, chats: new Map() };
    this.#loaded.set(ref.path, loaded);
    return loaded;
  }

  #llama(): Promise<{ module: Module; llama: Llama }> {
    this.#library ??= this.#loadLibrary();
    return this.#library;
  }

  async #loadLibrary(): Promise<{ module: Module; llama: Llama }> {
    let module: Module;
    try {
      module = await import("node-llama-cpp");
    } catch (error) {
      throw new EmbeddingUnavailable("missing", INSTALL_HINT, error);
    }
    try {
      // Never builds, never downloads: what npm installed is all there is.
      const llama = await module.getLlama({
        gpu: false,
        build: "never",
        skipDownload: true,
        progressLogs: false,
        // Too many threads on a busy machine are a thousand times slower than one, so start low.
        maxThreads: this.#maxThreads ?? 1,
        logger: (level, message) => process.stderr.write(`${level}: ${message.trimEnd()}\n`),
      });
      if (this.#maxThreads === undefined) llama.maxThreads = defaultThreads(llama.cpuMathCores);
      return { module, llama };
    } catch (error) {
      throw new EmbeddingUnavailable(
        "missing",
        `The package node-llama-cpp has no program for this system. ${INSTALL_HINT}`,
        error,
      );
    }
  }
}

/** One core stays free for the server; more than four bring little. */
function defaultThreads(cores: number): number {
  return Math.max(1, Math.min(cores - 1, availableParallelism() - 1, MOST_THREADS));
}

function visible(model: LlamaModel, limit: number): number {
  return Math.min(model.trainContextSize, limit);
}

/** Tokens of a text, as many as fit beside the marks at its ends. */
function cut(model: LlamaModel, text: string, size: number): Token[] {
  return model.tokenize(clean(text.slice(0, size * CHARACTERS_PER_TOKEN))).slice(0, size - 3);
}

/** Native code ends a text at NUL and knows no half characters. */
function clean(text: string): string {
  return text.replaceAll("\0", " ").toWellFormed();
}

function failure(id: number, request: LlamaRequest, error: unknown): FromLlama {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (error instanceof EmbeddingUnavailable) {
    const reason = error.reason === "missing" ? "missing" : "failed";
    return { kind: "failed", id, reason, message: error.message, detail };
  }
  const message = `The model ${basename(request.model.path)} ${explain(detail.split("\n", 1)[0]!, request)}`;
  return { kind: "failed", id, reason: "failed", message, detail };
}

/** The library's own words are for developers; these say what to do. */
function explain(why: string, { task, model }: LlamaRequest): string {
  if (/rankings? is not supported/i.test(why))
    return "is no reranker. Set models.presets[].rerank to one, or leave it out.";
  if (/insufficient|memory|vram/i.test(why))
    return "needs more memory than is free. Use a smaller one, or go on without: gno models use builtin";
  if (/context size|too long|longer than|compress chat history/i.test(why))
    return "got more text than it can see at once. Ask with less text.";
  if (/grammar|schema/i.test(why)) return "cannot follow this JSON schema.";
  if (task === "open" || /load model|architecture|tensor/i.test(why)) return `does not load. ${model.cure}`;
  return "gave no answer. Check the file with: gno models verify";
}

function main(): void {
  let models = new Models(undefined);
  const running = new Map<number, AbortController>();
  const send = (message: FromLlama) => process.send?.(message);

  process.on("disconnect", () => process.exit(0));
  process.on("message", (message: ToLlama) => {
    if (message.kind === "start") models = new Models(message.maxThreads);
    else if (message.kind === "cancel") running.get(message.id)?.abort();
    else void answer(message.id, message.request);
  });

  async function answer(id: number, request: LlamaRequest): Promise<void> {
    const stop = new AbortController();
    running.set(id, stop);
    try {
      send({
        kind: "done",
        id,
        value: await models.run(request, stop.signal, () => send({ kind: "step", id })),
      });
    } catch (error) {
      send(failure(id, request, error));
    } finally {
      running.delete(id);
    }
  }
}

main();
