/**
 * Walks the blocks of a file and checks each: number, length, chain. What follows the last good block is nothing, a
 * torn tail (an append that never finished), or damage: a block that claims to be whole and is not. Damage is told and
 * never cut off, because it may be a revision that someone was promised.
 */
import { isAscii, isUtf8 } from "node:buffer";
import { hash as digestOf } from "node:crypto";
import { firstChain } from "./canonical.ts";
import { NO_HASH, type Revision } from "./types.ts";

export interface Scanned {
  readonly documentId: string;
  readonly revisions: readonly Revision[];
  /** Chain after the last good block. */
  readonly chain: string;
  /** Bytes up to the end of the last good block. */
  readonly end: number;
  readonly tail: Tail;
}

export type Tail =
  | { readonly kind: "clean" }
  /** An unfinished append: readers pass over it, the next writer keeps a copy and cuts it off. */
  | { readonly kind: "torn"; readonly bytes: number }
  | { readonly kind: "damaged"; readonly revision: number; readonly reason: string };

export type ScanResult =
  | { readonly kind: "gram"; readonly scanned: Scanned }
  | { readonly kind: "not-gram"; readonly reason: string };

const HEADER = /^gram\/2 (d_[0-9a-f]{32}) gram-rich\/1\n$/;
/** `gram/2 `, the id, ` gram-rich/1` and the line end. */
const HEADER_BYTES = 54;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const TIME_LENGTH = 24;
const REQUEST = /^\S+$/;
const HASH = /^[0-9a-f]{16}$/;
const DIGEST = /^[0-9a-f]{64}$/;
const DIGEST_LENGTH = 64;
const END_MARK = "@end ";
/** Blocks are compared with the lines that belong there; these tell what is wrong with one that is not so. */
const HEAD =
  /@rev ([1-9]\d*)\nat \d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z\nby [^\n]+\nbase \d+ [0-9a-f]{16}\nreq \S+ [0-9a-f]{64}\n\n/y;
const END = /@end ([1-9]\d*) [0-9a-f]{16} \d+ [0-9a-f]{64}\n/y;

/** A whole file. */
export function scanGram(bytes: Buffer): ScanResult {
  const header = bytes.toString("latin1", 0, HEADER_BYTES);
  const documentId = HEADER.exec(header)?.[1];
  if (documentId === undefined) {
    return {
      kind: "not-gram",
      reason:
        bytes.length < HEADER_BYTES
          ? "The file ends before its header line does"
          : "The first line is not the header of a gram/2 document",
    };
  }
  const empty: Scanned = {
    documentId,
    revisions: [],
    chain: firstChain(header),
    end: HEADER_BYTES,
    tail: { kind: "clean" },
  };
  return { kind: "gram", scanned: scanMore(empty, bytes.subarray(HEADER_BYTES)) };
}

/** @param bytes what stands in the file behind `known.end` */
export function scanMore(known: Scanned, bytes: Buffer): Scanned {
  const source: Source = {
    bytes,
    // One character a byte, so places in the text are places in the file.
    text: bytes.toString("latin1"),
    offset: known.end,
    ascii: isAscii(bytes),
    chained: Buffer.concat([Buffer.from(`${known.chain}\n`), bytes]),
  };
  const revisions = [...known.revisions];
  let chain = known.chain;
  let at = 0;
  while (at < bytes.length) {
    const block = readBlock(source, at, revisions.at(-1));
    if (block.kind !== "block") return { ...known, revisions, chain, end: known.end + at, tail: block };
    revisions.push(block.revision);
    chain = block.revision.chain;
    at = block.revision.end - known.end;
  }
  return { ...known, revisions, chain, end: known.end + at, tail: { kind: "clean" } };
}

interface Source {
  readonly bytes: Buffer;
  readonly text: string;
  /** Where the bytes begin in the file. */
  readonly offset: number;
  readonly ascii: boolean;
  /** A copy to make chains in: each block stands behind the chain before it and its line end, as `CHAIN_BYTES` of it. */
  readonly chained: Buffer;
}

const CHAIN_BYTES = 65;
const HASH_BYTES = 16;

type ReadBlock = { readonly kind: "block"; readonly revision: Revision } | Exclude<Tail, { kind: "clean" }>;

function readBlock(source: Source, start: number, previous: Revision | undefined): ReadBlock {
  const { bytes, text } = source;
  const n = (previous?.n ?? 0) + 1;
  const endAt = endLineAt(text, start);
  const lineEnd = endAt < 0 ? -1 : text.indexOf("\n", endAt);
  // A whole end line is what an acknowledged block has; without one nothing was acknowledged.
  if (lineEnd < 0) return { kind: "torn", bytes: bytes.length - start };
  const damaged = (reason: string) => ({ kind: "damaged", revision: n, reason }) as const;

  const hashAt = endAt + `@end ${n} `.length;
  const hash = text.slice(hashAt, hashAt + HASH_BYTES);
  const end = `@end ${n} ${hash} ${endAt - start} `;
  if (!text.startsWith(end, endAt) || !HASH.test(hash)) return damaged(endFault(text, endAt, n));
  const chain = chainOf(source.chained, start, endAt, hashAt);
  if (!text.startsWith(`${chain}\n`, endAt + end.length)) {
    return damaged("its bytes are not those that were written");
  }
  if (!source.ascii && !isUtf8(bytes.subarray(start, endAt))) return damaged("it is not UTF-8");

  const head = readHead(text, start, n, previous?.hash ?? NO_HASH);
  if (head === undefined) return damaged(headFault(text, start, n));
  const { by, body } = head;
  return {
    kind: "block",
    revision: {
      n,
      at: head.at,
      by: source.ascii ? by : Buffer.from(by, "latin1").toString("utf8"),
      requestId: head.requestId,
      digest: head.digest,
      hash,
      chain,
      start: source.offset + start,
      end: source.offset + lineEnd + 1,
      body: source.ascii ? text.slice(body, endAt) : bytes.toString("utf8", body, endAt),
    },
  };
}

/** Where the next end line begins; -1 = there is none. */
function endLineAt(text: string, from: number): number {
  let at = text.indexOf(END_MARK, from + 1);
  // A search for the line end before it would stop at every line.
  while (at > 0 && text.charCodeAt(at - 1) !== 10) at = text.indexOf(END_MARK, at + 1);
  return at;
}

/**
 * The chain is made over the one before, the block and the hash, each but the block with a line end. In the file the
 * first two stand so already; the hash is put behind them, over the beginning of the end line, which ends with the
 * chain that the next block needs.
 */
function chainOf(chained: Buffer, start: number, endAt: number, hashAt: number): string {
  const behind = CHAIN_BYTES + endAt;
  chained.copyWithin(behind, CHAIN_BYTES + hashAt, CHAIN_BYTES + hashAt + HASH_BYTES);
  chained[behind + HASH_BYTES] = 10;
  return digestOf("sha256", chained.subarray(start, behind + HASH_BYTES + 1));
}

/** What the first lines of a block say, when they are the ones that belong there. */
function readHead(text: string, start: number, n: number, previousHash: string) {
  const first = `@rev ${n}\nat `;
  const atEnd = start + first.length + TIME_LENGTH;
  const byAt = atEnd + "\nby ".length;
  const byEnd = text.indexOf("\n", byAt);
  const base = `\nbase ${n - 1} ${previousHash}\nreq `;
  const requestAt = byEnd + base.length;
  const requestEnd = text.indexOf(" ", requestAt);
  const digestEnd = requestEnd + 1 + DIGEST_LENGTH;
  const at = text.slice(start + first.length, atEnd);
  const requestId = text.slice(requestAt, requestEnd);
  const digest = text.slice(requestEnd + 1, digestEnd);
  const isWhole =
    text.startsWith(first, start) &&
    text.startsWith("\nby ", atEnd) &&
    byEnd > byAt &&
    text.startsWith(base, byEnd) &&
    text.startsWith("\n\n", digestEnd) &&
    TIME.test(at) &&
    REQUEST.test(requestId) &&
    DIGEST.test(digest);
  return isWhole ? { at, by: text.slice(byAt, byEnd), requestId, digest, body: digestEnd + 2 } : undefined;
}

function endFault(text: string, endAt: number, n: number): string {
  END.lastIndex = endAt;
  const end = END.exec(text);
  if (end === null) return "its end line cannot be read";
  if (Number(end[1]) !== n) return `its end line says revision ${end[1]}`;
  return "its length is not the one that its end line says";
}

function headFault(text: string, start: number, n: number): string {
  HEAD.lastIndex = start;
  const head = HEAD.exec(text);
  if (head === null) return "its first lines cannot be read";
  if (Number(head[1]) !== n) return `its first line says revision ${head[1]}`;
  return "it was made for another revision before it";
}
