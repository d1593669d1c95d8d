/**
 * How long a search waits for a model. A model server that hangs or a file that takes long to load must not hold up a
 * person for whom the words alone would do: after a while the search goes on without, the opening goes on behind it, and
 * a model that failed rests before it is asked again. Jobs have more patience; they do not come here.
 */
import { type Embedder, EmbeddingUnavailable, TextRefused } from "../embed/port.ts";
import { BUILTIN } from "../models/catalog.ts";
import type { Reranker } from "../models/ports.ts";
import type { SearchModels } from "./models.ts";

export interface PatienceOptions {
  /** Milliseconds for opening a model, and for the vectors of one search. */
  readonly waitMs?: number;
  /** Milliseconds for reading the candidates of one search, which is real work on a small machine. */
  readonly rankMs?: number;
  /** Milliseconds that a model rests after it failed. */
  readonly restMs?: number;
  /** Name of the model that plays a role now: what fails together, and rests together. */
  readonly nameOf?: (
    role: "embed" | "rerank" | "expand",
    collection: string | undefined,
  ) => string | undefined;
  readonly now?: () => number;
}

const WAIT_MS = 10_000;
const RANK_MS = 30_000;
const REST_MS = 15_000;
/** A failure that comes at once costs nobody anything, and its cause may be mended by now: a policy, a text too long. */
const QUICK_MS = 250;

export function withPatience(models: SearchModels, options: PatienceOptions = {}): SearchModels {
  const {
    waitMs = WAIT_MS,
    rankMs = RANK_MS,
    restMs = REST_MS,
    nameOf,
    now = () => performance.now(),
  } = options;
  const keyOf = (role: "embed" | "rerank" | "expand", collection: string | undefined) =>
    `${role} ${nameOf === undefined ? (collection ?? "") : nameOf(role, collection)}`;
  const resting = new Map<string, { readonly until: number; readonly error: EmbeddingUnavailable }>();

  const ask = async <T>(key: string, work: () => Promise<T>, limitMs: number): Promise<T> => {
    const rest = resting.get(key);
    const started = now();
    if (rest !== undefined && started < rest.until) throw rest.error;
    try {
      const value = await within(work(), limitMs);
      resting.delete(key);
      return value;
    } catch (error) {
      const failed = error instanceof EmbeddingUnavailable && error.reason === "failed";
      if (failed && !(error instanceof TextRefused) && now() - started >= QUICK_MS)
        resting.set(key, { until: now() + restMs, error });
      throw error;
    }
  };

  /** Given up together with the wait, so that a server is not left with questions that nobody waits for. */
  const limited = <T>(
    key: string,
    limitMs: number,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const limit = AbortSignal.timeout(limitMs);
    const both = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    return ask(
      key,
      () =>
        work(both).catch((error: unknown) => {
          throw limit.aborted && signal?.aborted !== true ? tooSlow(limitMs) : error;
        }),
      limitMs,
    );
  };

  const patientEmbedder = (key: string, embedder: Embedder): Embedder =>
    embedder.name === BUILTIN
      ? embedder
      : {
          ...embedder,
          embed: (texts, kind, signal) =>
            limited(key, waitMs, signal, (both) => embedder.embed(texts, kind, both)),
        };

  const patientReranker = (key: string, reranker: Reranker): Reranker => ({
    ...reranker,
    rank: (query, documents, signal) =>
      limited(key, rankMs, signal, (both) => reranker.rank(query, documents, both)),
  });

  const { reranker, generator } = models;
  return {
    vectors: models.vectors,
    async embedder(collection) {
      const key = keyOf("embed", collection);
      return patientEmbedder(key, await ask(key, () => models.embedder(collection), waitMs));
    },
    ...(reranker === undefined
      ? {}
      : {
          async reranker(collection) {
            const key = keyOf("rerank", collection);
            const opened = await ask(key, () => reranker(collection), waitMs);
            return opened && patientReranker(key, opened);
          },
        }),
    ...(generator === undefined
      ? {}
      : {
          generator: (collection) => ask(keyOf("expand", collection), () => generator(collection), waitMs),
        }),
  };
}

async function within<T>(work: Promise<T>, waitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooSlow(waitMs)), waitMs);
  });
  // Nobody listens to it after the wait.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(waitMs: number): EmbeddingUnavailable {
  return new EmbeddingUnavailable(
    "failed",
    `The model gave no answer within ${waitMs / 1_000} s; it may still be loading. Search again in a moment, or choose another with: gno models use builtin`,
  );
}
