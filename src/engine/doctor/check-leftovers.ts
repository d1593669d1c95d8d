/** What killed writers leave and the next write clears: temporary files, notes about them, half-done relocations. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { IndexConfig } from "../config/types.ts";
import { isTemporaryName } from "../files/atomic.ts";
import { PENDING_FACTS } from "../memory/pending.ts";
import type { Findings } from "./report.ts";

/** These wait for the next gno_remember; no other write looks at them. */
const FACTS = PENDING_FACTS;

const PENDING: readonly (readonly [folder: string, what: string, isLeft: (name: string) => boolean])[] = [
  ["pending-writes", "the write of a note", () => true],
  [FACTS, "the write of a fact", () => true],
  [
    "refactors",
    "a rename or move",
    (name) => name.endsWith(".open.json") || name.endsWith(".pending.json") || name.endsWith(".undo"),
  ],
];

export interface Leftover {
  readonly file: string;
  readonly collection?: string;
  readonly relPath?: string;
  readonly message: string;
}

/** Everything that is there at this moment; a running write has such files as well. */
export function leftovers(config: IndexConfig, dataFolder: string): readonly Leftover[] {
  const found: Leftover[] = [];
  for (const { name, path: root } of config.collections) {
    for (const entry of namesIn(root, true)) {
      if (!isTemporaryName(path.basename(entry))) continue;
      const relPath = entry.replaceAll("\\", "/");
      const message = "A temporary file of a write that did not end.";
      found.push({ file: path.join(root, entry), collection: name, relPath, message });
    }
  }
  for (const [folder, what, isLeft] of PENDING) {
    for (const name of namesIn(path.join(dataFolder, folder), false)) {
      if (!isLeft(name)) continue;
      found.push({
        file: path.join(dataFolder, folder, name),
        message: `${folder}/${name}: ${what} did not end.`,
      });
    }
  }
  return found;
}

/** Tells of what was there before the check and is there still: a write that runs ends sooner. */
export function checkLeftovers(before: readonly Leftover[], findings: Findings): void {
  for (const { file, message, collection, relPath } of before) {
    if (!existsSync(file)) continue;
    const waits = path.basename(path.dirname(file)) === FACTS;
    findings.add({
      code: "LEFT_BEHIND",
      severity: waits ? "info" : "warning",
      ...(collection === undefined ? {} : { collection }),
      ...(relPath === undefined ? {} : { relPath }),
      message,
      advice:
        "Run `gno update`: whoever writes next finishes or undoes it. While a server writes, check again.",
    });
  }
}

function namesIn(folder: string, recursive: boolean): readonly string[] {
  try {
    return readdirSync(folder, { recursive }).map(String);
  } catch {
    return [];
  }
}
