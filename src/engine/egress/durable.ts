/** The durable database as egress uses it: reading makes no file, writing waits for other writers without blocking. */
import { existsSync } from "node:fs";
import { StoreError } from "../store/errors.ts";
import { openDurable, type Store } from "../store/open.ts";
import { withRetry } from "../store/retry.ts";

export interface Durable {
  /** `otherwise` where nothing was ever written. */
  read<T>(work: (store: Store) => T, otherwise: T): T;
  /** One transaction. */
  write<T>(work: (store: Store) => T): Promise<T>;
  /** On the writing connection, outside a transaction. */
  maintain<T>(work: (store: Store) => T): T;
  close(): void;
}

/** How long a statement that reads may wait on the main thread. */
const readWaitMs = 40;
const writeWaitMs = 5_000;

export function createDurable(path: string): Durable {
  let reader: Store | undefined;
  let writer: Store | undefined;

  /** A file that was put in its place is opened anew. */
  const current = (store: Store | undefined): Store | undefined => {
    if (store?.replaced() !== true) return store;
    store.close();
    return undefined;
  };

  const forReading = (): Store | undefined => {
    writer = current(writer);
    if (writer !== undefined) return writer;
    reader = current(reader);
    if (reader !== undefined || !existsSync(path)) return reader;
    try {
      reader = openDurable(path, { readonly: true, busyTimeoutMs: readWaitMs });
    } catch (error) {
      // Written by a version without these tables: the next write makes them.
      if (error instanceof StoreError && error.kind === "missing") return undefined;
      throw error;
    }
    return reader;
  };

  const forWriting = (): Store => {
    writer = current(writer);
    if (writer === undefined) {
      writer = openDurable(path);
      // What is deleted is overwritten, not only forgotten.
      writer.raw.pragma("secure_delete = ON");
    }
    return writer;
  };

  return {
    read(work, otherwise) {
      const store = forReading();
      return store === undefined ? otherwise : store.raw.transaction(() => work(store)).deferred();
    },
    write: (work) =>
      withRetry(
        () => {
          const store = forWriting();
          return store.write(() => work(store));
        },
        { waitMs: writeWaitMs },
      ),
    maintain: (work) => work(forWriting()),
    close() {
      reader?.close();
      writer?.close();
      reader = undefined;
      writer = undefined;
    },
  };
}
