/**
 * On the command line a sync is followed by the vectors of the built-in model: they cost less than the sync itself, and
 * the next search finds by meaning too. Models that are asked elsewhere wait for `gno embed`.
 */
import type { App } from "./compose.ts";

export interface EmbeddedAfter {
  readonly embedded: number;
  readonly errors: number;
}

/** Milliseconds to wait for another writer. */
const leaseWaitMs = 5_000;

/** @returns undefined when there is nothing to do for the built-in model, or another writer is at work. */
export async function embedAfterSync(
  app: App,
  signal: AbortSignal,
  progress: (done: number, total: number | undefined, message: string | undefined) => void,
): Promise<EmbeddedAfter | undefined> {
  const engine = await app.engine();
  const collections = engine.collections
    .list()
    .flatMap(({ name }) => (engine.embedding.model(name) === "builtin" ? [name] : []));
  if (collections.length === 0 || engine.vectors.state(collections[0]).pending === 0) return undefined;
  const lease = await engine.lease.acquire(leaseWaitMs, signal);
  if (lease === undefined) return undefined;
  const { jobId } = engine.jobs.start("embed", lease, async (job) => ({
    kind: "embed",
    value: await engine.embedding.run({ collections, signal: job.signal, progress }),
  }));
  const cancel = () => engine.jobs.cancel(jobId);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  await engine.jobs.settled();
  signal.removeEventListener("abort", cancel);
  const { result, error } = engine.jobs.get(jobId) ?? {};
  if (error !== undefined) throw new Error(error.replace(/^[A-Z_]+: /, ""));
  return result?.kind === "embed" ? result.value : undefined;
}
