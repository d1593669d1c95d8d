/**
 * The structure of a Markdown text that indexing needs: headings, what is code or comment, and inline links, all with
 * exact offsets. Parser: @lezer/markdown without the inline rules that nothing here reads (18 MB a CPU second on real
 * documentation; markdown-it reaches 12 without inline offsets, micromark 0.35).
 */
import { parser } from "@lezer/markdown";
import { type Range, Ranges } from "./ranges.ts";

export interface Heading {
  readonly level: number;
  /** Without inline markup. */
  readonly text: string;
  readonly from: number;
}

export interface MarkdownLink {
  /** Of the whole `[text](target)`. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** As written, without angle brackets. */
  readonly target: string;
  /** Where that stands. */
  readonly destination: Range;
}

/** A target that is no link between documents and still names a file. */
export interface OtherTarget {
  readonly kind: "definition" | "image";
  readonly from: number;
  readonly target: string;
  readonly destination: Range;
}

export interface MarkdownStructure {
  readonly headings: readonly Heading[];
  readonly links: readonly MarkdownLink[];
  /** Link definitions and images. */
  readonly others: readonly OtherTarget[];
  /** Fenced, indented and inline code, HTML comments: nothing in them is a link. */
  readonly opaque: Ranges;
  /** The same, with link targets, HTML tags and link definitions: no hashtag starts in them. */
  readonly untagged: Ranges;
}

/** Runs of characters that start nothing are passed over at once; the parser would ask every rule at each of them. */
const PLAIN_RUN = /[^\\`<>[\]!()]+/y;

const slim = parser.configure({
  remove: ["Emphasis", "HardBreak", "Entity"],
  parseInline: [
    {
      name: "PlainRun",
      before: "Escape",
      parse(context, _next, at) {
        PLAIN_RUN.lastIndex = at - context.offset;
        return PLAIN_RUN.test(context.text) ? context.offset + PLAIN_RUN.lastIndex : -1;
      },
    },
  ],
});

type Role = "opaque" | "untagged" | "url" | "heading";

const ROLES: Readonly<Record<string, Role>> = {
  FencedCode: "opaque",
  CodeBlock: "opaque",
  InlineCode: "opaque",
  Comment: "opaque",
  CommentBlock: "opaque",
  HTMLTag: "untagged",
  Autolink: "untagged",
  LinkReference: "untagged",
  ProcessingInstruction: "untagged",
  ProcessingInstructionBlock: "untagged",
  URL: "url",
};

/** By the type id of a node: most nodes have no role, and there are many. */
const roles: readonly (Role | undefined)[] = slim.nodeSet.types.map(({ name }) =>
  /^(?:ATX|Setext)Heading\d$/.test(name) ? "heading" : ROLES[name],
);

/** Longer texts are parsed in pieces so that the tree of a huge file does not fill the memory. */
const PIECE = 1_000_000;
/** A line beyond this is data (a minified file, an embedded image); inline rules are not run on it. */
const MAX_LINE = 50_000;

export function readMarkdown(text: string, bodyStart: number): MarkdownStructure {
  const into: Collected = { headings: [], links: [], others: [], opaque: [], untagged: [] };
  for (const piece of pieces(text, bodyStart)) {
    if (piece.plain) into.untagged.push(piece);
    else collect(text.slice(piece.from, piece.to), piece.from, into);
  }
  return {
    headings: into.headings,
    links: into.links,
    others: into.others,
    opaque: new Ranges(into.opaque),
    untagged: new Ranges([...into.opaque, ...into.untagged]),
  };
}

interface Collected {
  readonly headings: Heading[];
  readonly links: MarkdownLink[];
  readonly others: OtherTarget[];
  readonly opaque: Range[];
  readonly untagged: Range[];
}

function collect(text: string, offset: number, into: Collected): void {
  const cursor = slim.parse(text).cursor();
  let enter = true;
  do {
    const role = roles[cursor.type.id];
    // The lines of a code block are nodes too, and nothing in them is asked for.
    enter = role !== "opaque";
    if (role === undefined) continue;
    const range = { from: cursor.from + offset, to: cursor.to + offset };
    if (role === "heading") {
      const source = text.slice(cursor.from, cursor.to);
      into.headings.push({ level: Number(cursor.name.at(-1)), text: headingText(source), from: range.from });
    } else if (role === "opaque") {
      into.opaque.push(range);
    } else {
      into.untagged.push(range);
      if (role === "url") {
        const { parent } = cursor.node;
        if (parent?.name === "Link") addLink(text, offset, parent, cursor, into);
        else if (parent?.name === "Image" || parent?.name === "LinkReference") {
          const kind = parent.name === "Image" ? "image" : "definition";
          into.others.push({ kind, from: parent.from + offset, ...targetOf(text, offset, cursor) });
        }
      }
    }
  } while (cursor.next(enter));
}

function addLink(text: string, offset: number, link: Range, url: Range, into: Collected): void {
  // `[text](target)`: the last `](` before the target ends the text.
  const textEnd = text.lastIndexOf("](", url.from);
  if (textEnd < link.from) return;
  into.links.push({
    from: link.from + offset,
    to: link.to + offset,
    text: text.slice(link.from + 1, textEnd),
    ...targetOf(text, offset, url),
  });
}

function targetOf(text: string, offset: number, url: Range): Pick<MarkdownLink, "target" | "destination"> {
  const angled = text[url.from] === "<" && text[url.to - 1] === ">" ? 1 : 0;
  const from = url.from + angled;
  const to = url.to - angled;
  return { target: text.slice(from, to), destination: { from: from + offset, to: to + offset } };
}

/** The words of a heading: marks of ATX and setext form and inline markup are dropped. */
function headingText(source: string): string {
  const line = source.startsWith("#")
    ? source.replace(/^#{1,6}/, "").replace(/(?:^|[ \t])#+[ \t\r]*$/, "")
    : source.replace(/\r?\n[ \t>]*[=-]+[ \t\r]*$/, "");
  return plainText(line);
}

/** Inline Markdown → the words a reader sees. */
export function plainText(inline: string): string {
  return (/[[\]*_`~<\\!]/.test(inline) ? stripMarkup(inline) : inline).replace(/\s+/g, " ").trim();
}

function stripMarkup(inline: string): string {
  return inline
    .replace(/!?\[\[(?:[^\][|]*\|)?([^\][|]*)\]\]/g, "$1")
    .replace(/!?\[([^\][]*)\]\([^()]*\)/g, "$1")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/(`+)(.*?)\1/g, "$2")
    .replace(/(\*\*|__|~~)(?=\S)(.*?\S)\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}\\])([*_])(?=\S)(.*?\S)\1(?![\p{L}\p{N}])/gu, "$2")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

interface Piece extends Range {
  /** Not worth parsing: one enormous line. */
  readonly plain: boolean;
}

function pieces(text: string, start: number): Piece[] {
  if (text.length - start <= PIECE && !hasHugeLine(text, start)) {
    return [{ from: start, to: text.length, plain: false }];
  }
  const result: Piece[] = [];
  let from = start;
  let fence: string | undefined;
  const close = (to: number): void => {
    if (to > from) result.push({ from, to, plain: false });
    from = to;
  };
  for (let line = start; line < text.length; ) {
    const newline = text.indexOf("\n", line);
    const end = newline === -1 ? text.length : newline + 1;
    if (end - line > MAX_LINE) {
      close(line);
      result.push({ from: line, to: end, plain: true });
      from = end;
    } else if (end - from > PIECE && fence === undefined && text.slice(line, end).trim() === "") {
      close(end);
    }
    fence = fenceAfter(text, line, end, fence);
    line = end;
  }
  close(text.length);
  return result;
}

function hasHugeLine(text: string, start: number): boolean {
  let line = start;
  while (text.length - line > MAX_LINE) {
    const newline = text.indexOf("\n", line);
    if (newline === -1 || newline - line > MAX_LINE) return true;
    line = newline + 1;
  }
  return false;
}

const FENCE = / {0,3}(`{3,}|~{3,})/y;

/** The fence that is open after the line. */
function fenceAfter(text: string, from: number, to: number, open: string | undefined): string | undefined {
  FENCE.lastIndex = from;
  const mark = FENCE.exec(text)?.[1];
  if (mark === undefined) return open;
  if (open === undefined) return mark;
  const closes =
    mark[0] === open[0] && mark.length >= open.length && text.slice(FENCE.lastIndex, to).trim() === "";
  return closes ? undefined : open;
}
