/** How retrieval tools leave a private trace. Off, which is the default, they ask one flag and do nothing else. spec/gno.md, "Traces". */
import type { Document, Engine, NewRecord, SearchHit, TraceEvidence } from "../../engine/engine.ts";
import type { Call } from "../../runtime/tool.ts";
import { decorate } from "./present-document.ts";
import { excluded, type FilterArgs } from "./present-hits.ts";

type MetaCall = Pick<Call, "meta">;

export interface SearchTrace {
  readonly tool: string;
  readonly query: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly hits: readonly SearchHit[];
  /** Stages that took part. */
  readonly capabilities: readonly string[];
  /** Why others did not. */
  readonly fallbackCodes?: readonly string[];
}

export interface SearchTracing {
  /** Keeps the trace, then names it in the answer; what is not kept is not named. */
  keep(call: MetaCall, search: SearchTrace): Promise<void>;
}

/** undefined = tracing is off. Call it before the search: the time from here is the latency. */
export function tracing({
  traces,
  indexName,
}: Pick<Engine, "traces" | "indexName">): SearchTracing | undefined {
  if (!traces.enabled()) return undefined;
  const started = performance.now();
  return {
    async keep(call, { tool, query, filters, hits, capabilities, fallbackCodes }) {
      const records: NewRecord[] = [
        { part: "event", kind: "query", payload: {} },
        {
          part: "run",
          kind: "retrieval",
          payload: {
            ranked: hits.map((hit, at) => ranked(hit, at + 1, indexName)),
            latencyMs: Math.round(performance.now() - started),
            capabilities: [...capabilities],
            ...(fallbackCodes === undefined || fallbackCodes.length === 0
              ? {}
              : { fallbackCodes: fallbackCodes.slice(0, 100) }),
          },
        },
      ];
      announce(call, await traces.record({ pipeline: { tool }, query, filters, records }));
    },
  };
}

/** Puts the id of a kept trace into `_meta`. */
export function announce(call: MetaCall, traceId: string | undefined): void {
  if (traceId !== undefined) call.meta({ gno: { retrievalTrace: { traceId } } });
}

function ranked(hit: SearchHit, rank: number, indexName: string): TraceEvidence {
  return {
    ...identityOf(hit.document, indexName),
    startLine: hit.snippetRange.startLine,
    endLine: hit.snippetRange.endLine,
    score: hit.score,
    rank,
  };
}

export function identityOf(document: Document, indexName: string): TraceEvidence {
  return {
    docid: document.docid,
    sourceHash: document.sourceHash,
    ...(document.mirrorHash === undefined ? {} : { mirrorHash: document.mirrorHash }),
    uri: decorate(document.uri, indexName),
  };
}

/** The filters that every retrieval tool takes, under the names that traces know. */
export function tracedFilters(
  args: FilterArgs & { readonly limit: number; readonly minScore?: number },
): Readonly<Record<string, unknown>> {
  const {
    limit,
    minScore,
    collection,
    intent,
    lang,
    since,
    until,
    categories,
    author,
    tagsAll,
    tagsAny,
    filter,
  } = args;
  return {
    limit,
    minScore,
    collection: collection?.trim().toLowerCase(),
    intent,
    lang,
    exclude: excluded(args.exclude),
    since,
    until,
    categories,
    author,
    tagsAll,
    tagsAny,
    filter,
  };
}
