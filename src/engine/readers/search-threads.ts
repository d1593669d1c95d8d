/** Which searches go to the reader threads: those of an index so large that they may keep the main thread over 50 ms. */
import type { ConfigStore } from "../config/types.ts";
import type { Reader } from "../documents/reader.ts";
import type { Clock } from "../ports.ts";
import type { SearchThreads } from "../search/threads.ts";
import { type ReaderPool, ReaderUnavailable } from "./reader-pool.ts";

export interface SearchThreadsOptions {
  readonly pool: ReaderPool;
  readonly reader: Reader;
  readonly indexPath: string;
  readonly config: Pick<ConfigStore, "load">;
  readonly clock: Clock;
  /** Documents from which on an index is large. */
  readonly large?: number;
}

/** A question of common words takes some 20 ms at so many. */
const LARGE = 20_000;

export function createSearchThreads(options: SearchThreadsOptions): SearchThreads {
  const { pool, reader, indexPath, config, clock, large = LARGE } = options;
  /** Numbers of documents only grow, so the largest is found at once and never too small. */
  const isLarge = (): boolean =>
    (reader.get<{ id: number | null }>("SELECT max(id) AS id FROM document")?.id ?? 0) >= large;
  return {
    run(job, signal, here) {
      if (!isLarge()) return here();
      const task = { indexPath, settings: config.load(), now: clock.now(), job };
      return pool.run(task, signal).catch((error: unknown) => {
        if (!(error instanceof ReaderUnavailable)) throw error;
        signal?.throwIfAborted();
        return here();
      }) as ReturnType<typeof here> | Promise<Awaited<ReturnType<typeof here>>>;
    },
  };
}
