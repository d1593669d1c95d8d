/** Private retrieval traces: what a search was asked for and which evidence it gave, kept only where the user turned it on. */

import type { Zone } from "../egress/decide.ts";
import type { EgressLineage } from "../egress/lineage.ts";

export type TraceStatus = "open" | "completed" | "partial" | "failed" | "cancelled";
export type TraceOutcome = Exclude<TraceStatus, "open">;
export type RedactionMode = "metadata" | "replay";
export type RunKind = "retrieval" | "context" | "get";
export type EventKind =
  | "query"
  | "retrieval"
  | "context"
  | "get"
  | "open"
  | "cite"
  | "pin"
  | "capability"
  | "complete";
export type TraceLabel = "relevant" | "irrelevant" | "missing_expected";
export type TargetKind = "document" | "chunk" | "span";

export interface TextShape {
  readonly characters: number;
  readonly terms: number;
}

/** A place in a document, by identities and lines, without a word of it. One of the four identities is there. */
export interface TraceEvidence {
  readonly docid?: string;
  readonly sourceHash?: string;
  readonly mirrorHash?: string;
  readonly uri?: string;
  readonly seq?: number;
  readonly startLine?: number;
  readonly endLine?: number;
  readonly score?: number;
  readonly rank?: number;
  readonly plannerRank?: number;
  readonly passageHash?: string;
  readonly sources?: readonly string[];
  readonly graphExpanded?: boolean;
}

export type TraceTarget = Omit<TraceEvidence, "score" | "rank">;
export type TracePayload = Readonly<Record<string, unknown>>;

/** One record of a new trace, or one more of an open one; events belong to the run before them. */
export type NewRecord =
  | { readonly part: "run"; readonly kind: RunKind; readonly payload: TracePayload }
  | { readonly part: "event"; readonly kind: EventKind; readonly payload: TracePayload };

export interface NewTrace {
  /** What ran: name of the tool and what else makes two runs unlike. Only its hash is kept. */
  readonly pipeline: TracePayload;
  readonly query: string;
  readonly goal?: string;
  /** Arguments that narrowed the search, under the names of `TRACE_FILTERS`. */
  readonly filters: TracePayload;
  readonly records: readonly NewRecord[];
  /** Ends the trace; without it the trace stays open for what follows. */
  readonly outcome?: TraceOutcome;
}

export interface TraceSummary {
  readonly traceId: string;
  readonly schemaVersion: "1.0";
  readonly redactionMode: RedactionMode;
  readonly replayCapable: boolean;
  readonly status: TraceStatus;
  readonly queryShape: TextShape;
  readonly goalShape: TextShape;
  readonly egressLineage?: EgressLineage;
  readonly fingerprints: {
    readonly pipeline: string;
    readonly model: string;
    readonly config: string;
    readonly index: string;
  };
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly expiresAtMs: number;
  readonly byteSize: number;
  readonly creationDigest: string;
}

export interface Trace extends TraceSummary {
  readonly queryText: string | null;
  readonly queryDigest: string | null;
  readonly goalText: string | null;
  readonly goalDigest: string | null;
  readonly filters: TracePayload;
}

interface Recorded {
  readonly traceId: string;
  readonly idempotencyKey: string;
  readonly createdAtMs: number;
  readonly canonicalDigest: string;
}

export interface TraceRun extends Recorded {
  readonly runId: string;
  readonly kind: RunKind;
  readonly payload: TracePayload;
  readonly payloadBytes: number;
}

export interface TraceEvent extends Recorded {
  readonly eventId: string;
  readonly runId: string | null;
  readonly kind: EventKind;
  readonly payload: TracePayload;
  readonly payloadBytes: number;
}

export interface TraceJudgment extends Recorded {
  readonly judgmentId: string;
  readonly runId: string | null;
  readonly label: TraceLabel;
  readonly targetKind: TargetKind;
  readonly targetRef: string;
  readonly target: TraceTarget;
  readonly targetBytes: number;
}

export interface TraceExportRow {
  readonly exportId: string;
  readonly traceId: string;
  readonly format: "agentic-receipt";
  readonly artifactHash: string;
  readonly createdAtMs: number;
}

export interface TraceDetail {
  readonly trace: Trace;
  readonly runs: readonly TraceRun[];
  readonly events: readonly TraceEvent[];
  readonly judgments: readonly TraceJudgment[];
  readonly exports: readonly TraceExportRow[];
  readonly totals: Readonly<Record<"runs" | "events" | "judgments" | "exports", number>>;
  readonly truncated: Readonly<Record<"runs" | "events" | "judgments" | "exports", boolean>>;
}

/** Place in the list, whose order never changes: newest first, then by id. */
export interface TracePlace {
  readonly createdAtMs: number;
  readonly traceId: string;
}

export interface LabelRequest {
  readonly traceId: string;
  readonly label: TraceLabel;
  readonly targetRef: string;
  readonly targetKind?: TargetKind;
  readonly startLine?: number;
  readonly endLine?: number;
  readonly sourceHash?: string;
  readonly docid?: string;
  readonly idempotencyKey?: string;
}

export type LabelResult =
  | { readonly kind: "inserted" | "duplicate"; readonly judgment: TraceJudgment }
  | { readonly kind: "unknown-trace" }
  | { readonly kind: "invalid" | "conflict"; readonly message: string };

export interface TraceArtifact {
  readonly schemaVersion: "1.0";
  readonly format: "agentic-receipt";
  readonly egressLineage?: EgressLineage;
  readonly traces: readonly {
    readonly trace: Trace;
    readonly runs: readonly TraceRun[];
    readonly events: readonly TraceEvent[];
    readonly judgments: readonly TraceJudgment[];
  }[];
}

export type ExportResult =
  | {
      readonly kind: "inserted" | "duplicate";
      readonly manifest: {
        readonly exportId: string;
        readonly traceIds: readonly string[];
        readonly format: "agentic-receipt";
        readonly artifactHash: string;
        readonly egressLineage?: EgressLineage;
        readonly createdAtMs: number;
      };
      readonly artifact: TraceArtifact;
    }
  | { readonly kind: "unknown-traces"; readonly traceIds: readonly string[] }
  | { readonly kind: "open-traces"; readonly traceIds: readonly string[] }
  | { readonly kind: "too-large"; readonly bytes: number; readonly limit: number }
  | { readonly kind: "denied"; readonly reason: string };

export interface TraceCounts {
  readonly traces: number;
  readonly runs: number;
  readonly events: number;
  readonly judgments: number;
  readonly exports: number;
  readonly exportLinks: number;
}

export interface Traces {
  /** Asks the configuration and nothing else. */
  enabled(): boolean;
  /** Keeps a trace in one transaction. Never throws: @returns its id, undefined when it could not be kept. */
  record(trace: NewTrace): Promise<string | undefined>;
  /** Adds to an open trace, as above. @returns false when it is not there, closed or full, or could not be written. */
  append(traceId: string, records: readonly NewRecord[], outcome?: TraceOutcome): Promise<boolean>;
  status(traceId: string): TraceStatus | undefined;
  list(
    limit: number,
    after?: TracePlace,
  ): { readonly traces: readonly TraceSummary[]; readonly more: boolean };
  show(traceId: string, detailLimit: number): TraceDetail | undefined;
  /** These write and are called by a holder of the write lease. */
  label(request: LabelRequest): Promise<LabelResult>;
  export(traceIds: readonly string[], zone: ExportZone): Promise<ExportResult>;
  /** undefined = there is no such trace. */
  delete(traceId: string): Promise<TraceCounts | undefined>;
  purge(): Promise<TraceCounts & Cleanup>;
}

/** Where an export goes; to a caller on this machine it goes as to its own disk. */
export type ExportZone = Exclude<Zone, "loopback">;

/** What became of the bytes of deleted rows in the write-ahead log. */
export interface Cleanup {
  readonly physicalCleanup: "completed" | "wal_busy" | "failed";
  readonly checkpointedFrames: number;
  readonly remainingWalFrames: number;
}
