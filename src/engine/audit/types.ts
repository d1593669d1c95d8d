/** The Audit port: what can be said against the links, provenance and freshness of what is indexed. Reading only. */

export type AuditCategory = "links" | "provenance" | "freshness";

export interface AuditRequest {
  /** At least one, in the order above. */
  readonly categories: readonly AuditCategory[];
  /** Names of configured collections; empty = all. */
  readonly collections: readonly string[];
  /** Prefixes on segments of the path in a collection; empty = all. */
  readonly paths: readonly string[];
  /** Documents with any of these; empty = all. */
  readonly tags: readonly string[];
  readonly maxFindings: number;
  /** undefined = nobody said how old is too old. */
  readonly maxAgeDays?: number;
  /** Canonical URIs of documents that need no link. */
  readonly orphanRoots: readonly string[];
  readonly orphanIgnorePrefixes: readonly string[];
}

export type AuditRuleStatus = "pass" | "fail" | "skip" | "unavailable" | "inconclusive";

export interface AuditEvidence {
  readonly kind: string;
  readonly summary: string;
  readonly uri?: string;
  readonly path?: string;
  readonly detail?: string;
}

export interface AuditFinding {
  /** The same for the same fault of the same document, in every run. */
  readonly id: string;
  readonly ruleId: string;
  readonly category: AuditCategory;
  readonly severity: "error" | "warning" | "info";
  readonly subject: string;
  readonly location: string | null;
  readonly message: string;
  readonly evidence: readonly AuditEvidence[];
  readonly guidance: readonly string[];
  readonly evidenceFingerprint: string;
}

export interface AuditRule {
  readonly ruleId: string;
  readonly category: AuditCategory;
  readonly status: AuditRuleStatus;
  readonly message: string;
  /** Those of the report's findings that are of this rule. */
  readonly findings: readonly AuditFinding[];
  /** All of them, listed or not. */
  readonly findingCount: number;
  readonly examinedCount: number;
  readonly durationMs: number;
  readonly skipReason: string | null;
}

export interface AuditReport {
  readonly status: "complete" | "partial" | "changed_during_audit" | "failed";
  readonly capabilities: {
    readonly indexReadable: boolean;
    readonly sourcesReadable: boolean;
    readonly linksGraphAvailable: boolean;
    readonly provenanceSchemaAvailable: boolean;
  };
  readonly fingerprints: {
    readonly config: string;
    readonly source: string;
    readonly index: string;
    readonly rules: string;
  };
  readonly startedMs: number;
  readonly completedMs: number;
  readonly rules: readonly AuditRule[];
  /** In order of category, rule, subject, location and id; at most `maxFindings`. */
  readonly findings: readonly AuditFinding[];
  readonly findingTotal: number;
  readonly examinedDocuments: number;
  readonly timing: { readonly snapshotMs: number; readonly rulesMs: number; readonly totalMs: number };
}

export interface AuditOptions {
  /** Ends the audit early: its report is partial. */
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number, message: string) => void;
}

export interface Audit {
  run(request: AuditRequest, options?: AuditOptions): Promise<AuditReport>;
  /** Audits that are running end now, with partial reports. */
  stop(): void;
}
