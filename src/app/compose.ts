/**
 * Puts a gno server together: config, engine, handlers, Service. What `tools/list` needs is imported here; everything
 * else (validator, SQLite, engine, handlers) loads on the first call, because a client waits for the start.
 */
import { gno } from "../../generated/gno/tools.ts";
import { present } from "../contracts/gno/envelope.ts";
import { createResources } from "../contracts/gno/resources.ts";
import type { Engine } from "../engine/engine.ts";
import type { Resources } from "../runtime/resources.ts";
import type { Service } from "../runtime/service.ts";
import type { LoadedEngine, LoadOptions } from "./load.ts";

/** Milliseconds a call may take. Longer than the 120 s that capture may wait for the write lease. */
const callDeadlineMs = 180_000;

export interface ComposeOptions extends LoadOptions {
  /** `full` or `core`, already checked. */
  readonly profile: string;
  readonly writeEnabled: boolean;
  /** False when a caller may sit on another machine: resources then show no paths of this one. */
  readonly hostPaths: boolean;
  /** `null` = calls may take as long as they need, as on the command line. */
  readonly deadlineMs?: number | null;
}

export interface App {
  readonly service: Service;
  readonly resources: Resources;
  /** Loads the engine's code on first use; opens databases only where a config exists. */
  engine(): Promise<Engine>;
  /** Running calls, then jobs, may end within `graceMs`; then everything closes. */
  close(graceMs: number): Promise<void>;
}

export function composeGno(options: ComposeOptions): App {
  let loading: Promise<LoadedEngine> | undefined;
  const load = (): Promise<LoadedEngine> => {
    if (loading === undefined) {
      loading = import("./load.ts").then(({ loadEngine }) => loadEngine(options));
      // A failed load is tried again: its cause may be mended meanwhile.
      loading.catch(() => {
        loading = undefined;
      });
    }
    return loading;
  };

  const service = createService({
    contract: gno,
    profile: options.profile,
    writeEnabled: options.writeEnabled,
    load: async () => {
      const [{ deps, holder }, { handlers }, { outputs }] = await Promise.all([
        load(),
        import("../../generated/gno/bind.ts"),
        import("../../generated/gno/outputs.ts"),
      ]);
      return {
        handlers,
        deps,
        outputs,
        leases: { acquire: (...wait) => holder.open().lease.acquire(...wait) },
      };
    },
    present,
    log: options.log,
    internalCode: "RUNTIME",
    lockedCode: "LOCKED",
    ...(options.deadlineMs === null ? {} : { deadlineMs: options.deadlineMs ?? callDeadlineMs }),
  });

  return {
    service,
    resources: createResources(async () => (await load()).deps, { hostPaths: options.hostPaths }),
    engine: async () => (await load()).deps.engine,
    async close(graceMs) {
      const started = performance.now();
      await service.close(graceMs);
      const loaded = await loading?.catch(() => undefined);
      await loaded?.holder.close(Math.max(0, graceMs - (performance.now() - started)));
    },
  };
}
