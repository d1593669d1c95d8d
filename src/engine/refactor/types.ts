/** Changes of folders and notes as files: made, copied, renamed, moved. The caller holds the write lease. */
import type { CollectionConfig } from "../config/types.ts";
import type { Document } from "../documents/types.ts";

export interface FolderRequest {
  readonly collection: CollectionConfig;
  /** One name: slashes of either kind are dropped. */
  readonly name: string;
  /** Below the root; the root itself when left out. */
  readonly parentPath?: string;
}

export type FolderResult =
  | { readonly kind: "made"; readonly folderPath: string; readonly absPath: string }
  | { readonly kind: "refused"; readonly message: string };

export interface CopyRequest {
  readonly document: Document;
  readonly folderPath?: string;
  readonly name?: string;
}

export type CopyResult =
  | {
      readonly kind: "copied";
      readonly uri: string;
      readonly relPath: string;
      /** Links that lead to the original, which a copy leaves alone. */
      readonly backlinks: number;
      /** Why the copy is on disk and not in the index. */
      readonly unindexed?: string;
    }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "read-only"; readonly message: string }
  | { readonly kind: "gone"; readonly message: string };

export interface DocRef {
  readonly uri: string;
  readonly relPath: string;
  readonly collection: string;
}

/** One destination that is replaced; offsets in UTF-16 units of the text without a byte-order mark. */
export interface EditSpan {
  readonly coordinateSpace: "utf16_code_units";
  readonly startOffset: number;
  readonly endOffset: number;
  readonly originalDestination: string;
  readonly replacementDestination: string;
}

export type ReasonCode =
  | "ambiguous_resolution"
  | "duplicate_basename_ambiguity"
  | "unsupported_syntax"
  | "code_fence_context"
  | "inline_code_context"
  | "html_context"
  | "cross_collection_unsupported"
  | "reference_definition_site"
  | "relative_path_recalculated"
  | "destination_unchanged"
  | "read_only_document"
  | "capability_denied"
  | "occupied_target"
  | "unsafe_target"
  | "stale_plan"
  | "sync_pending"
  | "filesystem_commit_failed"
  | "rollback_recovery_required";

export interface ExaminedReference {
  readonly documentUri: string;
  readonly documentRelPath: string;
  /** wiki and markdown are links of the graph. */
  readonly kind: "wiki" | "markdown" | "markdown_definition" | "opaque";
  readonly classification:
    | "rewriteable"
    | "unchanged"
    | "ambiguous"
    | "unsupported"
    | "malformed"
    | "invalid";
  readonly reasonCode?: ReasonCode;
  readonly originalDestination?: string;
  readonly proposedDestination?: string;
  readonly edit?: EditSpan;
  readonly startLine?: number;
  readonly startCol?: number;
}

export interface AffectedDocument {
  readonly uri: string;
  readonly relPath: string;
  readonly contentFingerprint: string;
  readonly edits: readonly EditSpan[];
  readonly examined: readonly ExaminedReference[];
}

export interface RefactorPlan {
  readonly schemaVersion: "1.0";
  readonly operation: "rename" | "move";
  readonly conflictPolicy: "fail";
  readonly source: DocRef;
  readonly target: DocRef;
  readonly affectedDocuments: readonly AffectedDocument[];
  readonly examinedReferences: readonly ExaminedReference[];
  readonly preconditions: {
    readonly sourceContentFingerprint: string;
    readonly affectedContentFingerprints: readonly { readonly uri: string; readonly fingerprint: string }[];
    readonly targetPathFingerprint: string;
  };
  /** SHA-256 of the rest as JSON with sorted keys. */
  readonly planDigest: string;
  readonly safety: {
    readonly rewriteableCount: number;
    readonly unchangedCount: number;
    readonly ambiguousCount: number;
    readonly unsupportedCount: number;
    readonly malformedCount: number;
    readonly invalidCount: number;
    readonly backlinkCount: number;
    readonly wikiLinkCount: number;
    readonly markdownLinkCount: number;
    readonly blockingReasonCodes: readonly ReasonCode[];
    readonly warnings: readonly string[];
  };
  readonly canApply: boolean;
  readonly mutationBoundary: {
    readonly filesystemCommit: "atomic_all_or_rollback";
    readonly indexConvergence: "post_commit_separate";
    readonly syncFailureDoesNotRollbackFilesystem: true;
  };
}

/** Where a note is to go: another name in its folder, or another folder. */
export type Relocation =
  | { readonly operation: "rename"; readonly document: Document; readonly name: string }
  | {
      readonly operation: "move";
      readonly document: Document;
      readonly folderPath: string;
      readonly name?: string;
    };

export type PreviewResult =
  | { readonly kind: "plan"; readonly plan: RefactorPlan }
  | { readonly kind: "read-only"; readonly message: string }
  | { readonly kind: "gone"; readonly message: string };

export interface ApplyReceipt {
  readonly schemaVersion: "1.0";
  readonly planDigest: string;
  readonly operation: "rename" | "move";
  readonly source: DocRef;
  readonly target: DocRef;
  readonly status:
    | "applied"
    | "applied_with_sync_pending"
    | "conflict"
    | "stale_plan"
    | "unsupported"
    | "failed_rolled_back";
  readonly reasonCode?: ReasonCode;
  readonly filesystem: {
    readonly state: "committed" | "rolled_back" | "unchanged" | "recovery_required";
    readonly recoveryJournalId?: string;
  };
  readonly indexConvergence: {
    readonly state: "converged" | "pending" | "not_attempted" | "skipped";
    readonly recoveryInstruction?: string;
  };
}

export type ApplyResult =
  | { readonly kind: "receipt"; readonly receipt: ApplyReceipt }
  | Exclude<PreviewResult, { kind: "plan" }>;

export interface Refactor {
  /** A folder that is there already is a success. */
  createFolder(request: FolderRequest): Promise<FolderResult>;
  /** The bytes as they are on disk now, under a name that nothing has; then indexed. */
  duplicate(request: CopyRequest, signal: AbortSignal): Promise<CopyResult>;
  /** What would change; writes nothing. */
  preview(relocation: Relocation, signal: AbortSignal): Promise<PreviewResult>;
  /** The receipt of a plan that was carried out before and still stands, its indexing made up for. */
  replay(planDigest: string): Promise<ApplyReceipt | undefined>;
  /** Plans anew, and carries the plan out when it is the one that was seen: all of its files or none. */
  apply(relocation: Relocation, planDigest: string, signal: AbortSignal): Promise<ApplyResult>;
}
