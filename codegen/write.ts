/** The only file that writes output. `check` compares the same texts byte by byte instead. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Files } from "./contract.ts";
import { OUTPUT_FOLDERS } from "./emit/all.ts";
import { compare } from "./problems.ts";
import { readOutput } from "./read.ts";

export interface Written {
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** Writes what differs and removes what no emitter wrote; untouched files keep their time stamps. */
export function writeFiles(root: string, files: Files): Written {
  const present = readOutput(root, OUTPUT_FOLDERS);
  const changed = [...files].filter(([path, text]) => present.get(path) !== text).map(([path]) => path);
  const removed = [...present.keys()].filter((path) => !files.has(path));
  for (const path of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), files.get(path)!);
  }
  for (const path of removed) rmSync(join(root, path));
  return { changed, removed };
}

/** One line a difference, by path; empty when the output is what the sources say. */
export function checkFiles(root: string, files: Files): readonly string[] {
  const present = readOutput(root, OUTPUT_FOLDERS);
  const differences: string[] = [];
  for (const path of [...new Set([...files.keys(), ...present.keys()])].sort(compare)) {
    const want = files.get(path);
    const have = present.get(path);
    if (want === have) continue;
    if (have === undefined) differences.push(`${path}:1: is missing`);
    else if (want === undefined)
      differences.push(`${path}:1: is left over; nothing in schemas/ or spec/ makes it`);
    else differences.push(differingLine(path, have, want));
  }
  return differences;
}

function differingLine(path: string, have: string, want: string): string {
  const [is, should] = [have.split("\n"), want.split("\n")];
  const at = should.findIndex((line, index) => line !== is[index]);
  const line = at === -1 ? should.length : at;
  const show = (text: string | undefined): string =>
    text === undefined ? "the end of the file" : JSON.stringify(text.slice(0, 120));
  return `${path}:${line + 1}: is ${show(is[line])}, should be ${show(should[line])}`;
}
