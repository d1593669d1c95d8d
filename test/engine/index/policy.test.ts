/** The chunking policy: who may claim it, what is redone, and what a status shows. */
import { describe, expect, test } from "vitest";
import { DEFAULT_CHUNKING } from "../../../src/engine/config/defaults.ts";
import { ChunkingPolicyConflict, readChunkingStatus, readTarget } from "../../../src/engine/index/policy.ts";
import { folder } from "./folder.ts";

const small = { maxTokens: 20, overlapPercent: 0 };
const tiny = { maxTokens: 10, overlapPercent: 0 };
const text = "word ".repeat(100);

describe("claims", () => {
  test("the default policy never creates a first target", () => {
    using vault = folder({ "a.md": text });
    vault.config = { chunking: { maxTokens: 800, overlapPercent: 0.15 } };
    expect(vault.sync()).not.toHaveProperty("rechunkedMirrors");
    expect(readTarget(vault.store)).toEqual({ policy: DEFAULT_CHUNKING, generation: 0, stored: false });
  });

  test("another policy is claimed once and rechunks every cached text without reading sources", () => {
    using vault = folder({ "a.md": text, "b.md": `${text}b` });
    vault.sync();
    vault.config = { chunking: small };
    vault.remove("b.md");
    vault.write("b.md", "unread");
    expect(vault.sync({ collections: ["notes"], paths: [] }).rechunkedMirrors).toBe(2);
    expect(readTarget(vault.store)).toMatchObject({ policy: small, generation: 1 });
    expect(vault.find("word")).toEqual(["a.md", "b.md"]);
    expect(vault.sync()).not.toHaveProperty("rechunkedMirrors");
  });

  test("chunks that come out the same stay the same rows", () => {
    using vault = folder({ "short.md": "one chunk", "long.md": text });
    const chunks = (path: string) =>
      vault.rows(
        "SELECT c.id FROM chunk c JOIN document d ON d.mirror_id = c.mirror_id WHERE d.rel_path = ?",
        path,
      );
    vault.sync();
    const short = chunks("short.md");
    vault.config = { chunking: small };
    vault.sync();
    expect(chunks("short.md")).toEqual(short);
    expect(chunks("long.md").length).toBeGreaterThan(1);
  });

  test("a client that has not seen the last claim gets a conflict, a fresh one may choose", () => {
    using vault = folder({ "a.md": text });
    vault.sync();
    const opened = readTarget(vault.store).generation;
    vault.config = { chunking: small };
    vault.sync();
    vault.config = { chunking: tiny };
    expect(() => vault.sync({ generation: opened })).toThrow(ChunkingPolicyConflict);
    vault.config = {};
    expect(() => vault.sync({ generation: opened })).toThrow(/Reopen/);
    expect(readTarget(vault.store)).toMatchObject({ policy: small });
    vault.config = { chunking: tiny };
    expect(vault.sync().rechunkedMirrors).toBe(1);
    expect(readTarget(vault.store).generation).toBe(2);
  });

  test("what an interrupted run left is done by the next", () => {
    using vault = folder(
      Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`n${n}.md`, `${text} ${n}`])),
    );
    vault.sync();
    vault.config = { chunking: small };
    expect(() => vault.sync({ cancelled: () => true })).toThrow(/cancelled/);
    expect(readChunkingStatus(vault.store, small)).toMatchObject({
      state: "mixed",
      applied: undefined,
      pendingMirrors: 50,
    });
    expect(vault.sync().rechunkedMirrors).toBe(50);
  });
});

describe("readChunkingStatus()", () => {
  test("empty, current, pending", () => {
    using vault = folder({ "a.md": text, "same.md": text });
    const status = (configured = DEFAULT_CHUNKING) => readChunkingStatus(vault.store, configured);
    expect(status()).toEqual({
      configured: DEFAULT_CHUNKING,
      applied: undefined,
      state: "empty",
      pendingDocuments: 0,
      pendingMirrors: 0,
    });
    vault.sync();
    expect(status()).toMatchObject({ applied: DEFAULT_CHUNKING, state: "current", pendingMirrors: 0 });
    expect(status(small)).toEqual({
      configured: small,
      applied: DEFAULT_CHUNKING,
      state: "pending",
      pendingDocuments: 2,
      pendingMirrors: 1,
    });
  });

  test("reading changes nothing", () => {
    using vault = folder({ "a.md": text });
    vault.sync();
    readChunkingStatus(vault.store, small);
    expect(readTarget(vault.store).stored).toBe(false);
  });
});
