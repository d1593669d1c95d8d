/** What the suite has to know of a contract beyond its schemas. One file a contract; the rest of the suite is generic. */
import type { Conversation, Json } from "../target/target.ts";
import { gno } from "./gno.ts";

/** Texts that make sense for an argument, by `argument` or `tool.argument`; collected from the running server. */
export type Pool = Readonly<Record<string, readonly string[]>>;

export interface Knowledge {
  /** Rows that the contract sets aside, with the reason. */
  readonly choices: Readonly<Record<string, string>>;
  /** Lists what is in the server, through read tools. */
  pool(conversation: Conversation): Promise<Pool>;
  /** False for arguments that fit the schema and break a rule between them that it does not show. */
  isLawful(tool: string, args: Json): boolean;
  /** Calls of read tools whose answers together are the logical state. */
  readonly probes: readonly { readonly tool: string; readonly arguments: Json }[];
  /** Members of answers that move by themselves, such as clocks and counters; by name. */
  readonly moving: ReadonlySet<string>;
  /** Members of answers that the set-up decides, such as paths of the host. */
  readonly hosted: ReadonlySet<string>;
  /** Read tools whose answer rightly depends on the wire or the process. */
  readonly local: ReadonlySet<string>;
  /** Write tools that are never called with generated arguments: they could reach beyond the scratch files. */
  readonly destructive: ReadonlySet<string>;
  /** Waits until work that write tools started has ended. */
  settle(conversation: Conversation): Promise<void>;
  /** A call whose answer carries a text of ours back, for the row on UTF-8. */
  echo(
    text: string,
  ): { readonly tool: string; readonly arguments: Json; read(result: Json): unknown } | undefined;
  /** True when a tool error means "there is no such thing here": without a vault, examples may say so. */
  isMissing(code: string): boolean;
  /** Form of a write call's refusal over HTTP: status, code and the code in its data. */
  readonly writeRefusal: { readonly status: number; readonly code: number; readonly data: string };
  /** `null` is allowed as id of refusals made before the message was read. */
  readonly nullIds: boolean;
  /** A session id on a modern request is refused rather than ignored. */
  readonly refusesSessionId: boolean;
}

const known: Readonly<Record<string, Knowledge>> = { gno };

export function knowledgeOf(contract: string): Knowledge {
  const found = known[contract];
  if (found === undefined) throw new Error(`the suite does not know the contract ${contract} yet`);
  return found;
}
