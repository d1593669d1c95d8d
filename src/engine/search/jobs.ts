/** A search as another thread does it: what it is told is plain data, what it runs is this folder's code. */
import { documentRule, languageOf } from "./chunk-filter.ts";
import { lexicalLists } from "./lexical-lists.ts";
import { prepare, type SearchSources } from "./prepare.ts";
import { planQuery } from "./query.ts";
import { createSearch } from "./search.ts";
import type { SearchAnswer, SearchJob } from "./threads.ts";
import { corrected } from "./typos.ts";

export function runJob(sources: SearchSources, job: SearchJob, signal: AbortSignal): SearchAnswer {
  if (job.kind === "lexical") return createSearch(sources).lexical({ ...job.request, signal });
  if (job.kind === "corrected") {
    const plan = planQuery(job.query);
    return plan && corrected(sources.reader, job.query, plan);
  }
  const request = { ...job.request, signal };
  const prepared = prepare(sources, request);
  if (prepared.kind !== "ready") throw new Error(`the request is refused: ${prepared.kind}`);
  const { checked, scope, plan } = prepared;
  const rule = documentRule(sources.reader, checked, job.range, scope, languageOf(request), plan);
  return lexicalLists(sources, request, prepared, rule, job.terms);
}
