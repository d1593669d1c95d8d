/**
 * The Audit port. A pass runs in a thread of its own; one during which the index, the files or the configuration
 * changed is run once more. spec/gno.md, "Audit".
 */
import { DEFAULT_MAX_FILE_BYTES } from "../config/defaults.ts";
import type { ConfigStore, IndexConfig } from "../config/types.ts";
import type { Clock, EngineLog } from "../ports.ts";
import type { PassRequest, RuleOutcome } from "./audit-messages.ts";
import type { AuditThread } from "./audit-thread.ts";
import { digest } from "./findings.ts";
import type { PassResult } from "./run-pass.ts";
import type { Audit, AuditOptions, AuditReport, AuditRequest, AuditRule } from "./types.ts";

export interface AuditParts {
  readonly indexPath: string;
  readonly config: Pick<ConfigStore, "load">;
  readonly thread: AuditThread;
  readonly clock: Clock;
  readonly log: EngineLog;
}

/** Raised when a rule finds other things than before. */
const RULE_SET = "1.0";

export function createAudit({ indexPath, config, thread, clock, log }: AuditParts): Audit {
  const running = new Set<Int32Array>();

  const run = async (request: AuditRequest, { signal, progress }: AuditOptions): Promise<AuditReport> => {
    const cancel = new Int32Array(new SharedArrayBuffer(4));
    const stop = (): void => void Atomics.store(cancel, 0, 1);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
    running.add(cancel);
    const startedMs = clock.now();
    const begun = performance.now();
    try {
      let attempt: {
        readonly result: PassResult | undefined;
        readonly config: string;
        readonly changed: boolean;
      };
      let tries = 0;
      do {
        tries += 1;
        const before = config.load();
        const result = await thread.pass(
          passOf(before, indexPath, request, startedMs),
          cancel,
          progress ?? (() => {}),
        );
        const fingerprint = digest(before ?? null);
        const moved = digest(config.load() ?? null) !== fingerprint;
        attempt = { result, config: fingerprint, changed: result?.changed === true || moved };
      } while (attempt.changed && tries < 2 && Atomics.load(cancel, 0) === 0);
      for (const detail of attempt.result?.problems ?? []) log.error("an audit rule failed", { detail });
      const fingerprints = { config: attempt.config, rules: digest({ RULE_SET, request }) };
      const times = { startedMs, completedMs: clock.now(), totalMs: performance.now() - begun };
      return attempt.result === undefined
        ? failedReport(request, fingerprints, times)
        : reportOf(request, attempt.result, attempt.changed, fingerprints, times);
    } finally {
      running.delete(cancel);
      signal?.removeEventListener("abort", stop);
    }
  };

  return {
    run: (request, options = {}) => run(request, options),
    stop() {
      for (const cancel of running) Atomics.store(cancel, 0, 1);
    },
  };
}

function passOf(
  settings: IndexConfig | undefined,
  indexPath: string,
  request: AuditRequest,
  now: number,
): PassRequest {
  return {
    indexPath,
    collections: (settings?.collections ?? []).map(({ name, path, memoryManaged }) => ({
      name,
      path,
      memoryManaged: memoryManaged === true,
    })),
    request,
    maxFileBytes: settings?.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES,
    now,
  };
}

interface Times {
  readonly startedMs: number;
  readonly completedMs: number;
  readonly totalMs: number;
}

type OwnFingerprints = Pick<AuditReport["fingerprints"], "config" | "rules">;

function reportOf(
  request: AuditRequest,
  result: PassResult,
  changed: boolean,
  own: OwnFingerprints,
  { totalMs, ...times }: Times,
): AuditReport {
  const outcomes = [...result.rules];
  if (result.problems.length > 0) {
    outcomes.unshift(
      synthetic(
        request,
        "audit.runner",
        "unavailable",
        "A rule ended in an unexpected error.",
        "rule_failed",
      ),
    );
  }
  if (result.cancelled) {
    outcomes.unshift(
      synthetic(
        request,
        "audit.cancelled",
        "inconclusive",
        "The audit was ended before it was done.",
        "cancelled",
      ),
    );
  }
  return {
    status: changed
      ? "changed_during_audit"
      : outcomes.some(({ status }) => status === "unavailable" || status === "inconclusive")
        ? "partial"
        : "complete",
    capabilities: result.capabilities,
    fingerprints: { ...own, ...result.fingerprints },
    ...times,
    rules: outcomes.map(
      (rule): AuditRule => ({
        ...rule,
        durationMs: Math.round(rule.durationMs),
        findings: result.findings.filter(({ ruleId }) => ruleId === rule.ruleId),
      }),
    ),
    findings: result.findings,
    findingTotal: outcomes.reduce((sum, { findingCount }) => sum + findingCount, 0),
    examinedDocuments: result.examinedDocuments,
    timing: {
      snapshotMs: Math.round(result.snapshotMs),
      rulesMs: Math.round(result.rulesMs),
      totalMs: Math.round(totalMs),
    },
  };
}

/** Nothing could be looked at: no rule says anything. @param message what to do */
export function failedReport(
  request: AuditRequest,
  own: OwnFingerprints,
  { totalMs, ...times }: Times,
  message = "The index could not be read. Run gno doctor to see why, then gno update.",
): AuditReport {
  return {
    status: "failed",
    capabilities: {
      indexReadable: false,
      sourcesReadable: false,
      linksGraphAvailable: false,
      provenanceSchemaAvailable: false,
    },
    fingerprints: { ...own, source: "", index: "" },
    ...times,
    rules: [
      {
        ...synthetic(request, "audit.snapshot", "inconclusive", message, "snapshot_unavailable"),
        findings: [],
      },
    ],
    findings: [],
    findingTotal: 0,
    examinedDocuments: 0,
    timing: { snapshotMs: Math.round(totalMs), rulesMs: 0, totalMs: Math.round(totalMs) },
  };
}

function synthetic(
  { categories }: AuditRequest,
  ruleId: string,
  status: "unavailable" | "inconclusive",
  message: string,
  skipReason: string,
): RuleOutcome {
  const category = categories[0] ?? "links";
  return { ruleId, category, status, message, findingCount: 0, examinedCount: 0, durationMs: 0, skipReason };
}
