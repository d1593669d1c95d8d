/** The half of a server that loads on the first call: the engine and what handlers get. */
import { randomUUID } from "node:crypto";
import type { GnoDeps } from "../contracts/gno/deps.ts";
import type { EngineOptions } from "../engine/engine.ts";
import type { ModelEnvironment } from "../engine/models/open-models.ts";
import { indexExists, openEngine, probeSqlite } from "../engine/open-engine.ts";
import { systemClock } from "../engine/ports.ts";
import type { AppConfig } from "./config.ts";
import { createEngineHolder, type EngineHolder } from "./engine-holder.ts";
import { explained, guarded } from "./guard.ts";
import type { AppLog } from "./log.ts";
import { readServing } from "./pid-file.ts";
import { type Counters, residentStatus } from "./resident.ts";
import { createUpdateCommand } from "./update-command.ts";
import { version } from "./version.ts";

export interface LoadOptions {
  readonly config: AppConfig;
  readonly log: AppLog;
  readonly mode: "serve" | "stdio" | "direct-cli";
  readonly counters?: () => Counters | undefined;
}

/** What the first call loads; `guard.ts` comes along because it knows the engine's error classes. */
export interface LoadedEngine {
  readonly explained: typeof explained;
  readonly guarded: (handlers: Parameters<typeof guarded>[0]) => ReturnType<typeof guarded>;
  readonly deps: GnoDeps;
  readonly holder: EngineHolder;
  /** @throws StoreError when the native SQLite module does not load. */
  readonly probe: () => void;
}

function engineOptions(
  { config, log, mode }: Pick<LoadOptions, "config" | "log" | "mode">,
  indexName: string,
): EngineOptions {
  return {
    dirs: config.dirs,
    configFile: config.configFile,
    indexName,
    version,
    clock: systemClock,
    ids: { uuid: randomUUID },
    log,
    oneCaller: mode === "direct-cli",
    models: modelEnvironment(config),
  };
}

function modelEnvironment({ models, offline }: AppConfig): ModelEnvironment {
  const { hub, apiKey, maxThreads } = models;
  return {
    apiKey,
    offline,
    ...(hub === undefined ? {} : { hub }),
    ...(maxThreads === undefined ? {} : { maxThreads }),
  };
}

export function loadEngine(options: LoadOptions): LoadedEngine {
  const { config, log } = options;
  const holder = createEngineHolder(engineOptions(options, config.indexName));
  const deps: GnoDeps = {
    // Read at each use: a blank engine gives way to a real one when a config appears.
    get engine() {
      return holder.current();
    },
    version,
    now: systemClock.now,
    resident: () => {
      const { jobs, readers } = holder.current();
      const { active, recent } = jobs.list(100);
      return residentStatus({
        mode: options.mode,
        now: systemClock.now(),
        jobs: {
          active: active.length,
          recent: recent.length,
          failed: recent.filter((job) => job.status === "failed").length,
        },
        readers: readers.counts(),
        generation: recent.filter((job) => job.status === "completed").length,
        counters: options.counters?.(),
      });
    },
    serving: () => readServing(config.dirs.data),
    async openIndex(name) {
      if (!indexExists(config.dirs.data, name)) return undefined;
      const engine = openEngine(engineOptions(options, name));
      return { engine, close: () => engine.close(0) };
    },
    runUpdateCommand: createUpdateCommand(log),
  };
  return {
    deps,
    holder,
    explained,
    guarded: (handlers) => guarded(handlers, holder.damaged),
    probe: probeSqlite,
  };
}
