/** What the main thread and the audit's thread say to each other. Plain data only. */
import type { AuditCategory, AuditRequest, AuditRuleStatus } from "./types.ts";

/** A configured collection that is audited, and whose documents links may lead to. */
export interface AuditedCollection {
  readonly name: string;
  /** Its folder, as configured. */
  readonly path: string;
  readonly memoryManaged: boolean;
}

export interface PassRequest {
  readonly indexPath: string;
  readonly collections: readonly AuditedCollection[];
  readonly request: AuditRequest;
  readonly maxFileBytes: number;
  /** Milliseconds since the epoch that age is counted from. */
  readonly now: number;
}

/** A rule's outcome before findings of all rules are put together. */
export interface RuleOutcome {
  readonly ruleId: string;
  readonly category: AuditCategory;
  readonly status: AuditRuleStatus;
  readonly message: string;
  readonly findingCount: number;
  readonly examinedCount: number;
  readonly durationMs: number;
  readonly skipReason: string | null;
}

export type ToAudit =
  | {
      readonly kind: "ask";
      readonly id: number;
      readonly pass: PassRequest;
      /** Not 0 = end early. */
      readonly cancel: Int32Array;
    }
  | { readonly kind: "close" };

export type FromAudit =
  | {
      readonly kind: "progress";
      readonly id: number;
      readonly done: number;
      readonly total: number;
      readonly message: string;
    }
  /** JSON of a PassResult: the main thread reads a long text faster than thousands of cloned objects. */
  | { readonly kind: "answer"; readonly id: number; readonly json: string }
  /** `detail` is for the log only. */
  | { readonly kind: "failed"; readonly id: number; readonly detail: string };
