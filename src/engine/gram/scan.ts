/**
 * Walks the blocks of a file and checks each: number, length, chain. What follows the last good block is nothing, a
 * torn tail (an append that never finished), or damage: a block that claims to be whole and is not. Damage is told and
 * never cut off, because it may be a revision that someone was promised.
 */
import { isAscii, isUtf8 } from "node:buffer";
import { firstChain, nextChain } from "./canonical.ts";
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
const HEAD =
  /@rev ([1-9]\d*)\nat (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)\nby ([^\n]+)\nbase (\d+) ([0-9a-f]{16})\nreq (\S+) ([0-9a-f]{64})\n\n/y;
const END = /@end ([1-9]\d*) ([0-9a-f]{16}) (\d+) ([0-9a-f]{64})\n/y;
const END_MARK = "\n@end ";

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
    scratch: Buffer.allocUnsafe(bytes.length + 128),
  };
  const revisions = [...known.revisions];
  let chain = known.chain;
  let at = 0;
  while (at < bytes.length) {
    const block = readBlock(source, at, revisions.at(-1), chain);
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
  /** Room to put a block between the texts that its chain is made over. */
  readonly scratch: Buffer;
}

type ReadBlock = { readonly kind: "block"; readonly revision: Revision } | Exclude<Tail, { kind: "clean" }>;

function readBlock(source: Source, start: number, previous: Revision | undefined, chain: string): ReadBlock {
  const { bytes, text } = source;
  const n = (previous?.n ?? 0) + 1;
  const mark = text.indexOf(END_MARK, start);
  const lineEnd = mark < 0 ? -1 : text.indexOf("\n", mark + END_MARK.length);
  // A whole end line is what an acknowledged block has; without one nothing was acknowledged.
  if (lineEnd < 0) return { kind: "torn", bytes: bytes.length - start };
  const damaged = (reason: string) => ({ kind: "damaged", revision: n, reason }) as const;

  const endAt = mark + 1;
  END.lastIndex = endAt;
  const end = END.exec(text);
  if (end === null) return damaged("its end line cannot be read");
  if (Number(end[1]) !== n) return damaged(`its end line says revision ${end[1]}`);
  if (Number(end[3]) !== endAt - start) return damaged("its length is not the one that its end line says");
  const hash = end[2] as string;
  const own = nextChain(chain, bytes.subarray(start, endAt), hash, source.scratch);
  if (own !== end[4]) return damaged("its bytes are not those that were written");
  if (!source.ascii && !isUtf8(bytes.subarray(start, endAt))) return damaged("it is not UTF-8");

  HEAD.lastIndex = start;
  const head = HEAD.exec(text);
  if (head === null) return damaged("its first lines cannot be read");
  if (Number(head[1]) !== n) return damaged(`its first line says revision ${head[1]}`);
  if (Number(head[4]) !== n - 1 || head[5] !== (previous?.hash ?? NO_HASH)) {
    return damaged("it was made for another revision before it");
  }
  const body = start + head[0].length;
  const by = head[3] as string;
  return {
    kind: "block",
    revision: {
      n,
      at: head[2] as string,
      by: source.ascii ? by : Buffer.from(by, "latin1").toString("utf8"),
      requestId: head[6] as string,
      digest: head[7] as string,
      hash,
      chain: own,
      start: source.offset + start,
      end: source.offset + lineEnd + 1,
      body: source.ascii ? text.slice(body, endAt) : bytes.toString("utf8", body, endAt),
    },
  };
}
