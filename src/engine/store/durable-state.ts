/**
 * Whether the durable file can be used, for those who report on it: a damaged one is met only with the first write
 * otherwise, and nobody would know. Looked at again when the file has changed.
 */
import { statSync } from "node:fs";
import { StoreError, storeError } from "./errors.ts";
import { openDurable } from "./open.ts";

export type DurableState =
  | { readonly kind: "ok" }
  /** Nothing was written yet that files cannot rebuild. */
  | { readonly kind: "absent" }
  | { readonly kind: "damaged" | "refused"; readonly message: string };

/** A check of this size takes a few milliseconds; of a larger file only the beginning is read. */
const CHECKED_BYTES = 8 * 1024 * 1024;

export function createDurableState(path: string): () => DurableState {
  let known: { readonly key: string; readonly state: DurableState } | undefined;
  return () => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return { kind: "absent" };
    const key = `${stat.dev} ${stat.ino} ${stat.size} ${stat.mtimeMs}`;
    if (known?.key !== key) known = { key, state: durableState(path, stat.size > CHECKED_BYTES) };
    return known.state;
  };
}

/** @param large read the beginning only */
export function durableState(path: string, large = false): DurableState {
  try {
    const store = openDurable(path, { readonly: true, busyTimeoutMs: 40 });
    try {
      // Opening has read the beginning.
      const sound = large || store.raw.pragma("quick_check(1)", { simple: true }) === "ok";
      return sound ? { kind: "ok" } : { kind: "damaged", message: damaged };
    } finally {
      store.close();
    }
  } catch (caught) {
    const error = storeError(caught);
    if (!(error instanceof StoreError)) throw error;
    // Busy is no fault; missing = written by an older version, which the next write mends.
    if (error.kind === "busy" || error.kind === "missing") return { kind: "ok" };
    if (error.kind === "damaged") return { kind: "damaged", message: damaged };
    return { kind: "refused", message: error.message };
  }
}

const damaged =
  "The durable database is damaged; user tags and the journal of changes cannot be read or written. Restore it from a backup, or rename the file to start without it: notes and the index are not affected.";
