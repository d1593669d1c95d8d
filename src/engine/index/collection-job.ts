/** One collection's part of a sync run, as its steps share it. */
import type { CollectionConfig } from "../config/types.ts";
import type { ReadBuffer } from "../files/read-stable.ts";
import type { Root } from "../files/walk.ts";
import type { KnownRow } from "./known-files.ts";
import type { RunContext } from "./run-context.ts";
import type { Tally } from "./tally.ts";

type OpenRoot = Extract<Root, { kind: "ok" }>;

export interface CollectionJob {
  readonly context: RunContext;
  readonly collection: CollectionConfig;
  readonly collectionId: number;
  readonly root: OpenRoot;
  readonly tally: Tally;
  readonly userTags: ReadonlyMap<string, readonly string[]>;
  readonly buffer: ReadBuffer;
}

/** A file to be read. */
export interface Candidate {
  readonly relPath: string;
  readonly row: KnownRow | undefined;
}
