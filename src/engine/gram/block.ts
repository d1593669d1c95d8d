/** Builds what is written: the header of a new file and the block of a revision (spec/gram.md, Grammar). */
import { firstChain, nextChain, stateHash } from "./canonical.ts";
import { writeOp } from "./ops.ts";
import type { GramState, Op, Revision } from "./types.ts";
import { NO_HASH } from "./types.ts";

export function headerOf(documentId: string): string {
  return `gram/2 ${documentId} gram-rich/1\n`;
}

/** Where a new file stands before its first block. */
export function beforeFirst(documentId: string): Before {
  return { n: 0, at: undefined, hash: NO_HASH, chain: firstChain(headerOf(documentId)) };
}

/** What the next block goes on from. */
export interface Before {
  readonly n: number;
  readonly at: string | undefined;
  readonly hash: string;
  readonly chain: string;
}

export function beforeNext(revision: Revision): Before {
  return { n: revision.n, at: revision.at, hash: revision.hash, chain: revision.chain };
}

export interface NewRevision {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly client: string;
  readonly requestId: string;
  readonly digest: string;
  readonly ops: readonly Op[];
  /** After the operations. */
  readonly state: GramState;
}

/** The block of the revision after `before`, and the hash of its state. */
export function buildBlock(
  before: Before,
  revision: NewRevision,
): { readonly text: string; readonly hash: string } {
  const n = before.n + 1;
  const earliest = before.at === undefined ? 0 : Date.parse(before.at) + 1;
  // A clock that steps back must not make a later revision look earlier.
  const at = new Date(Math.max(revision.now, earliest)).toISOString();
  const block =
    `@rev ${n}\nat ${at}\nby ${clientName(revision.client)}\nbase ${before.n} ${before.hash}\n` +
    `req ${revision.requestId} ${revision.digest}\n\n${revision.ops.map(writeOp).join("")}`;
  const bytes = Buffer.from(block);
  const hash = stateHash(revision.state, true);
  const chain = nextChain(before.chain, bytes, hash);
  return { text: `${block}@end ${n} ${hash} ${bytes.length} ${chain}\n`, hash };
}

/** One line without control characters, at most 200 of them; `-` for a client without a name. */
function clientName(client: string): string {
  const line = Array.from(client.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ").trim())
    .slice(0, 200)
    .join("");
  return line === "" ? "-" : line;
}
