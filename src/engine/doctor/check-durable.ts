/** The durable file against itself and against the index: structure, the journal of changes, the counters of traces. */
import type { IndexConfig } from "../config/types.ts";
import { CHANGE_SEQUENCE } from "../index/run-context.ts";
import type { Store } from "../store/open.ts";
import type { Findings } from "./report.ts";

const RESTORE =
  "Restore it from a backup, or move it away to start without it: notes and index are not affected.";

export function checkDurable(
  durable: Store,
  index: Store | undefined,
  config: IndexConfig,
  findings: Findings,
): void {
  const broken = durable.raw.pragma("foreign_key_check") as readonly unknown[];
  if (durable.raw.pragma("integrity_check(1)", { simple: true }) !== "ok" || broken.length > 0) {
    findings.add({
      code: "DURABLE_DAMAGED",
      severity: "error",
      message: "The durable database is damaged.",
      advice: RESTORE,
    });
    return;
  }
  checkJournal(durable, findings);
  if (index !== undefined) checkStates(durable, index, config, findings);
  checkTraceTotal(durable, findings);
}

interface Sequences {
  readonly count: number;
  readonly first: number | null;
  readonly last: number | null;
}

/** Each change has the number after the one before it; old ones go from the front alone. */
function checkJournal(durable: Store, findings: Findings): void {
  const { count, first, last } = durable.raw
    .prepare<[], Sequences>(
      "SELECT count(*) AS count, min(sequence) AS first, max(sequence) AS last FROM change",
    )
    .get() ?? { count: 0, first: null, last: null };
  const floor = Number(
    durable.raw.prepare<[], string>("SELECT value FROM meta WHERE key = 'change_floor'").pluck().get() ?? 0,
  );
  const gap = first !== null && last !== null && (last - first + 1 !== count || first !== floor + 1);
  if (gap) {
    findings.add({
      code: "CHANGES_GAP",
      severity: "error",
      message: `The journal holds ${count} changes from ${first} to ${last}, after ${floor}: some are missing.`,
      advice: RESTORE,
    });
  }
}

/** The journal's last word on a document, where the index has taken in all of it. */
function checkStates(durable: Store, index: Store, config: IndexConfig, findings: Findings): void {
  const last = durable.raw
    .prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'change'")
    .pluck()
    .get();
  const applied = index.raw
    .prepare<[string], string>("SELECT value FROM meta WHERE key = ?")
    .pluck()
    .get(CHANGE_SEQUENCE);
  if (applied !== String(last ?? 0)) return;
  const documentOf = index.raw.prepare<[string, string], { active: number; source_hash: string }>(
    `SELECT d.active, d.source_hash FROM document d JOIN collection c ON c.id = d.collection_id
     WHERE c.name = ? AND d.rel_path = ?`,
  );
  const states = durable.raw.prepare<
    [string],
    { rel_path: string; active: number; source_hash: string; sequence: number }
  >("SELECT rel_path, active, source_hash, sequence FROM change_state WHERE collection = ?");
  for (const { name } of config.collections) {
    for (const state of states.iterate(name)) {
      const document = documentOf.get(name, state.rel_path);
      const agrees =
        state.active === (document?.active ?? 0) &&
        (state.active === 0 || state.source_hash === document?.source_hash);
      if (agrees && state.sequence <= (last ?? 0)) continue;
      findings.add({
        code: "JOURNAL_DIFFERS",
        severity: "error",
        collection: name,
        relPath: state.rel_path,
        message: "The journal of changes and the index do not agree on the file.",
        advice:
          "Move the index away and run `gno update`: it is built anew and the journal goes on from there.",
      });
    }
  }
}

function checkTraceTotal(durable: Store, findings: Findings): void {
  const wrong = durable.raw
    .prepare<[], number>(
      `SELECT count(*) FROM trace_total WHERE traces <> (SELECT count(*) FROM trace)
         OR bytes <> (SELECT coalesce(sum(bytes), 0) FROM trace)`,
    )
    .pluck()
    .get();
  if (wrong === 0) return;
  findings.add({
    code: "TRACE_TOTAL_WRONG",
    severity: "warning",
    message: "The count of stored traces is not what is stored.",
    advice: "Run `gno trace purge` when the traces are not needed: the count starts anew.",
  });
}
