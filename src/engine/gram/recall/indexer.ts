/**
 * Keeps the words of the recall store those of the files: reads what changed, a few documents at a time, and lets other
 * calls have their turn in between. An unchanged document costs one `stat`.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { type FileStamp, type GramFiles, sameStamp } from "../files.ts";
import type { History } from "../history.ts";
import type { GramReader } from "../reader.ts";
import type { Vault } from "../vault.ts";
import type { Freshness } from "./freshness.ts";
import type { RecallStore } from "./store.ts";
import { type Unit, unitsOf } from "./units.ts";

export interface Indexer {
  /** One after another: a search that comes meanwhile waits for what it needs and no longer. */
  update(): Promise<void>;
  /** Those of the documents that are no longer as they were indexed. */
  moved(paths: Iterable<string>): Promise<readonly string[]>;
  /** Ends after the document that is being read. */
  close(): Promise<void>;
  progress(): { readonly failed: number; readonly pending: number };
}

export interface IndexerOptions {
  readonly vault: Vault;
  readonly reader: GramReader;
  readonly files: Pick<GramFiles, "stamp">;
  readonly store: RecallStore;
  readonly freshness: Freshness;
  /** Units that are gone. */
  readonly removed: (units: readonly number[]) => void;
}

/** Documents that are read at once. */
const PARALLEL = 8;
/** Documents that are told apart at once by their stamps. */
const STAT_PARALLEL = 64;
/** Documents that are written in one transaction. */
const BATCH = 500;
/** Units that are written in one go, and how long other calls wait at most. */
const SLICE_UNITS = 100;
const SLICE_MS = 12;

export function createIndexer(options: IndexerOptions): Indexer {
  const { vault, reader, files, store, freshness, removed } = options;
  const failed = new Map<string, FileStamp | undefined>();
  let pending = 0;
  let updating: Promise<void> = Promise.resolve();
  let sliceEnd = 0;
  let closed = false;

  async function remove(path: string): Promise<void> {
    for (;;) {
      const units = store.remove(path);
      if (units.length === 0) return;
      removed(units);
      await breathe();
    }
  }

  async function breathe(): Promise<void> {
    if (performance.now() < sliceEnd) return;
    await nextTurn();
    sliceEnd = performance.now() + SLICE_MS;
  }

  async function bringUpToDate(): Promise<void> {
    const taken = await freshness.take();
    if (taken !== "all" && taken.size === 0) return;
    sliceEnd = performance.now() + SLICE_MS;
    const started = performance.now();
    let paths = [...taken];
    if (taken === "all") {
      paths = [...(await vault.documents())];
      const present = new Set(paths);
      const gone = [...store.files().keys(), ...failed.keys()].filter((path) => !present.has(path));
      for (const path of gone) {
        failed.delete(path);
        await remove(path);
      }
      paths = [...(await moved(paths))];
    }
    pending = paths.length;
    let written = 0;
    store.batch();
    try {
      let next = 0;
      const work = async (): Promise<void> => {
        for (let own = next++; own < paths.length && !closed; own = next++) {
          await take(paths[own] as string);
          pending -= 1;
          written += 1;
          if (written % BATCH === 0) {
            store.commit();
            store.batch();
          }
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, work));
    } catch (error) {
      // What was not reached is looked for again.
      freshness.lost();
      throw error;
    } finally {
      pending = 0;
      store.commit();
    }
    if (taken === "all") freshness.looked(performance.now() - started);
  }

  async function take(given: string): Promise<void> {
    const place = await vault.locate(given);
    if (place.kind !== "place") return drop(given);
    const { path, file } = place;
    const stamp = await files.stamp(file);
    if (stamp === undefined) return drop(path);
    const known = store.files().get(path);
    if (known !== undefined && sameStamp(known.stamp, stamp)) return;
    const result = await reader.open(file);
    if (result.kind === "missing") return drop(path);
    if (result.kind !== "opened") {
      await remove(path);
      failed.set(path, result.kind === "changing" ? undefined : stamp);
      return;
    }
    failed.delete(path);
    await put({ path, file, stamp: result.stamp, history: result.history });
  }

  async function drop(path: string): Promise<void> {
    failed.delete(path);
    await remove(path);
  }

  async function put(read: {
    readonly path: string;
    readonly file: string;
    readonly stamp: FileStamp;
    readonly history: History;
  }): Promise<void> {
    const { path, file, stamp, history } = read;
    await remove(path);
    let slice: Unit[] = [];
    let from = 0;
    const write = async (): Promise<void> => {
      const units = slice;
      slice = [];
      store.add(path, from, units);
      from += units.length;
      await breathe();
    };
    for (const unit of unitsOf(history)) {
      slice.push(unit);
      if (slice.length === SLICE_UNITS || performance.now() > sliceEnd) await write();
    }
    if (slice.length > 0) await write();
    store.settle({ path, file, stamp, rev: history.rev, hash: history.hash });
  }

  async function moved(given: Iterable<string>): Promise<readonly string[]> {
    const paths = [...given];
    const out: string[] = [];
    for (let at = 0; at < paths.length; at += STAT_PARALLEL) {
      const batch = paths.slice(at, at + STAT_PARALLEL);
      const same = await Promise.all(batch.map(isAsIndexed));
      out.push(...batch.filter((_, n) => !same[n]));
    }
    return out;
  }

  async function isAsIndexed(path: string): Promise<boolean> {
    const known = store.files().get(path);
    if (known !== undefined) {
      const now = await files.stamp(known.file);
      return now !== undefined && sameStamp(known.stamp, now);
    }
    const broken = failed.get(path);
    if (broken === undefined) return false;
    const place = await vault.locate(path);
    const now = place.kind === "place" ? await files.stamp(place.file) : undefined;
    return now !== undefined && sameStamp(broken, now);
  }

  return {
    update() {
      updating = updating.catch(() => undefined).then(bringUpToDate);
      return updating;
    },
    moved,
    async close() {
      closed = true;
      await updating.catch(() => undefined);
    },
    progress: () => ({ failed: failed.size, pending }),
  };
}
