/** What a change tells of a document, out of what was derived from its text. */
import type { Derived } from "../index/derive.ts";
import type { Structure } from "./delta.ts";

export function structureOf(derived: Pick<Derived, "outline" | "links" | "edges" | "dateFields">): Structure {
  return {
    headings: derived.outline,
    links: derived.links.map(({ kind, targetRef, targetCollection, targetAnchor }) => {
      const collection = targetCollection === undefined ? "" : `${targetCollection}:`;
      const anchor = targetAnchor === undefined ? "" : `#${targetAnchor}`;
      return `${kind} ${collection}${targetRef}${anchor}`;
    }),
    typedEdges: derived.edges.map(({ type, kind, targetKey, targetCollection }) => {
      const collection = targetCollection === undefined ? "" : `${targetCollection}:`;
      return `${type} ${kind === "docid" ? "#" : collection}${targetKey}`;
    }),
    dates: derived.dateFields ?? {},
  };
}
