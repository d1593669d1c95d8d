/** One audit from snapshot to findings, in the audit's thread. Whether something changed meanwhile is told with it. */
import type { Reader } from "../documents/reader.ts";
import type { PassRequest, RuleOutcome } from "./audit-messages.ts";
import type { Collector } from "./findings.ts";
import { judgeAge, judgeRevision } from "./index-rules.ts";
import { judgeLinks } from "./link-rules.ts";
import { indexFingerprint, readSnapshot, type Snapshot, scopeNames } from "./snapshot.ts";
import { openRoots, type Roots, readSources, type SourceReading, sourceFingerprint } from "./sources.ts";
import type { AuditFinding, AuditReport, AuditRuleStatus } from "./types.ts";

export interface PassResult {
  readonly rules: readonly RuleOutcome[];
  /** The first `maxFindings`, in order. */
  readonly findings: readonly AuditFinding[];
  readonly examinedDocuments: number;
  readonly capabilities: AuditReport["capabilities"];
  readonly fingerprints: { readonly source: string; readonly index: string };
  readonly changed: boolean;
  readonly cancelled: boolean;
  readonly snapshotMs: number;
  readonly rulesMs: number;
  /** For the log: rules that ended in an exception. */
  readonly problems: readonly string[];
}

export interface PassOptions {
  readonly reader: Reader;
  /** Runs `work` in one read transaction. */
  readonly atOnce: <T>(work: () => T) => T;
  /** Rises when another connection has written. */
  readonly version: () => number;
  readonly cancelled: () => boolean;
  readonly progress: (done: number, total: number, message: string) => void;
}

interface Verdict {
  readonly status: AuditRuleStatus;
  readonly message: string;
  readonly examined: number;
  readonly skipReason?: string;
  readonly found?: Collector;
}

interface Rule {
  readonly ruleId: string;
  readonly category: RuleOutcome["category"];
  judge(): Verdict;
}

export function runPass(pass: PassRequest, options: PassOptions): PassResult {
  const { reader, cancelled } = options;
  const started = performance.now();
  const roots = openRoots(pass);
  const { version, snapshot } = options.atOnce(() => ({
    version: options.version(),
    snapshot: readSnapshot(reader, pass),
  }));
  const snapshotMs = performance.now() - started;

  const reading = once(() =>
    readSources({
      pass,
      documents: snapshot.documents,
      roots,
      cancelled,
      progress: (done, total) => options.progress(done, total, "reading files"),
    }),
  );
  const context: JudgeContext = { pass, snapshot, roots, reading };
  const rules: RuleOutcome[] = [];
  const findings: AuditFinding[] = [];
  const problems: string[] = [];
  for (const rule of rulesOf(context)) {
    const begun = performance.now();
    const verdict = judged(rule, cancelled, problems);
    rules.push({
      ruleId: rule.ruleId,
      category: rule.category,
      status: verdict.status,
      message: verdict.message,
      findingCount: verdict.found?.count() ?? 0,
      examinedCount: verdict.examined,
      durationMs: performance.now() - begun,
      skipReason: verdict.skipReason ?? null,
    });
    findings.push(...(verdict.found?.first(pass.request.maxFindings - findings.length) ?? []));
  }
  const reads = pass.request.categories.some((category) => category !== "links");
  const now = cancelled() ? "" : sourceFingerprint(snapshot.documents, roots);
  const source = reads && !cancelled() ? reading().fingerprint : now;
  const changed =
    source !== now ||
    (options.version() !== version &&
      options.atOnce(() => indexFingerprint(reader, pass)) !== snapshot.fingerprint);
  return {
    rules,
    findings,
    examinedDocuments: snapshot.documents.length,
    capabilities: {
      indexReadable: true,
      sourcesReadable:
        scopeNames(pass).every((name) => roots.get(name) !== undefined) &&
        !rules.some(
          ({ status, skipReason }) => status === "unavailable" && skipReason === "source_unavailable",
        ),
      linksGraphAvailable: !snapshot.truncated,
      provenanceSchemaAvailable: true,
    },
    fingerprints: { source, index: snapshot.fingerprint },
    changed,
    cancelled: cancelled(),
    snapshotMs,
    rulesMs: performance.now() - started - snapshotMs,
    problems,
  };
}

function judged(rule: Rule, cancelled: () => boolean, problems: string[]): Verdict {
  const stopped = {
    status: "inconclusive",
    message: "The audit ended before this rule did.",
    skipReason: "cancelled",
  } as const;
  if (cancelled()) return { ...stopped, examined: 0 };
  try {
    const verdict = rule.judge();
    return cancelled() ? { ...verdict, ...stopped } : verdict;
  } catch (error) {
    problems.push(
      `${rule.ruleId}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    return {
      status: "unavailable",
      message: "The rule ended in an unexpected error, which is in the log.",
      examined: 0,
      skipReason: "rule_failed",
    };
  }
}

interface JudgeContext {
  readonly pass: PassRequest;
  readonly snapshot: Snapshot;
  readonly roots: Roots;
  /** Files are read when the first rule asks for them. */
  readonly reading: () => SourceReading;
}

/** Those of the asked categories, in the order of the report. */
function rulesOf({ pass, snapshot, roots, reading: sources }: JudgeContext): Rule[] {
  const { request } = pass;
  const { documents, truncated } = snapshot;
  const all = documents.length;
  const links = once(() => judgeLinks(snapshot, request, roots));
  const ofLinks = (name: string, collector: () => Collector, bad: string, good: string): Rule => ({
    ruleId: `links.${name}`,
    category: "links",
    judge: () => {
      const found = collector();
      return truncated ? { ...cutOff(found, all), status: "inconclusive" } : counted(found, all, bad, good);
    },
  });
  /** Nothing that was left out passes. */
  const honest = (verdict: Verdict): Verdict =>
    truncated && verdict.status === "pass"
      ? { ...verdict, ...cutOff(verdict.found, verdict.examined) }
      : verdict;
  const of = (ruleId: string, judge: () => Verdict): Rule => ({
    ruleId,
    category: ruleId.slice(0, ruleId.indexOf(".")) as Rule["category"],
    judge: () => honest(judge()),
  });
  const rules: Rule[] = [
    ofLinks(
      "ambiguous-targets",
      () => links().ambiguous,
      "Links that fit several documents",
      "Every link fits one document at most.",
    ),
    ofLinks(
      "local-targets",
      () => links().broken,
      "Links that lead to no document",
      "Every link leads to a document or file.",
    ),
    ofLinks("orphans", () => links().orphans, "Documents without a link", "Every document is linked."),
    {
      ruleId: "links.parser-boundary",
      category: "links",
      judge: () => ({
        status: "pass",
        message: "Only wiki links and inline Markdown links were looked at, and not their anchors.",
        examined: all,
      }),
    },
    of("provenance.capture-source", () =>
      provenance(sources(), sources().capture, sources().declared, "source blocks"),
    ),
    of("provenance.logical-record", () =>
      undeclared(
        "Never judged: records of other programs' files are not a form that this server indexes, so no document is one.",
      ),
    ),
    of("provenance.memory-record", () =>
      pass.collections.some((one) => one.memoryManaged && scopeNames(pass).includes(one.name))
        ? provenance(sources(), sources().memory, sources().records, "memory records")
        : undeclared("No collection in the scope is managed as memory."),
    ),
    of("freshness.configured-age-signal", () =>
      request.maxAgeDays === undefined
        ? {
            status: "skip",
            message: "No age was given as too old.",
            examined: 0,
            skipReason: "age_policy_not_configured",
          }
        : counted(
            judgeAge(documents, pass),
            all,
            "Files older than allowed",
            "No file is older than allowed.",
          ),
    ),
    of("freshness.index-revision", () =>
      counted(
        judgeRevision(snapshot.faults),
        all,
        "Files and collections that could not be indexed",
        "The last attempt to index each file went well.",
      ),
    ),
    of("freshness.source-index-drift", () => {
      const { drift, examined, changing } = sources();
      const verdict = counted(
        drift,
        examined,
        "Files that differ from what is indexed",
        "Every file is as it was indexed.",
      );
      if (changing === 0) return verdict;
      const message = `Files that changed while they were read: ${changing}. ${verdict.message}`;
      return { ...verdict, status: "inconclusive", message, skipReason: "source_changed_during_read" };
    }),
    of("freshness.source-readable", () => {
      const { unreadable, examined } = sources();
      const verdict = counted(unreadable, examined, "Files that cannot be read", "Every file can be read.");
      return unreadable.count() === 0 ? verdict : { ...verdict, ...unavailable };
    }),
  ];
  return rules.filter(({ category }) => request.categories.includes(category));
}

const unavailable = { status: "unavailable", skipReason: "source_unavailable" } as const;

function counted(found: Collector, examined: number, bad: string, good: string): Verdict {
  const count = found.count();
  return count === 0
    ? { status: "pass", message: good, examined, found }
    : { status: "fail", message: `${bad}: ${count}.`, examined, found };
}

function provenance(reading: SourceReading, found: Collector, declared: number, what: string): Verdict {
  const missing = reading.unreadable.count() + reading.changing;
  if (missing > 0) {
    const message = `Files that could not be read: ${missing}. Faults in the others: ${found.count()}.`;
    return { ...unavailable, message, examined: declared, found };
  }
  if (declared === 0) return undeclared(`No document declares any of the ${what}.`);
  return counted(found, declared, `Faults in ${what}`, `No fault in ${what}: ${declared} looked at.`);
}

function undeclared(message: string): Verdict {
  return { status: "skip", message, examined: 0, skipReason: "contract_not_declared" };
}

function cutOff(found: Collector | undefined, examined: number) {
  const message = `The scope holds more documents than the ${examined} that were examined. Narrow it.`;
  return {
    status: "inconclusive" as const,
    message,
    examined,
    skipReason: "snapshot_truncated",
    ...(found === undefined ? {} : { found }),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
