/** Loads what the first call needs once the client has its tool list, and notices what can never work. */
import type { Service } from "../runtime/service.ts";
import type { App } from "./compose.ts";

/** Milliseconds after the tool list: its bytes are out by then, and the client is still thinking. */
const afterListMs = 100;
/** A client that never asks for the list gets the engine with its first call; a broken one is still noticed. */
const withoutListMs = 2_000;

export interface WarmUp {
  /** The app's service; asking it for the list is what starts the warm-up. */
  readonly service: Service;
  cancel(): void;
}

/**
 * `onBroken` gets one line when the native SQLite module does not load: no call can ever work then, so the server should
 * say so and end.
 */
export function warmUp(app: App, onBroken: (message: string) => void): WarmUp {
  let started = false;
  const load = async () => {
    if (started) return;
    started = true;
    try {
      await app.probe();
    } catch (error) {
      onBroken(error instanceof Error ? error.message : String(error));
    }
  };
  const timers = [setTimeout(load, withoutListMs).unref()];
  return {
    service: {
      ...app.service,
      list() {
        if (timers.length === 1) timers.push(setTimeout(load, afterListMs).unref());
        return app.service.list();
      },
    },
    cancel() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
