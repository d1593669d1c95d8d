/**
 * Receipts of decisions about content for other machines, in the durable database: what was decided and why, never what
 * it was about. Bounded by age, number and bytes; the oldest go first.
 */

import { canonical } from "../canonical.ts";
import type { Clock, Ids } from "../ports.ts";
import type { Store } from "../store/open.ts";
import type { CollectionPolicy, EgressDecision } from "./decide.ts";
import type { Durable } from "./durable.ts";
import { lineageOf } from "./lineage.ts";
import type { AuditRemoval, AuditStatus, EgressAudit, EgressReceipt, TransferQuestion } from "./types.ts";

export interface AuditOptions {
  readonly durable: Durable;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Default the published bounds; tests set small ones. */
  readonly retention?: AuditStatus["retention"];
}

export interface OwnedAudit extends EgressAudit {
  /** On disk when it resolves. */
  record(
    question: TransferQuestion,
    decision: EgressDecision,
    scope: readonly CollectionPolicy[],
  ): Promise<EgressReceipt>;
}

export const RETENTION = { maxAgeDays: 30, maxReceipts: 10_000, maxBytes: 4 * 2 ** 20 } as const;
const DAY_MS = 24 * 3_600_000;

interface Row {
  readonly audit_id: string;
  readonly created_ms: number;
  readonly bytes: number;
  readonly receipt: string;
}

type Totals = { readonly receipts: number; readonly bytes: number };

export function createAudit({ durable, clock, ids, retention = RETENTION }: AuditOptions): OwnedAudit {
  /** Age counts also where nothing has cleaned up since. */
  const oldest = (): number => clock.now() - retention.maxAgeDays * DAY_MS;

  return {
    async record({ action, destinationZone, contentClass }, { allowed, reason }, scope) {
      const { effectivePolicy, digest: lineageDigest } = lineageOf(scope);
      const createdAtMs = clock.now();
      const content = {
        auditId: `egress-audit-${ids.uuid()}`,
        decision: allowed ? ("allow" as const) : ("deny" as const),
        action,
        destinationZone,
        contentClass,
        effectivePolicy,
        reasonCode: reason,
        lineageDigest,
        createdAtMs,
        expiresAtMs: createdAtMs + retention.maxAgeDays * DAY_MS,
      };
      const receipt = { ...content, byteSize: Buffer.byteLength(canonical(content)) };
      await durable.write((store) => {
        store
          .statement("INSERT INTO egress_receipt (audit_id, created_ms, bytes, receipt) VALUES (?, ?, ?, ?)")
          .run(receipt.auditId, receipt.createdAtMs, receipt.byteSize, canonical(receipt));
        prune(store, oldest(), retention);
      });
      return receipt;
    },

    list(limit, after) {
      const rows = durable.read(
        (store) =>
          store
            .statement<[number, number, number, string, number], Row>(
              `SELECT * FROM egress_receipt
               WHERE created_ms > ? AND created_ms <= ? AND (created_ms < ? OR audit_id > ?)
               ORDER BY created_ms DESC, audit_id LIMIT ?`,
            )
            .all(
              oldest(),
              after?.createdAtMs ?? Number.MAX_SAFE_INTEGER,
              after?.createdAtMs ?? Number.MAX_SAFE_INTEGER,
              after?.auditId ?? "",
              limit + 1,
            ),
        [],
      );
      return { receipts: rows.slice(0, limit).map(fromRow), more: rows.length > limit };
    },

    show(auditId) {
      const row = durable.read((store) => find(store, auditId, oldest()), undefined);
      return row === undefined ? undefined : fromRow(row);
    },

    status() {
      const none = { receipts: 0, bytes: 0, first: null, last: null };
      const { receipts, bytes, first, last } = durable.read(
        (store) =>
          store
            .statement<[number], Totals & { first: number | null; last: number | null }>(
              `SELECT count(*) AS receipts, coalesce(sum(bytes), 0) AS bytes, min(created_ms) AS first,
                 max(created_ms) AS last FROM egress_receipt WHERE created_ms > ?`,
            )
            .get(oldest()) ?? none,
        none,
      );
      return { retention, receipts, bytes, oldestCreatedAtMs: first, newestCreatedAtMs: last };
    },

    async remove(auditId) {
      if (durable.read((store) => find(store, auditId, oldest()), undefined) === undefined) return undefined;
      const deleted = await durable.write(
        (store) => store.statement("DELETE FROM egress_receipt WHERE audit_id = ?").run(auditId).changes,
      );
      return deleted === 0 ? undefined : { deleted, ...cleanUp(durable) };
    },

    async purge() {
      const any = durable.read(
        (store) => store.statement("SELECT 1 FROM egress_receipt LIMIT 1").get() !== undefined,
        false,
      );
      // Where nothing was ever kept, there is nothing to make a file for.
      if (!any)
        return { deleted: 0, physicalCleanup: "completed", checkpointedFrames: 0, remainingWalFrames: 0 };
      const deleted = await durable.write(
        (store) => store.statement("DELETE FROM egress_receipt").run().changes,
      );
      return { deleted, ...cleanUp(durable) };
    },
  };
}

function find(store: Store, auditId: string, oldest: number): Row | undefined {
  return store
    .statement<[string, number], Row>("SELECT * FROM egress_receipt WHERE audit_id = ? AND created_ms > ?")
    .get(auditId, oldest);
}

function fromRow({ receipt }: Row): EgressReceipt {
  return JSON.parse(receipt) as EgressReceipt;
}

function prune(store: Store, oldest: number, { maxReceipts, maxBytes }: AuditStatus["retention"]): void {
  store.statement("DELETE FROM egress_receipt WHERE created_ms <= ?").run(oldest);
  const totals = store.statement<[], Totals>(
    "SELECT count(*) AS receipts, coalesce(sum(bytes), 0) AS bytes FROM egress_receipt",
  );
  for (;;) {
    const { receipts, bytes } = totals.get() as Totals;
    if (receipts <= maxReceipts && bytes <= maxBytes) return;
    // Some room is made, so that the next receipt does not clean up again.
    store
      .statement(
        `DELETE FROM egress_receipt WHERE audit_id IN
           (SELECT audit_id FROM egress_receipt ORDER BY created_ms, audit_id DESC LIMIT ?)`,
      )
      .run(Math.max(1, receipts - maxReceipts, bytes > maxBytes ? Math.ceil(receipts / 100) : 0));
  }
}

/** Moves what was overwritten out of the write-ahead log, where older pages would stay readable. */
function cleanUp(durable: Durable): Omit<AuditRemoval, "deleted"> {
  try {
    return durable.maintain(({ raw }) => {
      const frames = (mode: string) =>
        (raw.pragma(`wal_checkpoint(${mode})`) as { busy: number; log: number; checkpointed: number }[])[0]!;
      const { log, checkpointed } = frames("FULL");
      const { busy } = frames("TRUNCATE");
      const moved = Math.max(0, checkpointed);
      return {
        physicalCleanup: busy === 0 ? ("completed" as const) : ("wal_busy" as const),
        checkpointedFrames: moved,
        remainingWalFrames: busy === 0 ? 0 : Math.max(0, log - moved),
      };
    });
  } catch {
    return { physicalCleanup: "failed", checkpointedFrames: 0, remainingWalFrames: 0 };
  }
}
