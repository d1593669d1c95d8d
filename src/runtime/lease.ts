/** The write lease as the dispatcher sees it. The engine's lease implements it. */

export interface Lease {
  /** Idempotent. */
  release(): void;
}

export interface Leases {
  /**
   * Waits up to `waitMs` milliseconds without blocking the event loop.
   * @returns undefined when another holder kept it for the whole time or `signal` fired.
   */
  acquire(waitMs: number, signal: AbortSignal): Promise<Lease | undefined>;
}
