/**
 * Which documents have to be looked at before a search: those that the system says changed, and once in a while all of
 * them, because such messages can be lost.
 */
import { type FSWatcher, watch } from "node:fs";
import path from "node:path";

export interface Freshness {
  /** Paths to look at again, or `all`; asking takes them. */
  take(): "all" | ReadonlySet<string>;
  touched(relPath: string): void;
  close(): void;
}

export interface WatchedFolder {
  readonly folder: string;
  /** What paths in it begin with: empty, or `@mounts/<id>/`. */
  readonly prefix: string;
}

export interface FreshnessOptions {
  readonly folders: readonly WatchedFolder[];
  /** Milliseconds, rising. */
  readonly now: () => number;
  /** After this long everything is looked at, watched or not. */
  readonly maxAgeMs?: number;
}

const defaultMaxAgeMs = 30_000;

export function createFreshness({ folders, now, maxAgeMs = defaultMaxAgeMs }: FreshnessOptions): Freshness {
  const changed = new Set<string>();
  const watchers: FSWatcher[] = [];
  const state = { watching: true, all: true, lookedAt: 0 };
  for (const { folder, prefix } of folders) {
    try {
      const watcher = watch(folder, { recursive: true, persistent: false }, (_event, name) => {
        // A folder that came or went, or a message without a name: nobody knows what is in it.
        if (name === null || !name.endsWith(".gram")) {
          if (name === null || path.extname(name) === "") state.all = true;
          return;
        }
        changed.add(prefix + name.split(path.sep).join("/"));
      });
      watcher.on("error", () => {
        state.watching = false;
      });
      watchers.push(watcher);
    } catch {
      state.watching = false;
    }
  }
  return {
    take() {
      if (state.all || !state.watching || now() - state.lookedAt > maxAgeMs) {
        state.all = false;
        state.lookedAt = now();
        changed.clear();
        return "all";
      }
      const taken = new Set(changed);
      changed.clear();
      return taken;
    },
    touched: (relPath) => {
      changed.add(relPath);
    },
    close() {
      for (const watcher of watchers) watcher.close();
    },
  };
}
