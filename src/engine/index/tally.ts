/** Counts and lists of one collection's sync, bounded. */
import type { CollectionSync, FileSync } from "../engine.ts";

const MAX_LISTED = 1_000;

export class Tally {
  readonly #collection: string;
  readonly #started = performance.now();
  readonly #counts = { added: 0, updated: 0, unchanged: 0, error: 0, skipped: 0 };
  readonly #errors: { relPath: string; code: string; message: string }[] = [];
  readonly #files: FileSync[] = [];
  inactive = 0;

  constructor(collection: string) {
    this.#collection = collection;
  }

  unchanged(): void {
    this.#counts.unchanged++;
  }

  file(file: FileSync): void {
    this.#counts[file.status]++;
    if (file.status !== "unchanged" && this.#files.length < MAX_LISTED) this.#files.push(file);
    if (file.status === "error")
      this.#error(file.relPath, file.errorCode ?? "ERROR", file.errorMessage ?? "");
  }

  /** About the collection as a whole, not one of its files. */
  problem(code: string, message: string): void {
    this.#error("", code, message);
  }

  #error(relPath: string, code: string, message: string): void {
    if (this.#errors.length < MAX_LISTED) this.#errors.push({ relPath, code, message });
  }

  result(): CollectionSync {
    const { added, updated, unchanged, error, skipped } = this.#counts;
    return {
      collection: this.#collection,
      filesProcessed: added + updated + unchanged + error + skipped,
      filesAdded: added,
      filesUpdated: updated,
      filesUnchanged: unchanged,
      filesErrored: error,
      filesSkipped: skipped,
      filesMarkedInactive: this.inactive,
      durationMs: Math.round(performance.now() - this.#started),
      errors: this.#errors,
      ...(this.#files.length === 0 ? {} : { files: this.#files }),
    };
  }
}
