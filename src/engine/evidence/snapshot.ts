/**
 * One digest for everything a search may answer from: the documents with the texts they have. It is the same for the
 * same files wherever they were indexed, and is only made again when the database has changed.
 */
import { createHash } from "node:crypto";
import { digestOf } from "../canonical.ts";
import type { Reader } from "../documents/reader.ts";
import type { Breather } from "./breather.ts";

export interface SnapshotOptions {
  readonly reader: Reader;
  /** Changes with every write to the database, by whomever. */
  readonly version: () => string;
  readonly collections: () => readonly string[];
}

export type Snapshot = (breathe: Breather) => Promise<string>;

interface Row {
  readonly rel_path: string;
  readonly source_hash: string;
  readonly hash: string | null;
}

const PAGE = 1_000;

export function createSnapshot({ reader, version, collections }: SnapshotOptions): Snapshot {
  let kept: { readonly version: string; readonly digest: string } | undefined;
  return async (breathe) => {
    const names = [...collections()].sort();
    const now = `${version()} ${JSON.stringify(names)}`;
    if (kept?.version === now) return kept.digest;
    const hash = createHash("sha256");
    for (const name of names) {
      hash.update(`${JSON.stringify(name)}\n`);
      let after = "";
      for (;;) {
        const rows = reader.all<Row>(
          `SELECT d.rel_path, d.source_hash, m.hash FROM document d LEFT JOIN mirror m ON m.id = d.mirror_id
           WHERE d.collection_id = (SELECT id FROM collection WHERE name = ?) AND d.rel_path > ? AND d.active = 1
           ORDER BY d.rel_path LIMIT ${PAGE}`,
          name,
          after,
        );
        for (const row of rows) {
          hash.update(`${JSON.stringify(row.rel_path)} ${row.source_hash} ${row.hash ?? ""}\n`);
        }
        if (rows.length < PAGE) break;
        after = (rows.at(-1) as Row).rel_path;
        await breathe();
      }
    }
    const digest = digestOf({ documents: hash.digest("hex") });
    // What changed while it was read is seen by the next one who asks.
    kept = { version: now, digest };
    return digest;
  };
}
