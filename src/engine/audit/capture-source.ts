/** What a `source` block in front matter has to hold, as a capture writes it: one fault a field. */
import type { FrontMatter, FrontValue } from "../index/front-matter.ts";
import { SOURCE_KINDS, utc } from "../notes/source.ts";

export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

const DATES = new Set(["capturedAt", "observedAt", "publishedAt"]);
const ADDRESSES = new Set(["url", "uri", "canonicalUrl"]);

/** undefined = the document declares no source block; plain text under that key is none. */
export function captureSourceFaults({ entries }: FrontMatter): FieldFault[] | undefined {
  const source = entries.get("source");
  if (source?.kind !== "map") return undefined;
  const faults: FieldFault[] = [];
  for (const field of ["kind", "capturedAt"]) {
    if (!source.entries.has(field)) faults.push({ field, message: `source.${field} is missing.` });
  }
  for (const [field, value] of source.entries) {
    // The record of a browser clip is a mapping of its own.
    if (field === "browserClip") continue;
    const wrong = faultOf(field, value);
    if (wrong !== undefined) faults.push({ field, message: `source.${field} ${wrong}.` });
  }
  return faults;
}

function faultOf(field: string, value: FrontValue): string | undefined {
  if (value.kind !== "scalar" || typeof value.value !== "string") return "is no text";
  const text = value.value.trim();
  if (field === "kind" && !SOURCE_KINDS.has(text)) return `is none of ${[...SOURCE_KINDS].join(", ")}`;
  if (DATES.has(field) && utc(text) === undefined) return "is no date";
  if (ADDRESSES.has(field) && !URL.canParse(text)) return "is no URL";
  return undefined;
}
