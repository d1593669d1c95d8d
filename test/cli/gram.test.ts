/** `gram-mcp verify | repair | log | cat | export` on files as a person has them: sound, torn, damaged. */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bundleServer } from "../app/gram/server.ts";
import { exampleBytes } from "../engine/gram/example.ts";

const entry = join(await bundleServer(), "gram-mcp.js");
const SECOND = exampleBytes.indexOf("@rev 2");
let folder: string;
let file: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "gram-cli-")));
  file = join(folder, "doc.gram");
  writeFileSync(file, exampleBytes);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function gram(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
    input: "",
  });
  return { code: status, stdout, stderr };
}

/** A page of the last block that never reached the disk, under an end line that did. */
function damage(from = SECOND + 60, length = 40): Buffer {
  const bytes = Buffer.from(exampleBytes);
  bytes.fill(0, from, from + length);
  writeFileSync(file, bytes);
  return bytes;
}

test("a sound document", () => {
  expect(gram("verify", "doc.gram")).toEqual({
    code: 0,
    stderr: "",
    stdout: "ok  doc.gram  2 revisions\n1 documents, 0 bad\n",
  });
  const log = JSON.parse(gram("log", "doc.gram", "--json").stdout);
  expect(
    log.revisions.map(({ rev, requestId }: { rev: number; requestId: string }) => [rev, requestId]),
  ).toEqual([
    [2, "r-002"],
    [1, "r-001"],
  ]);
  expect(gram("cat", "doc.gram@1").stdout).toBe("# Descriptor fixture\n\n[[d1]]\n\n[[e1]]\n");
  expect(gram("cat", "doc.gram").stdout).toContain("Cut over on [the day](@e2).");
  expect(gram("export", "doc.gram", "--md").stdout).toContain("# Descriptor fixture");
});

test("what is not there is said in one line", () => {
  for (const args of [
    ["cat", "doc.gram@9"],
    ["log", "no.gram"],
    ["verify", "nowhere"],
  ]) {
    const { code, stdout, stderr } = gram(...args);
    expect([code === 0, stdout, stderr.trim().split("\n").length], args.join(" ")).toEqual([false, "", 1]);
  }
});

test("a torn tail is no damage", () => {
  appendFileSync(file, "@rev 3\nat 2026");
  expect(gram("verify", "doc.gram").stdout).toContain(
    "ok  doc.gram  2 revisions, 14 bytes of an unfinished append",
  );
  expect(gram("repair", "doc.gram", "--yes")).toMatchObject({
    code: 0,
    stdout: "doc.gram is not damaged.\n",
  });
  expect(readFileSync(file).length).toBe(exampleBytes.length + 14);
});

describe("a damaged last revision", () => {
  test("is told, and what came before it is read", () => {
    damage();
    expect(gram("verify", ".").code).toBe(2);
    expect(gram("cat", "doc.gram").stderr).toMatch(/Revision 2 of doc\.gram is damaged.*doc\.gram@1/);
    expect(gram("cat", "doc.gram@1").code).toBe(0);
  });

  test("is not dropped without consent", () => {
    const bytes = damage();
    expect(gram("repair", "doc.gram").code).not.toBe(0);
    expect(readFileSync(file)).toEqual(bytes);
    expect(readdirSync(folder)).toEqual(["doc.gram"]);
  });

  test("is dropped after a copy, and a copy of an earlier repair stays", () => {
    for (const name of [".doc.gram.damaged", ".doc.gram.damaged-2"]) {
      const bytes = damage();
      expect(gram("repair", "doc.gram", "--yes").stdout).toContain("stands at revision 1");
      expect(readFileSync(file)).toEqual(exampleBytes.subarray(0, SECOND));
      expect(readFileSync(join(folder, name))).toEqual(bytes.subarray(SECOND));
    }
    expect(gram("verify", "doc.gram").code).toBe(0);
  });
});

test.each([
  ["an earlier revision", SECOND - 200, 8],
  // The end line is no longer at the start of a line: the block seems to reach into the next one.
  ["the line end before an end line", exampleBytes.indexOf("@end 1") - 1, 1],
])("%s is damaged: the sound one behind it is never dropped", (_what, from, length) => {
  const bytes = damage(from, length);
  const { code, stderr } = gram("repair", "doc.gram", "--yes");
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/others stand behind it/);
  expect(readFileSync(file)).toEqual(bytes);
  expect(readdirSync(folder)).toEqual(["doc.gram"]);
});
