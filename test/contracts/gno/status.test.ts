/** gno_status: counts add up, the runtime block claims no listener on stdio, prefixes of rules stay inside. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { composeGno } from "../../../src/app/compose.ts";
import { diagnose } from "../../../src/app/doctor.ts";
import { type Harness, harness, silentLog } from "./harness.ts";

describe("gno_status", () => {
  test("counts by collection and in sum", async () => {
    const h = await harness({
      collections: { notes: { "a.md": "# A\n", "b.md": "# B\n" }, work: { "c.md": "# C\n" } },
    });
    const data = await h.ok("gno_status");
    expect(data).toMatchObject({
      indexName: "default",
      totalDocuments: 3,
      recentErrors: 0,
      healthy: true,
      collections: [
        { name: "notes", documentCount: 2, state: "ok", path: h.folder("notes") },
        { name: "work", documentCount: 1, state: "ok" },
      ],
      chunking: {
        configured: { maxTokens: 800, overlapPercent: 0.15 },
        pendingDocuments: 0,
        pendingMirrors: 0,
      },
      capabilities: { bm25: true },
    });
    expect(JSON.stringify(await h.ok("gno_status", {}, { local: false }))).not.toContain(h.root);
  });

  test("on stdio nothing is resident and every counter is zero", async () => {
    const h = await harness();
    const { resident } = await h.ok("gno_status");
    expect(resident).toMatchObject({
      schemaVersion: "1.0",
      mode: "stdio",
      resident: false,
      uptimeSeconds: null,
      listenerPort: null,
      admission: { state: "closed", activeRequests: 0 },
      shutdown: { state: "none" },
      transport: { activeRequests: 0, activeSessions: 0, queuedRequests: 0, maxSessions: 0 },
    });
  });

  test("shows factors of content type rules and hides their prefixes", async () => {
    const yaml = 'contentTypes:\n  - id: decision\n    prefixes: ["secret-folder/"]\n    searchBoost: 1.5\n';
    const h = await harness({ yaml });
    const data = await h.ok("gno_status");
    expect(data.contentTypeBoost).toEqual({
      rulesFingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      rules: [{ id: "decision", searchBoost: 1.5 }],
    });
    expect(JSON.stringify(data)).not.toContain("secret-folder");
    const plain = await harness();
    expect((await plain.ok("gno_status")).contentTypeBoost.rulesFingerprint).not.toBe(
      data.contentTypeBoost.rulesFingerprint,
    );
  });

  test("is not healthy, and says so, where nothing was initialised", async () => {
    const h = await harness({ uninitialized: true });
    expect(await h.ok("gno_status")).toMatchObject({ healthy: false, totalDocuments: 0, collections: [] });
  });

  test("its text names the counts, and the chunking policy only when there is something to say", async () => {
    const h = await harness({ collections: { notes: { "a.md": "# A\n" } } });
    const text = await h.text("gno_status");
    expect(text).toMatch(/^Index: default\n/);
    expect(text).toMatch(
      /^Collections: 1\n {2}notes: 1 documents, 1 chunks\nDocuments: 1\nChunks: 1\nEmbedding backlog: \d+$/m,
    );
    expect(text).not.toContain("Chunking:");
    const other = await harness({ yaml: "chunking:\n  maxTokens: 100\n" });
    expect(await other.text("gno_status")).toContain("Chunking: 100 tokens, overlap 0.15");
  });
});

describe("the data that files cannot rebuild", () => {
  const durable = (h: Harness) => join(h.config.dirs.data, "durable-default.sqlite");

  test.each([
    { name: "damaged", content: "SQLite format 3\0 and then nothing of the kind".padEnd(8_192, "x") },
    { name: "somebody else's", content: "not a database, but long enough to be looked at".repeat(9) },
  ])("is not healthy when it is $name, and it is said what to do", async ({ content }) => {
    const h = await harness({ collections: { notes: { "a.md": "# A\n" } } });
    await (await h.app.engine()).close(0);
    for (const suffix of ["", "-wal", "-shm"]) rmSync(durable(h) + suffix, { force: true });
    writeFileSync(durable(h), content);
    const other = composeGno({
      config: h.config,
      log: silentLog,
      mode: "stdio",
      profile: "full",
      writeEnabled: true,
      hostPaths: true,
    });
    const caller = { client: "test", session: "s", transport: "direct", local: true } as const;
    const outcome = await other.service.run("gno_status", {}, { caller });
    await other.close(0);
    expect(outcome).toMatchObject({
      kind: "ok",
      data: {
        healthy: false,
        health: { durable: { message: expect.stringMatching(/backup|GNO_DATA_DIR/) } },
      },
      text: expect.stringMatching(/Healthy: no[\s\S]*Durable data: /),
    });
    expect(readFileSync(durable(h), "utf8")).toBe(content);
    const check = diagnose(h.config, false).checks.find(({ name }) => name === "durable data");
    expect(check).toMatchObject({ state: "error", advice: expect.stringContaining(durable(h)) });
    expect(diagnose(h.config, true).healthy).toBe(false);
  });

  test("is no trouble while nothing was written", async () => {
    const h = await harness();
    const data = await h.ok("gno_status");
    expect(data).toMatchObject({ healthy: true });
    expect(data.health.durable).toBeUndefined();
    expect(existsSync(durable(h))).toBe(false);
  });
});
