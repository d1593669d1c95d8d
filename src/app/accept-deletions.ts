/**
 * A sync that takes a mass disappearance of files for what the user meant. Only the command line offers it: an agent
 * must not be able to empty an index because a disk was not mounted.
 */
import type { App } from "./compose.ts";

export type AcceptedSync =
  | { readonly kind: "started"; readonly jobId: string }
  | { readonly kind: "unknown-collection"; readonly known: readonly string[] }
  | { readonly kind: "locked" };

/** Milliseconds to wait for another writer. */
const leaseWaitMs = 5_000;

export async function syncAcceptingDeletions(
  app: App,
  collection: string | undefined,
  signal: AbortSignal,
): Promise<AcceptedSync> {
  const engine = await app.engine();
  const found = collection === undefined ? undefined : engine.collections.find(collection);
  if (collection !== undefined && found === undefined) {
    return { kind: "unknown-collection", known: engine.collections.list().map(({ name }) => name) };
  }
  const lease = await engine.lease.acquire(leaseWaitMs, signal);
  if (lease === undefined) return { kind: "locked" };
  const { jobId } = engine.jobs.start("sync", lease, async (job) => ({
    kind: "sync",
    value: await engine.sync.run({
      ...(found === undefined ? {} : { collections: [found.name] }),
      acceptDeletions: true,
      signal: job.signal,
      progress: (done, total, message) => job.progress(done, total, message),
    }),
  }));
  return { kind: "started", jobId };
}
