/** Carries plans out, tells of those that were, and ends what a kill cut off. */
import path from "node:path";
import type { ApplyReceipt, CollectionConfig, ReasonCode, RefactorPlan, Sync } from "../engine.ts";
import type { EngineLog } from "../ports.ts";
import { type Change, type CommitOptions, commit, hashAt, rollBack } from "./commit.ts";
import { indexPaths } from "./index-paths.ts";
import type { JournalEntry, JournalRecord } from "./journal.ts";
import type { Planned } from "./plan.ts";

export interface ApplyOptions extends CommitOptions {
  readonly sync: Sync;
  readonly log: EngineLog;
}

type Place = Pick<ApplyReceipt, "planDigest" | "operation" | "source" | "target">;

/** For a plan that was not carried out, or not to its end. */
function receipt(
  { planDigest, operation, source, target }: Place,
  status: ApplyReceipt["status"],
  reasonCode: ReasonCode,
  filesystem: ApplyReceipt["filesystem"] = { state: "unchanged" },
): ApplyReceipt {
  return {
    schemaVersion: "1.0",
    planDigest,
    operation,
    source,
    target,
    status,
    reasonCode,
    filesystem,
    indexConvergence: { state: filesystem.state === "unchanged" ? "not_attempted" : "skipped" },
  };
}

export async function applyPlan(
  options: ApplyOptions,
  collection: CollectionConfig,
  { plan, root, notes, texts, targetFile }: Extract<Planned, { kind: "planned" }>,
  planDigest: string,
  signal: AbortSignal,
): Promise<ApplyReceipt> {
  const place: Place = { ...plan, planDigest };
  if (plan.planDigest !== planDigest) return receipt(place, "stale_plan", "stale_plan");
  if (!plan.canApply) return refusal(place, plan);
  const changes = [...plan.affectedDocuments.map(({ relPath }) => relPath), plan.source.relPath]
    .filter((relPath, at, all) => all.lastIndexOf(relPath) === at)
    .map((relPath): Change => {
      const note = notes.get(relPath);
      if (note === undefined) throw new Error("a plan names a note that was not read");
      const from = path.join(root, relPath);
      const text = texts.get(relPath) ?? note.text;
      return {
        from,
        to: relPath === plan.source.relPath ? targetFile : from,
        oldHash: note.hash,
        bytes: Buffer.from(`${note.bom ? "\ufeff" : ""}${text}`),
      };
    });
  // From here on the change is carried through: a call cancelled later finds it complete.
  signal.throwIfAborted();
  const paths = [...plan.affectedDocuments.map(({ relPath }) => relPath), plan.target.relPath].filter(
    (relPath) => relPath !== plan.source.relPath,
  );
  const { operation, source, target } = plan;
  const committed = await commit(options, { planDigest, operation, source, target, paths }, changes);
  switch (committed.kind) {
    case "committed":
      return converge(options, collection.name, committed.entry, {
        planDigest,
        operation,
        source,
        target,
        paths,
      });
    case "stale":
      return receipt(place, "stale_plan", "stale_plan");
    case "occupied":
      return receipt(place, "conflict", "occupied_target");
    case "rolled-back":
      options.log.error("a note could not be renamed or moved; everything is as it was", {
        error: committed.error,
      });
      return receipt(place, "failed_rolled_back", "filesystem_commit_failed", { state: "rolled_back" });
    case "unsure":
      options.log.error("a note could not be renamed or moved, nor everything put back", {
        error: committed.error,
      });
      return receipt(place, "failed_rolled_back", "rollback_recovery_required", {
        state: "recovery_required",
        recoveryJournalId: committed.entry.id,
      });
  }
}

function refusal(place: Place, { safety }: RefactorPlan): ApplyReceipt {
  const { blockingReasonCodes: codes } = safety;
  if (codes.includes("unsafe_target")) return receipt(place, "conflict", "unsafe_target");
  if (codes.includes("occupied_target")) return receipt(place, "conflict", "occupied_target");
  return receipt(place, "unsupported", codes[0] ?? "capability_denied");
}

/** The files are as they should be; now the index. */
async function converge(
  { sync, journal }: ApplyOptions,
  collection: string,
  entry: JournalEntry,
  record: Pick<JournalRecord, "planDigest" | "operation" | "source" | "target" | "paths">,
): Promise<ApplyReceipt> {
  const { planDigest, operation, source, target } = record;
  const base = {
    schemaVersion: "1.0" as const,
    planDigest,
    operation,
    source,
    target,
    filesystem: { state: "committed" as const, recoveryJournalId: entry.id },
  };
  const trouble = await indexPaths(sync, collection, record.paths, {
    moved: { from: source.relPath, to: target.relPath },
  });
  if (trouble !== undefined) {
    return {
      ...base,
      status: "applied_with_sync_pending",
      reasonCode: "sync_pending",
      indexConvergence: {
        state: "pending",
        recoveryInstruction: `The files are changed, the index is not: ${trouble} Repeat the call with the same planDigest, or run gno_sync.`,
      },
    };
  }
  if (entry.phase === "pending") await journal.enter(entry, "done").catch(() => undefined);
  await journal.tidy().catch(() => undefined);
  return { ...base, status: "applied", indexConvergence: { state: "converged" } };
}

/** The receipt of a plan that was carried out and still stands. Its files are not touched. */
export async function replayPlan(
  options: ApplyOptions,
  planDigest: string,
  isConfigured: (collection: string) => boolean,
): Promise<ApplyReceipt | undefined> {
  const { files, journal } = options;
  const known = (await journal.entries()).filter(({ id }) => id.endsWith(`-${planDigest}`));
  const entry = known.at(-1);
  const record = entry && (await journal.read(entry));
  const moved = record?.files.at(-1);
  if (entry === undefined || record === undefined || moved === undefined) return undefined;
  if (entry.phase === "open") {
    return receipt(record, "failed_rolled_back", "rollback_recovery_required", {
      state: "recovery_required",
      recoveryJournalId: entry.id,
    });
  }
  const stands =
    (await hashAt(files, moved.to)) !== undefined && (await hashAt(files, moved.from)) === undefined;
  if (!stands || !isConfigured(record.source.collection)) return undefined;
  if (entry.phase === "pending") return converge(options, record.source.collection, entry, record);
  const { operation, source, target } = record;
  return {
    schemaVersion: "1.0",
    planDigest,
    operation,
    source,
    target,
    status: "applied",
    filesystem: { state: "committed", recoveryJournalId: entry.id },
    indexConvergence: { state: "converged" },
  };
}

/** @param tried entries whose indexing failed in this process: the next sync does it. */
export async function recoverPlans(options: ApplyOptions, tried: Set<string>): Promise<void> {
  const { journal, log } = options;
  const left = (await journal.entries()).filter(({ phase }) => phase !== "done");
  for (const entry of left) {
    const record = await journal.read(entry);
    if (record === undefined) await journal.drop(entry);
    else if (entry.phase === "open") {
      const undone = await rollBack(options, entry, record);
      if (undone) log.info("undid a rename that was interrupted", { relPath: record.source.relPath });
      else log.warn("an interrupted rename cannot be undone: the note was edited since", { id: entry.id });
    } else if (!tried.has(entry.id)) {
      tried.add(entry.id);
      await converge(options, record.source.collection, entry, record);
    }
  }
  if (left.length > 0) await journal.tidy();
}
