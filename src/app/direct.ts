/** The server without a wire, for the command line: the user owns the machine, so he may write and see paths. */
import { type App, composeGno } from "./compose.ts";
import type { AppConfig } from "./config.ts";
import { createLog } from "./log.ts";

/** Milliseconds that running work gets to end when the command is done. */
const graceMs = 30_000;

/** Composes an app for `use` and closes it afterwards, however that ends. */
export async function withApp<T>(config: AppConfig, use: (app: App) => Promise<T>): Promise<T> {
  const app = composeGno({
    config,
    log: createLog("gno", config.logLevel),
    mode: "direct-cli",
    profile: "full",
    writeEnabled: true,
    hostPaths: true,
    // A person at the keyboard decides how long to wait.
    deadlineMs: null,
  });
  try {
    return await use(app);
  } finally {
    await app.close(graceMs);
  }
}
