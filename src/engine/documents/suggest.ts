/**
 * What a caller may have meant by a reference that names nothing: the same path in another case or collection, the
 * same file name elsewhere, then names that differ by a slip. Only runs when a look-up has failed.
 */
import type { Reader } from "./reader.ts";

interface Candidate {
  readonly collection: string;
  readonly rel_path: string;
}

/** Names compared letter by letter at most, so that a miss in a huge index stays quick. */
const comparedNames = 20_000;

/** @returns references as `collection/path`, best first. */
export function suggestRefs(
  reader: Reader,
  collections: readonly string[],
  wanted: { readonly collection?: string; readonly path: string },
  limit = 3,
): string[] {
  const path = wanted.path.toLowerCase();
  const name = baseName(path);
  const stem = withoutExtension(name);
  const scored: { ref: string; distance: number }[] = [];
  let compared = 0;
  for (const row of reader.iterate<Candidate>(
    `SELECT c.name AS collection, d.rel_path FROM document d JOIN collection c ON c.id = d.collection_id
     WHERE d.active = 1 AND c.name IN (SELECT value FROM json_each(?)) ORDER BY c.name, d.rel_path`,
    JSON.stringify(collections),
  )) {
    const distance = distanceOf(row, path, name, stem, compared++ < comparedNames);
    if (distance === undefined) continue;
    const elsewhere = wanted.collection !== undefined && row.collection !== wanted.collection ? 0.5 : 0;
    scored.push({ ref: `${row.collection}/${row.rel_path}`, distance: distance + elsewhere });
  }
  return scored
    .sort((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map((one) => one.ref);
}

function distanceOf(
  row: Candidate,
  path: string,
  name: string,
  stem: string,
  closely: boolean,
): number | undefined {
  const candidate = row.rel_path.toLowerCase();
  if (candidate === path || withoutExtension(candidate) === path) return 0;
  if (candidate.endsWith(`/${path}`) || withoutExtension(candidate).endsWith(`/${path}`)) return 1;
  const candidateName = baseName(candidate);
  if (candidateName === name) return 2;
  const candidateStem = withoutExtension(candidateName);
  if (candidateStem === stem) return 3;
  if (stem.length >= 4 && candidateStem.includes(stem)) return 4;
  if (!closely) return undefined;
  const allowed = Math.min(3, Math.ceil(stem.length / 4));
  const slips = editDistance(candidateStem, stem, allowed);
  return slips === undefined ? undefined : 4 + slips;
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function withoutExtension(name: string): string {
  return name.replace(/(?<=[^/])\.[^./]+$/, "");
}

/** Letters to add, drop, change or swap with their neighbour; undefined when it takes more than `most`. */
export function editDistance(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most || a.length > 200 || b.length > 200) return undefined;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const changed = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let value = Math.min(changed, (previous[j] as number) + 1, (row[j - 1] as number) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        value = Math.min(value, (before[j - 2] as number) + 1);
      }
      row.push(value);
      least = Math.min(least, value);
    }
    if (least > most) return undefined;
    before = previous;
    previous = row;
  }
  const distance = previous[b.length] as number;
  return distance <= most ? distance : undefined;
}
