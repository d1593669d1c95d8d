import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAtRest } from "../../src/app/at-rest.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(active = 0) {
  const done: string[] = [];
  const running = { calls: active };
  const atRest = createAtRest({
    active: () => running.calls,
    release: () => done.push("release"),
    collect: () => done.push("collect"),
    afterMs: 1_000,
  });
  return { atRest, done, running };
}

test("memory goes back once, a while after the last call", () => {
  const { atRest, done } = setUp();
  atRest.touch();
  vi.advanceTimersByTime(900);
  atRest.touch();
  vi.advanceTimersByTime(900);
  expect(done).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(done).toEqual(["release", "collect"]);
  vi.advanceTimersByTime(10_000);
  expect(done).toHaveLength(2);
});

test("never while a call runs, and not after the end", () => {
  const { atRest, done, running } = setUp(1);
  atRest.touch();
  vi.advanceTimersByTime(5_000);
  expect(done).toEqual([]);
  running.calls = 0;
  atRest.touch();
  atRest.cancel();
  vi.advanceTimersByTime(5_000);
  expect(done).toEqual([]);
});

test("the collector is there", () => {
  const before = process.memoryUsage().heapUsed;
  const atRest = createAtRest({ active: () => 0, release: () => undefined, afterMs: 1 });
  atRest.touch();
  vi.advanceTimersByTime(1);
  expect(process.memoryUsage().heapUsed).toBeLessThan(before * 2);
  expect("gc" in globalThis).toBe(false);
});
