/** Recording traces: what is kept in which mode, how it is bounded, and that nothing happens while it is off. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { OPEN_MS } from "../../../src/engine/traces/rows.ts";
import { hit, search, sha, world } from "./world.ts";

const day = 86_400_000;

describe("off", () => {
  test("makes no file and keeps nothing", async () => {
    const w = world({ mode: false });
    expect(w.traces.enabled()).toBe(false);
    expect(await w.traces.record(search())).toBeUndefined();
    expect(await w.traces.append("trace-0001", [])).toBe(false);
    expect(w.traces.list(10)).toEqual({ traces: [], more: false });
    expect(w.traces.show("trace-0001", 10)).toBeUndefined();
    expect(w.traces.status("trace-0001")).toBeUndefined();
    expect(await w.traces.label({ traceId: "x", label: "relevant", targetRef: "r" })).toEqual({
      kind: "unknown-trace",
    });
    expect(await w.traces.export(["b", "a", "b"], "local_process")).toEqual({
      kind: "unknown-traces",
      traceIds: ["a", "b"],
    });
    expect(await w.traces.delete("x")).toBeUndefined();
    expect(await w.traces.purge()).toMatchObject({ traces: 0, physicalCleanup: "completed" });
    expect(w.exists()).toBe(false);
  });
});

describe("what is kept", () => {
  test("metadata mode keeps no word and no value of the question", async () => {
    const w = world();
    const id = await w.kept({ goal: "hidden goal", filters: { limit: 5, author: "Dana", filter: leaf } });
    const detail = w.traces.show(id, 10);
    expect(detail?.trace).toMatchObject({
      redactionMode: "metadata",
      replayCapable: false,
      queryText: null,
      goalText: null,
      queryShape: { characters: 12, terms: 2 },
      goalShape: { characters: 11, terms: 2 },
      filters: {
        shape: { type: "object", fields: { limit: { type: "number" }, author: { type: "string" } } },
      },
    });
    w.traces.close();
    const bytes = readFileSync(w.path, "latin1");
    for (const word of ["quagga", "xylem", "hidden goal", "Dana", "confidential"]) {
      expect([word, JSON.stringify(detail).includes(word)]).toEqual([word, false]);
      expect([word, bytes.includes(word)]).toEqual([word, false]);
    }
  });

  test("digests of one question are equal in a database and differ between two", async () => {
    const [a, b] = [world(), world()];
    const digest = async (w: typeof a) => w.traces.show(await w.kept(), 1)?.trace.queryDigest;
    const first = await digest(a);
    expect(await digest(a)).toBe(first);
    expect(await digest(b)).not.toBe(first);
  });

  test("replay mode keeps the question as it was asked", async () => {
    const w = world({ mode: "replay" });
    const both = { op: "and", predicates: [leaf, leaf] };
    const id = await w.kept({ filters: { limit: 5, filter: both, unknown: 1 } });
    expect(w.traces.show(id, 10)?.trace).toMatchObject({
      redactionMode: "replay",
      replayCapable: true,
      queryText: "quagga xylem",
      goalText: null,
      filters: { limit: 5, filter: { op: "and", predicates: [leaf] } },
    });
    expect(w.traces.show(id, 10)?.trace.filters).not.toHaveProperty("unknown");
    const [listed] = w.traces.list(1).traces;
    expect(JSON.stringify(listed)).not.toContain("quagga");
  });

  test("a question too long to be asked again is kept as metadata", async () => {
    const w = world({ mode: "replay" });
    const id = await w.kept({ query: "x".repeat(9_000) });
    expect(w.traces.show(id, 1)?.trace).toMatchObject({ replayCapable: false, queryText: null });
  });

  test("the strictest policy of the evidence is its lineage", async () => {
    const place = { path: "/v", pattern: "**/*", include: [], exclude: [] };
    const w = world({
      collections: [
        { ...place, name: "notes", egressPolicy: "remote" },
        { ...place, name: "work", egressPolicy: "lan" },
      ],
    });
    const id = await w.kept();
    expect(w.traces.show(id, 1)?.trace.egressLineage).toMatchObject({ effectivePolicy: "remote" });
    const other = { ...hit, uri: "gno://work/b.md" };
    await w.traces.append(id, [{ part: "event", kind: "open", payload: { evidence: [other] } }]);
    expect(w.traces.show(id, 1)?.trace.egressLineage).toMatchObject({
      effectivePolicy: "lan",
      sources: [
        { collection: "notes", policy: "remote", source: "explicit" },
        { collection: "work", policy: "lan", source: "explicit" },
      ],
    });
  });
});

const leaf = { op: "eq", key: "confidential", value: "x" };

describe("open and closed", () => {
  test("takes more until it is ended, or nothing came for a while", async () => {
    const w = world();
    const more = { part: "event", kind: "open", payload: { evidence: [hit] } } as const;
    const id = await w.kept();
    expect(w.traces.status(id)).toBe("open");
    w.time.now += OPEN_MS - 1;
    expect(await w.traces.append(id, [more])).toBe(true);
    w.time.now += OPEN_MS;
    expect(w.traces.status(id)).toBe("completed");
    expect(await w.traces.append(id, [more])).toBe(false);
    expect(await w.traces.append("nope", [more])).toBe(false);
    const ended = await w.kept({ outcome: "partial" });
    expect(w.traces.status(ended)).toBe("partial");
    expect(await w.traces.append(ended, [more])).toBe(false);
    expect(w.traces.show(ended, 10)?.events.at(-1)).toMatchObject({
      kind: "complete",
      payload: { outcome: "partial" },
    });
    const later = await w.kept();
    expect(await w.traces.append(later, [], "cancelled")).toBe(true);
    expect(w.traces.status(later)).toBe("cancelled");
  });
});

describe("bounds", () => {
  test("by age, also before anything cleans up", async () => {
    const w = world({ retention: { maxAgeDays: 1 } });
    const id = await w.kept();
    w.time.now += day - 1;
    expect(w.traces.show(id, 1)).toBeDefined();
    w.time.now += 1;
    expect(w.traces.show(id, 1)).toBeUndefined();
    expect(w.traces.list(10).traces).toEqual([]);
    await w.kept();
    expect(w.other().raw.prepare("SELECT count(*) AS n FROM trace_record").get()).toEqual({ n: 2 });
  });

  test("by number: the oldest goes", async () => {
    const w = world({ retention: { maxTraces: 3 } });
    for (let n = 0; n < 10; n++) {
      w.time.now += 1;
      await w.kept();
    }
    expect(w.traces.list(10).traces.map(({ traceId }) => traceId)).toEqual([
      "trace-0010",
      "trace-0009",
      "trace-0008",
    ]);
  });

  test("by records of one trace", async () => {
    const w = world({ retention: { maxRecordsPerTrace: 4 } });
    const id = await w.kept();
    const more = [{ part: "event", kind: "open", payload: { evidence: [hit] } }] as const;
    expect([
      await w.traces.append(id, more),
      await w.traces.append(id, more),
      await w.traces.append(id, more),
    ]).toEqual([true, true, false]);
    expect(w.traces.show(id, 10)?.totals).toMatchObject({ runs: 1, events: 3 });
  });

  test("by size; one that is too large by itself is never named", async () => {
    const w = world({ retention: { maxBytes: 65_536 } });
    const many = (n: number) => search(Array.from({ length: n }, (_, rank) => ({ ...hit, rank: rank + 1 })));
    expect(await w.traces.record(many(1_000))).toBeUndefined();
    expect(w.warnings).toEqual([]);
    for (let n = 0; n < 20; n++) {
      w.time.now += 1;
      await w.kept(many(100));
      const total = w.traces.list(1_000).traces.reduce((sum, { byteSize }) => sum + byteSize, 0);
      expect(total).toBeLessThanOrEqual(65_536);
      expect(w.other().raw.prepare("SELECT bytes FROM trace_total").get()).toEqual({ bytes: total });
    }
  });

  test("a smaller bound is reached over the next writes", async () => {
    const w = world();
    for (let n = 0; n < 100; n++) await w.kept();
    if (w.state.settings === undefined) throw new Error("tracing is on here");
    w.state.settings = { ...w.state.settings, retention: { ...w.state.settings.retention, maxTraces: 2 } };
    await w.kept();
    await w.kept();
    expect(w.traces.list(1_000).traces).toHaveLength(2);
  });
});

describe("trouble", () => {
  test("a database that is busy costs the trace and not the search", async () => {
    const w = world();
    await w.kept();
    const other = w.other();
    other.raw.exec("BEGIN IMMEDIATE");
    expect(await w.traces.record(search())).toBeUndefined();
    other.raw.exec("ROLLBACK");
    expect(w.warnings).toEqual(["a search was answered without its trace"]);
    expect(await w.traces.record(search())).toBeDefined();
  });

  test("digests follow the content", async () => {
    const w = world();
    const id = await w.kept();
    const run = w.traces.show(id, 1)?.runs[0];
    expect(run).toMatchObject({ kind: "retrieval", idempotencyKey: "run-1-retrieval", traceId: id });
    expect(run?.runId).toMatch(/^run-[a-f0-9]{40}$/);
    expect(run?.canonicalDigest).toMatch(/^[a-f0-9]{64}$/);
    expect(run?.canonicalDigest).not.toBe(sha("a"));
  });
});
