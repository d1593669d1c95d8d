/** Labelling: a person's word on a piece of evidence that a trace recorded, or on a document that it should have. */

import { canonical, sha256 } from "../canonical.ts";
import type { Store } from "../store/open.ts";
import { bytesOf, idOf } from "./identity.ts";
import { grow, redactedRef } from "./keep.ts";
import { evidenceOf } from "./lineage.ts";
import { type Head, insertRecord, recordsOf, type TraceRow, traceRow } from "./rows.ts";
import type {
  LabelRequest,
  LabelResult,
  TargetKind,
  TraceEvidence,
  TraceJudgment,
  TraceTarget,
} from "./types.ts";

const SHA = /^[a-f0-9]{64}$/;
const DOCID = /^#[a-f0-9]{6,8}$/;
const URI = /^gno:\/\/[a-z0-9][a-z0-9_-]{0,63}\/\S+$/;
const identities = ["docid", "sourceHash", "mirrorHash", "uri"] as const;

interface Found {
  readonly evidence: TraceEvidence;
  readonly runId: string | null;
}

/** Inside a transaction. */
export function labelTrace(
  store: Store,
  request: LabelRequest,
  now: number,
  maxRecords: number,
): LabelResult {
  const row = traceRow(store, request.traceId, now);
  if (row === undefined) return { kind: "unknown-trace" };
  const problem = shapeProblem(request);
  if (problem !== undefined) return { kind: "invalid", message: problem };
  const evidence = allEvidence(store, request.traceId);
  const chosen =
    request.label === "missing_expected"
      ? expected(request, evidence)
      : recorded({ ...request, label: request.label }, evidence);
  if ("kind" in chosen) return chosen;
  const earlier = recordsOf(store, request.traceId, "judgment");
  const answer = settle(earlier, request, chosen);
  if (answer !== undefined) return answer;
  if (row.records >= maxRecords) {
    return {
      kind: "conflict",
      message: "The trace is full: it holds as many records as the configuration allows.",
    };
  }
  return insert(store, row, request, chosen, earlier, now);
}

interface Chosen {
  readonly targetKind: TargetKind;
  readonly target: TraceTarget;
  readonly runId: string | null;
}

function shapeProblem({ startLine, endLine, docid, targetKind }: LabelRequest): string | undefined {
  if ((startLine === undefined) !== (endLine === undefined)) {
    return "Give both of `startLine` and `endLine`, or neither.";
  }
  if (startLine !== undefined && endLine !== undefined && endLine < startLine) {
    return "`endLine` lies before `startLine`.";
  }
  if (docid !== undefined && !DOCID.test(docid)) {
    return "`docid` is # and 6 to 8 hex digits, as an answer shows it.";
  }
  if (targetKind === "span" && startLine === undefined) {
    return "A span needs `startLine` and `endLine`.";
  }
  return undefined;
}

function allEvidence(store: Store, traceId: string): readonly Found[] {
  const runs = recordsOf(store, traceId, "run").flatMap(({ runId, payload }) =>
    evidenceOf(payload).map((evidence) => ({ evidence, runId })),
  );
  const events = recordsOf(store, traceId, "event").flatMap(({ runId, payload }) =>
    evidenceOf(payload).map((evidence) => ({ evidence, runId })),
  );
  return [...runs, ...events];
}

function names(evidence: TraceEvidence, ref: string): boolean {
  return [...identities, "passageHash" as const].some((key) => evidence[key] === ref);
}

/** relevant and irrelevant speak of what the trace holds, exactly. */
function recorded(
  request: LabelRequest,
  all: readonly Found[],
): Chosen | Extract<LabelResult, { message: string }> {
  const { targetRef, sourceHash, docid, startLine, endLine, targetKind } = request;
  const named = all.filter(({ evidence }) => names(evidence, targetRef));
  const same = named.filter(
    ({ evidence }) =>
      (sourceHash === undefined || evidence.sourceHash === sourceHash) &&
      (docid === undefined || evidence.docid === docid),
  );
  if (same.length === 0) {
    const why =
      named.length === 0
        ? "no evidence of this reference"
        : "evidence of it, but with another `docid` or `sourceHash`";
    return { kind: "invalid", message: `The trace holds ${why}. gno_trace_show lists what it holds.` };
  }
  const spans = same.filter(
    ({ evidence }) =>
      startLine === undefined || (evidence.startLine === startLine && evidence.endLine === endLine),
  );
  const [first] = spans;
  if (first === undefined) {
    return {
      kind: "invalid",
      message:
        "The trace holds evidence of this reference at other lines. Give the lines as gno_trace_show shows them.",
    };
  }
  const kind =
    targetKind ??
    (startLine !== undefined ? "span" : first.evidence.seq === undefined ? "document" : "chunk");
  const fitting = kind === "chunk" ? spans.find(({ evidence }) => evidence.seq !== undefined) : first;
  if (fitting === undefined) {
    return {
      kind: "invalid",
      message: "The evidence of this reference names no chunk. Label the document or the span.",
    };
  }
  return { targetKind: kind, target: targetOf(kind, fitting.evidence), runId: fitting.runId };
}

/** missing_expected speaks of a document that the trace does not hold. */
function expected(
  request: LabelRequest,
  all: readonly Found[],
): Chosen | Extract<LabelResult, { message: string }> {
  const { targetRef, targetKind, startLine, sourceHash, docid } = request;
  if ((targetKind !== undefined && targetKind !== "document") || startLine !== undefined) {
    return {
      kind: "invalid",
      message: "missing_expected is about a whole document: leave out lines and other kinds.",
    };
  }
  const key = URI.test(targetRef)
    ? "uri"
    : DOCID.test(targetRef)
      ? "docid"
      : SHA.test(targetRef)
        ? "sourceHash"
        : undefined;
  if (key === undefined) {
    return {
      kind: "invalid",
      message: "missing_expected needs a gno:// URI, a #docid or the SHA-256 of the file.",
    };
  }
  const target = {
    [key]: targetRef,
    ...(sourceHash === undefined ? {} : { sourceHash }),
    ...(docid === undefined ? {} : { docid }),
  };
  if (all.some(({ evidence }) => Object.values(target).some((ref) => names(evidence, ref)))) {
    return {
      kind: "conflict",
      message: "The trace holds this document already. Label it relevant or irrelevant instead.",
    };
  }
  return { targetKind: "document", target, runId: null };
}

function targetOf(kind: TargetKind, evidence: TraceEvidence): TraceTarget {
  const keys: readonly (keyof TraceTarget)[] =
    kind === "document"
      ? identities
      : [
          ...identities,
          "seq",
          "startLine",
          "endLine",
          "plannerRank",
          "passageHash",
          "sources",
          "graphExpanded",
        ];
  return Object.fromEntries(
    keys.filter((key) => evidence[key] !== undefined).map((key) => [key, evidence[key]]),
  );
}

/** Whether the judgment is there already, or its key speaks of another one. */
function settle(
  earlier: readonly TraceJudgment[],
  { label, idempotencyKey }: LabelRequest,
  { targetKind, target }: Chosen,
): LabelResult | undefined {
  const wanted = canonical({ targetKind, target });
  const same = earlier.filter(
    (one) => canonical({ targetKind: one.targetKind, target: one.target }) === wanted,
  );
  const keyed = earlier.find((one) => one.idempotencyKey === idempotencyKey);
  if (keyed !== undefined) {
    return keyed.label === label && same.includes(keyed)
      ? { kind: "duplicate", judgment: keyed }
      : {
          kind: "conflict",
          message: "`idempotencyKey` was used for another judgment of this trace. Use a new one.",
        };
  }
  const latest = same.at(-1);
  return latest?.label === label ? { kind: "duplicate", judgment: latest } : undefined;
}

function insert(
  store: Store,
  row: TraceRow,
  { label, targetRef, idempotencyKey, traceId }: LabelRequest,
  { targetKind, target, runId }: Chosen,
  earlier: readonly TraceJudgment[],
  now: number,
): LabelResult {
  const key =
    idempotencyKey ?? sha256(canonical({ label, targetKind, target, after: earlier.length })).slice(0, 40);
  const judgmentId = idOf("judgment", { traceId, idempotencyKey: key });
  const { redactionMode } = JSON.parse(row.head) as Head;
  const content = {
    judgmentId,
    traceId,
    runId,
    idempotencyKey: key,
    label,
    targetKind,
    targetRef: redactionMode === "metadata" ? redactedRef(store, targetRef) : targetRef,
    target,
  };
  const judgment: TraceJudgment = {
    ...content,
    createdAtMs: now,
    targetBytes: bytesOf(canonical(target)),
    canonicalDigest: sha256(canonical(content)),
  };
  grow(store, traceId, insertRecord(store, "judgment", judgment), 1, now);
  return { kind: "inserted", judgment };
}
