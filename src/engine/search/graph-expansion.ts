/**
 * Documents that the best ones link to, or that link to them: one hop, few seeds, few additions. They join the
 * candidates behind what words or meaning found. spec/gno.md, "Links in a query".
 */
import type { Reader } from "../documents/reader.ts";
import type { GraphReport } from "../engine.ts";
import { tailsOf, writtenLink } from "../links/links.ts";
import { createResolver, type LinkMatch } from "../links/resolve.ts";

export interface Neighbour {
  readonly documentId: number;
  /** 0..1: how sure the link is, how often it stands there, how good its seed. */
  readonly score: number;
}

export type Confidence = "explicit" | "inferred" | "ambiguous";

const seedLimit = 5;
const candidateCap = 20;
/** Links looked at from a seed, and to one: a hub says little about its neighbours. */
const linkLimit = 200;
const confidenceWeight: Readonly<Record<Confidence, number>> = {
  explicit: 1,
  inferred: 0.65,
  ambiguous: 0.35,
};
/** Ranks of spec/gno.md, "Link resolution": a title, the whole path or an alias; the others guess at folders. */
const explicitRanks = new Set([0, 1, 2, 5, 6, 11]);

export interface GraphOptions {
  readonly reader: Reader;
  /** Best first. */
  readonly ranked: readonly number[];
  /** Documents that are candidates already. */
  readonly known: ReadonlySet<number>;
  readonly candidateLimit: number;
  /** Whether a document passes the filters of the search. */
  readonly passing: (ids: readonly number[]) => ReadonlySet<number>;
  readonly signal: AbortSignal | undefined;
}

export const graphOff = (candidateLimit: number): GraphReport =>
  report(candidateLimit, { enabled: false, fallbackReasons: ["graph_disabled"] });

export function expandByLinks(options: GraphOptions): {
  readonly neighbours: readonly Neighbour[];
  readonly report: GraphReport;
} {
  const { reader, ranked, known, candidateLimit } = options;
  const most = Math.min(candidateCap, candidateLimit);
  const seeds = [...new Set(ranked)].slice(0, seedLimit);
  const none = (reason: string) => ({
    neighbours: [],
    report: report(candidateLimit, { seedCount: seeds.length, fallbackReasons: [reason] }),
  });
  if (seeds.length === 0) return none("graph_no_seed_candidates");
  const edges = new Map<string, Edge>();
  for (const [at, seed] of seeds.entries()) {
    options.signal?.throwIfAborted();
    for (const edge of edgesOf(reader, seed)) {
      const key = `${seed} ${edge.documentId}`;
      const same = edges.get(key);
      if (same === undefined) edges.set(key, { ...edge, seedRank: at + 1 });
      else {
        same.weight += edge.weight;
        if (confidenceWeight[edge.confidence] > confidenceWeight[same.confidence])
          same.confidence = edge.confidence;
      }
    }
  }
  if (edges.size === 0) return none("graph_empty");
  const fresh = [...edges.values()].filter(({ documentId }) => !known.has(documentId));
  const allowed = options.passing([...new Set(fresh.map(({ documentId }) => documentId))]);
  const best = new Map<number, Edge & { score: number }>();
  for (const edge of fresh) {
    if (!allowed.has(edge.documentId)) continue;
    const score = Math.min(1, (confidenceWeight[edge.confidence] * edge.weight) / edge.seedRank);
    if (score > (best.get(edge.documentId)?.score ?? 0)) best.set(edge.documentId, { ...edge, score });
  }
  const chosen = [...best.values()]
    .sort((a, b) => b.score - a.score || a.documentId - b.documentId)
    .slice(0, most);
  if (chosen.length === 0) return none("graph_no_new_candidates");
  const count = (confidence: Confidence) => chosen.filter((edge) => edge.confidence === confidence).length;
  return {
    neighbours: chosen,
    report: report(candidateLimit, {
      seedCount: seeds.length,
      candidateCount: chosen.length,
      edgeConfidence: {
        explicit: count("explicit"),
        inferred: count("inferred"),
        ambiguous: count("ambiguous"),
        similarity: 0,
      },
    }),
  };
}

function report(candidateLimit: number, given: Partial<GraphReport>): GraphReport {
  return {
    enabled: true,
    seedCount: 0,
    candidateCount: 0,
    maxCandidates: Math.min(candidateCap, candidateLimit),
    edgeConfidence: { explicit: 0, inferred: 0, ambiguous: 0, similarity: 0 },
    fallbackReasons: [],
    ...given,
  };
}

interface Edge {
  readonly documentId: number;
  readonly seedRank: number;
  weight: number;
  confidence: Confidence;
}

interface LinkRow {
  readonly document_id: number;
  readonly collection: string;
  readonly kind: "wiki" | "markdown";
  readonly target_key: string;
  readonly target_collection: string | null;
}

const linkColumns = "l.document_id, c.name AS collection, l.kind, l.target_key, l.target_collection";

function* edgesOf(reader: Reader, seed: number): Generator<Omit<Edge, "seedRank">> {
  const resolve = createResolver(reader);
  const outgoing = reader.all<LinkRow>(
    `SELECT ${linkColumns} FROM link l JOIN document d ON d.id = l.document_id JOIN collection c ON c.id = d.collection_id
     WHERE l.document_id = ? ORDER BY l.line, l.col LIMIT ${linkLimit}`,
    seed,
  );
  for (const row of outgoing) {
    const match = resolve(writtenLink(row, row.collection));
    if (match !== undefined && match.documentId !== seed) yield edge(match.documentId, match);
  }
  const place = reader.get<{ id: number; relPath: string }>(
    "SELECT id, rel_path AS relPath FROM document WHERE id = ?",
    seed,
  );
  if (place === undefined) return;
  const incoming = reader.all<LinkRow>(
    `SELECT ${linkColumns} FROM link l JOIN document d ON d.id = l.document_id JOIN collection c ON c.id = d.collection_id
     WHERE l.target_tail IN (SELECT value FROM json_each(?)) AND d.active = 1 AND d.id <> ? ORDER BY l.id LIMIT ${linkLimit}`,
    JSON.stringify(tailsOf(reader, place)),
    seed,
  );
  for (const row of incoming) {
    const match = resolve(writtenLink(row, row.collection));
    if (match?.documentId === seed) yield edge(row.document_id, match);
  }
}

function edge(documentId: number, match: LinkMatch): Omit<Edge, "seedRank"> {
  const confidence =
    match.matchCount > 1 ? "ambiguous" : explicitRanks.has(match.rank) ? "explicit" : "inferred";
  return { documentId, weight: 1, confidence };
}
