/** Liveness by the pid file: present, its process alive, a port recorded; anything less is down. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pidFileName, readServing, writePidFiles } from "../../src/app/pid-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pid-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const endedPid = () => spawnSync(process.execPath, ["-e", "0"]).pid;

test("is up while its process lives", () => {
  const remove = writePidFiles([join(folder, pidFileName)], process.pid, 4100);
  expect(readServing(folder)).toEqual({ running: true, url: "http://localhost:4100" });
  remove();
  expect(readServing(folder)).toEqual({ running: false, url: null });
});

test.each([
  { name: "empty", text: () => "" },
  { name: "without a port", text: () => `${process.pid}\n` },
  { name: "with a word for a port", text: () => `${process.pid}\nhttp\n` },
  { name: "of an ended process", text: () => `${endedPid()}\n4100\n` },
  { name: "of process 0", text: () => "0\n4100\n" },
])("a file $name is down", ({ text }) => {
  writeFileSync(join(folder, pidFileName), text());
  expect(readServing(folder)).toEqual({ running: false, url: null });
});

test("leaves a file alone that another server has taken over", () => {
  const path = join(folder, pidFileName);
  const remove = writePidFiles([path], process.pid, 4100);
  writePidFiles([path], process.pid, 4200);
  remove();
  expect(readServing(folder)).toEqual({ running: true, url: "http://localhost:4200" });
});
