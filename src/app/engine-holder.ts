/**
 * The engine of a long-lived server. It opens databases only where a config exists, and notices a config that comes
 * later, so that a server which started before `gno init` works after it.
 */
import { existsSync } from "node:fs";
import { blankEngine } from "../engine/blank-engine.ts";
import { createConfigStore } from "../engine/config/store.ts";
import type { Engine, EngineOptions } from "../engine/engine.ts";
import { openEngine } from "../engine/open-engine.ts";

export interface EngineHolder {
  /** The open engine, or a blank one in a place without config. */
  current(): Engine;
  /** Opens the engine also without a config: for a caller that is about to write. */
  open(): Engine;
  close(graceMs: number): Promise<void>;
}

export function createEngineHolder(options: EngineOptions): EngineHolder {
  let real: Engine | undefined;
  let blank: Engine | undefined;
  const open = () => {
    real ??= openEngine(options);
    return real;
  };
  return {
    current() {
      if (real !== undefined || existsSync(options.configFile)) return open();
      blank ??= blankEngine(options, createConfigStore(options.configFile));
      return blank;
    },
    open,
    async close(graceMs) {
      await real?.close(graceMs);
      real = undefined;
    },
  };
}
