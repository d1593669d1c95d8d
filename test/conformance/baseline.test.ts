/** The list of known failures says only what is true: entries that pass or match nothing fail the run. */
import { describe, expect, test } from "vitest";
import { parseBaseline } from "../../conformance/baseline.ts";
import type { Verdict } from "../../conformance/check.ts";
import { buildReport, closing, type Ran } from "../../conformance/report.ts";
import { rowOn } from "../../conformance/rows.ts";
import type { Wire } from "../../conformance/target/target.ts";

function ran(id: string, wire: Wire, state: "passed" | "failed" | "skipped", flaky = false): Ran {
  const row = rowOn(id, wire)!;
  const verdict: Verdict = {
    row,
    wire,
    exercised: state !== "skipped",
    skip: state === "skipped" ? "not declared" : undefined,
    aside: false,
    failures: state === "failed" ? [{ says: "no" }] : [],
  };
  return { property: row.check, verdict, flaky };
}

function report(list: string, ...all: readonly Ran[]) {
  const baseline = parseBaseline(list, "known");
  return buildReport({
    contract: "gno",
    wires: ["http-modern"],
    seed: 1,
    ran: all,
    notes: [],
    baseline,
    partial: false,
  });
}

const row = "2026-07-28/http.origin-refused";

describe("buildReport", () => {
  test("a failing MUST row decides", () => {
    const { ok, gate } = report("", ran("http.origin-refused", "http-modern", "failed"));
    expect({ ok, failed: gate.failed }).toEqual({ ok: false, failed: 1 });
  });

  test("a failing SHOULD or DEF row is counted and does not decide", () => {
    const { ok, wishes, robustness } = report(
      "",
      ran("tools.order", "http-modern", "failed"),
      ran("http.media-type", "http-modern", "failed"),
    );
    expect([ok, wishes.failed, robustness.failed]).toEqual([true, 1, 1]);
  });

  test("a known failure is neither a pass nor a failure", () => {
    const { ok, gate, stale } = report(
      `# why\n${row} http-modern the proxy adds it`,
      ran("http.origin-refused", "http-modern", "failed"),
    );
    expect({ ok, gate, stale }).toEqual({
      ok: true,
      gate: { passed: 0, failed: 0, known: 1, skipped: 0 },
      stale: [],
    });
  });

  test("a known failure that passes fails the run", () => {
    const { ok, stale } = report(`${row} * it was so`, ran("http.origin-refused", "http-modern", "passed"));
    expect([ok, stale.length]).toEqual([false, 1]);
  });

  test("a known failure on another wire is stale and hides nothing", () => {
    const { ok, stale, gate } = report(
      `${row} http-legacy other`,
      ran("http.origin-refused", "http-modern", "failed"),
    );
    expect([ok, stale.length, gate.failed]).toEqual([false, 1, 1]);
  });

  test("a row that fails once and holds once is no pass", () => {
    const { ok, entries } = report("", ran("http.origin-refused", "http-modern", "failed", true));
    expect([ok, entries[0]?.outcome]).toEqual([false, "flaky"]);
  });

  test("a skipped row is not exercised", () => {
    const one = report("", ran("http.origin-refused", "http-modern", "skipped"));
    const two = report("", ran("http.origin-refused", "http-modern", "passed"));
    expect(two.musts.exercised - one.musts.exercised).toBe(1);
    expect(closing(two)).toMatch(
      /^gno over http-modern: conforms; 1 of \d+ MUST rows exercised \(\d+ %\), seed 1$/,
    );
  });
});

describe("parseBaseline", () => {
  test.each([
    ["no reason", `${row} http-modern`, /known:1: write/],
    ["an unknown row", "2026-07-28/nothing * because", /known:1: no row is called 2026-07-28\/nothing/],
    ["an unknown wire", `\n${row} http because`, /known:2: http is no wire/],
  ])("refuses %s with its line", (_name, text, says) => {
    expect(() => parseBaseline(text, "known")).toThrow(says);
  });
});
