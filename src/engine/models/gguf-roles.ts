/** Reranker and generator from GGUF files, run by the model process. */
import { basename } from "node:path";
import { type GgufOptions, modelRef } from "../embed/gguf.ts";
import { EmbeddingUnavailable } from "../embed/port.ts";
import { CHAT_CONTEXT } from "./llama-messages.ts";
import type { Generator, Reranker } from "./ports.ts";
import { wholeJson } from "./whole-json.ts";

/** Documents per request: between two of them a query's embedding may go first. */
const BATCH = 8;

/** Loads the model. @throws EmbeddingUnavailable, also for a model that is no reranker */
export async function openGgufReranker(options: GgufOptions): Promise<Reranker> {
  const { host, path, name = basename(path) } = options;
  const model = await modelRef(options);
  await host.run<"open">({ task: "open", model, role: "rank" });
  return {
    name,
    async rank(query, documents, signal) {
      const out: number[] = [];
      for (let from = 0; from < documents.length; from += BATCH) {
        const batch = documents.slice(from, from + BATCH);
        const scores = await host.run<"rank">(
          { task: "rank", model, query, documents: batch },
          { signal, urgent: true },
        );
        out.push(...scores);
      }
      if (!out.every(Number.isFinite)) {
        throw new EmbeddingUnavailable(
          "failed",
          `Model ${name} gave something that is no score. Check the file with: gno models verify`,
        );
      }
      return out;
    },
    close: async () => undefined,
  };
}

export interface GgufGeneratorOptions extends GgufOptions {
  /** Tokens of prompt and answer together; default 4,096. */
  readonly contextSize?: number;
}

/** Loads the model. @throws EmbeddingUnavailable */
export async function openGgufGenerator(options: GgufGeneratorOptions): Promise<Generator> {
  const { host, path, name = basename(path), contextSize = CHAT_CONTEXT } = options;
  const model = await modelRef(options);
  const opened = await host.run<"open">({ task: "open", model, role: "generate", contextSize });
  return {
    name,
    contextSize: opened.contextSize,
    enforcesSchema: true,
    async generate(prompt, { schema, maxTokens, signal }) {
      const text = await host.run<"generate">(
        { task: "generate", model, prompt, schema, maxTokens, contextSize },
        { signal, urgent: true },
      );
      return schema === undefined ? text : wholeJson(text, name, maxTokens);
    },
    close: async () => undefined,
  };
}
