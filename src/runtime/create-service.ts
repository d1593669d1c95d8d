/** Builds the Service of a contract: what may be called, what is loaded when, and what is running. */
import type { ContractRow, ListedTool, ToolRow } from "./contract.ts";
import { dispatch, Stopped } from "./dispatch.ts";
import type { Outcome, WireResult } from "./outcome.ts";
import type { CallOptions, Loaded, Service, ServiceOptions } from "./service.ts";
import { createValidators } from "./validate.ts";

/** @throws Error for a profile that the contract does not have. */
export function createService(options: ServiceOptions): Service {
  const { contract, profile, writeEnabled, log } = options;
  if (!contract.profiles.includes(profile)) {
    throw new Error(
      `There is no tool profile ${JSON.stringify(profile)}. Choose one of: ${contract.profiles.join(", ")}.`,
    );
  }
  const served = new Map(servedRows(contract, profile, writeEnabled).map((row) => [row.name, row]));
  const listed = Object.freeze([...served.values()].map((row) => Object.freeze(toListed(row, profile))));
  const writeNames = new Set(contract.tools.filter((row) => row.effect === "write").map((row) => row.name));
  const context = { options, validators: createValidators(), load: once(options.load) };
  const shutdown = new Stopped(options.internalCode, "Server is shutting down");
  const running = new Set<AbortController>();
  const idle = new Set<() => void>();
  let closing = false;

  function ended(controller: AbortController): void {
    running.delete(controller);
    if (running.size === 0) for (const resolve of idle) resolve();
  }

  async function run(name: string, args: unknown, call: CallOptions): Promise<Outcome> {
    const row = served.get(name);
    if (row === undefined) return { kind: "unknown", tool: name };
    if (closing) return shutdown.outcome;
    if (call.signal?.aborted) return { kind: "cancelled" };
    const controller = new AbortController();
    const onAbort = () => controller.abort(call.signal?.reason);
    call.signal?.addEventListener("abort", onAbort, { once: true });
    running.add(controller);
    const { outcome, settled } = dispatch(context, row, args, call, controller);
    void settled.then(() => ended(controller));
    try {
      return await outcome;
    } finally {
      call.signal?.removeEventListener("abort", onAbort);
    }
  }

  return {
    contract,
    profile,
    writeEnabled,
    list: () => listed,
    isWriteTool: (name) => writeNames.has(name),
    run,
    async call(name, args, call): Promise<WireResult> {
      const outcome = await run(name, args, call);
      try {
        return options.present(name, outcome);
      } catch (error) {
        log.error("The result could not be put into its envelope", { tool: name, error });
        return { kind: "protocol-error", code: -32603, message: "Internal error" };
      }
    },
    active: () => running.size,
    async close(graceMs) {
      closing = true;
      if (running.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      idle.add(resolve);
      const timer = setTimeout(resolve, graceMs);
      await promise;
      clearTimeout(timer);
      idle.delete(resolve);
      for (const controller of running) controller.abort(shutdown);
    },
  };
}

function servedRows(contract: ContractRow, profile: string, writeEnabled: boolean): readonly ToolRow[] {
  return contract.tools.filter(
    (row) => row.profiles.includes(profile) && (writeEnabled || row.effect === "read"),
  );
}

/** Key order is wire order. */
function toListed(row: ToolRow, profile: string): ListedTool {
  return {
    name: row.name,
    description: row.descriptions[profile] ?? row.descriptions.full,
    inputSchema: row.input,
    ...(row.publishOutput && row.output !== undefined ? { outputSchema: row.output } : {}),
    ...(row.annotations === undefined ? {} : { annotations: row.annotations }),
  };
}

/** The first success is kept; a failure is tried again by the next call, as its cause may be mended by then. */
function once(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
