/** The Embedding port: which model answers for a collection, runs that bring vectors up to date, and their removal. */
import { setImmediate } from "node:timers/promises";
import type { ClearedVectors, Embedding } from "../engine.ts";
import { BUILTIN } from "../models/catalog.ts";
import type { Models } from "../models/open-models.ts";
import type { Clock, EngineLog } from "../ports.ts";
import type { Store } from "../store/open.ts";
import { withRetry } from "../store/retry.ts";
import { clearVectors } from "../vector/clear.ts";
import { type InUse, labelOf } from "../vector/in-use.ts";
import { createBuiltin } from "./builtin.ts";
import { readWordVectors } from "./builtin-file.ts";
import { createEmbedThread } from "./embed-thread.ts";
import type { ExternalModel } from "./external.ts";
import { openFit } from "./lifecycle.ts";
import { type Embedder, EmbeddingUnavailable } from "./port.ts";
import type { WordVectors } from "./words/format.ts";

export interface EmbeddingOptions {
  readonly index: Store;
  readonly inUse: InUse;
  readonly models: Pick<Models, "embedder">;
  readonly clock: Clock;
  readonly log: EngineLog;
  /** Milliseconds that a job waits for a busy database. */
  readonly busyTimeoutMs: () => number;
}

export interface OwnedEmbedding extends Embedding {
  close(): Promise<void>;
}

export function createEmbedding(options: EmbeddingOptions): OwnedEmbedding {
  const { index, inUse, models, clock, log, busyTimeoutMs } = options;
  const thread = createEmbedThread(log);
  let words: WordVectors | undefined;
  let builtin: Embedder | undefined;

  /** Of the fit whose vectors are searched now; loading takes some 20 ms, in pieces, once a fit. */
  async function openBuiltin(): Promise<Embedder> {
    if (words === undefined) {
      words = readWordVectors();
      await setImmediate();
    }
    const row = inUse.row(BUILTIN);
    if (row !== undefined && builtin?.fingerprint === row.fingerprint) return builtin;
    const stored = row === undefined ? undefined : openFit(index, row, words);
    // Stored by another version of the program: it can make no question that fits those vectors.
    if (row !== undefined && stored?.fingerprint !== row.fingerprint) inUse.outdated(row.id);
    builtin =
      stored !== undefined && stored.fingerprint === row?.fingerprint
        ? stored
        : createBuiltin({ words, lsa: undefined, fit: 0 });
    return builtin;
  }

  async function embedderOf(name: string, collections: readonly string[]): Promise<Embedder> {
    const [collection] = collections;
    const opened = await models.embedder({
      ...(collection === undefined ? {} : { collection }),
      collections,
    });
    if (opened === undefined) return openBuiltin();
    inUse.opened(name, opened.fingerprint);
    return opened;
  }

  return {
    model(collection) {
      const name = inUse.name(collection);
      return inUse.row(name)?.label ?? labelOf(name);
    },

    embedder(collection) {
      const name = inUse.name(collection);
      const group = inUse.groups().get(name) ?? [];
      return embedderOf(name, collection === undefined ? group : [collection]);
    },

    async run({ collections, force = false, signal, progress }) {
      const total = { embedded: 0, errors: 0 };
      let problem: unknown;
      for (const [name, all] of inUse.groups()) {
        const wanted = collections === undefined ? all : all.filter((each) => collections.includes(each));
        // A server may see the text of one collection and not of another, so each is asked for by itself.
        const parts = name === BUILTIN ? [wanted] : wanted.map((each) => [each]);
        for (const part of parts.filter(({ length }) => length > 0)) {
          try {
            const embedder = name === BUILTIN ? undefined : await embedderOf(name, part);
            const { embedded, errors } = await thread.run({
              request: {
                indexPath: index.path,
                busyTimeoutMs: busyTimeoutMs(),
                model: embedder === undefined ? undefined : describe(name, embedder),
                all,
                wanted: part,
                force,
                now: new Date(clock.now()).toISOString(),
              },
              embedder,
              signal,
              progress,
            });
            total.embedded += embedded;
            total.errors += errors;
          } catch (error) {
            // A model that does not answer leaves the others their turn.
            if (!(error instanceof EmbeddingUnavailable)) throw error;
            problem ??= error;
          }
        }
      }
      if (problem !== undefined) throw problem;
      return total;
    },

    async clear(collection, mode): Promise<ClearedVectors> {
      const kept = mode === "all" ? undefined : inUse.row(inUse.name(collection))?.id;
      const others = [...inUse.groups().values()].flat().filter((name) => name !== collection);
      const clearing = clearVectors(index, collection, others, kept);
      for (;;) {
        const step = await withRetry(() => clearing.step(), { waitMs: busyTimeoutMs() });
        if (step !== undefined) return step;
        // Others get their turn between two batches.
        await setImmediate();
      }
    },

    close: () => thread.close(),
  };
}

function describe(name: string, { name: label, fingerprint, dimension, batchSize }: Embedder): ExternalModel {
  return { name, label, fingerprint, dimension, batchSize };
}
