import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFile, isTemporaryName, replaceFile } from "../../../src/engine/files/atomic.ts";
import { type FileSystem, nodeFileSystem } from "../../../src/engine/files/file-system.ts";
import { createWriteIntents } from "../../../src/engine/files/write-intents.ts";

let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "atomic-"));
  data = path.join(folder, "data");
  mkdirSync(path.join(folder, "notes"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const note = (name: string): string => path.join(folder, "notes", name);
const text = (name: string): string => readFileSync(note(name), "utf8");
const bytes = (value: string): Buffer => Buffer.from(value);
const names = (): string[] => readdirSync(path.join(folder, "notes"));

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: refused`), { code });
}

/** Records the calls that reach the disk, and fails the one that is named. */
function recording(fail?: { readonly call: keyof FileSystem; readonly code: string; readonly at?: number }): {
  readonly files: FileSystem;
  readonly calls: string[];
} {
  const calls: string[] = [];
  let seen = 0;
  const files = Object.fromEntries(
    Object.entries(nodeFileSystem).map(([call, real]) => [
      call,
      async (...args: unknown[]) => {
        const shown = args.filter((arg) => typeof arg === "string").map((arg) => path.basename(String(arg)));
        calls.push([call, ...shown.map((name) => (isTemporaryName(name) ? "*" : name))].join(" "));
        if (fail?.call === call && ++seen === (fail.at ?? 1)) throw systemError(fail.code);
        return (real as (...all: unknown[]) => unknown)(...args);
      },
    ]),
  ) as unknown as FileSystem;
  return { files, calls };
}

describe("createFile", () => {
  test("makes the file and the folders above it, and leaves nothing else", async () => {
    expect(await createFile(note("a/b/c.md"), bytes("whole"))).toBe("created");
    expect(text("a/b/c.md")).toBe("whole");
    expect(readdirSync(note("a/b"))).toEqual(["c.md"]);
  });

  test("never replaces what is there", async () => {
    writeFileSync(note("a.md"), "theirs");
    expect(await createFile(note("a.md"), bytes("ours"))).toBe("exists");
    expect(text("a.md")).toBe("theirs");
    expect(names()).toEqual(["a.md"]);
  });

  test("never writes through a link that stands at its name", async () => {
    symlinkSync(path.join(folder, "outside.md"), note("a.md"));
    expect(await createFile(note("a.md"), bytes("ours"))).toBe("exists");
    expect(readdirSync(folder)).not.toContain("outside.md");
  });

  test("twenty at once: one creates, nineteen learn that it exists", async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => createFile(note("a.md"), bytes(`note ${i}`))),
    );
    expect(results.filter((result) => result === "created")).toHaveLength(1);
    expect(text("a.md")).toBe(`note ${results.indexOf("created")}`);
    expect(names()).toEqual(["a.md"]);
  });

  test("syncs the bytes before the name, and the name before it answers", async () => {
    const { files, calls } = recording();
    await createFile(note("a.md"), bytes("x"), { files });
    expect(calls).toEqual([
      "makeFolder notes",
      "writeNew *",
      "link * a.md",
      "remove *",
      "syncFolder notes",
      "remove *",
    ]);
  });

  test("gets by on a disk without links", async () => {
    const { files } = recording({ call: "link", code: "EPERM" });
    expect(await createFile(note("a.md"), bytes("x"), { files })).toBe("created");
    const second = recording({ call: "link", code: "EPERM" });
    expect(await createFile(note("a.md"), bytes("y"), { files: second.files })).toBe("exists");
    expect(text("a.md")).toBe("x");
    expect(names()).toEqual(["a.md"]);
  });
});

describe("replaceFile", () => {
  test("puts new bytes in place and keeps the permissions", async () => {
    writeFileSync(note("a.md"), "old");
    chmodSync(note("a.md"), 0o640);
    await replaceFile(note("a.md"), bytes("new"));
    expect(text("a.md")).toBe("new");
    if (process.platform !== "win32") expect(statSync(note("a.md")).mode & 0o777).toBe(0o640);
    expect(names()).toEqual(["a.md"]);
  });

  test("creates a file that is not there", async () => {
    await replaceFile(note("a.md"), bytes("new"));
    expect(text("a.md")).toBe("new");
  });

  test("leaves another name of the old bytes alone", async () => {
    writeFileSync(note("a.md"), "old");
    linkSync(note("a.md"), note("copy.md"));
    await replaceFile(note("a.md"), bytes("new"));
    expect(text("copy.md")).toBe("old");
  });

  test("syncs the bytes before the name, and the name before it answers", async () => {
    const { files, calls } = recording();
    await replaceFile(note("a.md"), bytes("x"), { files });
    expect(calls).toEqual([
      "makeFolder notes",
      "info a.md",
      "writeNew *",
      "rename * a.md",
      "syncFolder notes",
      "remove *",
    ]);
  });
});

describe("a disk that refuses", () => {
  const steps = [
    ["makeFolder", "EACCES"],
    ["writeNew", "ENOSPC"],
    ["writeNew", "EIO"],
    ["link", "ENOSPC"],
    ["syncFolder", "EIO"],
  ] as const;
  test.each(steps)("%s with %s fails the creation and leaves no half file", async (call, code) => {
    const { files } = recording({ call, code });
    await expect(createFile(note("a.md"), bytes("x"), { files })).rejects.toMatchObject({ code });
    const left = names();
    expect(left.filter(isTemporaryName)).toEqual([]);
    // Once named, the file stays: it is whole, only not known to be durable.
    expect(left).toEqual(call === "syncFolder" ? ["a.md"] : []);
  });

  test.each([
    ["writeNew", "ENOSPC"],
    ["rename", "EACCES"],
  ] as const)("%s with %s leaves the old file as it was", async (call, code) => {
    writeFileSync(note("a.md"), "old");
    const { files } = recording({ call, code });
    await expect(replaceFile(note("a.md"), bytes("new"), { files })).rejects.toMatchObject({ code });
    expect(text("a.md")).toBe("old");
    expect(names()).toEqual(["a.md"]);
  });
});

describe("write intents", () => {
  test("nothing is left after a write that ended, well or not", async () => {
    const intents = createWriteIntents(data);
    await createFile(note("a.md"), bytes("x"), { intents });
    const { files } = recording({ call: "writeNew", code: "ENOSPC" });
    await expect(createFile(note("b.md"), bytes("x"), { intents, files })).rejects.toThrow();
    expect(readdirSync(path.join(data, "pending-writes"))).toEqual([]);
    expect(await intents.recover()).toBe(0);
  });

  test("recover removes the temporary file of a killed writer and its note", async () => {
    const intents = createWriteIntents(data);
    const temporary = note(".gno-00000000-0000-4000-8000-000000000000.tmp");
    await intents.note(temporary);
    writeFileSync(temporary, "half");
    expect(await createWriteIntents(data).recover()).toBe(1);
    expect(names()).toEqual([]);
    expect(readdirSync(path.join(data, "pending-writes"))).toEqual([]);
  });

  test("recover touches no file that is not a temporary one", async () => {
    writeFileSync(note("a.md"), "precious");
    mkdirSync(path.join(data, "pending-writes"), { recursive: true });
    writeFileSync(path.join(data, "pending-writes", "1"), note("a.md"));
    writeFileSync(path.join(data, "pending-writes", "2"), "");
    writeFileSync(path.join(data, "pending-writes", "3"), ".gno-00000000-0000-4000-8000-000000000000.tmp");
    expect(await createWriteIntents(data).recover()).toBe(3);
    expect(text("a.md")).toBe("precious");
  });
});
