/** Bounds of the receipts: age, number, bytes; oldest gone first. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createAudit } from "../../../src/engine/egress/audit.ts";
import { decide } from "../../../src/engine/egress/decide.ts";
import { createDurable } from "../../../src/engine/egress/durable.ts";

const question = {
  action: "serve",
  destinationZone: "lan",
  contentClass: "source",
  caller: { authenticated: true, operationAuthorized: true },
} as const;
const scope = [{ collection: "notes", policy: "lan", source: "explicit" }] as const;
const day = 24 * 3_600_000;

function audit(retention: { maxAgeDays: number; maxReceipts: number; maxBytes: number }) {
  const folder = mkdtempSync(join(tmpdir(), "gno-audit-"));
  const durable = createDurable(join(folder, "durable-x.sqlite"));
  onTestFinished(() => {
    durable.close();
    rmSync(folder, { recursive: true });
  });
  let now = 0;
  let id = 0;
  const made = createAudit({
    durable,
    clock: { now: () => now },
    ids: { uuid: () => String(++id).padStart(4, "0") },
    retention,
  });
  return {
    made,
    async record(at: number) {
      now = at;
      await made.record(question, decide({ ...question, collections: scope }), scope);
    },
    at: (time: number) => {
      now = time;
    },
    ids: () => made.list(100).receipts.map(({ auditId }) => Number(auditId.slice(-4))),
  };
}

const roomy = { maxAgeDays: 30, maxReceipts: 100, maxBytes: 1e6 };

test("says what was decided, when it goes, and how large it is", async () => {
  const { made, record } = audit(roomy);
  await record(5);
  const [receipt] = made.list(1).receipts;
  expect(receipt).toMatchObject({
    auditId: "egress-audit-0001",
    decision: "allow",
    action: "serve",
    destinationZone: "lan",
    contentClass: "source",
    effectivePolicy: "lan",
    reasonCode: "LAN_POLICY_AUTHENTICATED",
    createdAtMs: 5,
    expiresAtMs: 5 + 30 * day,
  });
  expect(made.status().bytes).toBe(receipt?.byteSize);
});

test("keeps the newest of too many", async () => {
  const { record, ids } = audit({ ...roomy, maxReceipts: 3 });
  for (let n = 1; n <= 5; n++) await record(n);
  expect(ids()).toEqual([5, 4, 3]);
});

test("keeps within its bytes", async () => {
  const { made, record } = audit({ ...roomy, maxBytes: 1_000 });
  for (let n = 1; n <= 9; n++) await record(n);
  expect(made.status().bytes).toBeLessThanOrEqual(1_000);
  expect(made.status().receipts).toBeGreaterThan(0);
  expect(made.status().newestCreatedAtMs).toBe(9);
});

test("what is too old is not shown, also before it is cleaned up", async () => {
  const { made, record, at, ids } = audit(roomy);
  await record(1);
  at(1 + 30 * day);
  expect([ids(), made.show("egress-audit-0001"), made.status().receipts]).toEqual([[], undefined, 0]);
  await record(2 + 30 * day);
  expect(ids()).toEqual([2]);
});

test("receipts of one moment are ordered by id and paged without a gap", async () => {
  const { made, record } = audit(roomy);
  for (let n = 0; n < 5; n++) await record(7);
  const first = made.list(2);
  const second = made.list(2, first.receipts[1]);
  const third = made.list(2, second.receipts[1]);
  const all = [first, second, third].flatMap(({ receipts }) =>
    receipts.map(({ auditId }) => auditId.slice(-1)),
  );
  expect([all.join(""), third.more]).toEqual(["12345", false]);
});
