/** Everything the index stores about one file, as a pure function of its text, its path and the configuration. */
import type { ChunkingPolicy, ContentTypeRule } from "../config/types.ts";
import { type ReadRecord, readRecord, seemsFact } from "../memory/record.ts";
import { toIndexText } from "../search/tokens.ts";
import { type Chunk, chunkText } from "./chunk.ts";
import { type ContentType, contentTypeOf } from "./content-type.ts";
import { findDataUris, withoutRanges } from "./data-uris.ts";
import { isoDate } from "./dates.ts";
import { collectEdges, edgeTypeOf, type FoundEdge } from "./edges.ts";
import { extensionOf, kindOf, stemOf } from "./file-kinds.ts";
import { type FrontMatter, readFrontMatter, textOf, textsOf, type Warning } from "./front-matter.ts";
import { type DocumentKey, documentKeys } from "./keys.ts";
import { detectLanguage, scriptOf } from "./language.ts";
import { Lines } from "./lines.ts";
import { collectLinks, type FoundLink } from "./links.ts";
import { type MarkdownStructure, readMarkdown } from "./markdown.ts";
import { type Metadata, readMetadata } from "./metadata.ts";
import { Ranges } from "./ranges.ts";
import { collectTags, type FoundTag } from "./tags.ts";

export interface DeriveContext {
  readonly contentTypes: readonly ContentTypeRule[];
  readonly languageHint: string | undefined;
}

export interface Derived {
  readonly mime: string;
  readonly ext: string;
  readonly code: boolean;
  readonly totalLines: number;
  readonly title: string;
  readonly language: string | undefined;
  /** The same without the hint of the configuration: what chunks of this text are compared with. */
  readonly textLanguage: string | undefined;
  readonly author: string | undefined;
  readonly contentType: ContentType;
  readonly documentDate: string | undefined;
  readonly categories: readonly string[];
  readonly dateFields: Readonly<Record<string, string>> | undefined;
  readonly relations: Readonly<Record<string, readonly string[]>> | undefined;
  readonly metadata: Metadata;
  readonly warnings: readonly Warning[];
  readonly tags: readonly FoundTag[];
  readonly links: readonly FoundLink[];
  /** Relations and hinted links; plain links are edges by themselves. */
  readonly edges: readonly FoundEdge[];
  readonly keys: readonly DocumentKey[];
  /** undefined = a document that does not say that it is a fact. */
  readonly fact: ReadRecord | undefined;
  /** Headings with their marks, as a change tells of them. */
  readonly outline: readonly string[];
  /** For the full-text indexes. */
  readonly headings: string;
  readonly body: string;
}

const AUTHOR_KEYS = ["author", "by", "owner", "creator"];
const DATE_KEYS = ["date", "published", "published_at", "created", "created_at", "updated", "updated_at"];

export function derive(text: string, relPath: string, context: DeriveContext): Derived {
  const ext = extensionOf(relPath);
  const kind = kindOf(ext);
  const lines = new Lines(text);
  const markdown = kind.form === "markdown";
  const front = markdown ? readFrontMatter(text) : emptyFront;
  const structure = markdown ? readMarkdown(text, front.bodyStart) : emptyStructure;
  const tagged = markdown ? collectTags(text, front, structure.untagged) : { tags: [], warnings: [] };
  const metadata = readMetadata(front.entries);
  const title = titleOf(front, structure) ?? stemOf(relPath);
  const contentType = contentTypeOf(
    relPath,
    kind.form,
    textOf(front.entries.get("type")),
    context.contentTypes,
  );
  const dates = dateFields(front);
  const relations = relationsOf(front);
  const fact =
    markdown && kind.converted !== true && seemsFact(text, front) ? readRecord(text, front) : undefined;
  const links = markdown ? collectLinks(text, relPath, front, structure, lines) : [];
  // A function of the text alone: a file of another kind with the same text shares its chunks.
  const textLanguage = detectLanguage(proseOf(text, markdown ? front.bodyStart : bodyOffset(text)));
  return {
    mime: kind.mime,
    ext,
    code: kind.form === "code",
    totalLines: lines.count,
    title,
    language: textLanguage ?? context.languageHint,
    textLanguage,
    author: firstOf(AUTHOR_KEYS, (key) => textsOf(front.entries.get(key)).join(", ") || undefined),
    contentType,
    documentDate: firstOf(DATE_KEYS, (key) => dates?.[key]),
    categories: categoriesOf(front, contentType),
    dateFields: dates,
    relations,
    metadata,
    warnings: [
      ...front.warnings,
      ...tagged.warnings,
      ...(metadata.state === "invalid"
        ? [{ code: "METADATA_INVALID", message: `The typed values are ignored: ${metadata.reason}.` }]
        : []),
      ...(fact?.kind === "problem" ? [{ code: fact.code, message: fact.message }] : []),
    ],
    tags: tagged.tags,
    links,
    edges: collectEdges({ relPath, relations, links, contentType, rules: context.contentTypes }),
    keys: documentKeys({ relPath, title, aliases: aliasesOf(front) }),
    fact,
    outline: structure.headings.map(({ level, text: words }) => `${"#".repeat(level)} ${words}`),
    headings: toIndexText(structure.headings.map((heading) => heading.text).join("\n")),
    body: toIndexText(withoutRanges(text, findDataUris(text))),
  };
}

export interface LayoutChunk extends Chunk {
  readonly language: string | undefined;
}

/** The chunks of a mirror: a function of the text alone, its kind and the policy, so that it can be redone any time. */
export function layout(
  text: string,
  policy: ChunkingPolicy,
  code: boolean,
  whole: string | undefined = detectLanguage(proseOf(text, bodyOffset(text))),
): LayoutChunk[] {
  const chunks = chunkText(text, policy, findDataUris(text), code);
  if (chunks.length < 2) return chunks.map((chunk) => ({ ...chunk, language: whole }));
  const script = scriptOf(text);
  return chunks.map((chunk) => {
    // Only a change of script is a safe sign inside one text; words alone are too few.
    const own = text.slice(chunk.start, chunk.end);
    const other = scriptOf(own);
    return { ...chunk, language: other === undefined || other === script ? whole : detectLanguage(own) };
  });
}

function bodyOffset(text: string): number {
  return text.startsWith("---") ? readFrontMatter(text).bodyStart : 0;
}

const PROSE_WINDOW = 4_000;

/** The first words of the body, without fenced code. */
function proseOf(text: string, bodyStart: number): string {
  const window = text.slice(bodyStart, bodyStart + PROSE_WINDOW);
  return window.includes("```") ? window.replace(/```[^`]*(?:```|$)/g, " ") : window;
}

const emptyFront: FrontMatter = readFrontMatter("");
const emptyStructure: MarkdownStructure = {
  headings: [],
  links: [],
  others: [],
  opaque: new Ranges([]),
  untagged: new Ranges([]),
};

/** By front matter, else the first heading of the first level, else the first of any. */
export function titleOf(front: FrontMatter, structure: MarkdownStructure): string | undefined {
  const given = textOf(front.entries.get("title"));
  if (given !== undefined) return given.replace(/\s+/g, " ");
  let first: string | undefined;
  for (const { level, text } of structure.headings) {
    if (text === "") continue;
    if (level === 1) return text;
    first ??= text;
  }
  return first;
}

function firstOf<T>(keys: readonly string[], read: (key: string) => T | undefined): T | undefined {
  for (const key of keys) {
    const found = read(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function dateFields(front: FrontMatter): Record<string, string> | undefined {
  const found: Record<string, string> = {};
  for (const [key, value] of front.entries) {
    const date = value.kind === "scalar" ? isoDate(value.text.trim()) : undefined;
    if (date !== undefined) Object.defineProperty(found, key, { value: date, enumerable: true });
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

function categoriesOf(front: FrontMatter, contentType: ContentType): string[] {
  const given = ["category", "categories", "type"].flatMap((key) => textsOf(front.entries.get(key)));
  return [...new Set([contentType.id, ...given].map((category) => category.trim().toLowerCase()))];
}

/** `aliases: a, b` was how lists were written before there were lists. */
export function aliasesOf(front: FrontMatter): string[] {
  const given = front.entries.get("aliases") ?? front.entries.get("alias");
  return given?.kind === "scalar" ? textsOf(given).flatMap((text) => text.split(",")) : [...textsOf(given)];
}

/** `relations` of the front matter, by edge type. */
export function relationsOf(front: FrontMatter): Record<string, readonly string[]> | undefined {
  const given = front.entries.get("relations");
  if (given?.kind !== "map") return undefined;
  const edges = [...given.entries]
    .map(([name, refs]) => [edgeTypeOf(name), textsOf(refs)] as const)
    .filter(([type, refs]) => type !== undefined && refs.length > 0);
  return edges.length === 0 ? undefined : Object.fromEntries(edges);
}
