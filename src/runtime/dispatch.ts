/**
 * One call from arguments to Outcome: leniency, validation, lock, handler with a deadline, output validation. Nothing
 * is thrown past this file, and the text of an unknown exception never leaves it: the caller gets an id, the log the rest.
 */
import { randomBytes } from "node:crypto";
import type { ToolRow } from "./contract.ts";
import type { Lease, Leases } from "./lease.ts";
import type { Details, Outcome } from "./outcome.ts";
import type { AnyTool, CallOptions, Loaded, ServiceOptions } from "./service.ts";
import type { Call } from "./tool.ts";
import { ToolError } from "./tool-error.ts";
import type { Validators } from "./validate.ts";

export interface Dispatch {
  readonly options: ServiceOptions;
  readonly validators: Validators;
  /** Memoised `options.load`. */
  load(): Promise<Loaded>;
}

/** Milliseconds to wait for the write lease, by the lock of the row. */
const leaseWaitMs = { write: 5_000, "write-long": 120_000, job: 5_000 } as const;

/** Why a call ends before its handler does, when the caller has not cancelled it: he is told so. */
export class Stopped extends Error {
  readonly outcome: Outcome;

  constructor(code: string, message: string) {
    super(message);
    this.outcome = { kind: "error", code, message };
  }
}

export interface Running {
  readonly outcome: Promise<Outcome>;
  /** Resolves when the handler itself has ended, which for one that ignores its signal is after the answer. */
  readonly settled: Promise<void>;
}

/** `controller` is aborted by the caller, or with `Stopped` by shutdown; the deadline is set here. */
export function dispatch(
  context: Dispatch,
  row: ToolRow,
  args: unknown,
  call: CallOptions,
  controller: AbortController,
): Running {
  const { signal } = controller;
  const work = perform(context, row, args, call, signal).catch((error: unknown) =>
    failure(context, row, error, signal),
  );
  const { promise: early, resolve } = Promise.withResolvers<Outcome>();
  const { deadlineMs, internalCode } = context.options;
  const timer =
    deadlineMs === undefined
      ? undefined
      : setTimeout(() => controller.abort(new Stopped(internalCode, tooLate(row, deadlineMs))), deadlineMs);
  const onAbort = () => resolve(endOf(signal));
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  const outcome = Promise.race([work, early]).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  });
  return { outcome, settled: work.then(() => undefined) };
}

async function perform(
  context: Dispatch,
  row: ToolRow,
  args: unknown,
  call: CallOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  await context.validators.ready();
  if (signal.aborted) return endOf(signal);
  const checked = context.validators.input(row.input, args);
  if (!checked.ok) return { kind: "invalid", issues: checked.issues };

  const loaded = await context.load();
  const handler = loaded.handlers[row.name];
  if (handler === undefined || !Object.hasOwn(loaded.handlers, row.name)) {
    throw new Error(`no handler is bound for ${row.name}`);
  }
  const busy = row.lock === "job" ? loaded.busy?.() : undefined;
  if (busy !== undefined) return { kind: "error", ...busy };
  const lock = await takeLock(row, loaded.leases, signal);
  if (signal.aborted) {
    lock.lease?.release();
    return endOf(signal);
  }
  if (lock.busy) {
    return {
      kind: "error",
      code: context.options.lockedCode,
      message: "Another writer holds the write lock. Wait for it to finish, then call again.",
    };
  }
  const held = new HeldLease(row, lock.lease);
  try {
    return await runHandler(context, row, loaded, handler, checked.args, call, signal, held);
  } finally {
    held.release();
  }
}

async function runHandler(
  context: Dispatch,
  row: ToolRow,
  loaded: Loaded,
  handler: AnyTool,
  args: unknown,
  options: CallOptions,
  signal: AbortSignal,
  held: HeldLease,
): Promise<Outcome> {
  let meta: Details | undefined;
  const call: Call = {
    signal,
    caller: options.caller,
    writeEnabled: context.options.writeEnabled,
    fail(code, message, details) {
      throw new ToolError(code, message, details);
    },
    progress(done, total, message) {
      if (!signal.aborted) options.progress?.(done, total, message);
    },
    meta(members) {
      meta = { ...meta, ...members };
    },
    handOverLease: () => held.handOver(),
  };
  const data: unknown = await handler.run(args as never, loaded.deps as never, call as never);
  if (signal.aborted) return endOf(signal);

  const schema = Object.hasOwn(loaded.outputs, row.name) ? loaded.outputs[row.name] : undefined;
  if (schema === undefined) throw new Error(`no output schema is bound for ${row.name}`);
  const misfit = context.validators.output(schema, data);
  if (misfit !== undefined) {
    return logged(context, row, "The result does not fit the output schema", { issues: misfit });
  }
  const text = handler.text(data as never, args as never);
  return { kind: "ok", data, text, ...(meta === undefined ? {} : { meta }) };
}

async function takeLock(
  row: ToolRow,
  leases: Leases | undefined,
  signal: AbortSignal,
): Promise<{ readonly busy: boolean; readonly lease?: Lease }> {
  if (row.lock === "none" || row.lock === "own") return { busy: false };
  if (leases === undefined) throw new Error(`no leases are wired, ${row.name} needs one`);
  const lease = await leases.acquire(leaseWaitMs[row.lock], signal);
  return lease === undefined ? { busy: true } : { busy: false, lease };
}

/** A job takes its lease with it; otherwise it ends with the handler, also when the answer went out before. */
class HeldLease {
  #lease: Lease | undefined;
  readonly #row: ToolRow;

  constructor(row: ToolRow, lease: Lease | undefined) {
    this.#row = row;
    this.#lease = lease;
  }

  handOver(): Lease {
    const lease = this.#lease;
    if (this.#row.lock !== "job" || lease === undefined) {
      throw new Error(`${this.#row.name} has no lease to hand over`);
    }
    this.#lease = undefined;
    return lease;
  }

  release(): void {
    this.#lease?.release();
    this.#lease = undefined;
  }
}

function failure(context: Dispatch, row: ToolRow, error: unknown, signal: AbortSignal): Outcome {
  if (error instanceof ToolError) {
    return {
      kind: "error",
      code: error.code,
      message: error.message,
      ...(error.details === undefined ? {} : { details: error.details }),
    };
  }
  // A handler that stopped because it was told to is no fault.
  if (signal.aborted) return endOf(signal);
  return logged(context, row, "The call ended in an unexpected error", { error });
}

function logged(
  context: Dispatch,
  row: ToolRow,
  message: string,
  fields: Readonly<Record<string, unknown>>,
): Outcome {
  const id = randomBytes(4).toString("hex");
  context.options.log.error(message, { id, tool: row.name, ...fields });
  return {
    kind: "error",
    code: context.options.internalCode,
    message: `${row.name} failed for a reason that is in the server's log under ${id}. Call again; if it fails again, look there.`,
  };
}

function tooLate(row: ToolRow, deadlineMs: number): string {
  return `${row.name} did not finish within ${deadlineMs / 1000} s and was stopped. Ask for less, or call again later.`;
}

function endOf({ reason }: AbortSignal): Outcome {
  return reason instanceof Stopped ? reason.outcome : { kind: "cancelled" };
}
