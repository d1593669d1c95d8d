/** The bar: one redrawn line on a terminal, nothing anywhere else. */
import { expect, test } from "vitest";
import { type Io, plain } from "../../src/cli/io.ts";
import { createProgress, line } from "../../src/cli/progress.ts";

function recorder(isTTY: boolean, quiet = false) {
  const written: string[] = [];
  const stream = { write: (text: string) => void written.push(text), isTTY, columns: 60 };
  const io: Io = {
    stdout: stream,
    stderr: stream,
    readStdin: async () => "",
    ask: async () => undefined,
    paint: plain,
    quiet,
  };
  return { io, written };
}

test.each([
  { isTTY: false, quiet: false },
  { isTTY: true, quiet: true },
])("writes nothing with $isTTY $quiet", ({ isTTY, quiet }) => {
  const { io, written } = recorder(isTTY, quiet);
  const progress = createProgress(io);
  progress.update(1, 2, "x");
  progress.end();
  expect(written).toEqual([]);
});

test("draws at most one picture in 80 ms and takes it away", () => {
  const { io, written } = recorder(true);
  let now = 1000;
  const progress = createProgress(io, () => now);
  progress.update(1, 4, "notes");
  progress.update(2, 4, "notes");
  now += 80;
  progress.update(3, 4, "notes");
  progress.end();
  progress.end();
  expect(written).toHaveLength(3);
  expect(written[1]).toContain("3/4 notes");
  expect(written[2]).toBe("\r\u001b[2K");
});

test.each([
  { given: [0, 4, "a", 80], want: "[                        ] 0/4 a" },
  { given: [2, 4, "a", 80], want: "[============            ] 2/4 a" },
  { given: [9, 4, undefined, 80], want: "[========================] 9/4" },
  { given: [7, undefined, "a\u001b[2Jb", 80], want: "7 a [2Jb" },
  { given: [7, undefined, "a very long message", 12], want: "7 a very lo" },
] as const)("line($given)", ({ given, want }) => {
  const [done, total, message, columns] = given;
  expect(line(done, total, message, columns)).toBe(want);
});
