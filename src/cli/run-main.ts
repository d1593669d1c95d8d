/** Runs a program to its exit code. The only place, beside the Node gate, where a process ends. */

/** Ctrl-C and SIGTERM ask for an orderly end, a second Ctrl-C takes it; the exit waits for what is still to be written. */
export async function runMain(run: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const abort = new AbortController();
  const stop = () => {
    if (abort.signal.aborted) process.exit(130);
    abort.abort();
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  // A reader that went away (`gno search x | head -1`) is no error of ours. Any other exception is one that nobody caught.
  process.on("uncaughtException", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`${error.stack ?? error}\n`);
    process.exit(2);
  });
  const code = await run(abort.signal);
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit(code);
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableEnded || stream.destroyed) resolve();
    else stream.write("", () => resolve());
  });
}
