/** The shape of a handler file and of what it is given. */
import type { Lease } from "./lease.ts";
import type { Details } from "./outcome.ts";

/** Generated per contract: tool name to its argument, output and error-code types. */
export type ToolMap = Record<string, { args: unknown; output: unknown; errors: string }>;

export interface Caller {
  /** Client name from `initialize` or the request envelope; `mcp` when absent, `cli:<user>` on the command line. */
  readonly client: string;
  /** Opaque session label: session id, `http:<16 hex>`, or the server instance id on stdio. */
  readonly session: string;
  readonly transport: "stdio" | "http" | "cli" | "direct";
  /** True for stdio, CLI and loopback peers: only they may see paths of the host. */
  readonly local: boolean;
  /** Of a caller over HTTP, as its socket names it. */
  readonly address?: string;
}

/** Third argument of a handler. `Code` is the union of codes that the tool's spec row declares. */
export interface Call<Code extends string = string> {
  /** Aborted by cancellation, disconnect, the call's deadline or shutdown. */
  readonly signal: AbortSignal;
  readonly caller: Caller;
  /** Write tools recheck this although the gate already refused them. */
  readonly writeEnabled: boolean;
  /** Ends the call with a declared error. Never returns. */
  fail(code: Code, message: string, details?: Details): never;
  /** Reports progress; sent only when the client asked for it. `done` rises, `total` may be unknown. */
  progress(done: number, total?: number, message?: string): void;
  /** Adds members to the answer's `_meta`, for clients and not for their models; a call that fails sends none. */
  meta(members: Details): void;
  /**
   * For tools with lock `job`: takes the held write lease out of the call, so that the job releases it.
   * Throws when the row's lock is another one.
   */
  handOverLease(): Lease;
}

export interface Tool<Tools extends ToolMap, Name extends keyof Tools, Deps> {
  run(
    args: Tools[Name]["args"],
    deps: Deps,
    call: Call<Tools[Name]["errors"]>,
  ): Tools[Name]["output"] | Promise<Tools[Name]["output"]>;
  /** The human form, for `content[0].text` and the command line. */
  text(data: Tools[Name]["output"], args: Tools[Name]["args"]): string;
}

export type Handlers<Tools extends ToolMap, Deps> = {
  readonly [Name in keyof Tools]: Tool<Tools, Name, Deps>;
};
