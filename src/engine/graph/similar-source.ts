/** Similarity edges as gno_similar finds them: by stored vectors, so no model is asked. */
import type { Reader } from "../documents/reader.ts";
import { type DocumentRow, documentColumns, documentOf, documentTables } from "../documents/row.ts";
import type { Search } from "../engine.ts";
import type { VectorIndex } from "../vector/types.ts";
import type { SimilarSource } from "./graph.ts";

export interface SimilarOptions {
  readonly reader: Reader;
  readonly search: Pick<Search, "similar">;
  readonly vectors: Pick<VectorIndex, "state">;
  readonly collections: () => readonly string[];
}

export function similarDocuments({ reader, search, vectors, collections }: SimilarOptions): SimilarSource {
  return {
    available: (collection) =>
      (collection === undefined ? collections() : [collection]).some(
        (name) => vectors.state(name).embedded > 0,
      ),
    async near(rowId, limit, threshold, collection, signal) {
      const row = reader.get<DocumentRow>(
        `SELECT ${documentColumns} FROM ${documentTables} WHERE d.id = ?`,
        rowId,
      );
      if (row === undefined) return [];
      const found = await search.similar({
        document: documentOf(row),
        limit,
        threshold,
        crossCollection: collection === undefined,
        ...(signal === undefined ? {} : { signal }),
      });
      if (found.kind !== "ok") return [];
      return found.similar.map(({ document, score }) => ({ rowId: document.id, score }));
    },
  };
}
