/** The Egress port: which content may leave this machine, who decides it, and what was decided. */
import type { Action, ContentClass, EgressDecision, EgressQuestion, Policy, Zone } from "./decide.ts";
import type { EgressLineage } from "./lineage.ts";

export type { EgressDecision } from "./decide.ts";

export interface PolicyState {
  readonly collection: string;
  /** As index.yml says; null = nothing. */
  readonly configuredPolicy: Policy | null;
  readonly effectivePolicy: Policy;
  readonly source: "explicit" | "config_default";
  /** Rises with every change and is never given out twice. */
  readonly revision: number;
  readonly version: string;
}

export interface CheckQuestion {
  /** Names, lower case; default all that are configured. */
  readonly collections?: readonly string[];
  readonly action: Action;
  readonly destinationZone: Zone;
  readonly contentClass: ContentClass;
  readonly caller: EgressQuestion["caller"];
  /** Let those collections through that may go alone. */
  readonly partial: boolean;
}

export interface EgressCheck {
  readonly mode: "complete" | "partial" | "denied";
  readonly allowedCollections: readonly string[];
  readonly omittedCollections: readonly { readonly collection: string; readonly reason: string }[];
  readonly lineage: EgressLineage;
  /** Over the whole scope. */
  readonly decision: EgressDecision;
}

export type CheckOutcome =
  | { readonly kind: "checked"; readonly check: EgressCheck }
  /** Nothing is configured and nothing named. */
  | { readonly kind: "no-collections" }
  | { readonly kind: "too-many"; readonly most: number };

/** What a transfer that is about to happen asks. */
export type TransferQuestion = Omit<CheckQuestion, "partial">;

export interface Confirmation {
  readonly collection: string;
  readonly currentPolicy: Policy;
  readonly currentRevision: number;
  readonly targetPolicy: Policy;
  readonly acknowledged: true;
}

export interface SetPolicy {
  readonly collection: string;
  readonly policy: Policy;
  readonly confirmation?: Confirmation;
}

export type SetPolicyOutcome =
  | {
      readonly kind: "set";
      readonly previous: PolicyState;
      readonly current: PolicyState;
      readonly change: "tightened" | "relaxed" | "source_changed" | "unchanged";
      /** After the change. */
      readonly epoch: string;
    }
  | { readonly kind: "unknown" }
  /** The confirmation that is missing, or that does not say what is. */
  | { readonly kind: "unconfirmed"; readonly given: boolean; readonly wanted: Confirmation }
  | { readonly kind: "exhausted" };

/** A decision about content for another machine. It holds no content, no name and no address. */
export interface EgressReceipt {
  readonly auditId: string;
  readonly decision: "allow" | "deny";
  readonly action: Action;
  readonly destinationZone: Zone;
  readonly contentClass: ContentClass;
  readonly effectivePolicy: Policy;
  readonly reasonCode: string;
  readonly lineageDigest: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly byteSize: number;
}

export interface AuditPosition {
  readonly auditId: string;
  readonly createdAtMs: number;
}

export interface AuditPage {
  readonly receipts: readonly EgressReceipt[];
  readonly more: boolean;
}

export interface AuditStatus {
  readonly retention: {
    readonly maxAgeDays: number;
    readonly maxReceipts: number;
    readonly maxBytes: number;
  };
  readonly receipts: number;
  readonly bytes: number;
  readonly oldestCreatedAtMs: number | null;
  readonly newestCreatedAtMs: number | null;
}

/** What became of the bytes of deleted receipts on disk. */
export interface AuditRemoval {
  readonly deleted: number;
  readonly physicalCleanup: "completed" | "wal_busy" | "failed";
  readonly checkpointedFrames: number;
  readonly remainingWalFrames: number;
}

export interface EgressAudit {
  /** Newest first. */
  list(limit: number, after?: AuditPosition): AuditPage;
  show(auditId: string): EgressReceipt | undefined;
  status(): AuditStatus;
  /** undefined = there is no such receipt. */
  remove(auditId: string): Promise<AuditRemoval | undefined>;
  purge(): Promise<AuditRemoval>;
}

export interface Egress {
  /** undefined = not configured. */
  policy(collection: string): PolicyState | undefined;
  /** What would be decided; nothing is kept. */
  check(question: CheckQuestion): CheckOutcome;
  lineage(collections: readonly string[]): EgressLineage;
  /** Changes with every policy and with every collection that comes or goes. */
  epoch(): string;
  /**
   * Decides on a transfer that is about to happen. For another machine it leaves a receipt before it answers.
   * @throws when the receipt of an allowed transfer cannot be kept
   */
  authorize(question: TransferQuestion): Promise<EgressDecision>;
  /** The caller holds the write lease. */
  setPolicy(request: SetPolicy): Promise<SetPolicyOutcome>;
  readonly audit: EgressAudit;
}
