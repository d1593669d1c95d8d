/** What each stage of a hybrid search makes of one document, and which filter keeps it out. spec/gno.md, "Diagnosis". */
import { parseRef, type Ref } from "../documents/ref.ts";
import { type DocumentRow, documentColumns, documentOf, documentTables } from "../documents/row.ts";
import type { DiagnoseResult, DiagnoseStage, Diagnosis, HybridRequest, IndexConfig } from "../engine.ts";
import { contentTypeOf } from "../index/content-type.ts";
import { extensionOf, kindOf } from "../index/file-kinds.ts";
import { rulesFingerprint } from "./boost.ts";
import { filterReasons } from "./filter-reasons.ts";
import { type Finished, finish, runForgiving } from "./hybrid.ts";
import { type HybridRun, sumOf } from "./hybrid-run.ts";
import type { SearchModels } from "./models.ts";
import type { Prepared, SearchSources } from "./prepare.ts";

type Target = DocumentRow & {
  readonly active: number;
  readonly mirror: number | null;
  readonly chunks: number;
  readonly content_type_source: string | null;
};

export interface DiagnoseOptions extends SearchSources {
  /** Of the index that is searched: a target may name it. Default `default`. */
  readonly indexName?: string;
}

export async function diagnose(
  sources: DiagnoseOptions,
  models: SearchModels | undefined,
  request: HybridRequest & { readonly target: string },
): Promise<DiagnoseResult> {
  const { indexName = "default" } = sources;
  const ref = parseRef(request.target, indexName);
  if (ref.kind === "invalid") return { kind: "bad-target", message: ref.message };
  if (ref.kind === "bare") {
    return {
      kind: "bad-target",
      message: `${JSON.stringify(ref.name)} names no document: give a docid, a gno:// URI or collection/path.`,
    };
  }
  if (ref.kind === "other-index") {
    return {
      kind: "bad-target",
      message: `The target belongs to the index ${ref.index}, this search reads ${indexName} only.`,
    };
  }
  const found = await runForgiving(sources, models, request);
  if (found.kind !== "ran") return found;
  const { prepared, run } = found;
  const finished = finish(run, request, prepared);
  const returned = finished.slice(0, request.limit);
  const target = targetOf(sources, ref);
  return {
    kind: "ok",
    ...describe(sources, request, prepared, run, finished, target),
    totalResults: returned.length,
  };
}

/** Active documents first, then by URI. */
function targetOf(
  { reader }: SearchSources,
  ref: Extract<Ref, { kind: "docid" | "path" }>,
): Target | undefined {
  const where =
    ref.kind === "docid" ? "d.docid = ?" : "c.name = ? AND d.rel_path IN (SELECT value FROM json_each(?))";
  const paths =
    ref.kind === "docid"
      ? []
      : ref.relPaths.flatMap((path) => [path, path.normalize("NFC"), path.normalize("NFD")]);
  return reader.get<Target>(
    `SELECT ${documentColumns}, d.active, d.mirror_id AS mirror, d.content_type_source,
  (SELECT count(*) FROM chunk WHERE mirror_id = d.mirror_id) AS chunks
FROM ${documentTables} WHERE ${where} ORDER BY d.active DESC, c.name, d.rel_path LIMIT 1`,
    ...(ref.kind === "docid" ? [ref.docid] : [ref.collection, JSON.stringify(paths)]),
  );
}

function describe(
  sources: SearchSources,
  request: HybridRequest,
  prepared: Prepared,
  run: HybridRun,
  finished: readonly Finished[],
  target: Target | undefined,
): Omit<Diagnosis, "kind" | "totalResults"> {
  const rules = prepared.settings?.contentTypes ?? [];
  const common = {
    contentTypeRulesFingerprint: rules.length === 0 ? undefined : rulesFingerprint(rules),
    vectorsUsed: run.retrieved.vector.kind === "used",
    reranked: run.reranked.kind === "reranked",
  };
  const nothing = {
    ...common,
    contentTypeSource: undefined,
    contentTypeMatches: undefined,
    graphHints: [],
    chunkCount: 0,
    filterReasons: [],
    stages: [],
    boost: undefined,
    chunk: undefined,
  };
  if (target === undefined) return { ...nothing, status: "not_found", document: undefined };
  const document = documentOf(target);
  const hints = rules.find(({ id }) => id === document.contentType)?.graphHints ?? [];
  const known = {
    ...nothing,
    document,
    contentTypeSource: target.content_type_source ?? undefined,
    contentTypeMatches: rules.length === 0 ? undefined : typeStands(target, rules),
    graphHints: hints,
    chunkCount: target.chunks,
  };
  const configured = prepared.settings?.collections.some(({ name }) => name === target.collection) === true;
  if (target.active !== 1 || !configured) return { ...known, status: "inactive" };
  if (target.mirror === null) return { ...known, status: "no_indexed_content" };
  const reasons = filterReasons(sources, request, prepared, run.retrieved.range, target.id);
  const at = finished.findIndex(({ item }) => item.documentId === target.id);
  return {
    ...known,
    status: reasons.length > 0 ? "filtered_out" : "diagnosed",
    filterReasons: reasons,
    stages: stagesFor(run, request, finished, target.id),
    boost: finished[at]?.receipt.boost,
    chunk: chunkOf(sources, run, target),
  };
}

/** Whether the rules that are configured now would give the document the type that it was indexed with. */
function typeStands(target: Target, rules: IndexConfig["contentTypes"]): boolean {
  const named =
    target.content_type_source === "frontmatter-type" ? (target.content_type ?? undefined) : undefined;
  const now = contentTypeOf(target.rel_path, kindOf(extensionOf(target.rel_path)).form, named, rules);
  return now.id === target.content_type && now.source === target.content_type_source;
}

function stagesFor(
  run: HybridRun,
  request: HybridRequest,
  finished: readonly Finished[],
  id: number,
): DiagnoseStage[] {
  const { retrieved, neighbours, graph, reranked } = run;
  const own = retrieved.lexical[0]?.hits ?? [];
  const bm25 = own.findIndex((hit) => hit.id === id);
  const chunks = retrieved.vector.kind === "used" ? (retrieved.vector.lists[0]?.hits ?? []) : [];
  const nearest = chunks.findIndex(({ places }) => places.some(({ documentId }) => documentId === id));
  const sum = run.fused.findIndex(({ documentId }) => documentId === id);
  const linked = neighbours.findIndex(({ documentId }) => documentId === id);
  const final = finished.findIndex(({ item }) => item.documentId === id);
  const returned = final >= 0 && final < request.limit;
  const cut =
    final >= 0 && !returned ? `rank ${final + 1} of ${finished.length}, limit ${request.limit}` : undefined;
  const isCandidate = sum >= 0 || linked >= 0;
  // Where the reranker did not run, the stage that found the document had the last word on it.
  const last = reranked.kind === "reranked" ? "rerank" : linked >= 0 ? "graph" : "fusion";
  const close = (
    stage: DiagnoseStage["id"],
    present: boolean,
  ): Pick<DiagnoseStage, "survived" | "dropReason" | "reason"> => {
    if (stage !== last) return kept(present);
    if (returned) return { survived: true, dropReason: undefined, reason: undefined };
    return isCandidate
      ? { survived: false, dropReason: "below_cutoff", reason: cut ?? "its score is below minScore" }
      : { survived: false, dropReason: "not_in_candidate_set", reason: undefined };
  };
  const fusion = close("fusion", sum >= 0);
  const read = reranked.kind === "reranked" ? reranked.scores : new Map<number, number>();
  const model = read.get(id);
  return [
    {
      id: "bm25",
      status: "active",
      sourceCount: own.length,
      present: bm25 >= 0,
      rank: rankOf(bm25),
      score: bm25 < 0 ? undefined : -(own[bm25]?.bm25 ?? 0),
      ...kept(bm25 >= 0),
    },
    retrieved.vector.kind === "skipped"
      ? skipped("vector", retrieved.vector.why)
      : {
          id: "vector",
          status: "active",
          sourceCount: chunks.length,
          present: nearest >= 0,
          rank: rankOf(nearest),
          score: chunks[nearest]?.score,
          ...kept(nearest >= 0),
        },
    {
      id: "fusion",
      status: "active",
      sourceCount: run.fused.length,
      present: sum >= 0,
      rank: rankOf(sum),
      score: sum < 0 ? undefined : sumOf(run.fused[sum] as (typeof run.fused)[number]),
      ...fusion,
    },
    graph.enabled
      ? {
          id: "graph",
          status: "active",
          sourceCount: neighbours.length,
          present: linked >= 0,
          rank: rankOf(linked),
          score: neighbours[linked]?.score,
          // A document that was found before needs no link to stay.
          ...(last === "graph"
            ? close("graph", isCandidate)
            : last === "fusion"
              ? fusion
              : kept(isCandidate)),
        }
      : skipped("graph", graph.fallbackReasons.join(", ")),
    reranked.kind === "skipped"
      ? skipped("rerank", reranked.why)
      : {
          id: "rerank",
          status: "active",
          sourceCount: read.size,
          present: model !== undefined,
          rank:
            model === undefined ? undefined : 1 + [...read.values()].filter((value) => value > model).length,
          score: model,
          ...close("rerank", model !== undefined),
        },
  ];
}

function rankOf(at: number): number | undefined {
  return at < 0 ? undefined : at + 1;
}

function kept(present: boolean): Pick<DiagnoseStage, "survived" | "dropReason" | "reason"> {
  return { survived: present, dropReason: present ? undefined : "not_in_candidate_set", reason: undefined };
}

function skipped(id: DiagnoseStage["id"], reason: string): DiagnoseStage {
  return {
    id,
    status: "skipped",
    sourceCount: 0,
    present: false,
    rank: undefined,
    score: undefined,
    survived: false,
    dropReason: "skipped",
    reason,
  };
}

/** The chunk that was nearest in meaning, else the first one. */
function chunkOf({ reader }: SearchSources, run: HybridRun, target: Target): Diagnosis["chunk"] {
  const found = run.fused.find(({ documentId }) => documentId === target.id)?.place?.chunkId;
  const row = reader.get<{ seq: number; startLine: number; endLine: number; language: string | null }>(
    `SELECT seq, start_line AS startLine, end_line AS endLine, language FROM chunk
     WHERE ${found === undefined ? "mirror_id = ? ORDER BY seq LIMIT 1" : "id = ?"}`,
    found ?? target.mirror,
  );
  return row && { ...row, language: row.language ?? undefined };
}
