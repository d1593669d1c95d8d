/** What of a document is found by itself: each section of its body, and each record. */

import { type Lookup, localLookup } from "../display.ts";
import { textOfField, valuesOfField } from "../fields.ts";
import type { History } from "../history.ts";
import { blockLabel, ownerText } from "../plain.ts";
import type { Block, GramRecord, GramState } from "../types.ts";

export interface Unit {
  readonly id: string;
  /** `document`, or the type of the record. */
  readonly type: string;
  readonly title: string;
  readonly status: string | undefined;
  /** Heading of the section; undefined for records and what stands before the first heading. */
  readonly section: string | undefined;
  /** Words that are searched beside the title. Mentions read as the records they point at. */
  readonly text: string;
  readonly scopes: readonly string[];
  /** Single fields, for dates. */
  readonly fields: Readonly<Record<string, string>>;
}

const SEARCHED_FIELDS = ["d", "owner", "tag", "ref", "value", "unit"] as const;

/** In source order: sections first, then records. */
export function* unitsOf({ head }: Pick<History, "head">): Generator<Unit> {
  yield* sectionsOf(head);
  const lookup = localLookup(head);
  for (const record of head.records) yield recordUnit(record, head, lookup);
}

function sectionsOf(state: GramState): readonly Unit[] {
  const lookup = localLookup(state);
  const sections: { heading: string | undefined; blocks: Block[] }[] = [{ heading: undefined, blocks: [] }];
  for (const block of state.blocks) {
    if (block.type === "heading") sections.push({ heading: blockLabel(block), blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  const kept = sections.filter(({ heading, blocks }) => heading !== undefined || blocks.length > 0);
  return (kept.length === 0 ? sections : kept).map(({ heading, blocks }) => ({
    id: state.id,
    type: "document",
    title: textOfField(state, "t") ?? "",
    status: textOfField(state, "x"),
    section: heading,
    text: [heading ?? "", fieldText(state), ownerText({ fields: state.fields, blocks }, state, lookup)].join(
      "\n",
    ),
    scopes: valuesOfField(state, "s"),
    fields: singles(state.fields),
  }));
}

function recordUnit(record: GramRecord, state: GramState, lookup: Lookup): Unit {
  return {
    id: record.id,
    type: record.type,
    title: textOfField(record, "t") ?? "",
    status: textOfField(record, "x"),
    section: undefined,
    text: [fieldText(record), ownerText(record, state, lookup)].join("\n"),
    scopes: valuesOfField(record, "s"),
    fields: singles(record.fields),
  };
}

function fieldText(owner: Parameters<typeof valuesOfField>[0]): string {
  return SEARCHED_FIELDS.flatMap((name) => valuesOfField(owner, name)).join("\n");
}

function singles(fields: ReadonlyMap<string, string | readonly string[]>): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of fields) if (typeof value === "string") out[name] = value;
  return out;
}
