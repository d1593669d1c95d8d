/** Loads what the first call needs while the client is still busy with the handshake, and notices what can never work. */
import type { App } from "./compose.ts";

/** Milliseconds after the start: late enough not to delay the first answers. */
const delayMs = 250;

/**
 * Loads the engine once the start is over. `onBroken` gets one line when the native SQLite module does not load: no
 * call can ever work then, so the server should say so and end.
 * @returns what calls it off.
 */
export function warmUp(app: App, onBroken: (message: string) => void): () => void {
  const timer = setTimeout(async () => {
    try {
      await app.probe();
    } catch (error) {
      onBroken(error instanceof Error ? error.message : String(error));
    }
  }, delayMs);
  timer.unref();
  return () => clearTimeout(timer);
}
