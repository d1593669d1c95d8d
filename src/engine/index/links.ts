/**
 * Links to other documents: wiki links in all their forms, inline Markdown links, and wiki links in the front matter.
 * Images, reference-style links, autolinks, other schemes and anything in code or comments are not links between
 * documents. Positions are 1-based, in the document as stored. spec/gno.md, "Links".
 */
import path from "node:path";
import type { FrontMatter } from "./front-matter.ts";
import { nameTail, wikiKey } from "./keys.ts";
import type { Lines } from "./lines.ts";
import { type MarkdownLink, type MarkdownStructure, plainText } from "./markdown.ts";
import type { Range } from "./ranges.ts";

export interface FoundLink {
  readonly kind: "wiki" | "markdown";
  readonly targetRef: string;
  readonly targetKey: string;
  readonly targetTail: string;
  readonly targetCollection: string | undefined;
  readonly targetAnchor: string | undefined;
  readonly text: string | undefined;
  readonly line: number;
  readonly col: number;
  readonly embed: boolean;
  /** Where `targetRef` stands in the text. */
  readonly destination: Range;
}

const MAX_TEXT_GRAPHEMES = 256;
const MAX_TARGET = 1_024;

export function collectLinks(
  text: string,
  relPath: string,
  front: FrontMatter,
  structure: MarkdownStructure,
  lines: Lines,
): FoundLink[] {
  const links = new Map<string, FoundLink>();
  const add = (link: FoundLink): void => {
    const id = `${link.line}:${link.col}:${link.kind}`;
    if (!links.has(id)) links.set(id, link);
  };
  for (const link of wikiLinks(text, front, structure, lines)) add(link);
  for (const link of structure.links) {
    const found = markdownLink(link, relPath, lines);
    if (found !== undefined) add(found);
  }
  return [...links.values()].sort((a, b) => a.line - b.line || a.col - b.col);
}

function* wikiLinks(
  text: string,
  front: FrontMatter,
  structure: MarkdownStructure,
  lines: Lines,
): Generator<FoundLink> {
  for (let at = text.indexOf("[["); at !== -1; at = text.indexOf("[[", at)) {
    const open = at;
    at += 2;
    if (open < front.bodyStart) {
      if (!inFrontMatterValue(text, front, open)) continue;
    } else if (structure.opaque.has(open) || isEscaped(text, open)) {
      continue;
    }
    const close = text.indexOf("]]", open + 2);
    if (close === -1) return;
    const inner = text.slice(open + 2, close);
    // `[[[[a]]`: the innermost pair is the link.
    if (inner.length > MAX_TARGET || inner.includes("\n") || inner.includes("[[")) continue;
    at = close + 2;
    const parts = parseWiki(inner);
    if (parts === undefined) continue;
    const outer = outerText(text, open, close);
    const from = outer?.from ?? open;
    const { offset, text: label, ...target } = parts;
    const start = open + 2 + offset;
    yield {
      kind: "wiki",
      ...target,
      destination: { from: start, to: start + target.targetRef.length },
      text: shown(outer?.text ?? label, target.targetRef),
      line: lines.lineOf(from),
      col: lines.columnOf(from),
      embed: text[from - 1] === "!" || /\{\{\s*embed\s*$/.test(text.slice(Math.max(0, open - 16), open)),
    };
  }
}

/** Inside the YAML, and not in a comment line. A broken block has no values. */
function inFrontMatterValue(text: string, front: FrontMatter, at: number): boolean {
  if (front.yaml === undefined || front.broken || at < front.yaml.from || at >= front.yaml.to) return false;
  const lineStart = text.lastIndexOf("\n", at) + 1;
  return !/^\s*#/.test(text.slice(lineStart, at));
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}

/** `[text]([[Target]])` */
function outerText(text: string, open: number, close: number): { from: number; text: string } | undefined {
  if (text[open - 1] !== "(" || text[open - 2] !== "]" || text[close + 2] !== ")") return undefined;
  const from = text.lastIndexOf("[", open - 3);
  if (from === -1 || open - from > 1_000 || text.slice(from, open).includes("\n")) return undefined;
  return { from, text: text.slice(from + 1, open - 2) };
}

const COLLECTION_PREFIX = /^([a-z0-9][a-z0-9_-]{0,63}):(?=\S)(?!\/\/)/i;

type WikiParts = Pick<
  FoundLink,
  "targetRef" | "targetKey" | "targetTail" | "targetCollection" | "targetAnchor"
> & {
  readonly text: string | undefined;
  /** Where `targetRef` starts inside the brackets. */
  readonly offset: number;
};

/** The inside of `[[…]]`. undefined = an anchor of the same page, another scheme, or nothing. */
export function parseWiki(inner: string): WikiParts | undefined {
  // In a table the bar is written `\|`.
  const bar = inner.indexOf("|");
  const name = bar === -1 ? inner : inner.slice(0, inner[bar - 1] === "\\" ? bar - 1 : bar);
  const text = bar === -1 ? undefined : inner.slice(bar + 1).trim();
  const prefix = COLLECTION_PREFIX.exec(name.trimStart());
  const lead = name.length - name.trimStart().length + (prefix?.[0].length ?? 0);
  const rest = name.slice(lead).trim();
  const hash = rest.indexOf("#");
  const anchor = hash === -1 ? "" : rest.slice(hash + 1).trim();
  // `[[c#]]` names a note that ends in the sign.
  const targetRef = anchor === "" ? rest : rest.slice(0, hash).trim();
  const targetKey = wikiKey(targetRef).replace(/^\.?\//, "");
  if (targetKey === "" || targetKey === "#" || /^[a-z][a-z0-9+.-]*:\/\//i.test(targetRef)) return undefined;
  return {
    targetRef,
    targetKey,
    targetTail: nameTail(targetKey),
    targetCollection: prefix?.[1]?.toLowerCase(),
    targetAnchor: anchor === "" ? undefined : anchor,
    text,
    offset: lead + (name.slice(lead).length - name.slice(lead).trimStart().length),
  };
}

function markdownLink(link: MarkdownLink, relPath: string, lines: Lines): FoundLink | undefined {
  // `[text]([[Target]])` is a wiki link and has been taken as one.
  if (link.target.startsWith("[[") || link.target.length > MAX_TARGET) return undefined;
  const hash = link.target.indexOf("#");
  const written = hash === -1 ? link.target : link.target.slice(0, hash);
  const targetKey = resolveTarget(written, relPath);
  if (targetKey === undefined) return undefined;
  const anchor = hash === -1 ? "" : link.target.slice(hash + 1);
  return {
    kind: "markdown",
    targetRef: written,
    targetKey,
    targetTail: targetKey,
    targetCollection: undefined,
    targetAnchor: anchor === "" ? undefined : decodePercent(anchor),
    text: shown(plainText(link.text), written),
    line: lines.lineOf(link.from),
    col: lines.columnOf(link.from),
    embed: false,
    destination: { from: link.destination.from, to: link.destination.from + written.length },
  };
}

/** The path a relative target means, from the root of the collection; undefined = no document of the collection. */
export function resolveTarget(written: string, relPath: string): string | undefined {
  if (written === "" || written.startsWith("/") || written.includes("\\")) return undefined;
  if (/^[a-z][a-z0-9+.-]*:/i.test(written)) return undefined;
  // A query is no part of a path on disk; a file whose name holds `?` is linked as `%3F`.
  const question = written.indexOf("?");
  const decoded = decodePercent(question === -1 ? written : written.slice(0, question));
  if (decoded.includes("\0")) return undefined;
  const resolved = path.posix.normalize(path.posix.join(path.posix.dirname(relPath), decoded));
  if (resolved === ".." || resolved.startsWith("../") || resolved === "." || resolved === "")
    return undefined;
  return resolved.normalize("NFC").replace(/\/$/, "");
}

/** Once, and never a slash, a backslash or a NUL, which would change the structure of the path. */
function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    if (/%(?:2f|5c|00)/i.test(run)) return run;
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

function shown(text: string | undefined, target: string): string | undefined {
  if (text === undefined || text === "" || text === target) return undefined;
  if (text.length <= MAX_TEXT_GRAPHEMES) return text;
  let count = 0;
  for (const { index } of new Intl.Segmenter().segment(text)) {
    if (count++ === MAX_TEXT_GRAPHEMES) return text.slice(0, index);
  }
  return text;
}
