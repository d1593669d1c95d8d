/** What one sync run carries through its steps. Everything non-deterministic comes in here. */

import type { ChangeLog } from "../changes/journal.ts";
import type { ChunkingPolicy, ContentTypeRule } from "../config/types.ts";
import type { Clock } from "../ports.ts";
import type { Store } from "../store/open.ts";
import type { Writer } from "./writer.ts";

export interface RunContext {
  readonly store: Store;
  readonly writer: Writer;
  readonly policy: ChunkingPolicy;
  /** Of the chunking policy, as claimed for this run. */
  readonly generation: number;
  readonly contentTypes: readonly ContentTypeRule[];
  readonly maxFileBytes: number;
  readonly acceptDeletions: boolean;
  readonly userTags: UserTagSource;
  readonly changes: ChangeLog;
  /** The journal holds changes that this index has not seen: it is new, or a run ended between the two commits. */
  readonly behind: boolean;
  readonly clock: Clock;
  /** True once the run should end; what is committed stays. */
  cancelled(): boolean;
  progress(done: number, total: number | undefined, message: string): void;
}

/** Tags that live in the durable database because their files cannot carry them. */
export interface UserTagSource {
  /** By relative path. */
  of(collection: string): ReadonlyMap<string, readonly string[]>;
  /** The file has another name now. */
  move(collection: string, from: string, to: string): void;
}

export const noUserTags: UserTagSource = { of: () => new Map(), move: () => undefined };

export class SyncCancelled extends Error {
  constructor() {
    super("The sync was cancelled. What was indexed so far is kept; run it again to go on.");
    this.name = "AbortError";
  }
}

/** Files of one transaction: enough to spread its cost, few enough to lose little. */
export const BATCH_FILES = 250;
export const BATCH_BYTES = 8 * 1024 * 1024;

export function isoNow(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

/** In meta: the last change of the journal that this index holds. */
export const CHANGE_SEQUENCE = "change_sequence";
