/** Exports are repeatable and obey the policies of their collections; deletions leave nothing behind. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { canonical, sha256 } from "../../../src/engine/canonical.ts";
import { OPEN_MS } from "../../../src/engine/traces/rows.ts";
import { hit, search, world } from "./world.ts";

const place = { path: "/v", pattern: "**/*", include: [], exclude: [] };
const open = "local_process";

describe("export", () => {
  test("the same traces give the same bytes, in any order and at any time", async () => {
    const w = world();
    const ids = [await w.kept({ outcome: "completed" }), await w.kept(), await w.kept({ outcome: "failed" })];
    w.time.now += OPEN_MS;
    const first = await w.traces.export([...ids].reverse(), open);
    w.time.now += 1_000_000;
    const again = await w.traces.export([...ids, ...ids], open);
    if (first.kind !== "inserted" || again.kind !== "duplicate")
      throw new Error(`${first.kind} ${again.kind}`);
    expect(JSON.stringify(again.artifact)).toBe(JSON.stringify(first.artifact));
    expect(again.manifest).toEqual(first.manifest);
    expect(first.manifest.traceIds).toEqual(ids);
    expect(first.manifest.exportId).toMatch(/^trace-export-[a-f0-9]{40}$/);
    expect(first.manifest.artifactHash).toBe(sha256(canonical(first.artifact)));
    expect(first.artifact.traces.map(({ trace }) => trace.status)).toEqual([
      "completed",
      "completed",
      "failed",
    ]);
    expect(w.traces.show(ids[1] as string, 5)?.exports).toEqual([
      {
        exportId: first.manifest.exportId,
        traceId: ids[1],
        format: "agentic-receipt",
        artifactHash: first.manifest.artifactHash,
        createdAtMs: first.manifest.createdAtMs,
      },
    ]);
    await w.traces.label({ traceId: ids[0] as string, label: "relevant", targetRef: "#aaaaaaaa" });
    const changed = await w.traces.export(ids, open);
    expect(changed.kind).toBe("inserted");
  });

  test("names what is missing before anything else, then what is open", async () => {
    const w = world();
    const id = await w.kept();
    expect(await w.traces.export(["zz", id, "aa"], "remote")).toEqual({
      kind: "unknown-traces",
      traceIds: ["aa", "zz"],
    });
    expect(await w.traces.export([id], "remote")).toEqual({ kind: "open-traces", traceIds: [id] });
  });

  test.each([
    ["local_only", "local_process", true],
    ["local_only", "lan", false],
    ["lan", "lan", true],
    ["lan", "remote", false],
    ["remote", "remote", true],
    [undefined, "remote", false],
  ] as const)("policy %s, to %s: allowed %s", async (policy, zone, allowed) => {
    const egress = policy === undefined ? {} : { egressPolicy: policy };
    const w = world({ collections: [{ ...place, name: "notes", ...egress }] });
    const id = await w.kept({ outcome: "completed" });
    const answer = await w.traces.export([id], zone);
    expect(answer.kind).toBe(allowed ? "inserted" : "denied");
    expect(w.traces.show(id, 5)?.exports).toHaveLength(allowed ? 1 : 0);
    // What leaves this machine, or wanted to, leaves a receipt.
    const { receipts } = w.egress.audit.list(5);
    expect(receipts.map(({ decision, action, contentClass }) => [decision, action, contentClass])).toEqual(
      zone === "local_process" ? [] : [[allowed ? "allow" : "deny", "export", "retrieval_trace"]],
    );
  });

  test("a trace without evidence stays on this machine", async () => {
    const w = world();
    const id = await w.kept({ ...search([]), outcome: "completed" });
    expect((await w.traces.export([id], "remote")).kind).toBe("denied");
    expect((await w.traces.export([id], open)).kind).toBe("inserted");
  });

  test("more than one answer holds is refused", async () => {
    const w = world();
    const many = search(Array.from({ length: 9_000 }, (_, rank) => ({ ...hit, rank: rank + 1 })));
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push(await w.kept({ ...many, outcome: "completed" }));
    expect(await w.traces.export(ids, open)).toMatchObject({ kind: "too-large" });
    // A detail is cut instead, and says so.
    expect(w.traces.show(ids[0] as string, 5)?.runs).toHaveLength(1);
  });
});

describe("delete and purge", () => {
  test("an export is kept until its last trace goes", async () => {
    const w = world();
    const [a, b] = [await w.kept({ outcome: "completed" }), await w.kept({ outcome: "completed" })];
    await w.traces.label({ traceId: a, label: "relevant", targetRef: "#aaaaaaaa" });
    await w.traces.export([a, b], open);
    expect(await w.traces.delete(a)).toEqual({
      traces: 1,
      runs: 1,
      events: 2,
      judgments: 1,
      exports: 0,
      exportLinks: 1,
    });
    expect(w.traces.show(b, 5)?.exports).toHaveLength(1);
    expect(await w.traces.delete(a)).toBeUndefined();
    expect(await w.traces.delete(b)).toMatchObject({ exports: 1, exportLinks: 1 });
    expect(w.other().raw.prepare("SELECT count(*) FROM trace_record").pluck().get()).toBe(0);
  });

  test("nothing of it can be read from the disk afterwards", async () => {
    const w = world({ mode: "replay" });
    const files = () => [w.path, `${w.path}-wal`].map((file) => readFileSync(file, "latin1")).join("");
    const one = await w.kept({ query: "quagga one" });
    await w.kept({ query: "xylem two" });
    expect(files().includes("quagga one")).toBe(true);
    await w.traces.delete(one);
    expect([files().includes("quagga one"), files().includes("xylem two")]).toEqual([false, true]);
    expect(await w.traces.purge()).toMatchObject({ traces: 1, runs: 1, physicalCleanup: "completed" });
    expect(files().includes("xylem two")).toBe(false);
    expect(w.other().raw.prepare("SELECT traces, bytes FROM trace_total").get()).toEqual({
      traces: 0,
      bytes: 0,
    });
  });

  test("a reader of another process is told", async () => {
    const w = world();
    await w.kept();
    const other = w.other();
    other.raw.exec("BEGIN");
    other.raw.prepare("SELECT count(*) FROM trace").get();
    expect(await w.traces.purge()).toMatchObject({ traces: 1, physicalCleanup: "wal_busy" });
    other.raw.exec("COMMIT");
    expect(await w.traces.purge()).toMatchObject({ traces: 0, physicalCleanup: "completed" });
  });
});
