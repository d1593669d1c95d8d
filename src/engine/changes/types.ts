/** The journal of what changed, as pages of it are read. */
import type { StructureDelta } from "./delta.ts";

export interface ChangeSnapshot {
  readonly relPath: string;
  /** `#` + 8 hex. */
  readonly docid: string;
  readonly uri: string;
  readonly sourceHash: string;
  readonly mirrorHash: string | undefined;
  readonly active: boolean;
}

export interface Change {
  /** Its place in the journal: changes are ordered by it, and it is never used again. */
  readonly sequence: number;
  /** The same for all changes of one document, also through renames. */
  readonly document: number;
  readonly kind: "create" | "update" | "rename" | "inactivate" | "reactivate";
  readonly collection: string;
  readonly observedAt: string;
  readonly previous: ChangeSnapshot | undefined;
  readonly current: ChangeSnapshot;
  readonly delta: StructureDelta;
}

export interface ChangeBounds {
  /** The last sequence that is gone; 0 = none is. */
  readonly floor: number;
  /** The last sequence there is. */
  readonly latest: number;
}

export type ChangesPage = ChangeBounds &
  (
    | {
        readonly kind: "page";
        readonly changes: readonly Change[];
        readonly more: boolean;
        /** Changes that were asked for are gone. */
        readonly incomplete: boolean;
      }
    /** Changes right after `after` are gone. */
    | { readonly kind: "expired" }
    /** `after` is of no change of this journal. */
    | { readonly kind: "ahead" }
  );

/** A document as its last change left it. */
export interface KnownDocument {
  readonly document: number;
  readonly docid: string;
  readonly uri: string;
  readonly collection: string;
  readonly relPath: string;
  readonly active: boolean;
}

export interface Changes {
  /** After a sequence, or from a time on; `collection` narrows before `limit` does. Ascending. */
  page(request: {
    readonly after?: number;
    readonly sinceMs?: number;
    readonly collection?: string;
    readonly limit: number;
  }): ChangesPage;
  bounds(): ChangeBounds;
  change(sequence: number): Change | undefined;
  latestOf(document: number): Change | undefined;
  documentAt(collection: string, relPath: string): KnownDocument | undefined;
  documentOf(docid: string): KnownDocument | undefined;
}
