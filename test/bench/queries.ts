/** Queries of a corpus: its own headings, a seeded sample. */
import { readFileSync } from "node:fs";
import { seeded } from "../fixtures/random.ts";
import { walkFloor } from "./floors.ts";

export function headingQueries(root: string, count: number, seed = 17): string[] {
  const headings = new Set<string>();
  for (const file of walkFloor(root).files) {
    if (!/\.(md|mdx|markdown)$/.test(file)) continue;
    for (const match of readFileSync(file, "utf8").matchAll(/^#{1,6}\s+(.{4,80})$/gm)) {
      const heading = match[1]!.replace(/[`*_#[\]]/g, "").trim();
      if (/\p{L}{3}/u.test(heading)) headings.add(heading);
    }
  }
  const all = [...headings].sort();
  const random = seeded(seed);
  return Array.from({ length: Math.min(count, all.length) }, () => random.pick(all));
}
