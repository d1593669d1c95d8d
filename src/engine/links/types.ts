/** Links between documents, as they stand in the text and as they resolve. */
import type { Document } from "../documents/types.ts";

export interface OutgoingLink {
  readonly targetRef: string;
  readonly targetAnchor: string | undefined;
  readonly targetCollection: string | undefined;
  readonly kind: "wiki" | "markdown";
  readonly text: string | undefined;
  readonly line: number;
  readonly col: number;
}

export interface Backlink {
  readonly source: Document;
  readonly text: string | undefined;
  readonly line: number;
  readonly col: number;
}

export type LinkTarget =
  | {
      readonly kind: "resolved";
      readonly document: Document;
      readonly rank: number;
      readonly matchCount: number;
    }
  | { readonly kind: "unresolved" };

export interface Links {
  outgoing(document: Document): readonly OutgoingLink[];
  /** Links that resolve to the document, ordered by source uri, line, col. */
  incoming(document: Document, collection?: string): readonly Backlink[];
  resolve(source: Document, link: OutgoingLink): LinkTarget;
}
