/**
 * Embeddings from an OpenAI-compatible server: Ollama, LM Studio, vLLM, text-embeddings-inference. The egress policy is
 * asked before each request; neither texts nor the key ever stand in an error.
 */
import { createHash } from "node:crypto";
import type { EgressDecision, Zone } from "../egress/decide.ts";
import { normalise } from "./lsa.ts";
import { type Embedder, EmbeddingUnavailable, type TextKind } from "./port.ts";
import { promptFamily, withPrompt } from "./prompts.ts";
import { zoneOf } from "./zone.ts";

export interface HttpEmbedderOptions {
  /** Base address with its version part: `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  readonly model: string;
  readonly apiKey?: string;
  /** Milliseconds for one request; default 30,000. */
  readonly timeoutMs?: number;
  /** Tries in all for answers that may pass (429, 5xx, no connection); default 3. */
  readonly tries?: number;
  /** May text go to this zone? Asked before each request, since a policy may change while a run lasts. */
  readonly allow: (zone: Exclude<Zone, "local_process">) => EgressDecision;
  /** Dimension of the vectors already stored; another one is refused. */
  readonly expectedDimension?: number;
  readonly fetch?: typeof fetch;
  /** Waits between tries; tests pass one that does not. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

const MAX_ANSWER_BYTES = 64 * 2 ** 20;
const BATCH = 32;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/** Asks the server for one vector to learn its dimension. @throws EmbeddingUnavailable */
export async function openHttpEmbedder(options: HttpEmbedderOptions): Promise<Embedder> {
  const { model, expectedDimension } = options;
  const family = promptFamily(model);
  const request = requester(options);
  const [probe] = await request([withPrompt(family, "query", "dimension")], undefined);
  const dimension = probe!.length;
  if (expectedDimension !== undefined && dimension !== expectedDimension)
    throw otherDimension(model, expectedDimension, dimension);
  const address = createHash("sha256").update(new URL(options.url).href).digest("hex").slice(0, 12);
  return {
    name: model,
    dimension,
    fingerprint: `http:${address}:${model}:${family.id}:${dimension}`,
    fusion: { kind: "rank", weight: 1 },
    batchSize: BATCH,
    async embed(texts: readonly string[], kind: TextKind, signal?: AbortSignal) {
      const out: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += BATCH) {
        const batch = texts.slice(at, at + BATCH).map((text) => withPrompt(family, kind, text || " "));
        const vectors = await request(batch, signal);
        const wrong = vectors.find((vector) => vector.length !== dimension);
        if (wrong !== undefined) throw otherDimension(model, dimension, wrong.length);
        out.push(...vectors);
      }
      return out;
    },
    close: async () => undefined,
  };
}

function requester(options: HttpEmbedderOptions) {
  const { model, allow, tries = 3, timeoutMs = 30_000, wait = pause, fetch: send = fetch } = options;
  if (!URL.canParse(options.url) || !/^https?:$/.test(new URL(options.url).protocol)) {
    throw new EmbeddingUnavailable(
      "missing",
      `The model address "${options.url}" is no http address. Set models.presets[].embed to one that ends in /v1.`,
    );
  }
  const endpoint = new URL(`${options.url.replace(/\/+$/, "")}/embeddings`);
  const where = `${endpoint.origin}${endpoint.pathname}`;
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (options.apiKey !== undefined) headers.authorization = `Bearer ${options.apiKey}`;

  return async (input: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> => {
    let waitMs = FIRST_WAIT_MS;
    for (let left = tries - 1; ; left -= 1) {
      const decision = allow(zoneOf(endpoint));
      if (!decision.allowed) {
        throw new EmbeddingUnavailable(
          "failed",
          `The egress policy does not let text go to ${endpoint.origin} (${decision.reason}). Change the collection's policy or use the built-in model.`,
        );
      }
      const limit = AbortSignal.timeout(timeoutMs);
      let failure: string;
      try {
        const response = await send(endpoint, {
          method: "POST",
          headers,
          body: JSON.stringify({ model, input, encoding_format: "float" }),
          redirect: "error",
          signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        });
        if (response.ok) return parse(await bounded(response), input.length, where);
        await response.body?.cancel();
        if (response.status !== 429 && response.status < 500) {
          throw new EmbeddingUnavailable(
            "failed",
            `${where} answered ${response.status} for model ${model}. ${hint(response.status)}`,
          );
        }
        failure = `${where} answered ${response.status}`;
        waitMs = retryAfter(response) ?? waitMs;
      } catch (error) {
        if (error instanceof EmbeddingUnavailable) throw error;
        if (signal?.aborted) throw signal.reason;
        failure = limit.aborted
          ? `${where} did not answer within ${timeoutMs} ms`
          : `${where} cannot be reached`;
      }
      if (left <= 0)
        throw new EmbeddingUnavailable(
          "failed",
          `${failure}. Start the model server, or choose another model with: gno models use builtin`,
        );
      await wait(Math.min(waitMs, LONGEST_WAIT_MS), signal);
      waitMs *= 2;
    }
  };
}

function hint(status: number): string {
  if (status === 401 || status === 403) return "Check the API key.";
  if (status === 404) return "Check the address and that the server has this model.";
  if (status === 413 || status === 400)
    return "The text may be too long for the model; lower chunking.maxTokens.";
  return "Check the server's own log.";
}

function otherDimension(model: string, wanted: number, got: number): EmbeddingUnavailable {
  return new EmbeddingUnavailable(
    "mismatch",
    `Model ${model} now gives ${got} dimensions, the index holds ${wanted}. Embed again with: gno embed`,
  );
}

async function bounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES)
      throw new EmbeddingUnavailable("failed", "The model server's answer is larger than 64 MiB.");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** `{data: [{index, embedding}]}`, in any order. */
function parse(text: string, count: number, where: string): Float32Array[] {
  const broken = () =>
    new EmbeddingUnavailable("failed", `${where} answered something that is no list of ${count} embeddings.`);
  let body: { data?: unknown } | null;
  try {
    body = JSON.parse(text);
  } catch {
    throw broken();
  }
  if (!Array.isArray(body?.data) || body.data.length !== count) throw broken();
  const out = new Array<Float32Array>(count);
  body.data.forEach((row: { index?: unknown; embedding?: unknown } | null, position) => {
    const index = typeof row?.index === "number" ? row.index : position;
    const values = row?.embedding;
    if (!Number.isInteger(index) || index < 0 || index >= count || out[index] !== undefined) throw broken();
    if (
      !Array.isArray(values) ||
      values.length === 0 ||
      !values.every((value) => typeof value === "number" && Number.isFinite(value))
    )
      throw broken();
    const vector = Float32Array.from(values as number[]);
    normalise(vector, 0, vector.length);
    out[index] = vector;
  });
  return out;
}

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get("retry-after") ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
