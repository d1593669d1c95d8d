/** What gno's handlers are given: the engine's ports, and the few facts that only the application knows. */
import type { CollectionConfig, Engine } from "../../engine/engine.ts";

/** `status.resident`: how this server lives. The application builds it, it alone knows its listener and counters. */
export interface ResidentStatus {
  readonly schemaVersion: "1.0";
  readonly mode: "serve" | "daemon" | "stdio" | "direct-cli";
  readonly resident: boolean;
  readonly uptimeSeconds: number | null;
  readonly listenerPort: number | null;
  readonly admission: {
    readonly state: "accepting" | "draining" | "closed";
    readonly activeRequests: number;
  };
  readonly shutdown: { readonly state: "none" | "graceful" | "deadline" };
  readonly transport: {
    readonly activeRequests: number;
    readonly activeSessions: number;
    readonly queuedRequests: number;
    readonly maxConcurrentRequests: number;
    readonly maxQueuedRequests: number;
    readonly maxSessions: number;
  };
  readonly readers: {
    readonly active: number;
    readonly queued: number;
    readonly limit: number;
    readonly maxQueued: number;
  };
  readonly models: {
    readonly activeLeases: number;
    readonly leaseAcquisitions: number;
    readonly leaseReleases: number;
    readonly loadedModels: number;
    readonly loadAttempts: number;
    readonly loadSuccesses: number;
    readonly loadFailures: number;
    readonly inflightLoads: number;
  };
  readonly jobs: { readonly active: number; readonly recent: number; readonly failed: number };
  readonly generations: { readonly content: number; readonly index: number };
}

/** Whether a `gno serve` of this data folder is up, by its pid file alone. */
export type Serving =
  | { readonly running: true; readonly url: string }
  | { readonly running: false; readonly url: null };

/** An index other than the server's own, opened for one call. */
export interface OtherIndex {
  readonly engine: Engine;
  close(): Promise<void>;
}

export interface GnoDeps {
  readonly engine: Engine;
  /** Package version. */
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly resident: () => ResidentStatus;
  readonly serving: () => Serving;
  /** Opens a named index that exists; undefined when there is none. Nothing is created. */
  readonly openIndex: (name: string) => Promise<OtherIndex | undefined>;
  /** Runs the `updateCmd` of a collection in its folder; rejects when it fails. */
  readonly runUpdateCommand: (collection: CollectionConfig, signal: AbortSignal) => Promise<void>;
}
