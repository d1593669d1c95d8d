/**
 * What of a question may be kept. In metadata mode no word and no value of it: only how long it was, of which shape its
 * filters were, and hashes under a secret of this database. In replay mode all of it.
 */

import { canonical, sha256 } from "../canonical.ts";
import { normalise } from "../search/predicate/normalise.ts";
import type { Predicate } from "../search/predicate/types.ts";
import { keyed } from "./identity.ts";
import type { NewTrace, RedactionMode, TextShape, Trace, TracePayload } from "./types.ts";

/** Names that filters are kept under; others are left out. */
export const TRACE_FILTERS: readonly string[] = [
  "limit",
  "minScore",
  "collection",
  "collections",
  "lang",
  "full",
  "lineNumbers",
  "tagsAll",
  "tagsAny",
  "since",
  "until",
  "categories",
  "author",
  "intent",
  "exclude",
  "noExpand",
  "noRerank",
  "candidateLimit",
  "explain",
  "graph",
  "noGraph",
  "queryLanguageHint",
  "queryModes",
  "uriPrefix",
  "filter",
];

/** Longer questions are kept without their text: a part of one could not be asked again. */
const MAX_TEXT = 8_192;
const MAX_FILTERS = 65_536;

type Projected = Pick<
  Trace,
  | "redactionMode"
  | "replayCapable"
  | "queryShape"
  | "goalShape"
  | "queryText"
  | "queryDigest"
  | "goalText"
  | "goalDigest"
  | "filters"
> & { readonly filterFingerprint: string };

export function project(trace: NewTrace, mode: RedactionMode, secret: string): Projected {
  const query = plain(trace.query);
  const goal = trace.goal === undefined ? undefined : plain(trace.goal);
  const filters = known(trace.filters);
  const text = canonical(filters);
  const fits = query.length <= MAX_TEXT && (goal?.length ?? 0) <= MAX_TEXT && text.length <= MAX_FILTERS;
  const replay = mode === "replay" && fits;
  const digest = (of: string) => (replay ? sha256(of) : keyed(secret, of));
  return {
    // What was not kept cannot be shown as if it were: such a trace is one of metadata.
    redactionMode: replay ? "replay" : "metadata",
    replayCapable: replay,
    queryShape: shapeOf(query),
    goalShape: shapeOf(goal ?? ""),
    queryText: replay ? query : null,
    queryDigest: digest(query),
    goalText: replay ? (goal ?? null) : null,
    goalDigest: goal === undefined ? null : digest(goal),
    filters: replay ? filters : { shape: valueShape(filters) },
    filterFingerprint: digest(text),
  };
}

function plain(text: string): string {
  return text.replace(/\r\n?/g, "\n").normalize("NFC");
}

function known(filters: TracePayload): TracePayload {
  const entries = TRACE_FILTERS.filter((name) => filters[name] !== undefined).map((name) => [
    name,
    name === "filter" ? normalise(filters.filter as Predicate) : filters[name],
  ]);
  return Object.fromEntries(entries) as TracePayload;
}

export function shapeOf(text: string): TextShape {
  const trimmed = text.trim();
  return { characters: [...text].length, terms: trimmed === "" ? 0 : trimmed.split(/\s+/u).length };
}

/** Types, counts and the names of members, which are ours; never a value. */
export function valueShape(value: unknown): TracePayload {
  if (value === null) return { type: "null" };
  if (Array.isArray(value)) {
    return { type: "array", count: value.length, itemTypes: [...new Set(value.map(typeOf))].sort() };
  }
  if (typeof value === "object") {
    const fields = Object.entries(value as object).map(([name, inner]) => [name, valueShape(inner)]);
    return { type: "object", fields: Object.fromEntries(fields) };
  }
  return { type: typeof value };
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
