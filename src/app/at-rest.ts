/**
 * Gives memory back when nothing was asked for a while. A server runs for days beside an agent, and V8 keeps what calls
 * left behind until something new needs room.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export interface AtRest {
  /** A call began or ended. */
  touch(): void;
  cancel(): void;
}

export interface AtRestOptions {
  /** Calls that run now. */
  readonly active: () => number;
  /** Lets caches go that the next call would fill again. */
  readonly release: () => void;
  readonly afterMs?: number;
  readonly collect?: () => void;
}

/** Long enough that an agent's thinking between two calls does not count as rest. */
const restMs = 15_000;

export function createAtRest({
  active,
  release,
  afterMs = restMs,
  collect = collectGarbage,
}: AtRestOptions): AtRest {
  let timer: NodeJS.Timeout | undefined;
  const rest = () => {
    if (active() > 0) return;
    release();
    collect();
  };
  return {
    touch() {
      clearTimeout(timer);
      timer = setTimeout(rest, afterMs).unref();
    },
    cancel: () => clearTimeout(timer),
  };
}

/** The collector as a function: only a context that is made with the flag on has it. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collector: unknown = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  if (typeof collector === "function") collector();
}
