/** What status tells of vectors. */
import type { ModelStatus } from "../engine.ts";
import type { Store } from "../store/open.ts";
import { coverage, vectorsOfOthers } from "./coverage.ts";
import { type InUse, labelOf } from "./in-use.ts";

export interface VectorCounts {
  readonly models: readonly ModelStatus[];
  readonly staleVectors: number;
  /** Chunks with a vector, counted for each document like the chunks of a collection are. */
  readonly byCollection: ReadonlyMap<string, number>;
}

export function createVectorStatus(
  index: Pick<Store, "statement">,
  inUse: Pick<InUse, "groups" | "row">,
): () => VectorCounts {
  return () => {
    const groups = [...inUse.groups()].map(([name, collections]) => ({
      name,
      collections,
      row: inUse.row(name),
    }));
    const used = groups.flatMap(({ row }) => row?.id ?? []);
    return {
      models: groups.map(({ name, collections, row }) => {
        const { live, embedded } = coverage(index, row?.id, collections);
        return { model: row?.label ?? labelOf(name), collections, embedded, pending: live - embedded };
      }),
      staleVectors: vectorsOfOthers(index, used),
      byCollection: new Map(
        groups.flatMap(({ collections, row }) =>
          row === undefined ? [] : embeddedOf(index, row.id, collections),
        ),
      ),
    };
  };
}

function embeddedOf(
  index: Pick<Store, "statement">,
  modelId: number,
  collections: readonly string[],
): [string, number][] {
  return index
    .statement<[number, string], { name: string; n: number }>(
      `SELECT c.name, count(*) AS n FROM collection c JOIN document d ON d.collection_id = c.id AND d.active = 1
       JOIN chunk k ON k.mirror_id = d.mirror_id JOIN chunk_vector v ON v.model_id = ? AND v.chunk_id = k.id
       WHERE c.name IN (SELECT value FROM json_each(?)) GROUP BY c.id`,
    )
    .all(modelId, JSON.stringify(collections))
    .map(({ name, n }) => [name, n]);
}
