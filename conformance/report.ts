/** From verdicts to what a reader sees: a figure per level, failures with their evidence, one closing line. */
import { type Baseline, type Known, knownFailure } from "./baseline.ts";
import type { Failure, Verdict } from "./check.ts";
import { type Invocation, replayLine } from "./replay.ts";
import { isGate, isMust, isWish, type Level, type Row, rows } from "./rows.ts";
import type { Wire } from "./target/target.ts";

export type Outcome = "passed" | "failed" | "flaky" | "skipped" | "known";

export interface Entry {
  readonly row: Row;
  readonly wire: Wire;
  readonly property: string;
  readonly outcome: Outcome;
  readonly skip?: string;
  readonly known?: string;
  readonly failures: readonly Failure[];
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly known: number;
  readonly skipped: number;
}

export interface Report {
  readonly contract: string;
  readonly wires: readonly Wire[];
  readonly seed: number;
  readonly entries: readonly Entry[];
  readonly notes: readonly string[];
  readonly gate: Counts;
  readonly wishes: Counts;
  readonly robustness: Counts;
  /** MUST and MUST NOT rows that were decided on at least one wire, of all that the wires could have. */
  readonly musts: { readonly exercised: number; readonly all: number };
  /** Entries of the baseline that passed or matched nothing. */
  readonly stale: readonly Known[];
  readonly ok: boolean;
}

export interface Ran {
  readonly property: string;
  readonly verdict: Verdict;
  readonly flaky: boolean;
}

export interface ReportInput {
  readonly contract: string;
  readonly wires: readonly Wire[];
  readonly seed: number;
  readonly ran: readonly Ran[];
  readonly notes: readonly string[];
  readonly baseline: Baseline;
  /** Only some properties ran: the baseline cannot be judged stale. */
  readonly partial: boolean;
}

export function buildReport(input: ReportInput): Report {
  const hit = new Set<Known>();
  const entries = input.ran.map(({ property, verdict, flaky }): Entry => {
    const known = knownFailure(input.baseline, verdict.row.key, verdict.wire);
    const base = { row: verdict.row, wire: verdict.wire, property, failures: verdict.failures };
    if (verdict.skip !== undefined && !verdict.exercised)
      return { ...base, outcome: "skipped", skip: verdict.skip };
    if (verdict.failures.length === 0 && !flaky) return { ...base, outcome: "passed" };
    if (known === undefined) return { ...base, outcome: flaky ? "flaky" : "failed" };
    hit.add(known);
    return { ...base, outcome: "known", known: known.reason };
  });
  // An entry for every wire is right as long as it fails on one of them.
  const stale = input.partial ? [] : input.baseline.entries.filter((entry) => !hit.has(entry));
  const gate = count(entries, isGate);
  return {
    contract: input.contract,
    wires: input.wires,
    seed: input.seed,
    entries,
    notes: input.notes,
    gate,
    wishes: count(entries, isWish),
    robustness: count(entries, (level) => level === "DEF"),
    musts: mustShare(entries, input.wires),
    stale,
    ok: gate.failed === 0 && stale.length === 0,
  };
}

function count(entries: readonly Entry[], wanted: (level: Level) => boolean): Counts {
  const counts = { passed: 0, failed: 0, known: 0, skipped: 0 };
  for (const { row, outcome } of entries) {
    if (wanted(row.level)) counts[outcome === "flaky" ? "failed" : outcome]++;
  }
  return counts;
}

function mustShare(entries: readonly Entry[], wires: readonly Wire[]): Report["musts"] {
  const reachable = rows.filter(
    (row) =>
      isMust(row.level) &&
      wires.some((wire) => {
        const [transport, era] = wire.split("-");
        return row.transport.includes(transport as never) && (row.era === "both" || row.era === era);
      }),
  );
  const decided = new Set(
    entries.filter((entry) => entry.outcome !== "skipped").map((entry) => entry.row.key),
  );
  return { exercised: reachable.filter((row) => decided.has(row.key)).length, all: reachable.length };
}

export function printReport(report: Report, invocation: Invocation): string {
  const lines: string[] = [];
  const failed = report.entries.filter((entry) => entry.outcome === "failed" || entry.outcome === "flaky");
  for (const entry of failed.filter(({ row }) => isGate(row.level)))
    lines.push(...describe(entry, report, invocation));
  const others = failed.filter(({ row }) => !isGate(row.level));
  for (const entry of others) lines.push(...describe(entry, report, invocation));
  for (const { row, wire, known } of report.entries.filter((entry) => entry.outcome === "known")) {
    lines.push(`known    ${row.key} on ${wire}: ${known}`);
  }
  for (const entry of report.stale) {
    const wire = entry.wire ?? "*";
    lines.push(
      `stale    line ${entry.line} of the list of known failures: ${entry.key} ${wire} does not fail; remove it`,
    );
  }
  lines.push(...skips(report), ...report.notes.map((note) => `note     ${note}`), "");
  lines.push(`must, spec, contract: ${figures(report.gate)}`);
  lines.push(`should:               ${figures(report.wishes)}`);
  lines.push(`robustness:           ${figures(report.robustness)}`);
  lines.push(closing(report));
  return lines.join("\n");
}

/** The last line: what a script or a badge reads. */
export function closing(report: Report): string {
  const { exercised, all } = report.musts;
  const share = all === 0 ? 0 : Math.round((100 * exercised) / all);
  const verdict = report.ok ? "conforms" : "does not conform";
  return `${report.contract} over ${report.wires.join(", ")}: ${verdict}; ${exercised} of ${all} MUST rows exercised (${share} %), seed ${report.seed}`;
}

function describe(entry: Entry, report: Report, invocation: Invocation): string[] {
  const { row, wire, property, failures, outcome } = entry;
  const lines = [
    `${outcome === "flaky" ? "FLAKY" : "FAILED"}  ${row.key} (${row.level}) on ${wire}`,
    `  rule: ${row.statement}`,
  ];
  if (outcome === "flaky") lines.push("  it failed once and held when it was run again alone");
  for (const failure of failures) {
    lines.push(`  seen: ${failure.says}`);
    if (failure.exchange !== undefined) {
      lines.push(indent("sent", failure.exchange.sent), indent("received", failure.exchange.received));
    }
    const again = { property, wire, seed: failure.replay?.seed ?? report.seed };
    const generated =
      failure.replay === undefined ? {} : { case: failure.replay.case, path: failure.replay.path };
    lines.push(`  replay: ${replayLine(invocation, { ...again, ...generated })}`);
  }
  return [...lines, ""];
}

function indent(label: string, text: string): string {
  return `  ${label}:\n${text
    .split("\n")
    .map((line) => `    | ${line}`)
    .join("\n")}`;
}

function skips(report: Report): string[] {
  const byReason = new Map<string, string[]>();
  for (const { row, wire, skip } of report.entries.filter((entry) => entry.outcome === "skipped")) {
    const list = byReason.get(skip ?? "") ?? [];
    list.push(`${row.key} on ${wire}`);
    byReason.set(skip ?? "", list);
  }
  return [...byReason].map(
    ([reason, list]) =>
      `skipped  ${list.length} (${reason}): ${list.slice(0, 6).join(", ")}${list.length > 6 ? ", …" : ""}`,
  );
}

function figures(counts: Counts): string {
  const known = counts.known === 0 ? "" : `, ${counts.known} known failures`;
  return `${counts.passed} passed, ${counts.failed} failed${known}, ${counts.skipped} skipped`;
}
