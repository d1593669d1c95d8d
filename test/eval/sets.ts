/** Evaluation sets: judged collections (corpus.jsonl, queries.jsonl, qrels.tsv) and heading look-ups made from a folder. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { walkFloor } from "../bench/floors.ts";
import { seeded } from "../fixtures/random.ts";

export interface Query {
  readonly text: string;
  /** Ids of the relevant documents: paths relative to the set's folder. */
  readonly relevant: ReadonlySet<string>;
}

export interface EvalSet {
  readonly name: string;
  readonly kind: "judged" | "headings";
  /** Folder of Markdown files to index. */
  readonly root: string;
  readonly queries: readonly Query[];
}

const lines = (file: string) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");

/** All judged sets below `dir`; their documents are written as Markdown files below `work`. */
export function judgedSets(dir: string, work: string): EvalSet[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(dir, entry.name, "qrels.tsv")))
    .map((entry) => judgedSet(join(dir, entry.name), entry.name, join(work, entry.name)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function judgedSet(dir: string, name: string, root: string): EvalSet {
  mkdirSync(root, { recursive: true });
  for (const line of lines(join(dir, "corpus.jsonl"))) {
    const { id, title = "", text } = JSON.parse(line) as { id: string; title?: string; text: string };
    writeFileSync(join(root, `${id}.md`), title === "" ? text : `# ${title}\n\n${text}\n`);
  }
  const relevant = new Map<string, Set<string>>();
  for (const line of lines(join(dir, "qrels.tsv")).slice(1)) {
    const [query = "", document = "", score = "0"] = line.split("\t");
    if (Number(score) <= 0) continue;
    if (!relevant.has(query)) relevant.set(query, new Set());
    relevant.get(query)!.add(`${document}.md`);
  }
  const queries = lines(join(dir, "queries.jsonl"))
    .map((line) => JSON.parse(line) as { id: string; text: string })
    .flatMap(({ id, text }) => (relevant.has(id) ? [{ text, relevant: relevant.get(id)! }] : []));
  return { name, kind: "judged", root, queries };
}

/** A heading as a person would type it: no markup, no leading minus, which would leave its word out. */
function asTyped(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*\\]/g, "")
    .replace(/(^|\s)-+(?=\S)/g, "$1")
    .trim();
}

/** Look-ups: each query is a heading that stands in exactly one file of the folder. At most `count`, a seeded sample. */
export function headingSet(root: string, name: string, count: number, seed = 31): EvalSet {
  const files = new Map<string, Set<string>>();
  for (const file of walkFloor(root).files) {
    if (!/\.(md|mdx|markdown)$/.test(file)) continue;
    let fenced = false;
    for (const line of readFileSync(file, "utf8").split(/\r?\n/)) {
      if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
      const text = fenced ? undefined : /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1];
      const heading = text === undefined ? undefined : asTyped(text);
      if (heading === undefined || heading.length < 4 || heading.length > 90 || !/\p{L}{3}/u.test(heading))
        continue;
      const key = heading.toLowerCase();
      if (!files.has(key)) files.set(key, new Set());
      files.get(key)!.add(relative(root, file));
    }
  }
  const unique = [...files].filter(([, where]) => where.size === 1).sort(([a], [b]) => (a < b ? -1 : 1));
  const random = seeded(seed);
  for (let n = unique.length - 1; n > 0; n -= 1) {
    const other = random.below(n + 1);
    [unique[n], unique[other]] = [unique[other]!, unique[n]!];
  }
  return {
    name: `${name} headings`,
    kind: "headings",
    root,
    queries: unique.slice(0, count).map(([text, relevant]) => ({ text, relevant })),
  };
}
