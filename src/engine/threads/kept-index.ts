/** The read-only connection that a thread keeps between questions, opened anew when another file lies in the index's place. */
import { openIndex, type Store } from "../store/open.ts";

export interface KeptIndex<T> {
  /** The connection to the index at `path` and what was made for it. */
  at(path: string): { readonly store: Store; readonly own: T };
  close(): void;
}

/** Milliseconds to wait for a database that another process is just changing. */
const BUSY_MS = 5_000;

/** @param cacheKib KiB of pages that it may hold */
export function keepIndex<T>(cacheKib: number, make: (store: Store) => T): KeptIndex<T> {
  let kept: { readonly store: Store; readonly own: T } | undefined;
  return {
    at(path) {
      if (kept !== undefined && (kept.store.path !== path || kept.store.replaced())) {
        kept.store.close();
        kept = undefined;
      }
      if (kept === undefined) {
        const store = openIndex(path, { readonly: true, busyTimeoutMs: BUSY_MS });
        store.raw.pragma(`cache_size = -${cacheKib}`);
        kept = { store, own: make(store) };
      }
      return kept;
    },
    close() {
      kept?.store.close();
      kept = undefined;
    },
  };
}
