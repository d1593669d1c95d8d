/** Findings of one rule: bounded, in a fixed order, with ids that come back as long as the fault is the same. */
import { hash } from "node:crypto";
import type { AuditCategory, AuditEvidence, AuditFinding } from "./types.ts";

/** Most findings of one rule that are kept; all are counted. */
export const MAX_RULE_FINDINGS = 1_000;

const MAX_TEXT = 512;
const MAX_SUBJECT = 2_048;
const MAX_GUIDANCE = 256;
const MAX_EVIDENCE = 8;

export interface Draft {
  readonly subject: string;
  readonly location: string | null;
  readonly message: string;
  readonly evidence: readonly AuditEvidence[];
  readonly guidance: readonly string[];
}

export interface Collector {
  /** Faults of one document. Documents come in the order of their URIs, so the first ones kept are the first in order. */
  add(drafts: readonly Draft[]): void;
  count(): number;
  /** The first ones, in order: a finding costs two hashes, so no more are made than are listed. */
  first(limit: number): readonly AuditFinding[];
}

export function createCollector(
  ruleId: string,
  category: AuditCategory,
  severity: AuditFinding["severity"],
): Collector {
  const kept: Draft[] = [];
  let count = 0;
  return {
    add(drafts) {
      count += drafts.length;
      const room = MAX_RULE_FINDINGS - kept.length;
      if (room <= 0 || drafts.length === 0) return;
      const own = drafts.length === 1 ? drafts : [...drafts].sort(byPlace);
      kept.push(...own.slice(0, room));
    },
    count: () => count,
    first: (limit) =>
      kept
        .slice(0, limit)
        .map((draft): AuditFinding => {
          const subject = cut(draft.subject, MAX_SUBJECT);
          const evidence = draft.evidence.slice(0, MAX_EVIDENCE).map(bounded);
          const evidenceFingerprint = digest(evidence);
          const { location } = draft;
          return {
            id: digest({ evidenceFingerprint, location, ruleId, subject }),
            ruleId,
            category,
            severity,
            subject,
            location,
            message: cut(draft.message, MAX_TEXT),
            evidence,
            guidance: draft.guidance.map((one) => cut(one, MAX_GUIDANCE)),
            evidenceFingerprint,
          };
        })
        .sort(byOrder),
  };
}

/** One way to write equal values: keys in order, nothing between. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compare(a, b)))
      : inner,
  );
}

export function digest(value: unknown): string {
  return hash("sha256", canonical(value));
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** At most `max` units of UTF-16, never half a character. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text
    .slice(0, max - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, "")}…`;
}

function bounded({ kind, summary, uri, path, detail }: AuditEvidence): AuditEvidence {
  return {
    kind,
    summary: cut(summary, MAX_TEXT),
    ...(uri === undefined ? {} : { uri: cut(uri, MAX_SUBJECT) }),
    ...(path === undefined ? {} : { path: cut(path, MAX_SUBJECT) }),
    ...(detail === undefined ? {} : { detail: cut(detail, MAX_TEXT) }),
  };
}

function byPlace(a: Draft, b: Draft): number {
  return compare(a.location ?? "", b.location ?? "");
}

function byOrder(a: AuditFinding, b: AuditFinding): number {
  return compare(a.subject, b.subject) || compare(a.location ?? "", b.location ?? "") || compare(a.id, b.id);
}
