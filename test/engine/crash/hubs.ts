/** A vault of notes that others link to, and an oracle that tells from the files alone whether all links agree. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

export const hubs = ["huba", "hubb", "hubc"];
const REFERRERS = 12;
/** Long enough that writing a file takes several system calls. */
const filler = "lorem ipsum dolor sit amet ".repeat(400);

export function writeHubs(vault: string): void {
  for (const hub of hubs) {
    writeFileSync(
      path.join(vault, `${hub}.md`),
      `Token ${hub}. Myself: [[${hub}]] [m](${hub}.md)\n${filler}\n`,
    );
  }
  for (let i = 0; i < REFERRERS; i++) {
    const folder = path.join(vault, `r${i % 3}`);
    mkdirSync(folder, { recursive: true });
    const lines = hubs.map((hub) => `${hub}: [[${hub}.md|x]] [y](../${hub}.md#z)`);
    writeFileSync(path.join(folder, `ref${i}.md`), `${lines.join("\r\n")}\r\n${filler}`);
  }
}

export interface Seen {
  /** Path of each hub by its token. */
  readonly places: ReadonlyMap<string, string>;
  /** One sentence for each file that does not agree with the others. */
  readonly faults: readonly string[];
}

export function readHubs(files: ReadonlyMap<string, string>): Seen {
  const places = new Map<string, string>();
  const faults: string[] = [];
  for (const [relPath, text] of files) {
    const token = /^Token (\w+)\./.exec(text)?.[1];
    if (token === undefined) continue;
    if (places.has(token)) faults.push(`${token} is at ${places.get(token)} and at ${relPath}`);
    places.set(token, relPath);
    const name = path.posix.basename(relPath, ".md");
    if (
      !text.startsWith(`Token ${token}. Myself: [[${name}]] [m](${name}.md)\n`) ||
      !text.endsWith(`${filler}\n`)
    )
      faults.push(`${relPath} does not name itself, or is not whole`);
  }
  for (const hub of hubs) if (!places.has(hub)) faults.push(`${hub} is gone`);
  let referrers = 0;
  for (const [relPath, text] of files) {
    if (!/^r\d\/ref/.test(relPath)) continue;
    referrers++;
    const want = hubs.map((hub) => {
      const place = places.get(hub) ?? "";
      return `${hub}: [[${path.posix.basename(place)}|x]] [y](${path.posix.relative(path.posix.dirname(relPath), place)}#z)`;
    });
    if (text !== `${want.join("\r\n")}\r\n${filler}`)
      faults.push(`${relPath} does not link to where the notes are`);
  }
  if (referrers !== REFERRERS) faults.push(`${referrers} of ${REFERRERS} referring notes are there`);
  return { places, faults };
}
