/** Long work of this process, and the lease that lets one writer in at a time. */
import type { SyncResult } from "../index/types.ts";

export type JobType = "add" | "sync" | "embed" | "index";

export type JobResult =
  | { readonly kind: "sync"; readonly value: SyncResult }
  | { readonly kind: "embed"; readonly value: { readonly embedded: number; readonly errors: number } }
  | {
      readonly kind: "index";
      readonly value: {
        readonly sync: SyncResult;
        readonly embed: { readonly embedded: number; readonly errors: number };
      };
    };

export interface Job {
  readonly jobId: string;
  readonly type: JobType;
  readonly status: "running" | "completed" | "failed";
  readonly startedAt: string;
  readonly completedAt?: string;
  readonly result?: JobResult;
  readonly error?: string;
  readonly progress?: { readonly done: number; readonly total?: number; readonly message?: string };
}

export interface JobContext {
  readonly signal: AbortSignal;
  progress(done: number, total?: number, message?: string): void;
}

export interface Jobs {
  /** Starts the job unless one is running in this process. The job owns `held` and releases it when it ends. */
  start(
    type: JobType,
    held: { release(): void },
    run: (job: JobContext) => Promise<JobResult>,
  ): { readonly kind: "started"; readonly jobId: string } | { readonly kind: "busy"; readonly jobId: string };
  get(jobId: string): Job | undefined;
  list(limit: number): { readonly active: readonly Job[]; readonly recent: readonly Job[] };
  /** @returns false when there is no such running job. */
  cancel(jobId: string): boolean;
  /** Resolves when no job runs; used by shutdown and by `--wait` on the command line. */
  settled(): Promise<void>;
}

/** An exclusive transaction on `write-lock.sqlite`: the kernel frees it when its process dies. */
export interface WriteLease {
  acquire(waitMs: number, signal: AbortSignal): Promise<{ release(): void } | undefined>;
}
