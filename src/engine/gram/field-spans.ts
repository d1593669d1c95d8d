/** From which revision to which each value of a record stood. */

import type { History } from "./history.ts";
import { ownersOf } from "./ops.ts";
import { DOCUMENT, type FieldValue, type GramRecord, type GramState } from "./types.ts";

export type SpanValue = FieldValue | readonly (readonly [predicate: string, target: string])[];

export interface FieldSpan {
  /** A record id, or `.` for the document. */
  readonly owner: string;
  readonly field: string;
  readonly value: SpanValue;
  /** The revision that wrote it. */
  readonly start: number;
  /** The revision that replaced or removed it; undefined = it stands. */
  readonly end: number | undefined;
}

/**
 * Values of all records, or of one owner, in the order in which they began.
 * @param owner a record id, `.` for the document; undefined = all records
 * @param field undefined = all fields, with `links` as one of them
 */
export function fieldSpans(
  history: History,
  owner: string | undefined,
  field: string | undefined,
): readonly FieldSpan[] {
  const spans: FieldSpan[] = [];
  const open = new Map<string, Map<string, { readonly at: number; readonly json: string }>>();
  const fold = history.draft(0);
  for (let rev = 1; rev <= history.rev; rev++) {
    const ops = history.ops(rev);
    fold.apply(ops);
    for (const id of ownersOf(ops)) {
      if (owner === undefined ? id === DOCUMENT : id !== owner) continue;
      const now = new Map(valuesOf(fold.state, id).filter(([name]) => field === undefined || name === field));
      const standing = open.get(id) ?? new Map();
      open.set(id, standing);
      for (const name of new Set([...now.keys(), ...standing.keys()])) {
        const value = now.get(name);
        const json = value === undefined ? undefined : JSON.stringify(value);
        const old = standing.get(name);
        if (old !== undefined && old.json === json) continue;
        if (old !== undefined) {
          spans[old.at] = { ...(spans[old.at] as FieldSpan), end: rev };
          standing.delete(name);
        }
        if (value !== undefined && json !== undefined) {
          standing.set(name, { at: spans.length, json });
          spans.push({ owner: id, field: name, value, start: rev, end: undefined });
        }
      }
    }
  }
  return spans;
}

/** A record's fields by name, and its links where it has any. */
export function ownFields(record: GramRecord): readonly (readonly [field: string, value: SpanValue])[] {
  const fields: (readonly [string, SpanValue])[] = [...record.fields];
  if (record.links.length > 0) fields.push(["links", record.links]);
  return fields.map(([name, value]) => [name, copied(value)]);
}

/** The state goes on changing, so what is kept of it is copied. */
function copied(value: SpanValue): SpanValue {
  return typeof value === "string" ? value : ([...value] as SpanValue);
}

function valuesOf(state: GramState, id: string): readonly (readonly [string, SpanValue])[] {
  if (id === DOCUMENT) return [...state.fields].map(([name, value]) => [name, copied(value)]);
  const record = state.record(id);
  return record === undefined ? [] : ownFields(record);
}
