/** Threads that read the index for the main one, each with its own connection. */

export interface ReaderCounts {
  /** Jobs that a thread is at. */
  readonly active: number;
  /** Jobs that wait for a thread. */
  readonly queued: number;
  /** Threads at most. */
  readonly limit: number;
  /** Jobs that may wait; one more is done on the main thread. */
  readonly maxQueued: number;
}

export interface Readers {
  counts(): ReaderCounts;
}
