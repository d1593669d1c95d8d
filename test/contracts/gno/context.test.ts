/** gno_context and gno_context_verify: exact evidence inside one budget, the same bytes every time, and every change seen. */
import { createHash } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { present } from "../../../src/contracts/gno/envelope.ts";
import { canonical } from "../../../src/engine/canonical.ts";
import { type Harness, harness, shared } from "./harness.ts";

const long = Array.from({ length: 60 }, (_, at) => `Line ${at} of the router log says little.`).join("\n");
const collections = {
  notes: {
    "atlas.md":
      "---\ntags: [project/atlas]\ndate: 2026-02-18\n---\n# Atlas launch\n\n## Scope\n\nAtlas moves the router to the new region.\n\n## Rollback\n\nIf the error rate passes 2 %, switch the router back.\nRestore the last snapshot.\n",
    "deep/dana.md": "# Dana Reyes\n\nDana Reyes owns the snapshot drill.\n",
    "copy.md": "# Dana Reyes\n\nDana Reyes owns the snapshot drill.\n",
    "log.md": `# Log\n\n${long}\n`,
    "code.md": "# Shell\n\n```\n# not a heading\nrestore --snapshot last\n```\n",
  },
  work: {
    "restore.md": "# Restore from snapshot\n\nRun the restore job, then warm the cache.\n",
    "größe.md": "# Größe\n\nDie Größe des Schnappschusses zählt 😀.\n",
  },
};
const yaml = `contexts:
  - scopeType: global
    text: "Answer briefly."
  - scopeType: collection
    scopeKey: "notes:"
    text: "Notes are drafts."
  - scopeType: prefix
    scopeKey: gno://notes/deep
    text: "People."
`;
const vault = shared({ collections, yaml });
const size = (value: unknown) => Buffer.byteLength(canonical(value));
const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const fast = { budgetTokens: 20_000, depthPolicy: "fast" };

async function texts(h: Harness): Promise<Map<string, string>> {
  const { documents } = await h.ok("gno_multi_get", { pattern: "*", maxBytes: 100_000 });
  return new Map(documents.map((one: { uri: string; content: string }) => [one.uri, one.content]));
}

describe("gno_context", () => {
  test("cuts evidence exactly from the texts", async () => {
    const h = await vault();
    const capsule = await h.ok("gno_context", {
      goal: "roll back the router, snapshot drill of Dana Reyes",
      ...fast,
    });
    const known = await texts(h);
    expect(capsule.evidence.length).toBeGreaterThan(1);
    for (const one of capsule.evidence) {
      const lines = (known.get(one.uri) as string).split("\n").slice(one.startLine - 1, one.endLine);
      expect(one.text).toBe(lines.join("\n"));
      expect(one.passageHash).toBe(sha(one.text));
    }
    expect(capsule.coverage.coveredFacets.map(({ facet }: { facet: string }) => facet)).toContain(
      "dana reyes",
    );
    expect(capsule.omissions.reasonCounts.duplicate).toBe(1);
  });

  test("names its own size and identity", async () => {
    const capsule = await (await vault()).ok("gno_context", { goal: "restore snapshot", ...fast });
    expect(capsule.budget.usedBytes).toBe(size(capsule));
    expect(JSON.stringify(capsule)).toBe(canonical(capsule));
    const { usedBytes: _, usedTokens: __, ...budget } = capsule.budget;
    const { capsuleId, ...rest } = capsule;
    expect(capsuleId).toBe(sha(canonical({ ...rest, budget })));
  });

  test("gives the same bytes twice, and in another server over equal files", async () => {
    const h = await vault();
    const args = { goal: "restore snapshot", budgetTokens: 20_000 };
    const once = await h.ok("gno_context", args);
    expect(await h.ok("gno_context", args)).toEqual(once);
    const other = await harness({ collections, yaml });
    const same = await other.ok("gno_context", args);
    const bare = (capsule: typeof once) =>
      capsule.evidence.map((one: object) => ({ ...one, modifiedAt: null }));
    expect(bare(same)).toEqual(bare(once));
    expect(same.fingerprints).toEqual(once.fingerprints);
    expect(same.retrieval.indexSnapshot).toEqual(once.retrieval.indexSnapshot);
  });

  test("never exceeds a budget, whatever it is", async () => {
    const h = await vault();
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            goal: fc.constantFrom(
              "router",
              "restore snapshot",
              "Dana Reyes vs Atlas",
              "Größe 😀",
              "log little line",
            ),
            budgetTokens: fc.integer({ min: 1, max: 20_000 }),
            budgetBytes: fc.integer({ min: 1, max: 20_000 }),
            safetyMarginTokens: fc.integer({ min: 0, max: 2_000 }),
            safetyMarginBytes: fc.integer({ min: 0, max: 2_000 }),
            limit: fc.integer({ min: 1, max: 30 }),
          },
          { requiredKeys: ["goal", "budgetTokens"] },
        ),
        async (args) => {
          const outcome = await h.run("gno_context", { ...args, depthPolicy: "fast" });
          if (outcome.kind === "error") {
            expect(outcome.code).toBe("invalid_budget");
            return;
          }
          if (outcome.kind !== "ok") throw new Error(JSON.stringify(outcome));
          const bytes = size(outcome.data);
          expect(bytes).toBeLessThanOrEqual(args.budgetTokens - (args.safetyMarginTokens ?? 0));
          expect(bytes).toBeLessThanOrEqual((args.budgetBytes ?? Infinity) - (args.safetyMarginBytes ?? 0));
          expect((outcome.data as { budget: { usedBytes: number } }).budget.usedBytes).toBe(bytes);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("tells guidance from evidence and binds the two", async () => {
    const capsule = await (await vault()).ok("gno_context", {
      goal: "Dana Reyes",
      ...fast,
      uriPrefix: "gno://notes/deep",
    });
    expect(capsule.guidance.configuredContexts.map(({ text }: { text: string }) => text)).toEqual([
      "Answer briefly.",
      "Notes are drafts.",
      "People.",
    ]);
    const ids = capsule.guidance.configuredContexts.map(({ contextId }: { contextId: string }) => contextId);
    expect(capsule.evidence.map(({ uri }: { uri: string }) => uri)).toEqual(["gno://notes/deep/dana.md"]);
    expect([...capsule.evidence[0].contextIds].sort()).toEqual([...ids].sort());
  });

  test("projects for models at fixed places", async () => {
    const h = await vault();
    const args = { goal: "restore snapshot", ...fast };
    const capsule = await h.ok("gno_context", args);
    const text = await h.text("gno_context", { ...args, format: "md" });
    const read = JSON.parse(text);
    expect(text).toBe(canonical(read));
    expect(Object.keys(read)).toEqual(["b", "c", "e", "g", "id", "o", "r", "t", "trust", "v"]);
    expect(read.v).toBe("gno-context-agent-v1");
    expect(read.id).toBe(capsule.capsuleId);
    expect(read.b).toEqual([
      20_000,
      80_000,
      capsule.budget.usedTokens,
      capsule.budget.usedBytes,
      "unicode_conservative",
      null,
    ]);
    const [first] = capsule.evidence;
    expect(read.e[0]).toEqual([
      first.uri,
      first.startLine,
      first.endLine,
      first.sourceHash,
      first.mirrorHash,
      first.passageHash,
      first.text,
      first.title,
      first.heading,
      first.contextIds,
      "local_only",
    ]);
    expect(read.g.slice(0, 2)).toEqual(["untrusted_data", "hard_delimited"]);
    expect(read.r).toEqual([
      "fast",
      capsule.retrieval.indexSnapshot.after,
      capsule.fingerprints.config,
      capsule.fingerprints.retrieval,
      null,
      null,
      ["configuredContext", "egressPolicy", "lexicalSearch"],
      ["token_count:tokenizer_unavailable"],
    ]);
    expect([read.t, read.trust]).toEqual([false, "untrusted_data"]);
  });

  test.each<[string, object, string]>([
    ["a blank of spaces for a goal", { goal: "\u00a0" }, "invalid_goal"],
    ["an unknown collection", { collections: ["nope"] }, "invalid_filter"],
    ["no tag", { tagsAll: ["a b"] }, "invalid_filter"],
    ["no time", { since: "soon" }, "invalid_filter"],
    ["swapped times", { since: "2026-02-01", until: "2026-01-01" }, "invalid_filter"],
    ["no language", { lang: "not a language" }, "invalid_filter"],
    ["no URI", { uriPrefix: "notes/deep" }, "invalid_uri"],
    ["a URI that is not canonical", { uriPrefix: "gno://Notes/deep" }, "invalid_uri"],
    ["a URI outside the scope", { uriPrefix: "gno://notes/deep", collections: ["work"] }, "invalid_uri"],
    [
      "two passages like an answer",
      {
        queryModes: [
          { mode: "hyde", text: "a" },
          { mode: "hyde", text: "b" },
        ],
      },
      "invalid_input",
    ],
    ["a margin as large as the budget", { safetyMarginTokens: 20_000 }, "invalid_budget"],
    ["a budget for nothing", { budgetTokens: 10 }, "invalid_budget"],
    ["nothing to find", { goal: "zzyzx" }, "no_evidence"],
  ])("refuses %s", async (_name, args, code) => {
    const outcome = await (await vault()).run("gno_context", { goal: "snapshot", ...fast, ...args });
    expect(outcome).toMatchObject({ kind: "error", code });
    const wire = present("gno_context", outcome) as unknown as { result: { content: { text: string }[] } };
    expect(wire.result.content[0]?.text).toMatch(new RegExp(`^Error \\[${code}\\]: `));
  });

  test("says where a scope of several collections ends", async () => {
    const h = await vault();
    const of = async (args: object) =>
      (await h.ok("gno_context", { goal: "snapshot", ...fast, ...args })).evidence.map(
        ({ collection }: { collection: string }) => collection,
      );
    expect(new Set(await of({ collections: ["work"] }))).toEqual(new Set(["work"]));
    expect(new Set(await of({ uriPrefix: "gno://notes/atlas.md" }))).toEqual(new Set(["notes"]));
  });

  test("holds the filter of a filtered capsule", async () => {
    const files = { "a.md": "---\ngno:\n  metadata:\n    status: open\n---\nzebra\n", "b.md": "zebra\n" };
    const h = await harness({ collections: { notes: files } });
    const filter = { op: "eq", key: "status", value: "open" };
    const capsule = await h.ok("gno_context", { goal: "zebra", ...fast, filter });
    expect(capsule).toMatchObject({ schemaVersion: "1.2", scope: { filter } });
    expect(capsule.evidence.map(({ uri }: { uri: string }) => uri)).toEqual(["gno://notes/a.md"]);
    expect((await h.ok("gno_context_verify", { capsule })).contentStatus).toBe("unchanged");
  });
});

describe("gno_context_verify", () => {
  const args = { goal: "restore snapshot", ...fast };
  const own = () => harness({ collections, yaml });
  type Receipt = Record<string, unknown> & { evidence: { uri: string; contentCode: string }[] };
  const verify = (h: Harness, capsule: object) => h.ok("gno_context_verify", { capsule }) as Promise<Receipt>;
  const resync = (h: Harness) => h.job("gno_sync", {});

  test("finds an untouched capsule unchanged", async () => {
    const h = await vault();
    for (const depthPolicy of ["fast", "balanced"]) {
      const capsule = await h.ok("gno_context", { ...args, depthPolicy });
      expect(await verify(h, JSON.parse(JSON.stringify(capsule)))).toMatchObject({
        contentStatus: "unchanged",
        rankingStatus: "unchanged",
        fingerprintStatus: "unchanged",
        fingerprintReasons: [],
      });
    }
  });

  test("sees an edit, a deletion and a renaming", async () => {
    const h = await own();
    const capsule = await h.ok("gno_context", args);
    const [first] = capsule.evidence;
    const file = join(h.folder(first.collection), first.uri.slice(`gno://${first.collection}/`.length));
    const codes = async () => {
      await resync(h);
      const receipt = await verify(h, capsule);
      return [
        receipt.contentStatus,
        receipt.evidence[0]?.contentCode,
        receipt.rankingStatus,
        receipt.fingerprintReasons,
      ];
    };
    writeFileSync(file, "# Something else\n");
    expect(await codes()).toEqual(["stale", "source_stale", "unavailable", ["index_changed"]]);
    renameSync(file, `${file}.moved.md`);
    expect(await codes()).toEqual(["missing", "source_missing", "unavailable", ["index_changed"]]);
    rmSync(`${file}.moved.md`);
    expect((await codes())[0]).toBe("missing");
  });

  test("tells drift from staleness", async () => {
    const h = await own();
    const capsule = await h.ok("gno_context", args);
    h.write("notes", { "new.md": "Nothing about it.\n" });
    await resync(h);
    expect(await verify(h, capsule)).toMatchObject({
      contentStatus: "unchanged",
      fingerprintStatus: "drifted",
      fingerprintReasons: ["index_changed"],
    });
  });

  test("sees that a better hit came", async () => {
    const h = await own();
    const capsule = await h.ok("gno_context", args);
    h.write("notes", { "best.md": "# Restore snapshot\n\nRestore snapshot: restore snapshot.\n" });
    await resync(h);
    expect(await verify(h, capsule)).toMatchObject({ contentStatus: "unchanged", rankingStatus: "reranked" });
  });

  // biome-ignore lint/suspicious/noExplicitAny: a capsule is broken in places of every shape.
  test.each<[string, (capsule: any) => unknown, string]>([
    ["an empty object", () => ({}), "invalid_input"],
    ["a key too many", (capsule) => ({ ...capsule, more: 1 }), "invalid_input"],
    ["another goal", (capsule) => ({ ...capsule, goal: "another" }), "identity_mismatch"],
    [
      "a line break of another system",
      (capsule) => ({ ...capsule, goal: "restore\r\nsnapshot" }),
      "invalid_input",
    ],
    ["a passage that was touched", (capsule) => withText(capsule, "Another text"), "invalid_input"],
    [
      "another size",
      (capsule) => ({ ...capsule, budget: { ...capsule.budget, usedBytes: 9, usedTokens: 9 } }),
      "invalid_input",
    ],
    [
      "the same passage twice",
      (capsule) => ({ ...capsule, evidence: [capsule.evidence[0], capsule.evidence[0]] }),
      "invalid_input",
    ],
    ["no passage", (capsule) => ({ ...capsule, evidence: [] }), "invalid_input"],
    ["a schema of later", (capsule) => ({ ...capsule, schemaVersion: "9.0" }), "invalid_input"],
  ])("refuses %s", async (_name, change, code) => {
    const h = await vault();
    const capsule = await h.ok("gno_context", args);
    expect((await h.error("gno_context_verify", { capsule: change(capsule) })).code).toBe(code);
  });

  test("refuses a capsule of another index", async () => {
    const capsule = await (await vault()).ok("gno_context", args);
    const other = await harness({ collections, indexName: "research" });
    expect((await other.error("gno_context_verify", { capsule })).code).toBe("invalid_filter");
    const mine = await other.ok("gno_context", args);
    expect(mine.evidence[0].uri).toMatch(/\?index=research$/);
    expect((await other.ok("gno_context_verify", { capsule: mine })).contentStatus).toBe("unchanged");
  });

  test("writes for people on request", async () => {
    const h = await vault();
    const capsule = await h.ok("gno_context", args);
    expect(await h.text("gno_context_verify", { capsule, format: "md" })).toMatch(
      /^# Capsule [a-f0-9]{64}\n/,
    );
    const text = await h.text("gno_context_verify", { capsule });
    expect(text).toBe(canonical(await verify(h, capsule)));
  });
});

function withText(capsule: { evidence: object[] }, text: string) {
  return { ...capsule, evidence: capsule.evidence.map((one, at) => (at === 0 ? { ...one, text } : one)) };
}
