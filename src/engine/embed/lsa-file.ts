/** A fitted model as bytes, for the database: `u32 dims, u32 terms, u32 length of the term list`, the list, idf, scales, basis. */
import type { LsaModel } from "./lsa.ts";

const HEADER_BYTES = 12;

export function encodeLsa({ dims, terms, idf, scales, basis }: LsaModel): Uint8Array {
  // Terms are letter and digit runs, so a newline never occurs in one.
  const list = new TextEncoder().encode([...terms.keys()].join("\n"));
  const bytes = new Uint8Array(
    HEADER_BYTES + list.length + idf.byteLength + scales.byteLength + basis.byteLength,
  );
  new DataView(bytes.buffer).setUint32(0, dims, true);
  new DataView(bytes.buffer).setUint32(4, terms.size, true);
  new DataView(bytes.buffer).setUint32(8, list.length, true);
  let at = HEADER_BYTES;
  for (const block of [list, view(idf), view(scales), view(basis)]) {
    bytes.set(block, at);
    at += block.length;
  }
  return bytes;
}

/** @throws Error when the bytes are cut or belong to something else. */
export function decodeLsa(bytes: Uint8Array): LsaModel {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [dims, count, listLength] = [0, 4, 8].map((at) =>
    bytes.length < HEADER_BYTES ? 0 : header.getUint32(at, true),
  ) as [number, number, number];
  if (bytes.length !== HEADER_BYTES + listLength + count * (8 + dims) || count === 0) {
    throw new Error("The stored semantic model is damaged; it is fitted again by the next embedding run.");
  }
  let at = HEADER_BYTES;
  // Copies: a blob from SQLite is not aligned for float views, and must not keep the whole row alive.
  const take = (length: number) => {
    at += length;
    // Not `bytes.slice`: that of a Buffer is a view.
    return new Uint8Array(bytes.subarray(at - length, at));
  };
  const list = new TextDecoder().decode(take(listLength)).split("\n");
  return {
    dims,
    terms: new Map(list.map((term, row) => [term, row])),
    idf: new Float32Array(take(count * 4).buffer),
    scales: new Float32Array(take(count * 4).buffer),
    basis: new Int8Array(take(count * dims).buffer),
  };
}

function view(array: Float32Array | Int8Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
