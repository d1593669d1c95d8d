/** Notes that are written through the engine. */
import type { CollectionConfig } from "../config/types.ts";

export interface CaptureRequest {
  readonly collection: CollectionConfig;
  readonly content?: string;
  readonly title?: string;
  readonly path?: string;
  readonly folderPath?: string;
  readonly collisionPolicy?: "error" | "open_existing" | "create_with_suffix";
  readonly presetId?: string;
  readonly overwrite: boolean;
  readonly tags: readonly string[];
  readonly source?: Readonly<Record<string, string>>;
}

export interface Captured {
  readonly docid: string;
  readonly uri: string;
  readonly absPath: string;
  readonly collection: string;
  readonly relPath: string;
  readonly created: boolean;
  readonly openedExisting: boolean;
  readonly createdWithSuffix: boolean;
  readonly overwritten: boolean;
  readonly contentHash: string;
  readonly source: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  readonly collision: "created" | "opened_existing" | "created_with_suffix" | "overwritten" | "conflict";
}

export type CaptureResult =
  | { readonly kind: "captured"; readonly note: Captured }
  | { readonly kind: "invalid-input"; readonly message: string }
  | { readonly kind: "invalid-path"; readonly message: string }
  /** The file is on disk, indexing it failed. */
  | { readonly kind: "sync-failed"; readonly relPath: string; readonly message: string };

export interface Notes {
  /** Writes the file durably, then indexes it; success means searchable. The caller holds the write lease. */
  capture(request: CaptureRequest, signal: AbortSignal): Promise<CaptureResult>;
}
