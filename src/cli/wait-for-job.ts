/** On the command line a job is awaited: its progress on stderr, its result as the answer, Ctrl-C ends it. */
import type { App } from "../app/compose.ts";
import { exitOf } from "../app/tools.ts";
import { call } from "./call-tool.ts";
import { CommandError, type Context } from "./command.ts";
import { createProgress } from "./progress.ts";
import { type JobData, syncReport } from "./sync-report.ts";

const pollMs = 100;

/** Waits for the job and prints its result. @throws CommandError when it failed or was cancelled. */
export async function finishJob(
  app: App,
  { jobId }: { readonly jobId: string },
  context: Context,
  json: boolean,
): Promise<void> {
  const { io, signal } = context;
  const { jobs } = await app.engine();
  const progress = createProgress(io);
  const timer = setInterval(() => {
    const now = jobs.get(jobId)?.progress;
    if (now !== undefined) progress.update(now.done, now.total, now.message);
  }, pollMs);
  const cancel = () => jobs.cancel(jobId);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    await jobs.settled();
  } finally {
    clearInterval(timer);
    signal.removeEventListener("abort", cancel);
    progress.end();
  }
  // The call that reads the result must not fall to the Ctrl-C that ended the job.
  const { data } = await call(
    app,
    { name: "gno_job_status" },
    { jobId },
    {
      ...context,
      signal: new AbortController().signal,
    },
  );
  const job = data as JobData;
  if (signal.aborted) throw new CommandError("CANCELLED", "Cancelled. What was indexed so far is kept.", 130);
  if (job.status === "failed") {
    const [, code = "RUNTIME", text = job.error] = /^([A-Z_]+): (.*)$/s.exec(job.error ?? "") ?? [];
    throw new CommandError(code, text ?? "The job failed.", exitOf(code), { jobId });
  }
  io.stdout.write(json ? `${JSON.stringify(data, null, 2)}\n` : `${syncReport(job, io.paint)}\n`);
}
