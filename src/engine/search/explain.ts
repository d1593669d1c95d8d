/** A run in words: what each stage did, and why a hit is where it is. */
import type { ChunkHit, HybridRequest, HybridResult } from "../engine.ts";
import { languageOf } from "./chunk-filter.ts";
import type { HybridRun, Item } from "./hybrid-run.ts";
import type { Retrieved } from "./retrieve.ts";

type Stages = Extract<HybridResult, { kind: "ok" }>["stages"];

const classes = [
  "holds the query as one phrase",
  "holds all the words as written",
  "holds all the words in some form",
  "holds some of the words",
  "holds words that begin so",
] as const;

export function whyOf(item: Item): string {
  const words = item.rank === undefined ? undefined : classes[item.rank];
  const meaning =
    item.place === undefined
      ? undefined
      : item.cosine === undefined
        ? "is near a variant in meaning"
        : `is near in meaning (cosine ${item.cosine.toFixed(2)})`;
  const links = item.links > 0 ? "is linked with one of the best hits" : undefined;
  return [item.further ? "further passage" : undefined, words, meaning, links]
    .filter((part) => part !== undefined)
    .join(", ");
}

export function stagesOf(run: HybridRun, request: HybridRequest, hits: readonly ChunkHit[]): Stages {
  const { retrieved, graph, reranked } = run;
  const stages: { stage: string; message: string }[] = [];
  const say = (stage: string, message: string) => stages.push({ stage, message });
  const language = languageOf(request);
  if (language !== undefined) say("lang", `chunks in ${JSON.stringify(language)} only`);
  const typed = entries(request);
  if (typed !== "") say("query_modes", typed);
  say("expansion", expansionText(retrieved));
  say("bm25", lexicalText(retrieved));
  say("vector", vectorText(retrieved));
  say("fusion", fusionText(run));
  say(
    "graph",
    graph.enabled && graph.candidateCount > 0
      ? `${count(graph.candidateCount, "linked document")} added from the ${graph.seedCount} best`
      : `nothing added: ${graph.fallbackReasons.join(", ") || "no link leads to a new document"}`,
  );
  say(
    "rerank",
    reranked.kind === "reranked"
      ? `${reranked.model} read ${count(reranked.scores.size, "passage")}`
      : `skipped: ${reranked.why}`,
  );
  say("counters", `${run.items.length} candidates, ${hits.length} returned`);
  return stages;
}

function entries({ terms = [], intents = [], hyde }: HybridRequest): string {
  return [
    terms.length > 0 ? count(terms.length, "term") : "",
    intents.length > 0 ? count(intents.length, "intent") : "",
    hyde === undefined ? "" : "a hyde passage",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

function expansionText({ expansion }: Retrieved): string {
  if (expansion.kind === "skipped") return `skipped: ${expansion.why}`;
  const { lexical, vector, hyde } = expansion.expansion;
  const parts = [...lexical, ...vector].map((text) => JSON.stringify(text));
  return `${expansion.model}: ${parts.join(", ")}${hyde === undefined ? "" : `${parts.length > 0 ? " and " : ""}a passage`}`;
}

function lexicalText({ lexical }: Retrieved): string {
  const [own, ...variants] = lexical;
  const hits = own?.hits ?? [];
  const inClass = classes.map((words, rank) => {
    const found = hits.filter((hit) => hit.rank === rank).length;
    return found === 0 ? "" : `${found} ${words}`;
  });
  const kinds = inClass.filter((text) => text !== "");
  const also = variants.length === 0 ? "" : `; ${count(variants.length, "further query")}`;
  return kinds.length === 0 ? `no document holds a word of the query${also}` : `${kinds.join(", ")}${also}`;
}

function vectorText({ vector }: Retrieved): string {
  if (vector.kind === "skipped") return `skipped: ${vector.why}`;
  const chunks = new Set(vector.lists.flatMap(({ hits }) => hits.map(({ chunkId }) => chunkId)));
  return `${vector.model}: ${count(vector.lists.length, "text")}, ${count(chunks.size, "chunk")}`;
}

function fusionText({ retrieved: { fusion, vector }, fused }: HybridRun): string {
  const found = count(fused.length, "candidate");
  if (vector.kind === "skipped") return `words alone: ${found}`;
  return fusion.kind === "score"
    ? `words + ${fusion.weight} × cosine: ${found}`
    : `reciprocal ranks, vectors × ${fusion.weight}: ${found}`;
}

function count(number: number, what: string): string {
  const plural = what.endsWith("y") ? `${what.slice(0, -1)}ies` : `${what}s`;
  return `${number} ${number === 1 ? what : plural}`;
}
