/**
 * Vectors of all units and the search among them. Units get theirs in the background, a few at a time; a model that
 * learns is fitted anew when they grew by half, and the old fit answers until all of them have vectors of the new one.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Embedder, EmbeddingUnavailable } from "../../embed/port.ts";
import { createMirror, type Mirror } from "../../vector/mirror.ts";
import type { MeaningModel } from "./meaning-model.ts";
import type { RecallStore } from "./store.ts";

export interface Near {
  readonly unit: number;
  /** To four places, as it is shown. */
  readonly cosine: number;
}

export interface MeaningState {
  readonly embedded: number;
  readonly pending: number;
  /** Why there are no vectors and none are made. */
  readonly problem: string | undefined;
}

export interface Meaning {
  /** Gives units without a vector theirs, in the background. */
  bringUpToDate(): void;
  /** Waits until none is left or the time is over. */
  settled(waitMs: number): Promise<void>;
  state(): MeaningState;
  /** What names the vectors that answer now; undefined = none do. */
  fingerprint(): string | undefined;
  /** Nearest units, best first, none that is not near at all. undefined = no vectors answer now. */
  search(
    query: string,
    limit: number,
    allowed?: (unit: number) => boolean,
  ): Promise<{ readonly near: readonly Near[]; readonly embedder: Embedder } | undefined>;
  removed(units: readonly number[]): void;
  close(): Promise<void>;
}

interface Generation {
  readonly number: number;
  readonly embedder: Embedder;
  readonly mirror: Mirror;
  /** Units when it was fitted. */
  readonly units: number;
  /** All units up to this one have their vector. */
  last: number;
}

/** Texts that a fit learns from, at most. */
const SAMPLE = 20_000;
const GROWTH = 1.5;
/** The int8 copy is near the truth, not it: so many more are scored exactly. */
const spare = (limit: number): number => limit * 2 + 100;
const MAX_TEXT = 8_000;
const RETRY_MS = 30_000;

export function createMeaning(store: RecallStore, model: MeaningModel): Meaning {
  let current: Generation | undefined;
  let next: Generation | undefined;
  let numbers = 0;
  let working: Promise<void> | undefined;
  let problem: { readonly message: string; readonly at: number } | undefined;
  let closed = false;

  /** One batch of a generation. @returns whether more are left */
  async function step(generation: Generation): Promise<boolean> {
    const { embedder, mirror, number } = generation;
    const batch = store.after(generation.last, embedder.batchSize);
    if (batch.length === 0) return false;
    const vectors = await embedder.embed(
      batch.map(({ text }) => text.slice(0, MAX_TEXT)),
      "passage",
    );
    if (closed) return false;
    const rows = batch.map(({ unit }, at): [number, Float32Array] => [unit, vectors[at] as Float32Array]);
    const kept = new Set(store.saveVectors(number, rows));
    for (const [unit, vector] of rows) if (kept.has(unit)) mirror.set(unit, vector);
    generation.last = batch.at(-1)?.unit ?? generation.last;
    return true;
  }

  async function refit(): Promise<void> {
    const { units } = store.counts(0);
    if (model.learns) {
      // Each n-th one when there are too many.
      const stride = Math.ceil(units / SAMPLE);
      for (let at = 0, seen = 0; !closed; ) {
        const page = store.after(at, 256);
        if (page.length === 0) break;
        at = page.at(-1)?.unit ?? at;
        const texts = page.filter(() => seen++ % stride === 0).map(({ text }) => text.slice(0, MAX_TEXT));
        await model.learn(texts);
      }
    }
    const embedder = await model.fit();
    if (current !== undefined && current.embedder.fingerprint === embedder.fingerprint) {
      const { embedder: old } = current;
      current = { ...current, embedder, units };
      await old.close();
      return;
    }
    numbers += 1;
    const made = { number: numbers, embedder, mirror: createMirror(embedder.dimension), units, last: 0 };
    if (current === undefined) current = made;
    else next = made;
  }

  async function work(): Promise<void> {
    for (; !closed; await nextTurn()) {
      const { units } = store.counts(0);
      const outgrown = current !== undefined && model.learns && units > current.units * GROWTH;
      if (units > 0 && (current === undefined || (outgrown && next === undefined))) await refit();
      if (current === undefined) return;
      const more = await step(current);
      if (next === undefined) {
        if (!more) return;
      } else if (!(await step(next))) await take(next);
    }
  }

  async function take(made: Generation): Promise<void> {
    const old = current;
    current = made;
    next = undefined;
    while (store.forgetVectors(made.number)) await nextTurn();
    await old?.embedder.close();
  }

  function bringUpToDate(): void {
    if (working !== undefined || closed) return;
    if (problem !== undefined && performance.now() - problem.at < RETRY_MS) return;
    if (current !== undefined && store.counts(current.last).later === 0) return;
    working = work()
      .then(() => {
        problem = undefined;
      })
      .catch((error: unknown) => {
        const message =
          error instanceof EmbeddingUnavailable ? error.message : "The model stopped on an unexpected error.";
        problem = { message, at: performance.now() };
        next = undefined;
      })
      .finally(() => {
        working = undefined;
      });
  }

  /** A question that a model cannot take now is answered without it. */
  function unavailable(error: unknown): Float32Array[] {
    if (!(error instanceof EmbeddingUnavailable)) throw error;
    problem = { message: error.message, at: performance.now() };
    return [];
  }

  function ready(): Generation | undefined {
    return current !== undefined && (current.mirror.size > 0 || store.counts(0).units === 0)
      ? current
      : undefined;
  }

  return {
    bringUpToDate,
    async settled(waitMs) {
      bringUpToDate();
      if (working === undefined) return;
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, waitMs);
      await Promise.race([working, timer.promise]);
      clearTimeout(timeout);
    },
    state() {
      const { units, later } = store.counts(current?.last ?? 0);
      return {
        embedded: current?.mirror.size ?? 0,
        pending: current === undefined ? units : later,
        problem: problem?.message,
      };
    },
    fingerprint: () => ready()?.embedder.fingerprint,
    async search(query, limit, allowed) {
      for (let round = 0; round < 2; round++) {
        const generation = ready();
        if (generation === undefined) return undefined;
        const { embedder, mirror, number } = generation;
        const [asked] = await embedder.embed([query.slice(0, MAX_TEXT)], "query").catch(unavailable);
        if (generation.number !== current?.number || asked === undefined) continue;
        if (asked.every((value) => value === 0)) return { near: [], embedder };
        const candidates = mirror.search(asked, spare(limit), allowed).map(({ id }) => id);
        const vectors = store.vectors(number, candidates);
        const near = candidates
          .map((unit): Near => ({ unit, cosine: cosineOf(asked, vectors.get(unit)) }))
          .filter(({ cosine }) => cosine > 0)
          .sort((a, b) => b.cosine - a.cosine);
        return { near, embedder };
      }
      return undefined;
    },
    removed(units) {
      for (const unit of units) {
        current?.mirror.remove(unit);
        next?.mirror.remove(unit);
      }
    },
    async close() {
      closed = true;
      await model.close();
      await working;
    },
  };
}

/** Both have length 1. */
function cosineOf(a: Float32Array, b: Float32Array | undefined): number {
  if (b === undefined) return 0;
  let sum = 0;
  for (let k = 0; k < a.length; k += 1) sum += (a[k] as number) * (b[k] as number);
  return Math.round(Math.max(-1, Math.min(1, sum)) * 10_000) / 10_000;
}
