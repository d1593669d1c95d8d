/** A document with its whole history in memory: its revisions, its state now and at any of them. */
import { stateHash } from "./canonical.ts";
import { createFold, type Fold, FoldError } from "./fold.ts";
import { parseOps } from "./ops.ts";
import { type Scanned, scanGram, scanMore, type Tail } from "./scan.ts";
import { type GramState, NO_HASH, type Op, type Revision } from "./types.ts";

export interface History {
  readonly documentId: string;
  /** Good revisions, oldest first. */
  readonly revisions: readonly Revision[];
  readonly tail: Tail;
  /** What stands after the last good revision. */
  readonly head: GramState;
  /** The newest good revision; 0 = none. */
  readonly rev: number;
  /** 16 hex of the state after it. */
  readonly hash: string;
  /** Bytes up to the end of the last good block, and the chain there. */
  readonly end: number;
  readonly chain: string;
  /** The first revision with a line that this version does not know: nothing may be appended behind it. */
  readonly unknown: { readonly revision: number; readonly line: string } | undefined;
  /** The state after revision n (0 ≤ n ≤ rev). Kept for the revision asked last. */
  at(n: number): GramState;
  /** The operations of a revision. */
  ops(n: number): readonly Op[];
  /** The revision that a request made. */
  request(id: string): Revision | undefined;
  /** The newest revision written at or before a moment (milliseconds); 0 = none. */
  revisionAt(time: number): number;
  /** A fold that may be changed: what the revision after n (default: the next one) is built on. */
  draft(n?: number): Fold;
  /** The first revision whose stored hash is not that of its state, by folding them all. */
  firstWrongHash(): number | undefined;
  /** The same file with more behind `end`: only the new bytes are read and folded. Not for a damaged one. */
  grow(bytes: Buffer): History;
}

export type ReadResult =
  | { readonly kind: "history"; readonly history: History }
  | { readonly kind: "not-gram"; readonly reason: string };

/** @param bytes a whole file */
export function readHistory(bytes: Buffer): ReadResult {
  const result = scanGram(bytes);
  return result.kind === "not-gram"
    ? result
    : { kind: "history", history: historyOf(foldNew(result.scanned, undefined)) };
}

/** What a history is made of; the next one of the same file goes on from it. */
interface Core {
  readonly scanned: Scanned;
  readonly fold: Fold;
  readonly unknown: History["unknown"];
}

function foldNew(scanned: Scanned, earlier: Core | undefined): Core {
  // A state that was handed out stays as it is, so what comes after grows from a copy.
  const fold = earlier?.fold.copy() ?? createFold(scanned.documentId);
  const revisions = scanned.revisions.slice(earlier?.scanned.revisions.length ?? 0);
  const { unknown, fault } = foldAll(fold, revisions, earlier?.unknown);
  if (fault !== undefined) return upTo(scanned, fault.revision, fault.reason);
  const last = revisions.at(-1);
  if (
    last !== undefined &&
    unknown === undefined &&
    stateHash(fold.state, earlier !== undefined) !== last.hash
  ) {
    return upTo(scanned, last.n, "its state is not the one that its end line says");
  }
  return { scanned, fold, unknown };
}

/** Revisions one after another; behind a line that was passed over, others may lack what it made. */
function foldAll(fold: Fold, revisions: readonly Revision[], before?: History["unknown"]) {
  let unknown = before;
  for (const { n, body } of revisions) {
    const parsed = parseOps(body);
    if (parsed.kind === "unknown") unknown ??= { revision: n, line: parsed.line };
    try {
      fold.apply(parsed.ops);
    } catch (error) {
      if (!(error instanceof FoldError)) throw error;
      if (unknown === undefined) return { unknown, fault: { revision: n, reason: error.message } };
    }
  }
  return { unknown, fault: undefined };
}

/** Revision n is damaged: what came before it stands. */
function upTo(scanned: Scanned, n: number, reason: string): Core {
  const revisions = scanned.revisions.slice(0, n - 1);
  return {
    scanned: {
      ...scanned,
      revisions,
      chain: revisions.at(-1)?.chain ?? "",
      end: revisions.at(-1)?.end ?? 0,
      tail: { kind: "damaged", revision: n, reason },
    },
    fold: refold(scanned.documentId, revisions),
    unknown: undefined,
  };
}

function refold(documentId: string, revisions: readonly Revision[]): Fold {
  const fold = createFold(documentId);
  foldAll(fold, revisions);
  return fold;
}

function historyOf(core: Core): History {
  const { scanned, fold } = core;
  const { revisions } = scanned;
  const rev = revisions.length;
  const kept: { at: number; state: GramState } = { at: rev, state: fold.state };
  // Revisions are kept as text and read again when they are asked for: as operations they take far more room.
  const ops = (n: number) => parseOps(revisions[n - 1]?.body ?? "").ops;
  return {
    documentId: scanned.documentId,
    revisions,
    tail: scanned.tail,
    head: fold.state,
    rev,
    hash: revisions.at(-1)?.hash ?? NO_HASH,
    end: scanned.end,
    chain: scanned.chain,
    unknown: core.unknown,
    at(n) {
      if (n === rev) return fold.state;
      if (kept.at !== n) {
        kept.state = refold(scanned.documentId, revisions.slice(0, n)).state;
        kept.at = n;
      }
      return kept.state;
    },
    ops,
    request: (id) => revisions.find(({ requestId }) => requestId === id),
    revisionAt: (time) => revisions.findLast(({ at }) => Date.parse(at) <= time)?.n ?? 0,
    draft: (n = rev) => (n === rev ? fold.copy() : refold(scanned.documentId, revisions.slice(0, n))),
    firstWrongHash() {
      const each = createFold(scanned.documentId);
      for (const revision of revisions) {
        if (core.unknown !== undefined && revision.n >= core.unknown.revision) return undefined;
        each.apply(ops(revision.n));
        if (stateHash(each.state) !== revision.hash) return revision.n;
      }
      return undefined;
    },
    grow: (bytes) => historyOf(foldNew(scanMore(scanned, bytes), core)),
  };
}
