/**
 * Requests to an OpenAI-compatible model server: Ollama, LM Studio, vLLM, llama-server, text-embeddings-inference. The
 * egress policy is asked before each request, since it may change while a run lasts; a redirect is refused, since it
 * could lead past the policy. Neither texts nor the key ever stand in an error.
 */
import type { EgressDecision, Zone } from "../egress/decide.ts";
import { EmbeddingUnavailable, TextRefused } from "../embed/port.ts";
import { zoneOf } from "../embed/zone.ts";
import { pause } from "./pause.ts";

export interface ModelServerOptions {
  /** Base address with its version part: `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  readonly model: string;
  readonly apiKey?: string;
  /** Milliseconds for one request; default 30,000. */
  readonly timeoutMs?: number;
  /** Tries in all for answers that may pass (429, 5xx, no connection); default 3. */
  readonly tries?: number;
  /** May text go to this zone? Asked before each try, also when one before was allowed. */
  readonly allow: (zone: Exclude<Zone, "local_process">) => EgressDecision | Promise<EgressDecision>;
  readonly fetch?: typeof fetch;
  /** Waits between tries; tests pass one that does not. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface ModelServer {
  /**
   * The parsed answer. `accept` lists statuses besides 2xx that are the caller's business: they give undefined.
   * @throws EmbeddingUnavailable, or the signal's reason
   */
  post(path: string, body: Readonly<Record<string, unknown>>, options: PostOptions): Promise<unknown>;
  /** An answer of another form. */
  unexpected(path: string, expects: string): EmbeddingUnavailable;
}

export interface PostOptions {
  readonly signal: AbortSignal | undefined;
  /** For "answered something that is no …". */
  readonly expects: string;
  readonly accept?: readonly number[];
}

const MAX_ANSWER_BYTES = 64 * 2 ** 20;
/** What servers answer about a text that the model does not take. */
const TOO_LONG: ReadonlySet<number> = new Set([400, 413, 422]);
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/** `setting` is the key of a preset that holds the address, for messages. */
export function createModelServer(options: ModelServerOptions, setting: string): ModelServer {
  const { model, allow, tries = 3, timeoutMs = 30_000, wait = pause, fetch: send = fetch } = options;
  if (!URL.canParse(options.url) || !/^https?:$/.test(new URL(options.url).protocol)) {
    throw new EmbeddingUnavailable(
      "missing",
      `The model address "${options.url}" is no http address. Set models.presets[].${setting} to one that ends in /v1.`,
    );
  }
  const base = options.url.replace(/\/+$/, "");
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (options.apiKey !== undefined) headers.authorization = `Bearer ${options.apiKey}`;

  const unexpected = (path: string, expects: string) => {
    const { origin, pathname } = new URL(`${base}${path}`);
    return new EmbeddingUnavailable(
      "failed",
      `${origin}${pathname} answered something that is no ${expects}.`,
    );
  };

  return {
    unexpected,
    async post(path, body, { signal, expects, accept = [] }) {
      const endpoint = new URL(`${base}${path}`);
      const where = `${endpoint.origin}${endpoint.pathname}`;
      let waitMs = FIRST_WAIT_MS;
      for (let left = tries - 1; ; left -= 1) {
        const zone = zoneOf(endpoint);
        const decision = await allow(zone);
        if (!decision.allowed) throw denied(endpoint.origin, zone, decision);
        signal?.throwIfAborted();
        const limit = AbortSignal.timeout(timeoutMs);
        let failure: string;
        try {
          const response = await send(endpoint, {
            method: "POST",
            headers,
            body: JSON.stringify({ model, ...body }),
            redirect: "error",
            signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
          });
          if (response.ok) return json(await bounded(response)) ?? raise(unexpected(path, expects));
          await response.body?.cancel();
          if (accept.includes(response.status)) return undefined;
          if (response.status !== 429 && response.status < 500) {
            const message = `${where} answered ${response.status} for model ${model}. ${hint(response.status)}`;
            throw TOO_LONG.has(response.status)
              ? new TextRefused(message)
              : new EmbeddingUnavailable("failed", message);
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
        if (left <= 0) {
          throw new EmbeddingUnavailable(
            "failed",
            `${failure}. Start the model server, or choose another model with: gno models use builtin`,
          );
        }
        await wait(Math.min(waitMs, LONGEST_WAIT_MS), signal);
        waitMs *= 2;
      }
    },
  };
}

function denied(
  origin: string,
  zone: Exclude<Zone, "local_process">,
  { reason, audit }: EgressDecision,
): EmbeddingUnavailable {
  const [only, ...others] = audit.collections;
  const whose = only !== undefined && others.length === 0 && only !== "system" ? only : "<collection>";
  return new EmbeddingUnavailable(
    "failed",
    `The egress policy does not let text go to ${origin} (${reason}). To allow it: gno collection policy set ${whose} ${zone}. To keep everything here: gno models use builtin`,
  );
}

/** undefined for a text that is no JSON. */
function json(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

function raise(error: Error): never {
  throw error;
}

function hint(status: number): string {
  if (status === 401 || status === 403) return "Check the API key.";
  if (status === 404) return "Check the address and that the server has this model.";
  if (TOO_LONG.has(status)) return "The text may be too long for the model; lower chunking.maxTokens.";
  return "Check the server's own log.";
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

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get("retry-after") ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
}
