/**
 * The VectorIndex port. Up to some 20,000 vectors sqlite-vec answers at once; above, a copy in the memory of a thread of
 * its own does, so that the main thread never waits. What is stored in the database is the truth for both.
 */
import type { EngineLog } from "../ports.ts";
import type { Store } from "../store/open.ts";
import { coverage, vectorsOfOthers } from "./coverage.ts";
import { type InUse, labelOf } from "./in-use.ts";
import { loadVec } from "./load.ts";
import { createMirrorThread, type MirrorThread } from "./mirror-thread.ts";
import { fromBlob, type ModelRow, modelRows, vectorId } from "./rows.ts";
import { scanVectors } from "./scan.ts";
import type { ChunkFilter, VectorHit, VectorIndex, VectorState } from "./types.ts";

export interface VectorIndexOptions {
  readonly index: Store;
  readonly inUse: InUse;
  readonly log: EngineLog;
  /** Floats that a scan on this thread may read. */
  readonly scanFloats?: number;
}

export interface OwnedVectorIndex extends VectorIndex {
  close(): Promise<void>;
}

/** 20,000 vectors of the built-in model: some 15 ms. */
const SCAN_FLOATS = 20_000 * 200;
/** So few floats are looked up one by one, whatever the size of the whole: some 10,000 vectors of 96, or 15 ms. */
const FEW_FLOATS = 1_000_000;

export function createVectorIndex(options: VectorIndexOptions): OwnedVectorIndex {
  const { index, inUse, log, scanFloats = SCAN_FLOATS } = options;
  let canScan: boolean | undefined;
  let sized: { readonly stamp: string; readonly size: number } | undefined;
  let thread: MirrorThread | undefined;
  const counted = new Map<
    string,
    { version: string; count: Pick<VectorState, "embedded" | "pending" | "stale"> }
  >();

  /** Changes with each commit, of this connection or another. */
  const version = (): string => {
    const { changes } = index
      .statement<[], { changes: number }>("SELECT total_changes() AS changes")
      .get() ?? {
      changes: 0,
    };
    return `${index.raw.pragma("data_version", { simple: true })}:${changes}`;
  };

  const counts = (name: string, row: ModelRow | undefined) => {
    const groups = inUse.groups();
    const collections = groups.get(name) ?? [];
    const stamp = `${version()}:${row?.id}:${[...groups].join(";")}`;
    const known = counted.get(name);
    if (known?.version === stamp) return known.count;
    const { live, embedded } = coverage(index, row?.id, collections);
    const own = [...groups.keys()].flatMap((each) => inUse.row(each)?.id ?? []);
    const count = { embedded, pending: live - embedded, stale: vectorsOfOthers(index, own) };
    counted.set(name, { version: stamp, count });
    return count;
  };

  /** How many vectors a search would look at. */
  const sizeOf = (row: ModelRow): number => {
    const stamp = `${version()}:${row.id}`;
    if (sized?.stamp === stamp) return sized.size;
    const size =
      index
        .statement<[number], { n: number }>("SELECT count(*) AS n FROM chunk_vector WHERE model_id = ?")
        .get(row.id)?.n ?? 0;
    sized = { stamp, size };
    return size;
  };

  return {
    state(collection) {
      const name = inUse.name(collection);
      const row = inUse.row(name);
      return {
        model: row?.label ?? labelOf(name),
        fingerprint: row?.fingerprint ?? "",
        dimension: row?.dimension ?? 0,
        ...counts(name, row),
        mirror: thread?.state() ?? { state: "none", vectors: 0 },
      };
    },

    async search(query, k, filter, fingerprint) {
      const row =
        fingerprint === undefined
          ? inUse.row(inUse.name())
          : modelRows(index).find((each) => each.fingerprint === fingerprint && each.state !== "retired");
      // A query without any signal is as near to everything as to nothing.
      if (row === undefined || row.dimension !== query.length || k <= 0 || query.every((x) => x === 0))
        return [];
      if (filter?.ids?.length === 0) return [];
      canScan ??= loadVec(index.raw);
      const few = filter?.ids !== undefined && filter.ids.length * row.dimension <= FEW_FLOATS;
      if (canScan && (few || sizeOf(row) * row.dimension <= scanFloats)) {
        return scanVectors(index, row, query, k, filter);
      }
      thread ??= createMirrorThread(index.path, log);
      return thread.search(row, query, k, filter === undefined ? undefined : bits(filter, row));
    },

    ofDocument(documentId) {
      const document = index
        .statement<[number], { name: string; mirror_id: number | null }>(
          "SELECT c.name, d.mirror_id FROM document d JOIN collection c ON c.id = d.collection_id WHERE d.id = ?",
        )
        .get(documentId);
      const row = document === undefined ? undefined : inUse.row(inUse.name(document.name));
      if (row === undefined || document?.mirror_id == null) return [];
      return index
        .statement<[number, number], { id: number; embedding: Buffer }>(
          `SELECT c.id, v.embedding FROM chunk c JOIN vector v ON v.id = ? + c.id
           WHERE c.mirror_id = ? AND v.embedding IS NOT NULL ORDER BY c.seq`,
        )
        .all(vectorId(row.id, 0), document.mirror_id)
        .map(({ id, embedding }) => ({ chunkId: id, vector: fromBlob(embedding) }));
    },

    close: async () => thread?.close(),
  };

  function bits(filter: ChunkFilter, row: ModelRow): Uint8Array {
    const largest =
      index
        .statement<[number], { n: number | null }>(
          "SELECT max(chunk_id) AS n FROM chunk_vector WHERE model_id = ?",
        )
        .get(row.id)?.n ?? 0;
    const set = new Uint8Array((largest >> 3) + 1);
    const allow = (id: number): void => {
      if (id <= largest) set[id >> 3]! |= 1 << (id & 7);
    };
    if (filter.ids !== undefined) {
      for (const id of filter.ids) allow(id);
      return set;
    }
    const all = index.raw
      .prepare<[number], number>("SELECT chunk_id FROM chunk_vector WHERE model_id = ?")
      .pluck();
    for (const id of all.all(row.id)) if (filter.allows(id)) allow(id);
    return set;
  }
}

export type { VectorHit };
