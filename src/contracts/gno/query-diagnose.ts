/** gno_query_diagnose: what each stage of gno_query makes of one document. spec/gno.md, "Diagnosis". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { DiagnoseStage } from "../../engine/engine.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { hybridCall } from "./hybrid-request.ts";
import { decorate, oneLine } from "./present-document.ts";
import { expectRun, rounded } from "./present-hits.ts";

export const queryDiagnose = {
  async run(args, { engine }, call) {
    const known = () => engine.collections.list().map((collection) => collection.name);
    const { request, queryModes } = hybridCall(args, call);
    const found = await engine.search.diagnose({ ...request, target: args.target });
    if (found.kind === "bad-target") return call.fail("INVALID_INPUT", found.message);
    const result = expectRun(found, call, known);
    const { document, chunk, boost } = result;
    return {
      schemaVersion: boost === undefined ? ("1.0" as const) : ("1.2" as const),
      query: args.query,
      target: {
        ref: args.target,
        status: result.status,
        docid: document?.docid ?? null,
        uri: document === undefined ? null : decorate(document.uri, engine.indexName),
        title: document?.title ?? null,
        contentType: document?.contentType ?? null,
        contentTypeSource: result.contentTypeSource ?? null,
        categories: [...(document?.categories ?? [])],
        graphHints: [...result.graphHints],
        contentTypeRulesFingerprint: result.contentTypeRulesFingerprint ?? null,
        contentTypeFingerprintMatches: result.contentTypeMatches ?? null,
        mirrorHash: document?.mirrorHash ?? null,
        chunkCount: result.chunkCount,
        filterReasons: [...result.filterReasons],
      },
      stages: result.stages.map(stage),
      ...(boost === undefined ? {} : { contentTypeBoost: { ...boost } }),
      chunk: {
        seq: chunk?.seq ?? null,
        startLine: chunk?.startLine ?? null,
        endLine: chunk?.endLine ?? null,
        language: chunk?.language ?? null,
      },
      meta: {
        mode: result.vectorsUsed ? ("hybrid" as const) : ("bm25_only" as const),
        vectorsUsed: result.vectorsUsed,
        reranked: result.reranked,
        totalResults: result.totalResults,
        ...(queryModes === undefined ? {} : { queryModes }),
      },
    };
  },

  text({ query, target, stages, meta }) {
    const name = target.uri ?? target.ref;
    const head = `${name} for "${oneLine(query, 200)}"`;
    switch (target.status) {
      case "not_found":
        return `${head}: no such document is indexed.`;
      case "inactive":
        return `${head}: the document is no longer active, because its file or collection is gone.`;
      case "no_indexed_content":
        return `${head}: the file holds no text that could be indexed.`;
    }
    const filtered =
      target.filterReasons.length === 0 ? [] : [`  filtered out by: ${target.filterReasons.join(", ")}`];
    return [
      `${head} (${meta.mode === "hybrid" ? "hybrid" : "BM25 only"})`,
      ...filtered,
      ...stages.map(stageText),
    ].join("\n");
  },
} satisfies Tool<GnoTools, "gno_query_diagnose", GnoDeps>;

function stage(one: DiagnoseStage) {
  return {
    id: one.id,
    status: one.status,
    sourceCount: one.sourceCount,
    present: one.present,
    rank: one.rank ?? null,
    score: one.score === undefined ? null : rounded(one.score),
    survived: one.survived,
    dropReason: one.dropReason ?? null,
    ...(one.reason === undefined ? {} : { reason: one.reason }),
  };
}

interface ShownStage {
  readonly id: string;
  readonly status: string;
  readonly sourceCount: number;
  readonly rank: number | null;
  readonly score: number | null;
  readonly survived: boolean;
  readonly dropReason: string | null;
  readonly reason?: string;
}

function stageText({
  id,
  status,
  sourceCount,
  rank,
  score,
  survived,
  dropReason,
  reason,
}: ShownStage): string {
  if (status === "skipped") return `  ${id}: skipped${reason === undefined ? "" : `, ${reason}`}`;
  const place = rank === null ? `not among ${sourceCount}` : `rank ${rank} of ${sourceCount}`;
  const value = score === null ? "" : `, score ${score.toFixed(3)}`;
  const end = survived ? "" : `; dropped: ${dropReason?.replaceAll("_", " ")}`;
  return `  ${id}: ${place}${value}${end}${reason === undefined ? "" : ` (${reason})`}`;
}
