/** The one command line that shows a failure again. */
import type { Wire } from "./target/target.ts";

export interface Invocation {
  readonly contract: string;
  readonly profile: string;
  readonly write: boolean;
  readonly stdio: string | undefined;
  readonly http: string | undefined;
  readonly setup: string | undefined;
}

export interface Replay {
  readonly property: string;
  readonly wire: Wire;
  readonly seed: number;
  readonly case?: string;
  readonly path?: string;
}

export function replayLine(invocation: Invocation, replay: Replay): string {
  const [transport, era] = replay.wire.split("-");
  const parts = ["concordat conform", `--contract ${invocation.contract}`];
  if (transport === "stdio" && invocation.stdio !== undefined)
    parts.push(`--stdio ${quote(invocation.stdio)}`);
  if (transport === "http" && invocation.http !== undefined) parts.push(`--http ${quote(invocation.http)}`);
  parts.push(`--era ${era}`);
  if (invocation.profile !== "full") parts.push(`--profile ${invocation.profile}`);
  if (invocation.write) parts.push("--write");
  if (invocation.setup !== undefined) parts.push(`--setup ${quote(invocation.setup)}`);
  parts.push(`--only ${replay.case === undefined ? replay.property : `${replay.property}/${replay.case}`}`);
  parts.push(`--seed ${replay.seed}`);
  if (replay.path !== undefined && replay.path !== "") parts.push(`--path ${replay.path}`);
  return parts.join(" ");
}

function quote(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
