/**
 * The candidates of a hybrid search: a lexical list for the query and each variant of its words, a vector list for each
 * text whose meaning counts. Filters stand before every cut.
 */
import type { FusionRule } from "../embed/port.ts";
import type { HybridRequest } from "../engine.ts";
import { type DocumentRule, documentRule, languageOf } from "./chunk-filter.ts";
import { type Expansion, expandQuery, isStrongSignal } from "./expand.ts";
import { type LexicalList, listWeights, wordsOnly } from "./fuse.ts";
import { lexicalLists } from "./lexical-lists.ts";
import type { SearchModels } from "./models.ts";
import type { Prepared, SearchSources } from "./prepare.ts";
import type { QueryPlan } from "./query.ts";
import { unsigned } from "./threads.ts";
import type { TimeRange } from "./time.ts";
import {
  embedQueries,
  nearestChunks,
  unavailable,
  type VectorList,
  type VectorQuery,
  vectorDepth,
} from "./vector-candidates.ts";

export interface Retrieved {
  readonly range: TimeRange;
  readonly rule: DocumentRule;
  /** The first is the query's own. */
  readonly lexical: readonly LexicalList[];
  readonly vector:
    | { readonly kind: "used"; readonly model: string; readonly lists: readonly VectorList[] }
    | { readonly kind: "skipped"; readonly why: string };
  readonly expansion:
    | { readonly kind: "expanded"; readonly model: string; readonly expansion: Expansion }
    | { readonly kind: "skipped"; readonly why: string };
  readonly fusion: FusionRule;
}

export async function retrieve(
  sources: SearchSources,
  models: SearchModels | undefined,
  request: HybridRequest,
  prepared: Prepared,
  expand: boolean,
): Promise<Retrieved> {
  const { plan, checked } = prepared;
  const { signal } = request;
  const { collection } = checked;
  const own: VectorQuery[] = [
    ...textsOf([meaningText(plan, request.query)], "query", listWeights.query),
    ...textsOf(request.intents ?? [], "query", listWeights.variant),
    ...textsOf([request.hyde ?? ""], "passage", listWeights.hyde),
  ];
  // A model in another process works while the words are looked up here.
  const embedding = own.length === 0 ? undefined : embedQueries(models, collection, own, signal);
  embedding?.catch(() => undefined);

  const lists = async (range: TimeRange, terms: readonly string[]) => {
    const rule = documentRule(sources.reader, checked, range, prepared.scope, languageOf(request), plan);
    const here = () => lexicalLists(sources, request, prepared, rule, terms);
    const job = { kind: "words", request: unsigned(request), range, terms } as const;
    return { range, rule, lexical: await (sources.threads?.run(job, signal, here) ?? here()) };
  };
  const terms = request.terms ?? [];
  const guessed = checked.guessed ?? checked.range;
  let words = await lists(guessed, terms);
  const expansion = await expansionOf(models, request, prepared, expand, words.lexical);
  const queries = [...own];
  if (expansion.kind === "expanded") {
    const { lexical, vector, hyde } = expansion.expansion;
    words = await lists(guessed, lexical);
    queries.push(
      ...textsOf(vector, "query", listWeights.variant),
      ...textsOf([hyde ?? ""], "passage", listWeights.hyde),
    );
  }

  const embedded = await embedding;
  const further =
    embedded?.kind === "ok" && queries.length > own.length
      ? await embedQueries(models, collection, queries.slice(own.length), signal)
      : undefined;
  signal?.throwIfAborted();
  if (embedded?.kind !== "ok") {
    const range = isEmpty(words.lexical) && checked.guessed !== undefined ? checked.range : words.range;
    if (range !== words.range) words = await lists(range, terms);
    const why = embedded?.message ?? "the query has no text whose meaning could be compared";
    return { ...words, vector: { kind: "skipped", why }, expansion, fusion: wordsOnly };
  }
  const vectors = further?.kind === "ok" ? [...embedded.vectors, ...further.vectors] : embedded.vectors;
  const { embedder } = embedded;
  const nearest = (rule: DocumentRule) =>
    nearestChunks(
      {
        reader: sources.reader,
        models: models as SearchModels,
        fingerprint: embedder.fingerprint,
        rule,
        depth: vectorDepth,
        signal,
      },
      queries.slice(0, vectors.length),
      vectors,
    );
  try {
    let found = await nearest(words.rule);
    // The bounds were a guess from the query's own words: one that leaves nothing was a wrong guess.
    if (checked.guessed !== undefined && isEmpty(words.lexical) && isEmpty(found)) {
      words = await lists(checked.range, terms);
      found = await nearest(words.rule);
    }
    return {
      ...words,
      vector: { kind: "used", model: embedder.name, lists: found },
      expansion,
      fusion: embedder.fusion,
    };
  } catch (error) {
    const why = unavailable(error, signal).message;
    return { ...words, vector: { kind: "skipped", why }, expansion, fusion: wordsOnly };
  }
}

function isEmpty(lists: readonly { readonly hits: readonly unknown[] }[]): boolean {
  return lists.every(({ hits }) => hits.length === 0);
}

function textsOf(texts: readonly string[], kind: VectorQuery["kind"], weight: number): VectorQuery[] {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map((text) => ({ text, kind, weight }));
}

const pictograph = /\p{Extended_Pictographic}/u;

/** Without operators: what is to be left out has no part in what is meant. Punctuation alone means nothing. */
function meaningText(plan: QueryPlan, query: string): string {
  const text = [...plan.words, ...plan.phrases].map(({ raw }) => raw).join(" ");
  if (text !== "" || plan.negatives.length > 0) return text;
  return pictograph.test(query) ? query.toWellFormed().slice(0, 200) : "";
}

async function expansionOf(
  models: SearchModels | undefined,
  request: HybridRequest,
  { plan, checked }: Prepared,
  expand: boolean,
  lexical: readonly LexicalList[],
): Promise<Retrieved["expansion"]> {
  const typed =
    (request.terms?.length ?? 0) + (request.intents?.length ?? 0) > 0 || request.hyde !== undefined;
  if (typed) return { kind: "skipped", why: "the caller gave own variants" };
  if (!expand) return { kind: "skipped", why: "not asked for" };
  if (request.intent === undefined && isStrongSignal(lexical[0]?.hits ?? [])) {
    return { kind: "skipped", why: "the words alone point at one document" };
  }
  const text = meaningText(plan, request.query);
  if (text === "") return { kind: "skipped", why: "the query holds no words" };
  return expandQuery(models, text, request.intent, checked.collection, request.signal);
}
