import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readChunkingStatus } from "../../src/engine/index/policy.ts";
import { createStatus } from "../../src/engine/status.ts";
import { createInUse } from "../../src/engine/vector/in-use.ts";
import { createVectorStatus } from "../../src/engine/vector/status.ts";
import { vault, vaultNow } from "./support/vault.ts";

const world = vault({
  "notes/a.md": "# One\n",
  "notes/same.md": "equal text\n",
  "work/same.md": "equal text\n",
  "work/long.md": "word ".repeat(2000),
  "work/picture.md": "\0\0\0binary",
});
afterAll(() => world.close());

const status = createStatus({
  reader: world.reader,
  config: world.config,
  clock: world.clock,
  dbPath: world.store.path,
  chunking: (configured) => readChunkingStatus(world.store, configured),
  durable: () => ({ kind: "absent" }),
  vectors: createVectorStatus(world.store, createInUse(world.store, world.config)),
});

describe("status", () => {
  test("counts what is indexed by collection, equal texts once in the whole", () => {
    const read = status.read();
    expect(read).toMatchObject({
      initialized: true,
      totalDocuments: 4,
      totalChunks: 6,
      // Nothing is embedded yet.
      embeddingBacklog: 6,
      recentErrors: 0,
      lastIndexedAt: new Date(vaultNow).toISOString(),
      chunking: { state: "current", pendingDocuments: 0 },
    });
    expect(read.collections).toMatchObject([
      { name: "notes", documentCount: 2, chunkCount: 2, state: "ok" },
      { name: "work", documentCount: 2, chunkCount: 5, state: "ok" },
    ]);
  });

  test("follows the files", () => {
    rmSync(join(world.data, "notes", "a.md"));
    world.sync();
    expect(status.read().collections[0]).toMatchObject({ documentCount: 1, chunkCount: 1 });
  });

  test("a configured collection that was never synced has nothing yet", () => {
    const before = world.config.load()?.collections ?? [];
    world.configure({ collections: [...before, { ...before[0]!, name: "later" }] });
    expect(status.read().collections.at(-1)).toMatchObject({
      name: "later",
      documentCount: 0,
      state: "never-synced",
    });
    world.configure({ collections: before });
  });

  test("counts the failures of the last day, not the files without text", () => {
    const fail = world.store.raw.prepare(
      "UPDATE document SET error_code = ?, error_at = ? WHERE rel_path = 'long.md'",
    );
    const hours = (count: number) => new Date(vaultNow - count * 3_600_000).toISOString();
    fail.run("READ_FAILED", hours(23));
    expect(status.read().recentErrors).toBe(1);
    fail.run("READ_FAILED", hours(25));
    expect(status.read().recentErrors).toBe(0);
    fail.run("TOO_LARGE", hours(1));
    expect(status.read().recentErrors).toBe(0);
  });
});
