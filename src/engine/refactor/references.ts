/**
 * Everything in a note that names another file: its links, read by the parser of the link graph, and what the graph does
 * not count and a rename would still break: link definitions, images, relations of the front matter. What stands in code
 * or comments is listed apart and never touched.
 */
import { isMap, isScalar, isSeq, parseDocument } from "yaml";
import { aliasesOf, relationsOf, titleOf } from "../index/derive.ts";
import { relationTarget } from "../index/edges.ts";
import { extensionOf, isConverted, kindOf, stemOf } from "../index/file-kinds.ts";
import { type FrontMatter, readFrontMatter } from "../index/front-matter.ts";
import { gramToText } from "../index/gram-text.ts";
import { type DocumentKey, documentKeys } from "../index/keys.ts";
import { Lines } from "../index/lines.ts";
import { collectLinks, parseWiki, resolveTarget } from "../index/links.ts";
import { type MarkdownStructure, readMarkdown } from "../index/markdown.ts";
import type { Range } from "../index/ranges.ts";

export interface Reference {
  /** `wiki` and `markdown` are the links of the graph, no more and no less. */
  readonly form: "wiki" | "markdown" | "definition" | "image" | "relation" | "code";
  /** The destination as written: no anchor, label, title or query. */
  readonly written: string;
  readonly destination: Range;
  readonly line: number;
  readonly col: number;
  /** How it is looked up; undefined = a path that leaves the collection. */
  readonly kind: "wiki" | "markdown";
  readonly targetKey: string | undefined;
  readonly targetCollection: string | undefined;
  /** A path seen from the folder of the note. */
  readonly relative: boolean;
  /** Inside `<…>`. */
  readonly angled: boolean;
  readonly context?: "code_fence_context" | "inline_code_context" | "html_context";
}

export interface NoteReading {
  readonly keys: readonly DocumentKey[];
  readonly references: readonly Reference[];
  /** The front matter is there and is no YAML. */
  readonly broken: boolean;
}

export function readNote(text: string, relPath: string): NoteReading {
  // Its links are not in its bytes as they are indexed, and nothing here may write it; its names count.
  if (isConverted(relPath)) {
    const converted = gramToText(Buffer.from(text));
    const { keys, broken } = readMarkdownNote(converted.kind === "text" ? converted.text : "", relPath);
    return { keys, references: [], broken };
  }
  return readMarkdownNote(text, relPath);
}

function readMarkdownNote(text: string, relPath: string): NoteReading {
  if (kindOf(extensionOf(relPath)).form !== "markdown") {
    return {
      keys: documentKeys({ relPath, title: stemOf(relPath), aliases: [] }),
      references: [],
      broken: false,
    };
  }
  const front = readFrontMatter(text);
  const structure = readMarkdown(text, front.bodyStart);
  const lines = new Lines(text);
  const title = titleOf(front, structure) ?? stemOf(relPath);
  const references = [
    ...linksOf(text, relPath, front, structure, lines),
    ...othersOf(text, relPath, structure, lines),
    ...relationReferences(text, relPath, front, lines),
    ...codeReferences(text, structure, lines),
  ];
  references.sort((a, b) => a.destination.from - b.destination.from);
  return {
    keys: documentKeys({ relPath, title, aliases: aliasesOf(front) }),
    references,
    broken: front.broken,
  };
}

function linksOf(
  text: string,
  relPath: string,
  front: FrontMatter,
  structure: MarkdownStructure,
  lines: Lines,
): Reference[] {
  return collectLinks(text, relPath, front, structure, lines).map((link) => {
    const written = link.kind === "wiki" ? link.targetRef : withoutTail(link.targetRef);
    const { from } = link.destination;
    return {
      form: link.kind,
      written,
      destination: { from, to: from + written.length },
      line: link.line,
      col: link.col,
      kind: link.kind,
      targetKey: link.targetKey,
      targetCollection: link.targetCollection,
      relative: link.kind === "markdown",
      angled: link.kind === "markdown" && text[from - 1] === "<",
    };
  });
}

function othersOf(text: string, relPath: string, structure: MarkdownStructure, lines: Lines): Reference[] {
  const found = structure.others.map(({ kind, from, target, destination }) => ({
    form: kind,
    from,
    target,
    destination,
  }));
  // Links of the graph end at the root; a relative path beyond it still has to be kept right when its note moves.
  const outside = structure.links
    .filter(({ target }) => resolveTarget(withoutTail(target), relPath) === undefined)
    .map(({ from, target, destination }) => ({ form: "image" as const, from, target, destination }));
  return [...found, ...outside].flatMap(({ form, from, target, destination }): Reference[] => {
    const written = withoutTail(target);
    if (!isRelativePath(written)) return [];
    return [
      {
        form,
        written,
        destination: { from: destination.from, to: destination.from + written.length },
        line: lines.lineOf(from),
        col: lines.columnOf(from),
        kind: "markdown",
        targetKey: resolveTarget(written, relPath),
        targetCollection: undefined,
        relative: true,
        angled: text[destination.from - 1] === "<",
      },
    ];
  });
}

/** Without query and fragment. */
function withoutTail(target: string): string {
  return target.slice(0, /[?#]/.exec(target)?.index ?? target.length);
}

function isRelativePath(written: string): boolean {
  return written !== "" && !/^(?:[a-z][a-z0-9+.-]*:|\/|\[\[)|\\/i.test(written);
}

/** Targets of `relations` that are not written as links. */
function relationReferences(text: string, relPath: string, front: FrontMatter, lines: Lines): Reference[] {
  if (front.yaml === undefined || relationsOf(front) === undefined) return [];
  const { from, to } = front.yaml;
  const root = parseDocument(text.slice(from, to), { schema: "core", uniqueKeys: false, logLevel: "silent" });
  const relations = isMap(root.contents) ? root.contents.get("relations", true) : undefined;
  if (!isMap(relations)) return [];
  const scalars = relations.items.flatMap(({ value }) => (isSeq(value) ? value.items : [value]));
  return scalars.flatMap((node): Reference[] => {
    if (!isScalar(node) || node.range == null) return [];
    const source = text.slice(from + node.range[0], from + node.range[1]);
    const quoted = /^["']/.test(source) ? 1 : 0;
    const whole = source.slice(quoted, source.length - quoted).trimEnd();
    if (whole.includes("[[")) return [];
    const target = relationTarget(whole, relPath);
    if (target === undefined || target.kind === "docid") return [];
    const uri = /^gno:\/\/[^/]*\//i.exec(whole)?.[0].length ?? 0;
    const wiki = target.kind === "wiki" ? parseWiki(whole) : undefined;
    const start = from + node.range[0] + quoted + (wiki?.offset ?? uri);
    const written = wiki?.targetRef ?? withoutTail(whole.slice(uri));
    return [
      {
        form: "relation",
        written,
        destination: { from: start, to: start + written.length },
        line: lines.lineOf(start),
        col: lines.columnOf(start),
        kind: target.kind,
        targetKey: target.targetKey,
        targetCollection: target.targetCollection,
        relative: target.kind === "markdown" && uri === 0,
        angled: false,
      },
    ];
  });
}

const WIKI = /\[\[([^[\]\n]{1,1024})\]\]/g;

function codeReferences(text: string, structure: MarkdownStructure, lines: Lines): Reference[] {
  return structure.opaque.list.flatMap(({ from, to }) => {
    const inside = text.slice(from, to);
    if (!inside.includes("[[")) return [];
    return [...inside.matchAll(WIKI)].flatMap((match): Reference[] => {
      const parts = parseWiki(match[1] as string);
      if (parts === undefined) return [];
      const start = from + match.index + 2 + parts.offset;
      return [
        {
          form: "code",
          written: parts.targetRef,
          destination: { from: start, to: start + parts.targetRef.length },
          line: lines.lineOf(start),
          col: lines.columnOf(start),
          kind: "wiki",
          targetKey: parts.targetKey,
          targetCollection: parts.targetCollection,
          relative: false,
          angled: false,
          context: inside.startsWith("<!--")
            ? "html_context"
            : /^`(?!``[^`]*\n)/.test(inside)
              ? "inline_code_context"
              : "code_fence_context",
        },
      ];
    });
  });
}
