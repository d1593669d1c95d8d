/** The open sessions of the 2025 era: a bounded map, and who has to leave when. */
import { randomBytes } from "node:crypto";
import type { LegacySession } from "./http-session.ts";

export interface SessionStoreOptions {
  readonly max: number;
  readonly idleMs: number;
  readonly now: () => number;
}

export class SessionStore {
  readonly #options: SessionStoreOptions;
  readonly #sessions = new Map<string, LegacySession>();

  constructor(options: SessionStoreOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#sessions.size;
  }

  get(id: string): LegacySession | undefined {
    const session = this.#sessions.get(id);
    session?.touch(this.#options.now());
    return session;
  }

  /**
   * Makes room for one more: the session that has been idle longest leaves.
   * @returns false when all of them are at work.
   */
  makeRoom(): boolean {
    if (this.#sessions.size < this.#options.max) return true;
    let oldest: LegacySession | undefined;
    for (const session of this.#sessions.values()) {
      if (!session.isIdle) continue;
      if (oldest === undefined || session.lastUsed < oldest.lastUsed) oldest = session;
    }
    if (oldest === undefined) return false;
    void oldest.close();
    return true;
  }

  add(session: LegacySession): void {
    session.touch(this.#options.now());
    this.#sessions.set(session.sessionId, session);
    session.onEnd(() => this.#sessions.delete(session.sessionId));
  }

  /** Ends what has been idle for too long. A running call or an open stream is never cut. */
  sweep(): void {
    const now = this.#options.now();
    for (const session of this.#sessions.values()) {
      if (session.isIdle && now - session.lastUsed >= this.#options.idleMs) void session.close();
    }
  }

  closeAll(): void {
    for (const session of this.#sessions.values()) void session.close();
  }
}

/** 256 random bits, in characters that a header may carry. */
export function newSessionId(): string {
  return randomBytes(32).toString("base64url");
}
