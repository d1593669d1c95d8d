/**
 * Front matter of a captured note. Rule: what the content brings stays byte for byte, apart from its `source` key and,
 * where tags are added, its `tags` key; a block that is no YAML mapping is text like any other and stays in the body.
 */
import { isAlias, isMap, isScalar, isSeq, type Pair, parseDocument, visit, type YAMLMap } from "yaml";

/** A longer block is left in the body: parsing it would hold up every other call. */
const MAX_BLOCK_CHARACTERS = 16_384;

export interface FrontMatter {
  /** Text above the first key: comments and blank lines. */
  readonly lead: string;
  readonly entries: readonly Entry[];
}

interface Entry {
  readonly key: string;
  readonly value: unknown;
  /** Whole lines, with the comment lines right above the key. */
  readonly text: string;
}

export interface Content {
  readonly frontMatter: FrontMatter;
  readonly body: string;
  /** By front matter, else by a first-level heading that opens the body. */
  readonly title: string | undefined;
  /** As written in front matter. */
  readonly tags: readonly string[];
  /** `source: <text>`: web clippers keep the address of a page there. */
  readonly source: string | undefined;
}

const NONE: FrontMatter = { lead: "", entries: [] };

export function readContent(given: string): Content {
  const text = given.replace(/^\uFEFF/, "");
  const block = splitBlock(text);
  const parsed = block && parseBlock(block.yaml);
  const body = block && parsed ? block.body : text;
  const frontMatter = parsed ?? NONE;
  const value = (key: string): unknown => frontMatter.entries.find((entry) => entry.key === key)?.value;
  return {
    frontMatter,
    body,
    title: nonBlank(value("title")) ?? openingHeading(body),
    tags: frontMatter.entries
      .filter((entry) => entry.key === "tags")
      .flatMap((entry) => tagTexts(entry.value)),
    source: nonBlank(value("source")),
  };
}

export interface Additions {
  /** Written when the content has no such key. */
  readonly title: string;
  /** All tags of the note; empty = the tags of the content stay as they are written. */
  readonly tags: readonly string[];
  readonly source: Readonly<Record<string, string>>;
  /** Written where the content has no such key. */
  readonly defaults: Readonly<Record<string, string | readonly []>>;
}

/** The whole file: title, other keys of the content, defaults, tags, source, then the body. */
export function composeNote(content: Content, additions: Additions): string {
  const { frontMatter, body } = content;
  const merged = compose(frontMatter, body, additions);
  if (frontMatter === NONE || readContent(merged).body.trimStart().startsWith(body.trimStart()))
    return merged;
  // An alias into a replaced key, for example, breaks what was sound before: then the block stays as it was, as text.
  return compose(NONE, `---\n${textOf(frontMatter)}---\n${body}`, additions);
}

function compose(
  frontMatter: FrontMatter,
  body: string,
  { title, tags, source, defaults }: Additions,
): string {
  const { lead, entries } = frontMatter;
  const kept = entries.filter(({ key }) => key !== "source" && !(key === "tags" && tags.length > 0));
  const has = (key: string): boolean => entries.some((entry) => entry.key === key);
  const eol = (textOf(frontMatter) || body).includes("\r\n") ? "\r\n" : "\n";
  const added: string[] = [];
  for (const [key, value] of Object.entries(defaults)) {
    if (has(key) || (key === "tags" && tags.length > 0)) continue;
    added.push(typeof value === "string" ? `${key}: ${quoted(value)}` : `${key}: []`);
  }
  if (tags.length > 0) added.push("tags:", ...tags.map((tag) => `  - ${quoted(tag)}`));
  added.push(
    "source:",
    ...Object.entries(source).map(([key, value]) => `  ${key}: ${quoted(value)}`),
    "---",
    "",
  );
  const own = lead + kept.map((entry) => entry.text).join("");
  const text = withoutBlankStart(body);
  return [
    `---${eol}`,
    has("title") ? "" : `title: ${quoted(title)}${eol}`,
    own,
    own === "" || own.endsWith("\n") ? "" : eol,
    ...added.map((line) => line + eol),
    text,
    text === "" || text.endsWith("\n") ? "" : eol,
  ].join("");
}

function textOf({ lead, entries }: FrontMatter): string {
  return lead + entries.map((entry) => entry.text).join("");
}

/** The block at the very start of a text, between two `---` lines. */
function splitBlock(text: string): { readonly yaml: string; readonly body: string } | undefined {
  if (!/^---[ \t]*\r?\n/.test(text)) return undefined;
  const start = text.indexOf("\n") + 1;
  for (let at = start; at < text.length && at - start <= MAX_BLOCK_CHARACTERS; ) {
    const next = text.indexOf("\n", at);
    const end = next < 0 ? text.length : next + 1;
    if (text.startsWith("---", at) && text.slice(at + 3, end).trim() === "") {
      return { yaml: text.slice(start, at), body: text.slice(end) };
    }
    at = end;
  }
  return undefined;
}

/** undefined = not a YAML block mapping. */
function parseBlock(yaml: string): FrontMatter | undefined {
  if (yaml.trim() === "") return { lead: "", entries: [] };
  const root = parseMapping(yaml);
  if (!root) return undefined;
  const starts = root.map((pair) => lineOf(yaml, pair));
  const cuts = starts.map((start, at) =>
    aboveComments(yaml, start, at === 0 ? 0 : (starts[at - 1] as number)),
  );
  return {
    lead: yaml.slice(0, cuts[0]),
    entries: root.map((pair, at) => ({
      key: isScalar(pair.key) ? String(pair.key.value) : "",
      value: plainValue(pair.value),
      text: yaml.slice(cuts[at], cuts[at + 1]),
    })),
  };
}

function parseMapping(yaml: string): readonly Pair[] | undefined {
  try {
    const { contents, errors } = parseDocument(yaml, { uniqueKeys: false, logLevel: "silent" });
    if (errors.length > 0 || !isMap(contents) || contents.flow || hasDanglingAlias(contents))
      return undefined;
    const pairs = contents.items as readonly Pair[];
    return pairs.every((pair) => keyStart(pair) !== undefined) ? pairs : undefined;
  } catch {
    // Nesting thousands of levels deep ends the parser's stack.
    return undefined;
  }
}

/** One pass in document order: an alias may only name an anchor before it. */
function hasDanglingAlias(root: YAMLMap): boolean {
  const anchors = new Set<string>();
  let dangling = false;
  visit(root, {
    Node(_, node) {
      if (isAlias(node)) dangling = dangling || !anchors.has(node.source);
      else if (node.anchor !== undefined) anchors.add(node.anchor);
    },
  });
  return dangling;
}

function keyStart(pair: Pair): number | undefined {
  return (pair.key as { readonly range?: readonly number[] } | null)?.range?.[0];
}

function lineOf(yaml: string, pair: Pair): number {
  const at = keyStart(pair) ?? 0;
  return at === 0 ? 0 : yaml.lastIndexOf("\n", at - 1) + 1;
}

/** Moves a start up over the comment and blank lines right above it, down from the line after `floor`. */
function aboveComments(yaml: string, start: number, floor: number): number {
  let at = start;
  while (at > floor) {
    const above = at < 2 ? 0 : yaml.lastIndexOf("\n", at - 2) + 1;
    const line = yaml.slice(above, at);
    if (line.trim() !== "" && !line.startsWith("#")) break;
    at = above;
  }
  return at;
}

function plainValue(node: unknown): unknown {
  if (isScalar(node)) return node.value;
  if (isSeq(node)) return node.items.map(plainValue);
  return undefined;
}

/** As the index reads them: text is parted by commas and blanks, a list item by item; `#` is optional. */
function tagTexts(value: unknown): string[] {
  const items = typeof value === "string" ? value.split(/[,\s]+/) : Array.isArray(value) ? value : [value];
  return items
    .filter((item) => typeof item === "string" || typeof item === "number")
    .flatMap((item) => nonBlank(String(item).trim().replace(/^#/, "")) ?? []);
}

function nonBlank(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function openingHeading(body: string): string | undefined {
  const text = withoutBlankStart(body);
  const end = text.indexOf("\n");
  const line = text.slice(0, Math.min(end < 0 ? text.length : end, 2000)).trimEnd();
  if (!/^ {0,3}#[ \t]/.test(line)) return undefined;
  return nonBlank(line.replace(/^ *#/, "").replace(/[ \t]#+$/, ""));
}

/** Without the blank lines at its start; the indentation of the first line, which may be code, stays. */
function withoutBlankStart(text: string): string {
  const first = /\S/.exec(text)?.index ?? text.length;
  return text.slice(text.lastIndexOf("\n", first) + 1);
}

/** A JSON string is a YAML double-quoted scalar, once the characters that YAML does not print are escaped as well. */
export function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
