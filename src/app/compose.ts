/**
 * Puts a gno server together: config, engine, handlers, Service. What `tools/list` needs is imported here; everything
 * else (validator, SQLite, engine, handlers) loads on the first call, because a client waits for the start.
 */
import { gno } from "../../generated/gno/tools.ts";
import { present } from "../contracts/gno/envelope.ts";
import { createResources } from "../contracts/gno/resources.ts";
import type { Engine, Job } from "../engine/engine.ts";
import { createService } from "../runtime/create-service.ts";
import type { Resources } from "../runtime/resources.ts";
import type { Busy, Service } from "../runtime/service.ts";
import { createAtRest } from "./at-rest.ts";
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
  /** Loads what the first call needs. @throws when the native SQLite module does not load. */
  probe(): Promise<void>;
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

  let loaded: LoadedEngine | undefined;
  const called = createService({
    contract: gno,
    profile: options.profile,
    writeEnabled: options.writeEnabled,
    load: async () => {
      const [engine, { handlers }, { outputs }] = await Promise.all([
        load(),
        import("../../generated/gno/bind.ts"),
        import("../../generated/gno/outputs.ts"),
      ]);
      const { deps, holder, explained, guarded } = engine;
      loaded = engine;
      return {
        handlers: guarded(handlers),
        deps,
        outputs,
        leases: { acquire: (waitMs, signal) => explained(() => holder.open().lease.acquire(waitMs, signal)) },
        busy: () => jobConflict(holder.opened()?.jobs.list(1).active[0]),
      };
    },
    present,
    log: options.log,
    internalCode: "RUNTIME",
    lockedCode: "LOCKED",
    ...(options.deadlineMs === null ? {} : { deadlineMs: options.deadlineMs ?? callDeadlineMs }),
  });

  const atRest = createAtRest({
    active: called.active,
    release: () => loaded?.holder.opened()?.rest(),
  });
  const service = noticing(called, atRest.touch);

  return {
    service,
    resources: createResources(async () => (await load()).deps, { hostPaths: options.hostPaths }),
    engine: async () => (await load()).deps.engine,
    probe: async () => (await load()).probe(),
    async close(graceMs) {
      const started = performance.now();
      atRest.cancel();
      await service.close(graceMs);
      await (await loading?.catch(() => undefined))?.holder.close(
        Math.max(0, graceMs - (performance.now() - started)),
      );
    },
  };
}

/** The same service, which tells when a call begins and ends. */
function noticing(service: Service, touch: () => void): Service {
  const told = async <T>(call: () => Promise<T>): Promise<T> => {
    touch();
    try {
      return await call();
    } finally {
      touch();
    }
  };
  return {
    ...service,
    call: (...given) => told(() => service.call(...given)),
    run: (...given) => told(() => service.run(...given)),
  };
}

/** One job a process: a second one is refused at once, with the id to wait for. */
function jobConflict(job: Job | undefined): Busy | undefined {
  if (job === undefined) return undefined;
  const message = `Job ${job.jobId} is running. Wait for it: gno_job_status shows its state.`;
  return { code: "JOB_CONFLICT", message, details: { jobId: job.jobId } };
}
