/** What `gno update`, `gno collection add` and `gno init` do last. It never makes them fail: words are found already. */
import type { App } from "../app/compose.ts";
import { embedAfterSync } from "../app/embed-after-sync.ts";
import type { Context } from "./command.ts";
import { createProgress } from "./progress.ts";

/** Tools whose job indexes words alone. */
export const indexingTools: ReadonlySet<string> = new Set(["gno_sync", "gno_add_collection"]);

export async function finishWithVectors(app: App, { io, signal }: Context, json: boolean): Promise<void> {
  const progress = createProgress(io);
  try {
    const done = await embedAfterSync(app, signal, progress.update);
    progress.end();
    if (done === undefined || done.embedded === 0 || json) return;
    io.stdout.write(`${done.embedded} ${done.embedded === 1 ? "passage" : "passages"} embedded\n`);
  } catch (error) {
    progress.end();
    // Ctrl-C: the next update goes on.
    if (signal.aborted) return;
    const message = error instanceof Error ? error.message : String(error);
    io.stderr.write(`gno: the vectors were not brought up to date. ${message}\n`);
  }
}
