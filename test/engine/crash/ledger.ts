/** What a writer may believe, from its own lines: what must be there, what may be there, and what may never be. */
import { readNote } from "./note.ts";
import type { Said } from "./writer.ts";

interface Entry {
  readonly relPath: string | undefined;
  /** Highest acknowledged version; 0 = none. */
  readonly acknowledged: number;
  readonly tried: number;
}

export class Ledger {
  readonly entries = new Map<string, Entry>();
  readonly synced = new Set<string>();

  add(lines: readonly Said[]): void {
    for (const line of lines) {
      if (line.said === "synced") this.synced.add(line.token);
      if (line.said !== "trying" && line.said !== "written") continue;
      const old = this.entries.get(line.token) ?? { relPath: undefined, acknowledged: 0, tried: 0 };
      const acknowledged = line.said === "written" ? line.version : old.acknowledged;
      const relPath = line.said === "written" ? line.relPath : old.relPath;
      this.entries.set(line.token, { relPath, acknowledged, tried: Math.max(old.tried, line.version) });
    }
  }

  get acknowledged(): readonly string[] {
    return [...this.entries].filter(([, entry]) => entry.acknowledged > 0).map(([token]) => token);
  }

  /** @returns one sentence for each promise that the files do not keep. */
  faultsIn(files: ReadonlyMap<string, string>): readonly string[] {
    const faults: string[] = [];
    const places = new Map<string, string[]>();
    for (const [relPath, text] of files) {
      const note = readNote(text);
      if (note) places.set(note.token, [...(places.get(note.token) ?? []), relPath]);
      // Files that the test put there itself are whole once a sync was acknowledged.
      else if (!relPath.startsWith("ext") || this.synced.has(relPath.slice(0, -3)))
        faults.push(`${relPath} is not whole`);
      const entry = note && this.entries.get(note.token);
      if (entry && (note.version < entry.acknowledged || note.version > entry.tried)) {
        faults.push(
          `${relPath} has version ${note.version}, acknowledged ${entry.acknowledged}, tried ${entry.tried}`,
        );
      }
    }
    for (const [token, entry] of this.entries) {
      const found = places.get(token) ?? [];
      if (found.length > 1) faults.push(`${token} is there more than once: ${found.join(", ")}`);
      if (entry.acknowledged > 0 && found[0] !== entry.relPath) {
        faults.push(`${token} was acknowledged at ${entry.relPath} and is at ${found[0] ?? "no place"}`);
      }
    }
    for (const token of this.synced) if (!places.has(token)) faults.push(`${token} was synced and is gone`);
    return faults;
  }
}
