/** Bringing the index to the state of the files. */

export interface FileSync {
  readonly relPath: string;
  readonly status: "added" | "updated" | "unchanged" | "error" | "skipped";
  readonly docid?: string;
  readonly mirrorHash?: string;
  readonly contentType?: string;
  readonly contentTypeSource?: string;
  readonly errorCode?: string;
  readonly errorMessage?: string;
}

export interface CollectionSync {
  readonly collection: string;
  readonly filesProcessed: number;
  readonly filesAdded: number;
  readonly filesUpdated: number;
  readonly filesUnchanged: number;
  readonly filesErrored: number;
  readonly filesSkipped: number;
  readonly filesMarkedInactive: number;
  readonly durationMs: number;
  readonly errors: readonly { readonly relPath: string; readonly code: string; readonly message: string }[];
  /** Changed, skipped and errored files only, at most 1,000. */
  readonly files?: readonly FileSync[];
}

export interface SyncResult {
  readonly collections: readonly CollectionSync[];
  readonly totalDurationMs: number;
  readonly totalFilesProcessed: number;
  readonly totalFilesAdded: number;
  readonly totalFilesUpdated: number;
  readonly totalFilesErrored: number;
  readonly totalFilesSkipped: number;
  readonly rechunkedMirrors?: number;
}

export interface SyncOptions {
  /** Names, already known; default all configured. */
  readonly collections?: readonly string[];
  /** Only these paths of the one collection: what capture uses. */
  readonly paths?: readonly string[];
  /** With `paths`: this document has another path now and stays the same one. */
  readonly moved?: { readonly from: string; readonly to: string };
  readonly gitPull?: boolean;
  /** Take a mass disappearance of files for what it looks like. Only on a person's word. */
  readonly acceptDeletions?: boolean;
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number | undefined, message: string) => void;
}

export interface Sync {
  /**
   * Brings the index to the state of the files, in a worker thread. The caller holds the write lease.
   * @throws ChunkingPolicyConflict when another client claimed another chunking policy since this one opened.
   */
  run(options: SyncOptions): Promise<SyncResult>;
}
