/** Traces over the service: off by default, named in _meta only when kept, continued by reads, listed and shown. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTraceCursor, traceCursor } from "../../../src/contracts/gno/trace-cursor.ts";
import type { Engine, Traces } from "../../../src/engine/engine.ts";
import { type Harness, harness, shared } from "./harness.ts";

const collections = {
  notes: {
    "a.md": "# Alpha\n\nThe zebra crossing stands here.\n",
    "b.md": "# Beta\n\nAnother zebra crossing, further on.\n",
  },
};
const on = "retrievalTraces:\n  enabled: true\n";
const durable = (h: Harness) => join(h.root, "data", "durable-default.sqlite");

/** Id in `_meta` of a successful call. */
async function traced(h: Harness, tool: string, args: object): Promise<string | undefined> {
  const outcome = await h.run(tool, args);
  if (outcome.kind !== "ok") throw new Error(JSON.stringify(outcome));
  if (outcome.meta === undefined) return undefined;
  expect(Object.keys(outcome.meta)).toEqual(["gno"]);
  return (outcome.meta as { gno: { retrievalTrace: { traceId: string } } }).gno.retrievalTrace.traceId;
}

describe("off", () => {
  const vault = shared({ collections });

  test("answers have no _meta and no trace is written", async () => {
    const h = await vault();
    const before = readFileSync(durable(h));
    for (const [tool, args] of calls("a.md")) {
      const outcome = await h.run(tool, args);
      expect(outcome.kind).toBe("ok");
      expect(outcome).not.toHaveProperty("meta");
    }
    expect(readFileSync(durable(h)).equals(before)).toBe(true);
    expect(await h.ok("gno_trace_list")).toEqual({ schemaVersion: "1.0", traces: [], nextCursor: null });
  });

  test("no part of tracing but its switch is touched", async () => {
    const h = await vault();
    const engine = (await h.app.engine()) as { -readonly [K in keyof Engine]: Engine[K] };
    const real = engine.traces;
    const asked: string[] = [];
    engine.traces = new Proxy({} as Traces, {
      get(_, name) {
        if (name !== "enabled") throw new Error(`traces.${String(name)} was touched`);
        asked.push(name);
        return () => false;
      },
    });
    try {
      for (const [tool, args] of calls("a.md")) expect((await h.run(tool, args)).kind).toBe("ok");
      expect(asked).toHaveLength(2);
    } finally {
      engine.traces = real;
    }
  });

  test("the data and the text are those of a traced answer", async () => {
    const [plain, kept] = [await vault(), await harness({ collections, yaml: on })];
    for (const [tool, args] of calls("a.md")) {
      const [one, two] = [await plain.run(tool, args), await kept.run(tool, args)];
      if (one.kind !== "ok" || two.kind !== "ok") throw new Error("both succeed");
      const still = (value: unknown) =>
        JSON.stringify(value)
          .replaceAll(plain.root, "")
          .replaceAll(kept.root, "")
          .replace(/"modifiedAt":"[^"]*"/g, "");
      expect(still(two.data)).toBe(still(one.data));
    }
  });

  test("a place without configuration has no traces and gets no file", async () => {
    const h = await harness({ uninitialized: true });
    expect((await h.ok("gno_trace_list")).traces).toEqual([]);
    expect((await h.error("gno_trace_show", { traceId: "x" })).code).toBe("NOT_FOUND");
    expect(existsSync(join(h.root, "data"))).toBe(false);
  });
});

function calls(path: string): readonly (readonly [string, object])[] {
  return [
    ["gno_search", { query: "zebra" }],
    ["gno_query", { query: "zebra", fast: true }],
    ["gno_get", { ref: `notes/${path}` }],
    ["gno_multi_get", { refs: [`notes/${path}`] }],
  ];
}

describe("on", () => {
  const vault = shared({ collections, yaml: on, embedded: true });

  test.each([
    ["gno_search", { query: "zebra", author: "Dana" }, ["lexical_search"]],
    ["gno_vsearch", { query: "zebra" }, ["vector_search"]],
    ["gno_query", { query: "zebra", fast: true }, ["lexical_search", "vector_search"]],
  ])("%s leaves one", async (tool, args, capabilities) => {
    const h = await vault();
    const traceId = await traced(h, tool, args);
    expect(traceId).toBeDefined();
    const shown = await h.ok("gno_trace_show", { traceId });
    expect(shown.runs).toHaveLength(1);
    expect(shown.runs[0].payload.capabilities).toEqual(capabilities);
    expect(shown.trace.status).toBe("open");
    const text = JSON.stringify(shown);
    for (const word of ["zebra", "Dana", "crossing", h.root]) expect(text).not.toContain(word);
    const results = (await h.ok(tool, args)).results as { docid: string; uri: string }[];
    expect(shown.runs[0].payload.ranked.map((one: { docid: string }) => one.docid)).toEqual(
      results.map(({ docid }) => docid),
    );
  });

  test("gno_context leaves one, with the places of its capsule", async () => {
    const h = await vault();
    const args = { goal: "where is the zebra crossing", budgetTokens: 8_000, depthPolicy: "fast" };
    const traceId = await traced(h, "gno_context", args);
    const shown = await h.ok("gno_trace_show", { traceId });
    const capsule = await h.ok("gno_context", args);
    expect(shown.runs).toMatchObject([{ kind: "context", payload: { capsuleId: capsule.capsuleId } }]);
    expect(shown.runs[0].payload.evidence).toHaveLength(capsule.evidence.length);
    expect(shown.trace.goalShape).toEqual({ characters: 27, terms: 5 });
    expect(JSON.stringify(shown)).not.toContain("zebra");
  });

  test("gno_ask leaves one, with the places of the capsule that it answered from", async () => {
    const h = await vault();
    const args = { query: "where is the zebra crossing", verify: true };
    const traceId = await traced(h, "gno_ask", args);
    const shown = await h.ok("gno_trace_show", { traceId });
    const { capsule } = (await h.ok("gno_ask", args)).verification;
    expect(shown.runs).toMatchObject([{ kind: "context", payload: { capsuleId: capsule.capsuleId } }]);
    expect(shown.runs[0].payload.evidence).toHaveLength(capsule.evidence.length);
    expect(JSON.stringify(shown)).not.toContain("zebra");
    const nothing = await traced(h, "gno_ask", { query: "xylophone quux", verify: true });
    expect((await h.ok("gno_trace_show", { traceId: nothing })).runs).toMatchObject([
      { kind: "retrieval", payload: { ranked: [] } },
    ]);
  });

  test("a refused search leaves none", async () => {
    const h = await vault();
    const before = (await h.ok("gno_trace_list")).traces.length;
    await h.error("gno_search", { query: " " });
    await h.error("gno_search", { query: "zebra", collection: "nope" });
    expect((await h.ok("gno_trace_list")).traces).toHaveLength(before);
  });

  test("a read continues it", async () => {
    const h = await vault();
    const traceId = await traced(h, "gno_search", { query: "zebra" });
    expect(await traced(h, "gno_get", { ref: "notes/a.md", fromLine: 3, lineCount: 9, traceId })).toBe(
      traceId,
    );
    expect(await traced(h, "gno_get", { ref: "notes/a.md", fromLine: 99, traceId })).toBeUndefined();
    expect(await traced(h, "gno_get", { ref: "notes/a.md" })).toBeUndefined();
    const { events } = await h.ok("gno_trace_show", { traceId });
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(["query", "get", "open"]);
    expect(events[1].payload.evidence).toMatchObject([
      {
        uri: "gno://notes/a.md",
        startLine: 3,
        endLine: 4,
        passageHash: expect.stringMatching(/^[a-f0-9]{64}$/),
      },
    ]);
    const unknown = await h.error("gno_get", { ref: "notes/a.md", traceId: "nope" });
    expect(unknown.code).toBe("NOT_FOUND");
    const engine = await h.app.engine();
    await engine.traces.append(traceId as string, [], "completed");
    const closed = await h.error("gno_get", { ref: "notes/a.md", traceId });
    expect(closed).toMatchObject({
      code: "CONSTRAINT_VIOLATION",
      message: expect.stringContaining("completed"),
    });
  });

  test("reads to the last line alone count as such", async () => {
    const h = await vault();
    const traceId = await traced(h, "gno_search", { query: "zebra" });
    await h.ok("gno_get", { ref: "notes/b.md", traceId });
    const { events, totals, truncated } = await h.ok("gno_trace_show", { traceId, detailLimit: 1 });
    expect(events).toHaveLength(1);
    expect(totals).toEqual({ runs: 1, events: 3, judgments: 0, exports: 0 });
    expect(truncated).toEqual({ runs: false, events: true, judgments: false, exports: false });
  });

  test("pages go on where the last one ended", async () => {
    const h = await vault();
    for (let n = 0; n < 3; n++) await h.ok("gno_search", { query: `zebra ${n}` });
    const all = (await h.ok("gno_trace_list", { limit: 1_000 })).traces;
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await h.ok("gno_trace_list", { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.traces);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(all);
    expect(JSON.parse(await h.text("gno_trace_list", { limit: 1_000 }))).toMatchObject({ nextCursor: null });
  });

  test.each([
    "nonsense",
    "gno-trace-v1.",
    "gno-trace-v1.e30",
    `${traceCursor({ createdAtMs: 1, traceId: "a" })}x`,
    `gno-trace-v1.${Buffer.from('{"createdAtMs":-1,"traceId":"a"}').toString("base64url")}`,
    `gno-trace-v1.${Buffer.from('{"traceId":"a","createdAtMs":1}').toString("base64url")}`,
    `gno-trace-v2.${Buffer.from('{"createdAtMs":1,"traceId":"a"}').toString("base64url")}`,
  ])("refuses the cursor %s", async (cursor) => {
    const h = await vault();
    expect((await h.error("gno_trace_list", { cursor })).code).toBe("INVALID_INPUT");
    expect(readTraceCursor(cursor)).toBeUndefined();
  });

  test("URIs of another index name it", async () => {
    const h = await harness({ collections, yaml: on, indexName: "second" });
    const traceId = await traced(h, "gno_search", { query: "zebra" });
    const { runs } = await h.ok("gno_trace_show", { traceId });
    expect(runs[0].payload.ranked[0].uri).toMatch(/^gno:\/\/notes\/[ab]\.md\?index=second$/);
  });
});

describe("writing", () => {
  test("label, export, delete and purge over the service", async () => {
    const h = await harness({ collections, yaml: on });
    const traceId = await traced(h, "gno_search", { query: "zebra" });
    const label = { traceId, label: "relevant", targetRef: "gno://notes/a.md" };
    const first = await h.ok("gno_trace_label", label);
    expect(first).toMatchObject({ schemaVersion: "1.0", result: "inserted", judgment: { traceId } });
    expect(await h.ok("gno_trace_label", label)).toEqual({ ...first, result: "duplicate" });
    expect((await h.error("gno_trace_label", { ...label, targetRef: "gno://notes/x.md" })).code).toBe(
      "INVALID_INPUT",
    );
    expect((await h.error("gno_trace_label", { ...label, label: "missing_expected" })).code).toBe(
      "CONSTRAINT_VIOLATION",
    );
    expect((await h.error("gno_trace_export", { traceIds: [traceId] })).code).toBe("CONSTRAINT_VIOLATION");
    await (await h.app.engine()).traces.append(traceId as string, [], "completed");
    const artifact = (await h.ok("gno_trace_export", { traceIds: [traceId, traceId] })).artifact;
    const repeated = await h.ok("gno_trace_export", { traceIds: [traceId] });
    expect(repeated.result).toBe("duplicate");
    expect(JSON.stringify(repeated.artifact)).toBe(JSON.stringify(artifact));
    const away = await h.error("gno_trace_export", { traceIds: [traceId] }, { local: false });
    expect(away.code).toBe("EGRESS_DENIED");
    expect(await h.ok("gno_trace_delete", { traceId })).toMatchObject({
      deleted: true,
      counts: { traces: 1, judgments: 1, exports: 1 },
    });
    for (const [tool, args] of [
      ["gno_trace_delete", { traceId }],
      ["gno_trace_label", label],
      ["gno_trace_export", { traceIds: [traceId] }],
    ] as const) {
      expect((await h.error(tool, args)).code).toBe("NOT_FOUND");
    }
    await h.ok("gno_search", { query: "zebra" });
    expect((await h.run("gno_trace_purge")).kind).toBe("invalid");
    expect((await h.run("gno_trace_purge", { confirm: false })).kind).toBe("invalid");
    expect(await h.ok("gno_trace_purge", { confirm: true })).toMatchObject({
      traces: 1,
      physicalCleanup: "completed",
    });
    // The journal of changes shares the file and stays.
    expect((await h.ok("gno_changes")).changes).toHaveLength(2);
  });

  test("without writes the tools are unknown, and nothing is made by asking", async () => {
    const h = await harness({ collections, writeEnabled: false });
    for (const name of ["label", "export", "delete", "purge"]) {
      expect((await h.run(`gno_trace_${name}`, { confirm: true })).kind).toBe("unknown");
    }
    const empty = await harness({ uninitialized: false, collections: {} });
    expect((await empty.ok("gno_trace_purge", { confirm: true })).traces).toBe(0);
    expect(existsSync(durable(empty))).toBe(false);
  });
});
