/**
 * Text inside a block: words with marks, mentions of records, links. Parser: @lezer/markdown, so emphasis and code spans
 * are those of CommonMark. What gram-rich/1 has no node for (HTML, images, entities) stays as it was written.
 */
import { type Element, parser, Strikethrough } from "@lezer/markdown";
import { isTarget } from "./vocabulary.ts";

export type Mark = "bold" | "code" | "italic" | "strike";

export type Inline =
  | { readonly type: "text"; readonly text: string; readonly marks: readonly Mark[] }
  | { readonly type: "mention"; readonly ref: string; readonly label: string }
  | { readonly type: "link"; readonly href: string; readonly children: readonly Inline[] };

const inlineParser = parser.configure([Strikethrough]);
const names: readonly string[] = inlineParser.nodeSet.types.map(({ name }) => name);
const marked: Readonly<Record<string, Mark>> = {
  Emphasis: "italic",
  StrongEmphasis: "bold",
  Strikethrough: "strike",
};

/** @param text of one paragraph, heading, item or cell */
export function parseInline(text: string): readonly Inline[] {
  return merged(inlinesOf(text, 0, text.length, inlineParser.parseInline(text, 0), []));
}

/** The records that a text mentions, in order. */
export function mentionsIn(text: string): readonly { readonly ref: string; readonly label: string }[] {
  // Parsing costs more than looking for what every mention has.
  return text.includes("](@") ? collect(parseInline(text)) : [];
}

function collect(inlines: readonly Inline[]): { readonly ref: string; readonly label: string }[] {
  return inlines.flatMap((each) => {
    if (each.type === "mention") return [each];
    return each.type === "link" ? collect(each.children) : [];
  });
}

/** The words alone. */
export function plainText(
  inlines: readonly Inline[],
  mention: (ref: string, label: string) => string = (_ref, label) => label,
): string {
  return inlines
    .map((each) => {
      if (each.type === "text") return each.text;
      return each.type === "mention" ? mention(each.ref, each.label) : plainText(each.children, mention);
    })
    .join("");
}

/** Whether a text holds HTML, which no node can show. */
export function hasHtml(text: string): boolean {
  return /<[A-Za-z/!?]/.test(text) && holds(inlineParser.parseInline(text, 0), "HTMLTag");
}

function holds(elements: readonly Element[], name: string): boolean {
  return elements.some((each) => nameOf(each) === name || holds(childrenOf(each), name));
}

function inlinesOf(
  text: string,
  from: number,
  to: number,
  elements: readonly Element[],
  marks: readonly Mark[],
): Inline[] {
  const out: Inline[] = [];
  const words = (start: number, end: number) => {
    if (end > start) out.push({ type: "text", text: text.slice(start, end), marks });
  };
  let at = from;
  for (const element of elements) {
    words(at, element.from);
    at = element.to;
    const name = nameOf(element);
    const mark = marked[name];
    if (mark !== undefined) {
      const inner = contentOf(element);
      const both = marks.includes(mark) ? marks : [...marks, mark].sort();
      out.push(...inlinesOf(text, inner.from, inner.to, inner.elements, both));
    } else if (name === "InlineCode") {
      const { from: start, to: end } = contentOf(element);
      const code = text.slice(start, end).replaceAll("\n", " ");
      const bare = /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code;
      out.push({ type: "text", text: bare, marks: [...marks, "code" as const].sort() });
    } else if (name === "Escape")
      out.push({ type: "text", text: text.slice(element.from + 1, element.to), marks });
    else if (name === "Link") out.push(...linkOf(text, element, marks));
    else if (!name.endsWith("Mark")) words(element.from, element.to);
  }
  words(at, to);
  return out;
}

function linkOf(text: string, element: Element, marks: readonly Mark[]): Inline[] {
  const children = childrenOf(element);
  const url = children.find((child) => nameOf(child) === "URL");
  const [open, close] = children.filter((child) => nameOf(child) === "LinkMark");
  if (url === undefined || open === undefined || close === undefined) {
    return [{ type: "text", text: text.slice(element.from, element.to), marks }];
  }
  const href = text.slice(url.from, url.to);
  if (href.startsWith("@") && isTarget(href.slice(1))) {
    const label = children.filter((child) => child.from >= open.to && child.to <= close.from);
    const inner = merged(inlinesOf(text, open.to, close.from, label, []));
    return [{ type: "mention", ref: href.slice(1), label: plainText(inner) }];
  }
  const inside = children.filter((child) => child.from >= open.to && child.to <= close.from);
  return [{ type: "link", href, children: merged(inlinesOf(text, open.to, close.from, inside, marks)) }];
}

/** Between the marks that stand at both ends. */
function contentOf(element: Element) {
  const children = childrenOf(element);
  const first = children[0];
  const last = children.at(-1);
  if (first === undefined || last === undefined) return { from: element.from, to: element.to, elements: [] };
  return { from: first.to, to: last.from, elements: children.slice(1, -1) };
}

/** Neighbours with the same marks are one text. */
function merged(inlines: readonly Inline[]): Inline[] {
  const out: Inline[] = [];
  for (const each of inlines) {
    const last = out.at(-1);
    if (
      each.type === "text" &&
      last?.type === "text" &&
      last.marks.length === each.marks.length &&
      last.marks.every((mark, at) => mark === each.marks[at])
    ) {
      out[out.length - 1] = { ...last, text: last.text + each.text };
    } else out.push(each);
  }
  return out;
}

function nameOf(element: Element): string {
  return names[element.type] ?? "";
}

function childrenOf(element: Element): readonly Element[] {
  return (element as unknown as { readonly children?: readonly Element[] }).children ?? [];
}
