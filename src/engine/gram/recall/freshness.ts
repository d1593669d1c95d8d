/**
 * Which documents have to be looked at before a search: those that the system says changed, and once in a while all of
 * them, because such messages can be lost.
 */
import { type FSWatcher, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";

export interface Freshness {
  /** Paths to look at again, or `all`; asking takes them. */
  take(): Promise<"all" | ReadonlySet<string>>;
  touched(relPath: string): void;
  /** What was taken was not all looked at. */
  lost(): void;
  /** All was looked at, in so many milliseconds: what takes long is done seldom. */
  looked(tookMs: number): void;
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
  /**
   * Whether one watcher sees a whole tree. On Linux it would be one a file, made while everybody waits, so folders are
   * watched one by one there.
   */
  readonly wholeTrees?: boolean;
}

const defaultMaxAgeMs = 30_000;
/** Looking at everything takes at most one part in so many of the time. */
const SELDOM = 50;
const MAX_FOLDERS = 4_096;
const MAX_DEPTH = 32;

export function createFreshness({
  folders,
  now,
  maxAgeMs = defaultMaxAgeMs,
  wholeTrees = process.platform === "darwin" || process.platform === "win32",
}: FreshnessOptions): Freshness {
  const changed = new Set<string>();
  /** By folder. */
  const watchers = new Map<string, FSWatcher>();
  const state = { watching: true, all: true, closed: false, lookedAt: 0, tookMs: 0 };

  function heard(prefix: string, name: string | null): void {
    if (name === null) {
      state.all = true;
      return;
    }
    const relPath = prefix + name.split(path.sep).join("/");
    if (relPath.split("/").some((segment) => segment.startsWith("."))) return;
    if (relPath.endsWith(".gram")) changed.add(relPath);
    // A folder that came or went: nobody knows what is in it.
    else if (path.extname(name) === "") state.all = true;
  }

  function observe(folder: string, prefix: string): void {
    if (watchers.has(folder) || state.closed) return;
    try {
      const watcher = watch(folder, { recursive: wholeTrees, persistent: false }, (_event, name) =>
        heard(prefix, name),
      );
      watchers.set(folder, watcher);
      watcher.on("error", () => {
        watchers.delete(folder);
        watcher.close();
        state.all = true;
      });
    } catch {
      state.watching = false;
    }
  }

  /** Before everything is looked at, so that nothing falls in between. */
  async function observeAll(): Promise<void> {
    state.watching = true;
    const found = new Set<string>();
    const stack = folders.map(({ folder, prefix }) => ({ folder, prefix, depth: 0 }));
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const { folder, prefix, depth } = next;
      if (found.size === MAX_FOLDERS) {
        state.watching = false;
        break;
      }
      found.add(folder);
      observe(folder, prefix);
      if (wholeTrees || depth === MAX_DEPTH) continue;
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if (!entry.isDirectory() || entry.name.startsWith(".")) continue;
        stack.push({
          folder: path.join(folder, entry.name),
          prefix: `${prefix}${entry.name}/`,
          depth: depth + 1,
        });
      }
    }
    for (const [folder, watcher] of watchers) {
      if (found.has(folder)) continue;
      watchers.delete(folder);
      watcher.close();
    }
  }

  return {
    async take() {
      const age = now() - state.lookedAt;
      if (state.all || !state.watching || age > Math.max(maxAgeMs, state.tookMs * SELDOM)) {
        state.all = false;
        state.lookedAt = now();
        changed.clear();
        await observeAll();
        return "all";
      }
      const taken = new Set(changed);
      changed.clear();
      return taken;
    },
    touched: (relPath) => {
      changed.add(relPath);
    },
    lost: () => {
      state.all = true;
    },
    looked(tookMs) {
      state.tookMs = tookMs;
    },
    close() {
      state.closed = true;
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}
