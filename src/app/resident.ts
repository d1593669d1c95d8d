/** `status.resident`: one shape for a server on stdio, one with a listener and the command line. */
import type { ResidentStatus } from "../contracts/gno/deps.ts";

/** What a listener knows of itself. */
export interface Counters {
  readonly port: number;
  readonly startedAt: number;
  readonly state: "accepting" | "draining" | "closed";
  readonly activeRequests: number;
  readonly activeSessions: number;
  readonly queuedRequests: number;
  readonly maxConcurrentRequests: number;
  readonly maxQueuedRequests: number;
  readonly maxSessions: number;
}

export interface ResidentFacts {
  readonly mode: ResidentStatus["mode"];
  readonly now: number;
  readonly jobs: ResidentStatus["jobs"];
  readonly readers: ResidentStatus["readers"];
  /** Changes of the content that this process has seen. */
  readonly generation: number;
  readonly counters: Counters | undefined;
}

const noModels: ResidentStatus["models"] = {
  activeLeases: 0,
  leaseAcquisitions: 0,
  leaseReleases: 0,
  loadedModels: 0,
  loadAttempts: 0,
  loadSuccesses: 0,
  loadFailures: 0,
  inflightLoads: 0,
};

/** Without a listener every counter is zero, admission is closed and no attachment to another process is claimed. */
export function residentStatus(facts: ResidentFacts): ResidentStatus {
  const { mode, now, jobs, readers, generation, counters } = facts;
  const shared = {
    schemaVersion: "1.0" as const,
    mode,
    readers,
    models: noModels,
    jobs,
    generations: { content: generation, index: generation },
  };
  if (counters === undefined) {
    return {
      ...shared,
      resident: false,
      uptimeSeconds: null,
      listenerPort: null,
      admission: { state: "closed", activeRequests: 0 },
      shutdown: { state: "none" },
      transport: {
        activeRequests: 0,
        activeSessions: 0,
        queuedRequests: 0,
        maxConcurrentRequests: 0,
        maxQueuedRequests: 0,
        maxSessions: 0,
      },
    };
  }
  const { port, startedAt, state, ...transport } = counters;
  return {
    ...shared,
    resident: true,
    uptimeSeconds: Math.max(0, Math.floor((now - startedAt) / 1000)),
    listenerPort: port,
    admission: { state, activeRequests: counters.activeRequests },
    shutdown: { state: state === "accepting" ? "none" : "graceful" },
    transport,
  };
}
