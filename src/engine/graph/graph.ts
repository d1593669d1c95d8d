/**
 * The Graph port. A small index is read here and now, a larger one in the graph's own thread; vectors are asked from
 * here, since they live with the search. spec/gno.md, "Graph".
 */
import type { Reader } from "../documents/reader.ts";
import { wikiKey } from "../index/keys.ts";
import { type GraphAnswers, type GraphRequest, openSession, type SimilarPairs } from "./answer.ts";
import type { GraphThread } from "./graph-thread.ts";
import type { Graph, GraphScope } from "./types.ts";

/** What vectors say about one document: the nearest others, by row id. */
export interface SimilarSource {
  available(collection: string | undefined): boolean;
  near(
    rowId: number,
    limit: number,
    threshold: number,
    collection: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<readonly { readonly rowId: number; readonly score: number }[]>;
}

export interface GraphOptions {
  readonly reader: Reader;
  /** Names of the configured collections. */
  readonly collections: () => readonly string[];
  /** undefined = everything is read on this thread. */
  readonly thread?: GraphThread;
  readonly similar?: SimilarSource;
}

/** Row ids up to which an index is small: its graph is read in a few milliseconds. */
const smallDocuments = 500;
const smallLinks = 3_000;
/** Time for similarity edges of one answer; what is found by then is shown. */
const similarMs = 5_000;

export function createGraph({ reader, collections, thread, similar }: GraphOptions): Graph {
  const ask = async <Kind extends GraphRequest["kind"]>(
    request: Extract<GraphRequest, { kind: Kind }>,
    signal: AbortSignal | undefined,
  ): Promise<GraphAnswers[Kind]> => {
    signal?.throwIfAborted();
    const names = collections();
    if (thread === undefined || isSmall(reader)) return openSession(reader, names).answer<Kind>(request);
    return (await thread.ask(names, request, signal)) as GraphAnswers[Kind];
  };

  const similarPairs = async (
    scope: GraphScope,
    first: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<SimilarPairs> => {
    const available = similar?.available(scope.collection) === true;
    if (!scope.includeSimilar || !available) return { available, cut: false, pairs: [] };
    const { ids, cut } = await ask<"sources">({ kind: "sources", scope: plain(scope), first }, signal);
    const pairs: [number, number, number][] = [];
    const deadline = performance.now() + similarMs;
    for (const [at, rowId] of ids.entries()) {
      if (performance.now() > deadline) return { available, cut: at < ids.length || cut, pairs };
      // Others have their turn between two documents.
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      const near = await similar.near(rowId, scope.similarTopK, scope.threshold, scope.collection, signal);
      for (const one of near) pairs.push([rowId, one.rowId, one.score]);
    }
    return { available, cut, pairs };
  };

  return {
    async report(scope, signal) {
      const pairs = await similarPairs(scope, [], signal);
      return ask<"report">({ kind: "report", scope, similar: pairs }, signal);
    },
    async neighbors(request, signal) {
      const pairs = await similarPairs(request, [request.document], signal);
      return ask<"neighbors">({ kind: "neighbors", request, similar: pairs }, signal);
    },
    async path(request, signal) {
      const pairs = await similarPairs(request, [request.from, request.to], signal);
      return ask<"path">({ kind: "path", request, similar: pairs }, signal);
    },
    query: (request, signal) => ask<"query">({ kind: "query", request }, signal),
    impact: (request, signal) => ask<"impact">({ kind: "impact", request }, signal),
    named(name, collection) {
      const rows = reader.all<{ id: number; rank: number; collection: string }>(
        `SELECT d.id, k.rank, c.name AS collection FROM document_key k JOIN document d ON d.id = k.document_id
         JOIN collection c ON c.id = d.collection_id WHERE k.key = ? AND k.rank IN (1, 5) AND d.active = 1
         ORDER BY k.rank DESC, c.name, d.id`,
        wikiKey(name),
      );
      const configured = new Set(collections());
      return rows.find(
        (row) => configured.has(row.collection) && (collection ?? row.collection) === row.collection,
      )?.id;
    },
  };
}

function isSmall(reader: Reader): boolean {
  const last = (table: "document" | "link"): number =>
    reader.get<{ id: number | null }>(`SELECT max(id) AS id FROM ${table}`)?.id ?? 0;
  return last("document") <= smallDocuments && last("link") <= smallLinks;
}

function plain(scope: GraphScope): GraphScope {
  const { collection, limit, edgeLimit, includeSimilar, threshold, linkedOnly, similarTopK } = scope;
  return {
    ...(collection === undefined ? {} : { collection }),
    limit,
    edgeLimit,
    includeSimilar,
    threshold,
    linkedOnly,
    similarTopK,
  };
}
