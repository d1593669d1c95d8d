/** Starts the HTTP server, says how to reach it, and ends it in order when the process is asked to. */
import type { AppConfig } from "../app/config.ts";
import { connectLines } from "../app/connect.ts";
import { ServeError, type ServeFlags, startServing } from "../app/serve.ts";
import { CommandError, type Context } from "./command.ts";

/** @returns the exit code, after the server has ended. */
export async function runServer(
  config: AppConfig,
  flags: ServeFlags,
  { io, signal }: Context,
): Promise<number> {
  const server = await startServing(config, flags).catch((error: unknown) => {
    // The start was refused: its own exit code, so that a supervisor does not try again for ever.
    throw error instanceof ServeError ? new CommandError("VALIDATION", error.message, 2) : error;
  });
  const { collections } = await server.app.engine();
  const count = collections.list().length;
  const what = `${count} collection${count === 1 ? "" : "s"}, ${server.writeEnabled ? "writes allowed" : "read-only"}`;
  io.stdout.write(`${io.paint("bold", server.url)}  ${what}, profile ${server.profile}\n`);
  if (!io.quiet) {
    const hint = count === 0 ? "No collection yet. Add one: gno collection add <folder>\n" : "";
    io.stdout.write(
      `${hint}\n${connectLines(config, server.url, server.writeEnabled)}\n\nStop with Ctrl-C.\n`,
    );
  }
  await aborted(signal);
  await server.close();
  return 0;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
