/** Labels: what they may be about, when they are duplicates, and that metadata mode hides what was named. */
import { describe, expect, test } from "vitest";
import type { LabelRequest } from "../../../src/engine/engine.ts";
import { OPEN_MS } from "../../../src/engine/traces/rows.ts";
import { hit, search, sha, world } from "./world.ts";

const chunk = { ...hit, docid: "#bbbbbbbb", sourceHash: sha("b"), uri: "gno://notes/b.md", seq: 4 };

async function labelled(request: Partial<LabelRequest>, mode: "metadata" | "replay" = "replay") {
  const w = world({ mode });
  const traceId = await w.kept(search([hit, chunk]));
  return { w, traceId, answer: await w.traces.label({ ...base, traceId, ...request }) };
}
const base = { label: "relevant", targetRef: "gno://notes/a.md" } as const;

describe("targets", () => {
  test.each<[string, Partial<LabelRequest>, string, object]>([
    ["a URI", {}, "document", { docid: "#aaaaaaaa", sourceHash: sha("a"), uri: "gno://notes/a.md" }],
    ["a docid", { targetRef: "#aaaaaaaa" }, "document", { uri: "gno://notes/a.md" }],
    ["a hash", { targetRef: sha("a"), sourceHash: sha("a") }, "document", { uri: "gno://notes/a.md" }],
    ["lines", { startLine: 3, endLine: 5 }, "span", { startLine: 3, endLine: 5 }],
    ["a chunk", { targetRef: "#bbbbbbbb", docid: "#bbbbbbbb" }, "chunk", { seq: 4, startLine: 3 }],
    ["its document", { targetRef: "#bbbbbbbb", targetKind: "document" }, "document", { docid: "#bbbbbbbb" }],
    [
      "a missing URI",
      { label: "missing_expected", targetRef: "gno://notes/c.md" },
      "document",
      { uri: "gno://notes/c.md" },
    ],
    [
      "a missing docid",
      { label: "missing_expected", targetRef: "#cccccc" },
      "document",
      { docid: "#cccccc" },
    ],
  ])("%s", async (_, request, targetKind, target) => {
    const { answer } = await labelled(request);
    expect(answer).toMatchObject({ kind: "inserted", judgment: { targetKind, target } });
    if (answer.kind !== "inserted") return;
    expect(answer.judgment.judgmentId).toMatch(/^judgment-[a-f0-9]{40}$/);
    for (const key of ["score", "rank"]) expect(answer.judgment.target).not.toHaveProperty(key);
    if (targetKind === "document") {
      expect(Object.keys(answer.judgment.target)).not.toContain("startLine");
      expect(Object.keys(answer.judgment.target)).not.toContain("seq");
    }
    expect(answer.judgment.runId === null).toBe(request.label === "missing_expected");
  });

  test.each<[string, Partial<LabelRequest>, string]>([
    ["no such evidence", { targetRef: "gno://notes/x.md" }, "invalid"],
    ["another docid", { docid: "#bbbbbbbb" }, "invalid"],
    ["a docid that is none", { docid: "bbbb" }, "invalid"],
    ["another source", { sourceHash: sha("f") }, "invalid"],
    ["other lines", { startLine: 3, endLine: 4 }, "invalid"],
    ["one line bound", { startLine: 3 }, "invalid"],
    ["lines backwards", { startLine: 5, endLine: 3 }, "invalid"],
    ["a span without lines", { targetKind: "span" }, "invalid"],
    ["a chunk that is not named", { targetKind: "chunk" }, "invalid"],
    [
      "a missing span",
      { label: "missing_expected", targetKind: "span", startLine: 1, endLine: 2 },
      "invalid",
    ],
    ["a missing name", { label: "missing_expected", targetRef: "c.md" }, "invalid"],
    ["one that is not missing", { label: "missing_expected" }, "conflict"],
    [
      "nor by its hash",
      { label: "missing_expected", targetRef: "#cccccc", sourceHash: sha("a") },
      "conflict",
    ],
    ["no such trace", { traceId: "nope" }, "unknown-trace"],
  ])("refuses %s", async (_, request, kind) => {
    const { w, traceId, answer } = await labelled(request);
    expect(answer.kind).toBe(kind);
    expect(w.traces.show(traceId, 10)?.judgments).toEqual([]);
  });
});

test("the same label again is one judgment, another one is added", async () => {
  const { w, traceId, answer } = await labelled({});
  const label = (request: Partial<LabelRequest>) => w.traces.label({ ...base, traceId, ...request });
  expect(await label({})).toEqual({ ...answer, kind: "duplicate" });
  expect(await label({ targetRef: "#aaaaaaaa" })).toMatchObject({ kind: "duplicate" });
  const no = await label({ label: "irrelevant", idempotencyKey: "k" });
  expect(no.kind).toBe("inserted");
  expect(await label({ label: "irrelevant", idempotencyKey: "k" })).toEqual({ ...no, kind: "duplicate" });
  expect((await label({ label: "relevant", idempotencyKey: "k" })).kind).toBe("conflict");
  expect((await label({ targetRef: "#bbbbbbbb", label: "irrelevant", idempotencyKey: "k" })).kind).toBe(
    "conflict",
  );
  // The latest judgment counts: back to the first label is a change of mind.
  expect((await label({})).kind).toBe("inserted");
  const { judgments, trace } = w.traces.show(traceId, 10) ?? { judgments: [], trace: undefined };
  expect(judgments.map((one) => one.label)).toEqual(["relevant", "irrelevant", "relevant"]);
  expect(trace?.byteSize).toBe(w.other().raw.prepare("SELECT bytes FROM trace_total").pluck().get());
});

test("metadata mode keeps the reference as a keyed hash", async () => {
  const { answer } = await labelled({}, "metadata");
  expect(answer).toMatchObject({ judgment: { targetRef: expect.stringMatching(/^redacted:[a-f0-9]{64}$/) } });
  const { answer: replay } = await labelled({}, "replay");
  expect(replay).toMatchObject({ judgment: { targetRef: "gno://notes/a.md" } });
});

test("a closed trace is labelled and stays closed; a full one is not", async () => {
  const w = world({ retention: { maxRecordsPerTrace: 4 } });
  const traceId = await w.kept();
  w.time.now += OPEN_MS;
  expect((await w.traces.label({ ...base, traceId })).kind).toBe("inserted");
  expect(w.traces.show(traceId, 1)?.trace).toMatchObject({ status: "completed", updatedAtMs: w.time.now });
  expect((await w.traces.label({ ...base, traceId, label: "irrelevant" })).kind).toBe("inserted");
  expect((await w.traces.label({ ...base, traceId })).kind).toBe("conflict");
});
