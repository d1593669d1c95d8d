/** Facts: single statements in Markdown files of the user, recalled by what they say and replaced by successors. */
import type { EgressLineage } from "../egress/lineage.ts";

/** What a fact's file says of it. */
export interface FactRecord {
  readonly recordId: string;
  readonly text: string;
  readonly scopes: readonly string[];
  readonly caller: string;
  readonly session: string;
  /** ISO 8601, Z. */
  readonly createdAt: string;
  /** SHA-256 of the normalised text. */
  readonly contentHash: string;
  /** URIs of what it replaced. */
  readonly supersedes: readonly string[];
  readonly source: string | undefined;
}

export interface Fact extends FactRecord {
  /** Undecorated URI of the file. */
  readonly uri: string;
  /** `#` + 8 hex. */
  readonly docid: string;
  readonly collection: string;
  readonly relPath: string;
}

export interface RecalledFact extends Fact {
  readonly score: number;
  readonly lineage: EgressLineage;
}

/** Who asks, as the transport knows him; arguments never say. */
export interface MemoryIdentity {
  readonly caller: string;
  readonly session: string;
}

export interface RecallRequest {
  readonly identity: MemoryIdentity;
  readonly query: string;
  readonly collection: string;
  readonly scopes: readonly string[];
  readonly maxFacts: number;
  readonly maxTokens: number;
}

/** What fencing needs to know of a recall, without a word of any fact. */
export interface RecallReceipt {
  readonly caller: string;
  readonly session: string;
  readonly issuedAt: string;
  /** Docids of the returned facts, in order. */
  readonly memoryIds: readonly string[];
  readonly spanHashes: readonly string[];
  readonly digest: string;
}

type PlaceRefusal =
  | "collection-required"
  | "collection-not-found"
  | "collection-unmanaged"
  | "scopes-required"
  | "scopes-invalid"
  | "query-failed";

export type RecallRefusal = PlaceRefusal | "query-required" | "budget-invalid";

export type RememberRefusal =
  | PlaceRefusal
  | "text-required"
  | "text-too-large"
  | "decision-invalid"
  | "predecessor-required"
  | "predecessor-not-found"
  | "predecessor-hash-mismatch"
  | "supersede-conflict"
  | "fenced-replay"
  | "fenced-derived"
  | "lease-busy"
  | "sync-failed"
  | "projection-failed";

export type MemoryRefusal = RecallRefusal | RememberRefusal;

export interface Refused<Reason extends MemoryRefusal = MemoryRefusal> {
  readonly kind: "refused";
  readonly reason: Reason;
  /** What happened and what to do; for the caller. */
  readonly message: string;
  /** The fact that stands in the way, or the file that was written all the same. */
  readonly about?: { readonly uri?: string; readonly relPath?: string; readonly contentHash?: string };
}

export interface Recalled {
  readonly kind: "recalled";
  readonly collection: string;
  /** Normalised. */
  readonly scopes: readonly string[];
  readonly facts: readonly RecalledFact[];
  readonly receipt: RecallReceipt;
  readonly usedTokens: number;
  /** Facts that matched and are not returned. */
  readonly omitted: number;
  /** Of the returned facts; undefined = there are none. */
  readonly lineage: EgressLineage | undefined;
}

export interface RememberRequest {
  readonly identity: MemoryIdentity;
  readonly text: string;
  readonly collection: string;
  readonly scopes: readonly string[];
  readonly decision?: string;
  readonly predecessorUri?: string;
  readonly predecessorHash?: string;
  /** Of the receipt that the fact may derive from. */
  readonly spanHashes: readonly string[];
  readonly derivedFrom: readonly string[];
  readonly source?: string;
}

export interface CandidateFact extends Fact {
  /** 0 to 1 */
  readonly similarity: number;
  readonly match: "exact" | "likely" | "weak";
}

export type Remembered =
  | { readonly kind: "existing"; readonly fact: Fact }
  | { readonly kind: "candidates"; readonly candidates: readonly CandidateFact[] }
  | { readonly kind: "added" | "superseded"; readonly fact: Fact; readonly absPath: string };

/** A file in a collection for facts that is none. */
export interface FactProblem {
  readonly uri: string;
  readonly collection: string;
  readonly relPath: string;
  /** `MEMORY_…`, from a closed list. */
  readonly code: string;
  readonly message: string;
}

export interface Memory {
  recall(request: RecallRequest): Recalled | Refused<RecallRefusal>;
  /** Takes the write lease itself. A fact that is reported as written is on disk and can be recalled. */
  remember(request: RememberRequest, signal: AbortSignal): Promise<Remembered | Refused<RememberRefusal>>;
  /** In order of collection and path, at most `limit`. */
  problems(limit: number, collection?: string): readonly FactProblem[];
}
