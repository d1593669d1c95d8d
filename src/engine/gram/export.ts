/** A document as plain Markdown: front matter, the body with placed records as list items, then the records. */
import { stringify } from "yaml";
import { type Lookup, localLookup, parsePlacement, selectedBy } from "./display.ts";
import { textOfField } from "./fields.ts";
import { joinBlocks } from "./markdown.ts";
import { blockMarkdown } from "./render.ts";
import type { Block, FieldValue, GramRecord, GramState } from "./types.ts";

/** One way: what comes out is for reading, the `.gram` file stays the document. */
export function exportMarkdown(state: GramState): string {
  const title = textOfField(state, "t") ?? "";
  const fields = Object.fromEntries([...state.fields].map(([name, value]) => [name, plain(value)]));
  const lookup = localLookup(state);
  const parts = [
    `---\n${stringify({ id: state.id, ...fields })}---`,
    ...(title === "" ? [] : [`# ${title}`]),
    ...state.blocks.map((block) => placed(block, state, lookup)),
    ...(state.records.length === 0 ? [] : ["## Records"]),
    ...state.records.flatMap((record) => recordParts(record)),
  ];
  return `${joinBlocks(parts)}\n`;
}

function plain(value: FieldValue): string | string[] {
  return typeof value === "string" ? value : [...value];
}

function placed(block: Block, state: GramState, lookup: Lookup): string {
  const placement =
    "md" in block && (block.type === "item" || block.type === "collection")
      ? parsePlacement(block.md)
      : undefined;
  if (placement === undefined) return blockMarkdown(block).replaceAll(/\]\(@([^)\s]+)\)/g, "](#$1)");
  if (placement.target !== "*") return itemLine(lookup(placement.target), placement.target);
  const records = selectedBy(placement, state);
  return records.map((record) => itemLine(record, record.id)).join("\n") || "(no records)";
}

function itemLine(record: GramRecord | undefined, target: string): string {
  if (record === undefined) return `- ${target} (unresolved)`;
  const status = textOfField(record, "x");
  return `- [${textOfField(record, "t") ?? record.id}](#${record.id})${status === undefined ? "" : ` (${status})`}`;
}

function recordParts(record: GramRecord): readonly string[] {
  const facts = [...record.fields]
    .filter(([name]) => name !== "t")
    .map(([name, value]) => `- ${name}: ${typeof value === "string" ? value : value.join(", ")}`);
  const links = record.links.map(([predicate, target]) => `- ${predicate}: [${target}](#${target})`);
  const list = [`- type: ${record.type}`, ...facts, ...links].join("\n");
  return [
    `### <a id="${record.id}"></a>${textOfField(record, "t") ?? record.id}`,
    list,
    ...record.blocks.map(blockMarkdown),
  ];
}
