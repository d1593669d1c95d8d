/** What a line that places records stands for, and how it is shown (spec/gram.md, Display). */
import { textOfField } from "./fields.ts";
import type { GramRecord, GramState } from "./types.ts";

/** `key=value` pairs of `{…}`, in order. Values may be quoted to hold blanks. */
export interface Placement {
  /** The record that is placed; `*` = those that the selector names. */
  readonly target: string;
  readonly options: readonly (readonly [key: string, value: string])[];
}

const PLACEMENT = /^\[\[([^\][]+)\]\](?:\{([^{}]*)\})?[ \t]*$/;
const OPTION = /([^\s=]+)(?:=(?:"([^"]*)"|([^\s"]*)))?/g;

/** @param md an item or collection block */
export function parsePlacement(md: string): Placement | undefined {
  const match = PLACEMENT.exec(md);
  if (match === null) return undefined;
  const options = [...(match[2] ?? "").matchAll(OPTION)].map(([, key, quoted, bare]): [string, string] => [
    key as string,
    quoted ?? bare ?? "",
  ]);
  return { target: match[1] as string, options };
}

/** Finds a record by a target: its id here, or `document-id/entity-id`. */
export type Lookup = (target: string) => GramRecord | undefined;

/** Only what is in the document itself. */
export function localLookup(state: GramState): Lookup {
  return (target) =>
    state.record(target.startsWith(`${state.id}/`) ? target.slice(state.id.length + 1) : target);
}

export type ItemShown = "unresolved" | "task-row" | "metric" | "image" | "line";

export function itemShown(record: GramRecord | undefined): ItemShown {
  if (record === undefined) return "unresolved";
  if (record.type === "task") return "task-row";
  if (record.type === "metric") return "metric";
  return isImage(record) ? "image" : "line";
}

const IMAGE = /^data:image\/|\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#].*)?$/i;

function isImage(record: GramRecord): boolean {
  return record.type === "asset" && IMAGE.test(textOfField(record, "ref") ?? "");
}

const SELECTOR_KEYS: ReadonlySet<string> = new Set(["type", "status", "tag"]);
export const COLLECTION_KEYS: ReadonlySet<string> = new Set([...SELECTOR_KEYS, "view"]);

/** Records of the document that a collection places: any value of a key, all of the keys. */
export function selectedBy({ options }: Placement, state: GramState): readonly GramRecord[] {
  const wanted = new Map<string, Set<string>>();
  for (const [key, value] of options) {
    if (SELECTOR_KEYS.has(key)) wanted.set(key, (wanted.get(key) ?? new Set()).add(value));
  }
  return state.records.filter((record) => [...wanted].every(([key, values]) => holds(record, key, values)));
}

function holds(record: GramRecord, key: string, values: ReadonlySet<string>): boolean {
  if (key === "type") return values.has(record.type);
  if (key === "status") return values.has(textOfField(record, "x") ?? "");
  const tags = record.fields.get("tag") ?? [];
  return (typeof tags === "string" ? [tags] : tags).some((tag) => values.has(tag));
}

export function collectionShown(placement: Placement, state: GramState): "list" | "table" {
  const view = placement.options.findLast(([key]) => key === "view")?.[1];
  if (view === "list" || view === "table") return view;
  const records = selectedBy(placement, state);
  return records.length > 0 && records.every(({ type }) => type === "task") ? "list" : "table";
}
