/**
 * Evaluation sets that are generated from a seed: identifiers that stand in one note each, phrases in five languages typed
 * the way people type them, and topics whose questions use other words than the notes.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Random, seeded } from "../fixtures/random.ts";
import type { EvalSet, Query } from "./sets.ts";
import { languages, prose, topics } from "./vocabulary.ts";

interface Note {
  readonly path: string;
  readonly text: string;
}

function write(root: string, notes: readonly Note[]): void {
  for (const { path, text } of notes) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function sentence(random: Random, words: readonly string[], length: number): string {
  const chosen = Array.from({ length }, () => random.pick(words)).join(" ");
  return `${chosen[0]?.toUpperCase()}${chosen.slice(1)}.`;
}

const paragraph = (random: Random, sentences: number) =>
  Array.from({ length: sentences }, () => sentence(random, prose, 8 + random.below(8))).join(" ");

/** How a name is made of two words and a number; all kinds are found by the same rules. */
const kinds: readonly ((a: string, b: string, n: number) => string)[] = [
  (a, _b, n) => `${a.slice(0, 3).toUpperCase()}-${String(n).padStart(4, "0")}`,
  (a, b) => `${a}_${b}`,
  (a, b, n) => `ERR_${a.toUpperCase()}_${b.toUpperCase()}_${n}`,
  (a, b) => `${a}::${b[0]?.toUpperCase()}${b.slice(1)}`,
  (a, b) => `${a}${b[0]?.toUpperCase()}${b.slice(1)}`,
  (a, b) => `src/${a}/${b}.ts`,
  (a, b) => `${a}-${b}.toml`,
  (_a, _b, n) => `0x${(n * 7_919).toString(16).padStart(8, "0")}`,
  (_a, _b, n) => `v${n % 40}.${n % 17}.${n % 23}-rc${n % 5}`,
  (a, b, n) => `${a}.${b}(${n})`,
];

/** Each name stands in one note; the words that it is made of stand in many, and its neighbours differ by one sign. */
export function identifierSet(work: string, count = 400, seed = 43): EvalSet {
  const random = seeded(seed);
  const root = join(work, `identifiers-${seed}`);
  const taken = new Set<string>();
  const notes: Note[] = [];
  const queries: Query[] = [];
  for (let n = 0; notes.length < count; n++) {
    const make = kinds[n % kinds.length]!;
    const name = make(random.pick(prose), random.pick(prose), 1 + random.below(9_000));
    const key = name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, " ")
      .trim();
    if (taken.has(key)) continue;
    taken.add(key);
    const path =
      n % 7 === 0 ? `area-${n % 5}/${name.replace(/[^\w.-]+/g, "-")}.md` : `area-${n % 5}/note-${n}.md`;
    const inName = n % 7 === 0 && path.endsWith(`/${name}.md`);
    const where = inName
      ? "This file has the name of what it is about."
      : `The call \`${name}\` comes from here.`;
    notes.push({
      path,
      text: `# ${sentence(random, prose, 3)}\n\n${paragraph(random, 4)}\n\n${where} ${paragraph(random, 3)}\n`,
    });
    queries.push({ text: name, relevant: new Set([path]) });
  }
  write(root, notes);
  return { name: "identifiers (generated)", kind: "headings", root, queries };
}

/** Phrases of an adjective and a noun, one note each, among notes that hold the noun or the adjective alone. */
export function languageSet(work: string, count = 60, seed = 47): EvalSet {
  const random = seeded(seed);
  const root = join(work, `languages-${seed}`);
  const notes: Note[] = [];
  const queries: Query[] = [];
  for (const { code, nouns, adjectives, join: joiner, phrase, typed } of languages) {
    const pairs = nouns.flatMap((noun) => adjectives.map((adjective) => ({ noun, adjective })));
    for (let n = pairs.length - 1; n > 0; n--) {
      const other = random.below(n + 1);
      [pairs[n], pairs[other]] = [pairs[other]!, pairs[n]!];
    }
    for (const [n, { noun, adjective }] of pairs.slice(0, count).entries()) {
      const path = `${code}/${code}-${n}.md`;
      const wanted = phrase(adjective, noun);
      // Nouns apart from adjectives, so that no phrase comes about by chance.
      const filler = (words: readonly string[]) =>
        Array.from({ length: 6 }, () => random.pick(words)).join(joiner);
      const parts = [filler(nouns), wanted, filler(adjectives), filler(nouns)];
      notes.push({
        path,
        text: `# ${code} ${n}\n\n${parts.map((part, at) => `${at + 1}. ${part}`).join("\n")}\n`,
      });
      queries.push({ text: typed(wanted, n), relevant: new Set([path]) });
    }
  }
  write(root, notes);
  return { name: "five languages (generated)", kind: "headings", root, queries };
}

/** Notes on topics, and questions in words of the topic that those notes use rarely: what meaning is for. */
export function topicSet(work: string, perTopic = 8, seed = 53): EvalSet {
  const random = seeded(seed);
  const root = join(work, `topics-${seed}`);
  const notes: Note[] = [];
  const queries: Query[] = [];
  for (const [t, words] of topics.entries()) {
    const half = Math.ceil(words.length / 2);
    const relevant = new Set<string>();
    for (let n = 0; n < perTopic; n++) {
      const path = `topic-${t}/note-${n}.md`;
      relevant.add(path);
      // Most notes keep to the first half of the topic's words; one in four knows the other half too.
      const own = n % 4 === 3 ? words : words.slice(0, half);
      const lines = Array.from({ length: 5 }, () =>
        Array.from({ length: 10 }, () => random.pick(random.below(3) === 0 ? own : prose)).join(" "),
      );
      notes.push({ path, text: `# Note ${t}.${n}\n\n${lines.join(".\n")}.\n` });
    }
    const asked = words.slice(half);
    for (let n = 0; n < 2; n++) {
      queries.push({
        text: `what do we know about ${random.pick(asked)} and ${random.pick(asked)}`,
        relevant,
      });
    }
  }
  write(root, notes);
  return { name: "topics (generated)", kind: "judged", root, queries };
}
