/**
 * The engine of a long-lived server. It opens databases only where a config exists, notices a config that comes later,
 * so that a server which started before `gno init` works after it, and opens an index anew that was replaced on disk.
 */
import { existsSync } from "node:fs";
import { blankEngine } from "../engine/blank-engine.ts";
import { createConfigStore } from "../engine/config/store.ts";
import type { Engine, EngineOptions } from "../engine/engine.ts";
import { indexFile, type OpenEngine, openEngine } from "../engine/open-engine.ts";
import { markDamaged } from "../engine/store/open.ts";

export interface EngineHolder {
  /** The open engine, or a blank one in a place without config. */
  current(): Engine;
  /** The engine if it is open already. */
  opened(): Engine | undefined;
  /** Opens the engine also without a config: for a caller that is about to write. */
  open(): Engine;
  /** A call met damage in the index: the next one opens a new index, and the old file is set aside. */
  damaged(): void;
  close(graceMs: number): Promise<void>;
}

export function createEngineHolder(options: EngineOptions): EngineHolder {
  let real: OpenEngine | undefined;
  let blank: Engine | undefined;
  /** Calls may still read from these; they close with the server. */
  const retired: OpenEngine[] = [];

  const open = (): Engine => {
    if (real !== undefined && real.jobs.list(0).active.length === 0 && real.replaced()) {
      options.log.warn("the index file was replaced; it is opened anew");
      retired.push(real);
      real = undefined;
    }
    real ??= openEngine(options);
    return real;
  };

  return {
    current() {
      if (real !== undefined || existsSync(options.configFile)) return open();
      blank ??= blankEngine(options, createConfigStore(options.configFile));
      return blank;
    },
    opened: () => real,
    open,
    damaged() {
      if (real === undefined) return;
      markDamaged(indexFile(options.dirs.data, options.indexName));
      options.log.error("the index is damaged; it is set aside at the next call");
    },
    async close(graceMs) {
      await Promise.all([real, ...retired].map((engine) => engine?.close(graceMs)));
      real = undefined;
      retired.length = 0;
    },
  };
}
