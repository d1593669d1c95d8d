/** One Service per server: every wire, the command line and the tests call tools through it. */
import type { ContractRow, JsonSchema, ListedTool } from "./contract.ts";
import type { Leases } from "./lease.ts";
import type { Details, Outcome, Present, WireResult } from "./outcome.ts";
import type { Caller } from "./tool.ts";

/** A handler as the dispatcher sees it; `generated/<c>/bind.ts` is typed per contract. */
export interface AnyTool {
  run(args: never, deps: never, call: never): unknown;
  text(data: never, args: never): string;
}

/** Everything that is loaded on the first call and not at start. */
export interface Loaded {
  readonly handlers: Readonly<Record<string, AnyTool>>;
  readonly deps: unknown;
  /** Output schema by tool name. */
  readonly outputs: Readonly<Record<string, JsonSchema>>;
  readonly leases?: Leases;
  /** Asked before a tool with lock `job` waits for the lease: a reason to refuse at once, such as a running job. */
  readonly busy?: () => Busy | undefined;
}

/** A refusal in the contract's own words. */
export interface Busy {
  readonly code: string;
  readonly message: string;
  readonly details?: Details;
}

export interface ServiceOptions {
  readonly contract: ContractRow;
  readonly profile: string;
  readonly writeEnabled: boolean;
  /** Called once, on the first call of any tool; a failure is reported and tried again on the next call. */
  readonly load: () => Promise<Loaded>;
  readonly present: Present;
  readonly log: Log;
  /** Code for unexpected exceptions and output misfits (`RUNTIME` in gno). */
  readonly internalCode: string;
  /** Code when the lease was not obtained (`LOCKED` in gno). */
  readonly lockedCode: string;
  /** Milliseconds a call may take before its signal fires and it answers with the internal code. */
  readonly deadlineMs?: number;
}

export interface Log {
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly caller: Caller;
  readonly progress?: (done: number, total?: number, message?: string) => void;
}

export interface Service {
  readonly contract: ContractRow;
  readonly profile: string;
  readonly writeEnabled: boolean;
  /** The frozen `tools/list` of this profile and gate: the same array on each call. */
  list(): readonly ListedTool[];
  /** True for a name that the contract knows as a write tool, whatever the gate says. */
  isWriteTool(name: string): boolean;
  /** Runs the tool; never throws. */
  run(name: string, args: unknown, options: CallOptions): Promise<Outcome>;
  /** `run`, then the contract's envelope. */
  call(name: string, args: unknown, options: CallOptions): Promise<WireResult>;
  /** Number of calls now running. */
  active(): number;
  /** Refuses new calls, waits up to `graceMs` for running ones, aborts the rest. */
  close(graceMs: number): Promise<void>;
}
