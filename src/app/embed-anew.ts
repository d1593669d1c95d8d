/** Every vector made again, also those that are there: only the command line offers it, since it can cost hours or money. */
import type { App } from "./compose.ts";

export type EmbedStart =
  | { readonly kind: "started"; readonly jobId: string }
  | { readonly kind: "unknown-collection"; readonly known: readonly string[] }
  | { readonly kind: "locked" };

/** Milliseconds to wait for another writer. */
const leaseWaitMs = 5_000;

export async function embedAnew(
  app: App,
  collection: string | undefined,
  signal: AbortSignal,
): Promise<EmbedStart> {
  const engine = await app.engine();
  const all = engine.collections.list().map(({ name }) => name);
  const found = collection === undefined ? undefined : engine.collections.find(collection);
  if (collection !== undefined && found === undefined) return { kind: "unknown-collection", known: all };
  const lease = await engine.lease.acquire(leaseWaitMs, signal);
  if (lease === undefined) return { kind: "locked" };
  const { jobId } = engine.jobs.start("embed", lease, async (job) => ({
    kind: "embed",
    value: await engine.embedding.run({
      collections: found === undefined ? all : [found.name],
      force: true,
      signal: job.signal,
      progress: (done, total, message) => job.progress(done, total, message),
    }),
  }));
  return { kind: "started", jobId };
}
