import { describe, expect, test } from "vitest";
import { asksForNewest, parseBound, rangeInText } from "../../../src/engine/search/time.ts";

/** A Thursday. */
const now = Date.UTC(2026, 0, 15, 12, 30);

describe("parseBound", () => {
  const rows: [text: string, since: string | undefined, until: string | undefined][] = [
    ["today", "2026-01-15T00:00:00.000Z", "2026-01-15T23:59:59.999Z"],
    [" Yesterday ", "2026-01-14T00:00:00.000Z", "2026-01-14T23:59:59.999Z"],
    ["this week", "2026-01-12T00:00:00.000Z", "2026-01-15T12:30:00.000Z"],
    ["last  week", "2026-01-05T00:00:00.000Z", "2026-01-11T23:59:59.999Z"],
    ["this month", "2026-01-01T00:00:00.000Z", "2026-01-15T12:30:00.000Z"],
    ["last month", "2025-12-01T00:00:00.000Z", "2025-12-31T23:59:59.999Z"],
    ["RECENT", "2025-12-16T12:30:00.000Z", "2026-01-15T12:30:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z", "2024-02-29T23:59:59.999Z"],
    ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z", "2026-01-02T03:04:05.000Z"],
    ["2026-01-02T03:04", "2026-01-02T03:04:00.000Z", "2026-01-02T03:04:00.000Z"],
    ["2026-01-02 03:04:05.678", "2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05.678Z"],
    ["2026-01-02T03:04:05+02:00", "2026-01-02T01:04:05.000Z", "2026-01-02T01:04:05.000Z"],
    ["2026-01-02T03:04:05-0530", "2026-01-02T08:34:05.000Z", "2026-01-02T08:34:05.000Z"],
    ["2026-01-02T03:04:05+02", "2026-01-02T01:04:05.000Z", "2026-01-02T01:04:05.000Z"],
    ["2026-02-30", undefined, undefined],
    ["2026-13-01", undefined, undefined],
    ["2026-01-02T25:00", undefined, undefined],
    ["2026-02-30T10:00Z", undefined, undefined],
    ["tomorrow", undefined, undefined],
    ["1735689600", undefined, undefined],
    ["", undefined, undefined],
  ];
  test.each(rows)("%j", (text, since, until) => {
    const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
    expect(iso(parseBound(text, "since", now))).toBe(since);
    expect(iso(parseBound(text, "until", now))).toBe(until);
  });

  test("a week begins on Monday, also on Sunday and Monday", () => {
    const monday = Date.UTC(2026, 0, 12);
    expect(parseBound("this week", "since", monday)).toBe(monday);
    expect(parseBound("this week", "since", monday + 7 * 86_400_000 - 1)).toBe(monday);
  });
});

test("the first word of the list counts, and only whole words", () => {
  expect(rangeInText("what changed last week or today", now)).toEqual({
    since: Date.UTC(2026, 0, 15),
    until: Date.UTC(2026, 0, 16) - 1,
  });
  expect(rangeInText("recently updated", now)).toBeUndefined();
  expect(rangeInText("thislast weekend", now)).toBeUndefined();
});

test.each([
  ["latest notes", true],
  ["the Newest", true],
  ["most recent", true],
  ["notes of this month", true],
  ["latestness", false],
  ["old notes", false],
])("%s asks for the newest: %s", (text, want) => {
  expect(asksForNewest(text)).toBe(want);
});
