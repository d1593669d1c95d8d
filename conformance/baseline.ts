/**
 * Known failures: rows that may fail for a stated reason. They still run; an entry that passes, and one that nothing
 * matches, fails the run, so that the list only ever says what is true.
 */

import { rowByKey } from "./rows.ts";
import { type Wire, wires } from "./target/target.ts";

export interface Known {
  readonly key: string;
  /** `undefined`: every wire. */
  readonly wire: Wire | undefined;
  readonly reason: string;
  readonly line: number;
}

export interface Baseline {
  readonly entries: readonly Known[];
}

/** One entry a line: `<row> <wire or *> <reason>`; `#` starts a comment line. */
export function parseBaseline(text: string, file: string): Baseline {
  const entries: Known[] = [];
  const problems: string[] = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const at = `${file}:${index + 1}`;
    const [, key, wire, reason] = /^(\S+)\s+(\S+)\s+(\S.*)$/.exec(line) ?? [];
    if (key === undefined || wire === undefined || reason === undefined) {
      problems.push(`${at}: write "<row> <wire or *> <reason>"`);
    } else if (rowByKey(key) === undefined) {
      problems.push(`${at}: no row is called ${key}; see --list`);
    } else if (wire !== "*" && !wires.includes(wire as Wire)) {
      problems.push(`${at}: ${wire} is no wire; write one of ${wires.join(", ")} or *`);
    } else {
      entries.push({ key, wire: wire === "*" ? undefined : (wire as Wire), reason, line: index + 1 });
    }
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return { entries };
}

export function knownFailure(baseline: Baseline, key: string, wire: Wire): Known | undefined {
  return baseline.entries.find((entry) => entry.key === key && (entry.wire ?? wire) === wire);
}
