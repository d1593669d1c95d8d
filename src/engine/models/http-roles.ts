/** Reranker and generator on a model server; how requests are made: http-client.ts. */
import type { EmbeddingUnavailable } from "../embed/port.ts";
import { createModelServer, type ModelServerOptions } from "./http-client.ts";
import type { Generator, Reranker } from "./ports.ts";
import { wholeJson } from "./whole-json.ts";

/** What text-embeddings-inference takes at once by default. */
const BATCH = 32;
const RERANK = "/rerank";
const CHAT = "/chat/completions";

/**
 * Two forms are spoken: `documents` and `results[].relevance_score` (Jina, Cohere, vLLM, llama-server), and `texts` with
 * a bare list (text-embeddings-inference). A server that refuses the first is asked in the second from then on.
 * @throws EmbeddingUnavailable for an address that is none
 */
export function createHttpReranker(options: ModelServerOptions): Reranker {
  const server = createModelServer(options, "rerank");
  let form: "documents" | "texts" = "documents";

  const ask = async (query: string, batch: readonly string[], signal: AbortSignal | undefined) => {
    const expects = `list of ${batch.length} scores`;
    if (form === "documents") {
      const answer = await server.post(
        RERANK,
        { query, documents: batch },
        { signal, expects, accept: [400, 422] },
      );
      if (answer !== undefined)
        return scores(answer, batch.length) ?? raise(server.unexpected(RERANK, expects));
    }
    const answer = await server.post(RERANK, { query, texts: batch, truncate: true }, { signal, expects });
    form = "texts";
    return scores(answer, batch.length) ?? raise(server.unexpected(RERANK, expects));
  };

  return {
    name: options.model,
    async rank(query, documents, signal) {
      const out: number[] = [];
      for (let at = 0; at < documents.length; at += BATCH)
        out.push(...(await ask(query, documents.slice(at, at + BATCH), signal)));
      return out;
    },
    close: async () => undefined,
  };
}

/** @throws EmbeddingUnavailable for an address that is none */
export function createHttpGenerator(options: ModelServerOptions): Generator {
  const server = createModelServer(options, "gen");
  return {
    name: options.model,
    async generate(prompt, { schema, maxTokens, signal }) {
      const expects = "chat completion";
      const answer = await server.post(
        CHAT,
        {
          messages: [{ role: "user", content: prompt }],
          temperature: 0,
          max_tokens: maxTokens,
          ...(schema === undefined
            ? {}
            : {
                response_format: {
                  type: "json_schema",
                  json_schema: { name: "answer", strict: true, schema },
                },
              }),
        },
        { signal, expects },
      );
      const text = content(answer);
      if (text === undefined) throw server.unexpected(CHAT, expects);
      if (schema === undefined) return text;
      return wholeJson(unfenced(text), options.model, maxTokens);
    },
    close: async () => undefined,
  };
}

/** In the order of the documents; undefined for an answer of another form. */
function scores(answer: unknown, count: number): number[] | undefined {
  const rows = Array.isArray(answer) ? answer : (answer as { results?: unknown }).results;
  if (!Array.isArray(rows) || rows.length !== count) return undefined;
  const out = new Array<number | undefined>(count).fill(undefined);
  for (const row of rows as ({ index?: unknown; score?: unknown; relevance_score?: unknown } | null)[]) {
    const score = row?.relevance_score ?? row?.score;
    if (typeof row?.index !== "number" || typeof score !== "number" || !Number.isFinite(score))
      return undefined;
    out[row.index] = score;
  }
  return out.length === count && out.every((score) => score !== undefined) ? (out as number[]) : undefined;
}

function content(answer: unknown): string | undefined {
  const choice = (answer as { choices?: { message?: { content?: unknown } }[] }).choices?.[0];
  const text = choice?.message?.content;
  // Models that think aloud put it in front of the answer.
  return typeof text === "string" ? text.replace(/^\s*<think>[\s\S]*?<\/think>/, "").trim() : undefined;
}

/** Servers that only ask for JSON get it in a code fence. */
function unfenced(text: string): string {
  return /^```(?:json)?\s*([\s\S]*?)\s*```$/.exec(text)?.[1] ?? text;
}

function raise(error: EmbeddingUnavailable): never {
  throw error;
}
