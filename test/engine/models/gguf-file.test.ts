import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cachedSha256 } from "../../../src/engine/models/digest.ts";
import { checkGgufFile } from "../../../src/engine/models/gguf-file.ts";
import { chatModel } from "../../fixtures/gguf/chat-model.ts";
import { embedModel } from "../../fixtures/gguf/embed-model.ts";
import { rankModel } from "../../fixtures/gguf/rank-model.ts";
import { gguf } from "../../fixtures/gguf/writer.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "concordat-gguf-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, bytes: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};
const EMBED = embedModel();
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** A change here changes what every test sees of a model: on purpose, or a machine counts otherwise. */
test.each([
  ["embedder", EMBED, 931_648, "126fdf7272aeeb968c3e42d4b3f3aae54ef2a23329bff75eb00212f6cecce958"],
  ["reranker", rankModel(), 2_313_024, "30eef167c0b764218ee24fa8eaac1a37e9f56b08ca220675e67265f9e9c1056d"],
  ["chat model", chatModel(), 1_476_544, "5eb29e31bbb1c8888cc4738d3667dbe549eb1eb248afc38947593cee68d77a73"],
])("the test's %s has the same bytes everywhere", (_name, bytes, size, sum) => {
  expect([bytes.length, sha256(bytes)]).toEqual([size, sum]);
});

describe("checkGgufFile()", () => {
  test("reads what the header says", async () => {
    await expect(checkGgufFile(write("embed.gguf", EMBED), "Cure.")).resolves.toMatchObject({
      bytes: EMBED.length,
      architecture: "bert",
      name: "concordat test embedder",
      dimension: 64,
      contextLength: 512,
    });
  });

  test.each<[string, string | Uint8Array, RegExp]>([
    ["an empty file", "", /is empty/],
    ["a web page", `<!DOCTYPE html>\n<html>${"x".repeat(10_000)}`, /is a web page and no model/],
    ["a page that starts with white space", "\n\n  <html lang=en>", /is a web page/],
    ["a zip file", "PK\u0003\u0004", /is no GGUF model/],
    ["two bytes", "GG", /is no GGUF model/],
    ["the magic alone", "GGUF", /is cut short: its header/],
    ["an old version", Buffer.from("GGUF\u0001\0\0\0"), /version that is not supported/],
    ["half a model", EMBED.subarray(0, EMBED.length >> 1), /is cut short: it has 465824 of at least 931648/],
    ["a model without its last byte", EMBED.subarray(0, -1), /is cut short: it has 931647 of/],
    ["a header that ends in its vocabulary", EMBED.subarray(0, 4000), /is cut short: its header/],
    [
      "a header that promises more than there is",
      Buffer.concat([EMBED.subarray(0, 8), Buffer.alloc(16, 0xff), EMBED.subarray(24)]),
      /is cut short: its header/,
    ],
  ])("names file and cure for %s", async (_name, bytes, message) => {
    const failed = checkGgufFile(write("bad.gguf", bytes), "Pull it again with: gno models pull");
    await expect(failed).rejects.toMatchObject({ name: "EmbeddingUnavailable", reason: "failed" });
    await expect(failed).rejects.toThrow(/^The model file bad\.gguf .*Pull it again with: gno models pull$/);
    await expect(failed).rejects.toThrow(message);
  });

  test("tells a missing file and a folder apart", async () => {
    await expect(checkGgufFile(join(folder, "none.gguf"), "Cure.")).rejects.toMatchObject({
      reason: "missing",
      message: "The model file none.gguf is not there. Cure.",
    });
    mkdirSync(join(folder, "folder.gguf"));
    await expect(checkGgufFile(join(folder, "folder.gguf"), "Cure.")).rejects.toThrow(/folder\.gguf/);
  });

  test("never takes a damaged header for a whole file, wherever it is cut", async () => {
    const small = gguf({ a: "text", b: { u32: 1 }, c: { strings: ["x", "yy"] }, d: true }, [
      { name: "t", dims: [8], data: new Float32Array(8) },
    ]);
    for (let end = 0; end < small.length; end += 1) {
      await expect(checkGgufFile(write("cut.gguf", small.subarray(0, end)), "Cure.")).rejects.toThrow(
        /Cure\.$/,
      );
    }
    await expect(checkGgufFile(write("cut.gguf", small), "Cure.")).resolves.toMatchObject({
      bytes: small.length,
    });
  });
});

test("cachedSha256() reads a file again only when it changed", async () => {
  const path = write("sum.gguf", "one");
  const cache = join(folder, "digests");
  const first = await cachedSha256(path, cache);
  expect(first).toBe(sha256(Buffer.from("one")));
  expect(await cachedSha256(path, cache)).toBe(first);
  writeFileSync(path, "another");
  expect(await cachedSha256(path, cache)).toBe(sha256(Buffer.from("another")));
  // Without a place to remember it still answers.
  expect(await cachedSha256(path, join(path, "no-folder"))).toBe(sha256(Buffer.from("another")));
});
