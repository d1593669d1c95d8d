/** One event, one line: text of a file must not forge a second one. */
import { expect, test } from "vitest";
import { createLog } from "../../src/app/log.ts";
import { StoreError } from "../../src/engine/store/errors.ts";

test.each([
  { level: "error", want: ["gno: error: e\n"] },
  { level: "warn", want: ["gno: error: e\n", "gno: warn: w\n"] },
  { level: "info", want: ["gno: error: e\n", "gno: warn: w\n", "gno: info: i\n"] },
] as const)("writes what its level $level lets through", ({ level, want }) => {
  const lines: string[] = [];
  const log = createLog("gno", level, (line) => lines.push(line));
  log.error("e");
  log.warn("w");
  log.info("i");
  expect(lines).toEqual(want);
});

test.each([
  { fields: { path: "a/b.md", count: 3 }, want: "gno: warn: m path=a/b.md count=3\n" },
  { fields: { title: "two words" }, want: 'gno: warn: m title="two words"\n' },
  { fields: { title: "a\ngno: error: forged" }, want: 'gno: warn: m title="a\\ngno: error: forged"\n' },
  { fields: { none: undefined }, want: "gno: warn: m\n" },
])("keeps one line with $fields", ({ fields, want }) => {
  const lines: string[] = [];
  createLog("gno", "warn", (line) => lines.push(line)).warn("m", fields);
  expect(lines).toEqual([want]);
});

test("a line break in the message becomes a space", () => {
  const lines: string[] = [];
  createLog("gno", "warn", (line) => lines.push(line)).warn("a\r\nb\u2028c");
  expect(lines).toEqual(["gno: warn: a b c\n"]);
});

test("an error that was foreseen is its sentence, any other brings its stack", () => {
  const lines: string[] = [];
  const log = createLog("gno", "error", (line) => lines.push(line));
  log.error("m", { error: new StoreError("full", "The disk is full. Free some space.") });
  log.error("m", { error: new TypeError("x") });
  expect(lines[0]).toBe('gno: error: m error="The disk is full. Free some space."\n');
  expect(lines[1]).toMatch(/^gno: error: m error="TypeError: x +at .+\n$/);
});
