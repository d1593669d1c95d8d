/**
 * A `.gram` document as the Markdown that the index holds of it: front matter, the body with placed records as lists,
 * then a section a record. What points into another document becomes a wiki link by that document's id, which is an
 * alias of it, so that the graph resolves it wherever the file lies. spec/gram.md, "Reach".
 */
import { stringify } from "yaml";
import { type Lookup, localLookup, parsePlacement, selectedBy } from "../gram/display.ts";
import { textOfField, valuesOfField } from "../gram/fields.ts";
import { type History, readHistory } from "../gram/history.ts";
import { joinBlocks } from "../gram/markdown.ts";
import { blockMarkdown } from "../gram/render.ts";
import type { Block, GramRecord, GramState, Owner } from "../gram/types.ts";
import { isTarget } from "../gram/vocabulary.ts";
import { normaliseTag } from "./tags.ts";

export type Converted =
  | { readonly kind: "text"; readonly text: string }
  /** `foreign`: no document of ours at all; `damaged`: its history cannot be read to the end. */
  | { readonly kind: "foreign" | "damaged"; readonly message: string };

/** @param bytes a whole file. Never throws. */
export function gramToText(bytes: Buffer): Converted {
  try {
    const read = readHistory(bytes);
    if (read.kind === "not-gram") {
      return {
        kind: "foreign",
        message: `The file is no gram document: ${withoutStop(read.reason)}. It is not indexed.`,
      };
    }
    const { tail } = read.history;
    if (tail.kind === "damaged") {
      return {
        kind: "damaged",
        message: `Revision ${tail.revision} is damaged. What was indexed before is kept; look at the file with: gram-mcp verify`,
      };
    }
    return { kind: "text", text: markdownOf(read.history) };
  } catch {
    return { kind: "damaged", message: "The document could not be read. Look at it with: gram-mcp verify" };
  }
}

const names: Readonly<Record<string, string>> = {
  d: "description",
  x: "status",
  p: "priority",
  s: "scope",
  source: "sources",
};
/** How a record looks is nothing to search for; titles and tags have their own places. */
const unsaid: ReadonlySet<string> = new Set(["t", "tag", "view", "motion", "color"]);

function markdownOf({ head: state, revisions, rev }: History): string {
  const title = textOfField(state, "t") ?? "";
  const lookup = localLookup(state);
  const own = {
    ...(title === "" ? {} : { title: oneLine(title) }),
    aliases: [state.id],
    ...(rev === 0 ? {} : { created: revisions[0]?.at, updated: revisions.at(-1)?.at }),
    revision: rev,
    ...some("tags", tagsOf(state)),
    ...some("relations", relationsOf(state)),
  };
  const front = { ...own, ...fieldsOf(state), ...own };
  const parts = [
    `---\n${stringify(front, { lineWidth: 0 })}---`,
    ...(title === "" ? [] : [`# ${oneLine(title)}`]),
    ...state.blocks.map((block) => bodyOf(block, state, lookup)),
    ...state.records.flatMap((record) => sectionOf(record, state, lookup)),
  ];
  return `${joinBlocks(parts)}\n`;
}

function some<T extends object>(name: string, value: T): Record<string, T> {
  return Object.keys(value).length === 0 ? {} : { [name]: value };
}

function fieldsOf(owner: Owner): Record<string, string | string[]> {
  const out: Record<string, string | string[]> = {};
  for (const [name, value] of owner.fields) {
    if (!unsaid.has(name)) out[names[name] ?? name] = typeof value === "string" ? value : [...value];
  }
  return out;
}

/** Those of the document, then those of its records; what is no tag here stays findable in its section. */
function tagsOf(state: GramState): string[] {
  const given = [state, ...state.records].flatMap((owner) => valuesOfField(owner, "tag"));
  return [...new Set(given.flatMap((tag) => normaliseTag(tag.replace(/^#/, "")) ?? []))];
}

/** What records say of other documents, by predicate: edges of the graph. */
function relationsOf(state: GramState): Record<string, string[]> {
  const out: Record<string, string[]> = {};
  for (const [predicate, target] of state.records.flatMap(({ links }) => links)) {
    const other = foreignOf(target, state);
    if (other === undefined) continue;
    const known = out[predicate] ?? [];
    if (!known.includes(other.document)) out[predicate] = [...known, other.document];
  }
  return out;
}

function sectionOf(record: GramRecord, state: GramState, lookup: Lookup): readonly string[] {
  const tags = valuesOfField(record, "tag");
  const facts = Object.entries(fieldsOf(record)).flatMap(([name, value]) =>
    name === "sources" ? [] : [`- ${name}: ${oneLine(typeof value === "string" ? value : value.join(", "))}`],
  );
  const sources = valuesOfField(record, "source").map(
    (target) => `- source: ${link(target, undefined, state)}`,
  );
  const links = record.links.map(
    ([predicate, target]) => `- ${predicate}: ${link(target, undefined, state)}`,
  );
  const list = [
    `- id: ${record.id}`,
    `- type: ${record.type}`,
    ...facts,
    ...(tags.length === 0 ? [] : [`- tags: ${oneLine(tags.join(", "))}`]),
    ...sources,
    ...links,
  ];
  return [
    `## ${oneLine(titleOf(record))}`,
    list.join("\n"),
    ...record.blocks.map((block) => bodyOf(block, state, lookup)),
  ];
}

function bodyOf(block: Block, state: GramState, lookup: Lookup): string {
  const md = blockMarkdown(block);
  if (block.type === "code" || block.type === "math") return md;
  const placement = block.type === "item" || block.type === "collection" ? parsePlacement(md) : undefined;
  if (placement === undefined) {
    return md.replaceAll(/\[((?:[^\][\\]|\\.)*)\]\(@([^)\s]+)\)/g, (whole, label: string, target: string) =>
      isTarget(target) ? link(target, label, state) : whole,
    );
  }
  if (placement.target !== "*") return itemLine(lookup(placement.target), placement.target, state);
  const records = selectedBy(placement, state);
  return records.map((record) => itemLine(record, record.id, state)).join("\n") || "(no records)";
}

function itemLine(record: GramRecord | undefined, target: string, state: GramState): string {
  const status = record === undefined ? undefined : textOfField(record, "x");
  return `- ${link(target, undefined, state)}${status === undefined ? "" : ` (${oneLine(status)})`}`;
}

/** A record here is named; one of another document is a wiki link. */
function link(target: string, label: string | undefined, state: GramState): string {
  const other = foreignOf(target, state);
  if (other !== undefined) {
    const shown = (label ?? "").replaceAll(/[|[\]\n]/g, " ").trim();
    const anchor = other.entity === other.document ? "" : `#${other.entity}`;
    return `[[${other.document}${anchor}${shown === "" ? "" : `|${shown}`}]]`;
  }
  const record = localLookup(state)(target);
  if (record === undefined) return `${label ?? target}${target === state.id ? "" : " (unresolved)"}`;
  const text = label ?? oneLine(titleOf(record)).replaceAll(/[[\]]/g, "\\$&");
  return `[${text}](#${record.id})`;
}

const FOREIGN = /^(d_[0-9a-f]{32})\/(.+)$/;

/** undefined = a record of the document itself. */
function foreignOf(target: string, { id }: GramState) {
  const [, document, entity] = FOREIGN.exec(target) ?? [];
  return document === undefined || entity === undefined || document === id ? undefined : { document, entity };
}

function titleOf(record: GramRecord): string {
  return textOfField(record, "t") ?? record.id;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function withoutStop(text: string): string {
  return text.replace(/[.\s]+$/, "");
}
