/** Vector search alone: the query is one text without operators, hits are chunks. spec/gno.md, "Vector search". */
import type { ChunkHit, ChunkRequest, Receipt, VectorResult } from "../engine.ts";
import { type Booster, clamp, createBooster } from "./boost.ts";
import { documentRule, languageOf } from "./chunk-filter.ts";
import { type Facts, readFacts, timeOf } from "./facts.ts";
import { openPage } from "./hits.ts";
import { newestDepth } from "./lexical.ts";
import type { SearchModels } from "./models.ts";
import { isoRange, prepare, type SearchSources } from "./prepare.ts";
import { asksForNewest, type TimeRange } from "./time.ts";
import { type ChunkPlace, embedQueries, nearestChunks, unavailable } from "./vector-candidates.ts";

/** Chunks asked for each hit: some begin on the same line, a document may be gone. */
const spare = 2;

interface Nearest {
  readonly place: ChunkPlace;
  readonly facts: Facts;
  readonly cosine: number;
}

export async function searchVectors(
  sources: SearchSources,
  models: SearchModels | undefined,
  request: ChunkRequest,
): Promise<VectorResult> {
  const prepared = prepare(sources, request);
  if (prepared.kind !== "ready") return prepared;
  const { plan, checked, scope, settings } = prepared;
  const { signal } = request;
  const query = { text: request.query.toWellFormed(), kind: "query", weight: 1 } as const;
  const embedded = await embedQueries(models, checked.collection, [query], signal);
  if (embedded.kind !== "ok") {
    return { kind: "no-vectors", reason: embedded.reason, message: embedded.message };
  }
  const newest = asksForNewest(plan.plainText);
  const depth = Math.max(50, request.limit * (newest ? newestDepth : spare));
  const nearest = async (range: TimeRange): Promise<Nearest[]> => {
    const rule = documentRule(sources.reader, checked, range, scope, languageOf(request), undefined);
    const [list] = await nearestChunks(
      {
        reader: sources.reader,
        models: models as SearchModels,
        fingerprint: embedded.embedder.fingerprint,
        rule,
        depth,
        signal,
      },
      [query],
      embedded.vectors,
    );
    const hits = list?.hits ?? [];
    const facts = readFacts(
      sources.reader,
      hits.flatMap(({ places }) => places.map(({ documentId }) => documentId)),
    );
    return hits.flatMap(({ score, places }) =>
      places.flatMap((place) => {
        const known = facts.get(place.documentId);
        return known === undefined ? [] : [{ place, facts: known, cosine: score }];
      }),
    );
  };
  let range = checked.guessed ?? checked.range;
  let found: Nearest[];
  try {
    found = await nearest(range);
    if (found.length === 0 && checked.guessed !== undefined) {
      range = checked.range;
      found = await nearest(range);
    }
  } catch (error) {
    const { reason, message } = unavailable(error, signal);
    return { kind: "no-vectors", reason, message };
  }
  const booster = createBooster(settings?.contentTypes ?? []);
  found.sort(byNearness(booster));
  if (newest)
    found = found
      .slice(0, request.limit * newestDepth)
      .sort(newestFirst)
      .slice(0, request.limit);

  const chosen = found.map(({ place }) => ({ id: place.documentId, rank: undefined, passage: place }));
  const page = openPage(sources.reader, chosen, plan, scope.stem, request.intent, settings);
  const hits: ChunkHit[] = [];
  const seen = new Set<string>();
  for (const [at, one] of found.entries()) {
    if (hits.length === request.limit) break;
    const receipt = receiptOf(one, booster);
    if (receipt.score < (request.minScore ?? 0)) continue;
    const hit = page(chosen[at] as (typeof chosen)[number]);
    const key = hit && `${hit.document.uri}\n${hit.line}`;
    if (hit === undefined || key === undefined || seen.has(key)) continue;
    seen.add(key);
    hits.push({ ...hit, score: receipt.score, language: one.place.language, receipt });
  }
  return { kind: "ok", hits, ...isoRange(range) };
}

/** 1 for the same direction, 0 for the opposite one. */
function scoreOf(cosine: number): number {
  return clamp((1 + cosine) / 2, 0, 1);
}

function byNearness(booster: Booster | undefined) {
  const value = ({ cosine, facts }: Nearest) => scoreOf(cosine) + (booster?.nudge(facts) ?? 0);
  return (a: Nearest, b: Nearest) =>
    value(b) - value(a) ||
    (a.facts.uri < b.facts.uri ? -1 : a.facts.uri > b.facts.uri ? 1 : a.place.start - b.place.start);
}

function newestFirst(a: Nearest, b: Nearest): number {
  return timeOf(b.facts.documentDate, b.facts.modified) - timeOf(a.facts.documentDate, a.facts.modified);
}

function receiptOf({ facts, cosine }: Nearest, booster: Booster | undefined): Receipt {
  const base = scoreOf(cosine);
  const boost = booster?.receipt(facts, base, { score: (1 - cosine) / 2, kind: "vector_distance" });
  return {
    score: boost?.finalScore ?? base,
    fusion: base,
    words: undefined,
    meaning: base,
    rerank: undefined,
    boost,
    why: `is near in meaning (cosine ${cosine.toFixed(2)})`,
  };
}
