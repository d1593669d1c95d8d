/** Changes of folders and notes as files: made, copied. The caller holds the write lease. */
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

export interface Refactor {
  /** A folder that is there already is a success. */
  createFolder(request: FolderRequest): Promise<FolderResult>;
  /** The bytes as they are on disk now, under a name that nothing has; then indexed. */
  duplicate(request: CopyRequest, signal: AbortSignal): Promise<CopyResult>;
}
