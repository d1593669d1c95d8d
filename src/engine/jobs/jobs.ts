/**
 * The job manager: at most one running job a process, kept in memory only. A job owns the write lease that it was
 * started with and gives it back however it ends.
 */
import type { Job, JobContext, JobResult, Jobs, JobType } from "../engine.ts";
import type { Clock, EngineLog, Ids } from "../ports.ts";
import { failureText } from "./failure.ts";

/** Finished jobs stay readable this long, and never more than so many of them. */
export const RETENTION_MS = 60 * 60 * 1000;
export const MAX_FINISHED = 100;

export interface JobsOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: EngineLog;
}

interface Running {
  job: Job;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

type Run = (job: JobContext) => Promise<JobResult>;

export function createJobs({ clock, ids, log }: JobsOptions): Jobs {
  let running: Running | undefined;
  /** Newest first. */
  let finished: { readonly job: Job; readonly at: number }[] = [];

  const now = (): string => new Date(clock.now()).toISOString();

  function kept(): readonly { readonly job: Job }[] {
    const oldest = clock.now() - RETENTION_MS;
    finished = finished.filter((entry) => entry.at >= oldest).slice(0, MAX_FINISHED);
    return finished;
  }

  function setProgress(jobId: string, done: number, total?: number, message?: string): void {
    if (running?.job.jobId !== jobId) return;
    // Pollers see a number that never falls, whatever order the work reports in.
    const rising = Math.max(done, running.job.progress?.done ?? 0);
    const progress = {
      done: rising,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message }),
    };
    running.job = { ...running.job, progress };
  }

  async function execute(job: Job, run: Run, held: { release(): void }, signal: AbortSignal): Promise<void> {
    let outcome: Pick<Job, "status" | "result" | "error">;
    try {
      const progress: JobContext["progress"] = (...step) => setProgress(job.jobId, ...step);
      outcome = { status: "completed", result: await run({ signal, progress }) };
    } catch (error) {
      outcome = { status: "failed", error: failureText(error, signal) };
      if (!signal.aborted)
        log.error("job failed", { jobId: job.jobId, type: job.type, error: detail(error) });
    }
    try {
      held.release();
    } catch (error) {
      log.error("the write lease could not be given back", { jobId: job.jobId, error: detail(error) });
    }
    const last = running?.job ?? job;
    finished.unshift({ job: { ...last, ...outcome, completedAt: now() }, at: clock.now() });
    running = undefined;
  }

  return {
    start(type: JobType, held, run) {
      if (running) {
        held.release();
        return { kind: "busy", jobId: running.job.jobId };
      }
      const abort = new AbortController();
      const job: Job = { jobId: ids.uuid(), type, status: "running", startedAt: now() };
      // The body starts after `start` has returned, so a caller has the id before anything can end.
      const done = Promise.resolve().then(() => execute(job, run, held, abort.signal));
      running = { job, abort, done };
      return { kind: "started", jobId: job.jobId };
    },
    get(jobId) {
      if (running?.job.jobId === jobId) return running.job;
      return kept().find((entry) => entry.job.jobId === jobId)?.job;
    },
    list(limit) {
      return {
        active: running ? [running.job] : [],
        recent: kept()
          .slice(0, limit)
          .map((entry) => entry.job),
      };
    },
    cancel(jobId) {
      if (running?.job.jobId !== jobId) return false;
      running.abort.abort();
      return true;
    },
    async settled() {
      while (running) await running.done;
    },
  };
}

function detail(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
