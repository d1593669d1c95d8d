/** The bundle with one deliberate fault: a test that does not notice it proves nothing. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** @param wanted text of the source as it stands in the bundle, once @returns the folder of the faulty entry files */
export function mutant(folder: string, wanted: RegExp, put: string): string {
  // Beside the bundle, which is removed as a whole.
  const faulty = mkdtempSync(path.join(folder, "mutant-"));
  let places = 0;
  for (const name of readdirSync(folder)) {
    if (name.startsWith("mutant-")) continue;
    const from = path.join(folder, name);
    const to = path.join(faulty, name);
    if (!name.endsWith(".js")) {
      cpSync(from, to, { recursive: true });
      continue;
    }
    const text = readFileSync(from, "utf8");
    const found = [...text.matchAll(new RegExp(wanted.source, "g"))].length;
    places += found;
    writeFileSync(to, found === 0 ? text : text.replace(new RegExp(wanted.source, "g"), put));
  }
  if (places === 0)
    throw new Error(`the bundle holds no ${wanted.source} any more: give the mutant another place`);
  return faulty;
}
