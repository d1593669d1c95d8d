/**
 * From a locator back to its section in a text that may have changed. Rule: one safe answer or none; where two sections
 * could be meant the answer says so. The order of the steps is published (spec/gno.md, "Sections").
 */
import type { Section } from "./list.ts";
import { ownersOf } from "./quote.ts";
import { fits, type SectionTarget } from "./target.ts";

export interface Resolution {
  readonly status: "exact" | "recovered" | "ambiguous" | "stale" | "missing";
  readonly reason: string | undefined;
  /** With `exact` and `recovered` only. */
  readonly section: Section | undefined;
  /** What could be meant; empty when a section was found. */
  readonly candidates: readonly Section[];
}

export interface Current {
  /** Stored address of the document. */
  readonly uri: string;
  readonly fingerprint: string;
  readonly text: string;
  readonly sections: readonly Section[];
}

export function resolveTarget(target: SectionTarget, current: Current): Resolution {
  if (target.document.uri !== current.uri) return none("missing", "document_uri_mismatch");
  const { text, sections } = current;
  const same = target.sourceFingerprint === current.fingerprint;
  const anchor = target.anchor.normalize("NFC");
  const path = JSON.stringify(target.headingPath.map((title) => title.normalize("NFC")));
  const byAnchor = sections.filter((section) => section.anchor === anchor);
  const ofPath = sections.filter((section) => JSON.stringify(section.headingPath) === path);
  const byPath = ofPath.filter(({ occurrence }) => occurrence === target.occurrence);

  if (same) {
    const only = single(byAnchor) ?? single(byPath);
    if (only !== undefined) return found("exact", only);
    const several = union(sections, byAnchor, byPath);
    if (several.length > 1) return none("ambiguous", "same_revision_multiple_matches", several);
  }
  const status = same ? "exact" : "recovered";
  const quoted = ownersOf(text, sections, target.quote);
  if (quoted.length > 1) return none("ambiguous", "quote_context_multiple_matches", quoted);
  const placed = single(byPath);
  if (placed !== undefined && quoted[0] === placed) return found(status, placed);
  if (byPath.length > 1) return none("ambiguous", "path_occurrence_multiple_matches", byPath);
  const moved = quoted[0];
  if (moved !== undefined) return found(status, moved);
  // What stood around the words has changed. The place confirms them where nothing else can be meant.
  if (placed !== undefined) {
    const bare = ownersOf(text, sections, { exact: target.quote.exact, prefix: "", suffix: "" });
    if (bare.includes(placed) && (bare.length === 1 || ofPath.length === 1)) return found(status, placed);
  }
  if (same) return none("missing", "section_not_found_same_revision");
  const title = target.headingPath.at(-1)?.normalize("NFC");
  const residue = union(
    sections,
    byAnchor,
    ofPath,
    sections.filter((section) => section.title === title),
  );
  return residue.length === 0
    ? none("missing", "section_not_found")
    : none("stale", "fingerprint_mismatch_without_unique_recovery", residue);
}

function found(status: "exact" | "recovered", section: Section): Resolution {
  return fits(section)
    ? { status, reason: undefined, section, candidates: [] }
    : none("stale", "citation_exceeds_transport_bounds", [section]);
}

function none(
  status: "ambiguous" | "stale" | "missing",
  reason: string,
  candidates: readonly Section[] = [],
): Resolution {
  return { status, reason, section: undefined, candidates };
}

function single(list: readonly Section[]): Section | undefined {
  return list.length === 1 ? list[0] : undefined;
}

/** In order of the text, each once. */
function union(sections: readonly Section[], ...lists: (readonly Section[])[]): Section[] {
  const wanted = new Set(lists.flat());
  return sections.filter((section) => wanted.has(section));
}
