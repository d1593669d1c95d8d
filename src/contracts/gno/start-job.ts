/** What the tools that start a job share: the write gate, the hand-over of the lease, one job a process. */

import { EmbeddingUnavailable } from "../../engine/embed/port.ts";
import type {
  CollectionConfig,
  EmbedResult,
  Engine,
  JobContext,
  JobResult,
  JobType,
  SyncResult,
} from "../../engine/engine.ts";
import { StaleEgressPolicy } from "../../engine/jobs/failure.ts";
import type { Call } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { unknownCollection } from "./present-hits.ts";

type WriteCall = Pick<Call<"WRITE_DISABLED">, "fail" | "writeEnabled">;

/** The gate refused the call already when writes are off; this is the second lock on the same door. */
export function requireWrites(call: WriteCall): void {
  if (!call.writeEnabled) {
    call.fail("WRITE_DISABLED", "Writes are off on this server. Start it with --enable-write to allow them.");
  }
}

/** The named collection, or all of them. */
export function chosen(
  name: string | undefined,
  engine: Engine,
  call: Pick<Call<"NOT_FOUND">, "fail">,
): readonly CollectionConfig[] {
  const all = engine.collections.list();
  if (name === undefined) return all;
  const found = engine.collections.find(name);
  const known = all.map((collection) => collection.name);
  return found === undefined ? call.fail("NOT_FOUND", unknownCollection(name, known)) : [found];
}

/**
 * Starts `run` as a job that owns the call's write lease. `epoch` is the one that the call has seen: under other
 * policies the job does not begin.
 * @returns the job's id.
 */
export function startJob(
  type: JobType,
  engine: Engine,
  call: Pick<Call<"JOB_CONFLICT">, "fail" | "handOverLease">,
  run: (job: JobContext) => Promise<JobResult>,
  epoch: string = engine.egress.epoch(),
): string {
  const lease = call.handOverLease();
  try {
    const started = engine.jobs.start(type, lease, async (job) => {
      if (engine.egress.epoch() !== epoch) throw new StaleEgressPolicy();
      return run(job);
    });
    if (started.kind === "started") return started.jobId;
    lease.release();
    return call.fail(
      "JOB_CONFLICT",
      `Job ${started.jobId} is running. Wait for it: gno_job_status shows its state.`,
      {
        jobId: started.jobId,
      },
    );
  } catch (error) {
    lease.release();
    throw error;
  }
}

export interface SyncPlan {
  readonly collections: readonly CollectionConfig[];
  /** All that are configured: then those that no longer are get marked as removed. */
  readonly all: boolean;
  readonly gitPull: boolean;
  readonly runUpdateCmd: boolean;
}

/** The body of every job that syncs: update commands where asked for, then the sync itself. */
export async function runSync(plan: SyncPlan, deps: GnoDeps, job: JobContext): Promise<SyncResult> {
  if (plan.runUpdateCmd) {
    for (const collection of plan.collections) {
      if (collection.updateCmd !== undefined) await deps.runUpdateCommand(collection, job.signal);
    }
  }
  return deps.engine.sync.run({
    ...(plan.all ? {} : { collections: plan.collections.map(({ name }) => name) }),
    gitPull: plan.gitPull,
    signal: job.signal,
    progress: (done, total, message) => job.progress(done, total, message),
  });
}

/**
 * Opens the models that would make the vectors: one that is not there fails the call, before a job exists. One that does
 * not answer now is the job's affair.
 * @returns their names
 */
export async function requireModels(
  collections: readonly CollectionConfig[],
  engine: Engine,
  call: Pick<Call<"MODEL_NOT_FOUND">, "fail">,
): Promise<readonly string[]> {
  const names = new Set<string>(collections.length === 0 ? [engine.embedding.model()] : []);
  for (const { name } of collections) {
    try {
      names.add((await engine.embedding.embedder(name)).name);
    } catch (error) {
      if (!(error instanceof EmbeddingUnavailable)) throw error;
      if (error.reason === "missing") return call.fail("MODEL_NOT_FOUND", error.message);
      names.add(engine.embedding.model(name));
    }
  }
  return [...names];
}

/** The body of every job that embeds. */
export function embedAll(
  collections: readonly CollectionConfig[],
  engine: Engine,
  job: JobContext,
): Promise<EmbedResult> {
  return engine.embedding.run({
    collections: collections.map(({ name }) => name),
    signal: job.signal,
    progress: (done, total, message) => job.progress(done, total, message),
  });
}
