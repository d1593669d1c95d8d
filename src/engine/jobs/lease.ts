/**
 * The write lease: an exclusive transaction on `write-lock.sqlite` in the data folder. The kernel frees it when its
 * process dies and keeps it while its process is stopped; nothing about it expires by age.
 */
import { mkdirSync, statSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import type { WriteLease } from "../engine.ts";

/** `CNlk`: a file without it is not ours and is left untouched. */
const LOCK_APPLICATION_ID = 0x434e6c6b;
export const LOCK_FILE = "write-lock.sqlite";

/** Longest pause between two tries. Also bounds how long a free lease stays unnoticed by a waiting process. */
const MAX_PAUSE_MS = 25;
/** A process whose own callers queue up lets other processes have a turn after this long … */
const TURN_MS = 500;
/** … by staying away for longer than the longest pause of theirs. */
const TURN_GAP_MS = MAX_PAUSE_MS + 10;

export interface LeaseOptions {
  /** The data folder; made on first use. */
  readonly folder: string;
  /** 0 ≤ x < 1, spreads the tries of waiting processes. */
  readonly random?: () => number;
}

export interface OwnedLease extends WriteLease {
  /** Ends the waits of this process, frees a held lease and closes the lock database. */
  close(): void;
}

interface Held {
  release(): void;
}

/** One caller in the queue. Only the head of the queue tries for the lock, so callers are served in order. */
interface Waiter {
  readonly deadline: number;
  readonly settle: (held: Held | undefined) => void;
  readonly fail: (error: unknown) => void;
}

export function createWriteLease(options: LeaseOptions): OwnedLease {
  const random = options.random ?? Math.random;
  const lock = createLockFile(options.folder);
  const queue: Waiter[] = [];
  let held = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let pause = 1;
  let turnStarted = 0;
  let lastReleased = Number.NEGATIVE_INFINITY;

  /** True when this process has kept the lease in its own hands for so long that others should get a chance. */
  function turnIsOver(now: number): boolean {
    return now - lastReleased <= MAX_PAUSE_MS && now - turnStarted > TURN_MS;
  }

  function schedule(delay: number): void {
    clearTimeout(timer);
    timer = setTimeout(attempt, delay);
  }

  function attempt(): void {
    const head = queue[0];
    if (!head || held || closed) return;
    let taken: boolean;
    try {
      taken = lock.take();
    } catch (error) {
      queue.shift();
      head.fail(error);
      if (queue.length > 0) schedule(0);
      return;
    }
    if (taken) {
      queue.shift();
      held = true;
      pause = 1;
      const now = performance.now();
      if (now - lastReleased > MAX_PAUSE_MS) turnStarted = now;
      head.settle(once(release));
      return;
    }
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
    const left = Math.max(0, head.deadline - performance.now());
    schedule(Math.min(left, pause * (0.5 + random() / 2)));
  }

  function release(): void {
    held = false;
    lock.free();
    lastReleased = performance.now();
    if (queue.length === 0 || closed) return;
    schedule(turnIsOver(lastReleased) ? TURN_GAP_MS : 0);
  }

  return {
    acquire(waitMs, signal) {
      if (closed || signal.aborted) return Promise.resolve(undefined);
      return new Promise<Held | undefined>((resolve, reject) => {
        const leave = (): void => {
          clearTimeout(deadlineTimer);
          signal.removeEventListener("abort", giveUp);
        };
        const giveUp = (): void => {
          const at = queue.indexOf(waiter);
          if (at < 0) return;
          queue.splice(at, 1);
          leave();
          resolve(undefined);
          if (at === 0 && !held) schedule(0);
        };
        const waiter: Waiter = {
          deadline: performance.now() + waitMs,
          settle: (lease) => {
            leave();
            resolve(lease);
          },
          fail: (error) => {
            leave();
            reject(error);
          },
        };
        const deadlineTimer = setTimeout(giveUp, waitMs);
        signal.addEventListener("abort", giveUp, { once: true });
        queue.push(waiter);
        if (queue.length > 1 || held) return;
        // Alone in the queue: tries at once, also when it may not wait at all.
        if (waitMs > TURN_GAP_MS && turnIsOver(performance.now())) schedule(TURN_GAP_MS);
        else attempt();
      });
    },
    close() {
      closed = true;
      clearTimeout(timer);
      for (const waiter of queue.splice(0)) waiter.settle(undefined);
      held = false;
      lock.close();
    },
  };
}

function once(action: () => void): Held {
  let done = false;
  return {
    release() {
      if (done) return;
      done = true;
      action();
    },
  };
}

interface LockFile {
  /** Never waits. @returns false when another connection holds the lock. */
  take(): boolean;
  free(): void;
  close(): void;
}

function createLockFile(folder: string): LockFile {
  const file = path.join(folder, LOCK_FILE);
  let open: { readonly db: Database.Database; readonly inode: bigint } | undefined;

  /** The connection stays open between leases; a lock file that was deleted or replaced meanwhile is opened anew. */
  function connection(): Database.Database {
    if (open) {
      if (inodeOf(file) === open.inode) return open.db;
      open.db.close();
      open = undefined;
    }
    mkdirSync(folder, { recursive: true });
    const db = new Database(file, { timeout: 0 });
    try {
      db.pragma("trusted_schema = OFF");
      open = { db, inode: inodeOf(file) ?? -1n };
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  }

  return {
    take() {
      try {
        const db = connection();
        db.exec("BEGIN EXCLUSIVE");
        const id = db.pragma("application_id", { simple: true });
        if (id === LOCK_APPLICATION_ID) return true;
        if (statSync(file).size > 0) throw foreignFile();
        // First use: mark the file, then start the real transaction. Losing the race in between is only a wait.
        db.pragma(`application_id = ${LOCK_APPLICATION_ID}`);
        db.exec("COMMIT; BEGIN EXCLUSIVE");
        return true;
      } catch (error) {
        if (isBusy(error)) return false;
        open?.db.close();
        open = undefined;
        if (!isSqliteError(error)) throw error;
        if (error.code === "SQLITE_NOTADB") throw foreignFile();
        throw new Error(
          `The write lock ${LOCK_FILE} in the data folder cannot be used. ` +
            "Check that the folder is writable and has free space, or set GNO_DATA_DIR to another one.",
          { cause: error },
        );
      }
    },
    free() {
      if (open?.db.inTransaction) open.db.exec("ROLLBACK");
    },
    close() {
      open?.db.close();
      open = undefined;
    },
  };
}

function foreignFile(): Error {
  return new Error(
    `A file named ${LOCK_FILE} in the data folder was not made by this program. ` +
      "It was left untouched: move it away, or set GNO_DATA_DIR to another folder.",
  );
}

function inodeOf(file: string): bigint | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
}

function isSqliteError(error: unknown): error is Error & { code: string } {
  return error instanceof Database.SqliteError;
}

function isBusy(error: unknown): boolean {
  return isSqliteError(error) && error.code.startsWith("SQLITE_BUSY");
}
