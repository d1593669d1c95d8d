/** The oracles of the crash tests are themselves held to account: each kind of loss is one that they notice. */
import { describe, expect, test } from "vitest";
import { Ledger } from "./ledger.ts";
import { noteText, readNote } from "./note.ts";
import { auditOrder, readCalls } from "./system-calls.ts";

describe("readNote", () => {
  const text = `---\ntitle: "x"\n---\n\n${noteText("tok1", 2, 30)}`;
  test("knows a whole note", () => expect(readNote(text)).toEqual({ token: "tok1", version: 2 }));
  test("knows every cut and every changed letter", () => {
    const start = text.indexOf("Note tok1");
    for (let at = start; at < text.length; at++) {
      expect(readNote(text.slice(0, at)), `cut at ${at}`).toBeUndefined();
      const changed = `${text.slice(0, at)}\u0000${text.slice(at + 1)}`;
      expect(readNote(changed), `changed at ${at}`).toBeUndefined();
    }
  });
});

describe("Ledger", () => {
  const ledger = new Ledger();
  ledger.add([
    { said: "trying", token: "a", version: 1 },
    { said: "written", token: "a", version: 1, relPath: "a.md" },
    { said: "trying", token: "a", version: 2 },
    { said: "written", token: "a", version: 2, relPath: "a.md" },
    { said: "trying", token: "b", version: 1 },
    { said: "synced", token: "extc" },
  ]);
  const files = (more: Record<string, string | undefined> = {}): ReadonlyMap<string, string> => {
    const all = { "a.md": noteText("a", 2, 1), "extc.md": noteText("extc", 1, 1), ...more };
    return new Map(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
  };

  test.each<[string, Record<string, string | undefined>, number]>([
    ["all there", {}, 0],
    ["an unacknowledged note that made it", { "b.md": noteText("b", 1, 1) }, 0],
    ["an acknowledged note gone", { "a.md": undefined }, 1],
    ["an acknowledged version lost", { "a.md": noteText("a", 1, 1) }, 1],
    ["a version that nobody wrote", { "a.md": noteText("a", 3, 1) }, 1],
    ["a note twice", { "b.md": noteText("b", 1, 1), "b-2.md": noteText("b", 1, 1) }, 1],
    ["half a note", { "b.md": noteText("b", 1, 50).slice(0, 100) }, 1],
    ["a synced file gone", { "extc.md": undefined }, 1],
    ["half of a file that another program writes", { "extd.md": "Note ext" }, 0],
  ])("%s", (_, more, faults) => expect(ledger.faultsIn(files(more))).toHaveLength(faults));
});

describe("auditOrder", () => {
  const whole = [
    '7 write(20</v/.gno-1.tmp>, "x", 1) = 1',
    "8 fsync(20</v/.gno-1.tmp>) = 0",
    '7 link("/v/.gno-1.tmp", "/v/a.md") = 0',
    "8 fsync(21</v> <unfinished ...>",
    "7 pwrite64(9</d/durable-default.sqlite-wal>, ..., 1, 0) = 1",
    "8 <... fsync resumed>) = 0",
    "7 fdatasync(9</d/durable-default.sqlite-wal>) = 0",
    '7 write(1<pipe:[1]>, "done\\n", 5) = 5',
  ];
  const audit = (lines: readonly string[]) =>
    auditOrder(
      readCalls(lines.join("\n")),
      (file) => file.startsWith("/v") || file.endsWith("-wal"),
      (call) => call.text.includes("done"),
    );

  test("passes the right order", () => expect(audit(whole)).toEqual({ answers: 1, violations: [] }));
  test.each([
    ["the bytes", 1, 2],
    ["the name", 5, 1],
    ["the database", 6, 1],
  ])("notices a missing sync of %s", (_, at, violations) => {
    expect(audit(whole.filter((__, line) => line !== at)).violations).toHaveLength(violations);
  });
  test("does not count a sync that failed", () => {
    const failed = whole.map((line) =>
      line.replace(
        "fdatasync(9</d/durable-default.sqlite-wal>) = 0",
        "fdatasync(9</d/durable-default.sqlite-wal>) = -1 EIO (Input/output error)",
      ),
    );
    expect(audit(failed).violations).toHaveLength(1);
  });
});
