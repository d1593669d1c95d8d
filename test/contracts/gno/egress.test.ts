import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { harness } from "./harness.ts";

const places = {
  collections: { notes: { "a.md": "# A\n\nword\n" }, house: {}, open: {} },
};
const caller = { authenticated: true, operationAuthorized: true };
const question = { action: "remote_inference", destinationZone: "remote", contentClass: "snippet", caller };

/** Policies as an owner writes them. */
async function configured(policies: Record<string, string>, revision?: number) {
  const server = await harness(places);
  const { parseDocument, isMap } = await import("yaml");
  const { readFileSync, writeFileSync } = await import("node:fs");
  const document = parseDocument(readFileSync(server.config.configFile, "utf8"));
  const list = document.get("collections") as { items: unknown[] };
  for (const item of list.items) {
    if (!isMap(item)) continue;
    const policy = policies[String(item.get("name"))];
    if (policy === undefined) continue;
    item.set("egressPolicy", policy);
    if (revision !== undefined) item.set("egressPolicyRevision", revision);
  }
  writeFileSync(server.config.configFile, document.toString());
  return server;
}

describe("gno_egress_policy_get", () => {
  test("nothing configured is local_only by default, at revision 0", async () => {
    const server = await harness(places);
    expect(await server.ok("gno_egress_policy_get", { collection: " Notes " })).toEqual({
      schemaVersion: "1.0",
      collection: "notes",
      configuredPolicy: null,
      effectivePolicy: "local_only",
      source: "config_default",
      revision: 0,
      version: expect.stringMatching(/^egress-policy-v1:[a-f0-9]{64}$/),
    });
  });

  test("what the owner wrote is explicit, with his revision", async () => {
    const server = await configured({ house: "lan" }, 7);
    expect(await server.ok("gno_egress_policy_get", { collection: "house" })).toMatchObject({
      configuredPolicy: "lan",
      effectivePolicy: "lan",
      source: "explicit",
      revision: 7,
    });
  });

  test.each([
    { collection: "../x", code: "VALIDATION" },
    { collection: "attic", code: "NOT_FOUND" },
  ])("$collection is $code", async ({ collection, code }) => {
    const server = await harness(places);
    expect((await server.error("gno_egress_policy_get", { collection })).code).toBe(code);
  });

  test("closed: another key is refused before anything runs", async () => {
    const server = await harness(places);
    expect((await server.run("gno_egress_policy_get", { collection: "notes", x: 1 })).kind).toBe("invalid");
    expect((await server.run("gno_egress_audit_status", { x: 1 })).kind).toBe("invalid");
  });
});

describe("gno_egress_check", () => {
  test.each([
    { of: ["open"], partial: false, mode: "complete", allowed: ["open"], omitted: [] },
    { of: ["open", "notes"], partial: false, mode: "denied", allowed: [], omitted: ["notes"] },
    { of: ["open", "notes"], partial: true, mode: "partial", allowed: ["open"], omitted: ["notes"] },
    { of: ["house", "notes"], partial: true, mode: "denied", allowed: [], omitted: ["house", "notes"] },
    { of: ["attic", "OPEN"], partial: true, mode: "partial", allowed: ["open"], omitted: ["attic"] },
    { of: undefined, partial: true, mode: "partial", allowed: ["open"], omitted: ["house", "notes"] },
  ])("$of, partial $partial: $mode", async ({ of, partial, mode, allowed, omitted }) => {
    const server = await configured({ house: "lan", open: "remote" });
    const data = await server.ok("gno_egress_check", {
      ...question,
      ...(of === undefined ? {} : { collections: of }),
      partialResults: partial ? "explicit" : "deny",
    });
    expect(data).toMatchObject({ mode, allowedCollections: allowed });
    expect(data.omittedCollections.map((one: { collection: string }) => one.collection)).toEqual(omitted);
    expect(data.disclosure).toEqual(
      mode === "partial"
        ? { code: "EGRESS_PARTIAL_RESULT", omittedCount: omitted.length, omittedCollections: omitted }
        : null,
    );
    expect(data.remediation === null).toBe(mode === "complete");
    // Asking keeps nothing.
    expect((await server.ok("gno_egress_audit_status")).receipts).toBe(0);
  });

  test("a name that is not configured is local_only by legacy_default", async () => {
    const server = await harness(places);
    const { lineage, decision } = await server.ok("gno_egress_check", {
      ...question,
      collections: ["attic"],
    });
    expect(lineage.sources).toEqual([
      { collection: "attic", policy: "local_only", source: "legacy_default" },
    ]);
    expect(decision.reason).toBe("POLICY_LOCAL_ONLY");
  });

  test.each([
    { why: "twice after folding", args: { collections: ["notes", "Notes"] } },
    { why: "no name", args: { collections: ["a b"] } },
  ])("VALIDATION: $why", async ({ args }) => {
    const server = await harness(places);
    expect((await server.error("gno_egress_check", { ...question, ...args })).code).toBe("VALIDATION");
  });

  test("VALIDATION: nothing named and nothing configured", async () => {
    const server = await harness({ uninitialized: true });
    expect((await server.error("gno_egress_check", question)).code).toBe("VALIDATION");
  });

  test("VALIDATION: more configured than one question holds", async () => {
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`c${n}`, {}]));
    const server = await harness({ collections: many });
    const { code, message } = await server.error("gno_egress_check", question);
    expect([code, message.includes("at most 64")]).toEqual(["VALIDATION", true]);
  });

  test.each([
    { action: "mail" },
    { destinationZone: "moon" },
    { contentClass: "gossip" },
    { caller: { authenticated: true } },
    { caller: { ...caller, name: "x" } },
    { collections: [] },
    { collections: ["notes", "notes"] },
    { partialResults: "some" },
  ])("refuses %j by its schema", async (change) => {
    const server = await harness(places);
    expect((await server.run("gno_egress_check", { ...question, ...change })).kind).toBe("invalid");
  });
});

describe("egress audit, reading", () => {
  test("finds nothing, says so, and makes no durable file", async () => {
    const server = await harness(places);
    const durable = () => readdirSync(server.config.dirs.data).filter((name) => name.startsWith("durable-"));
    const before = durable();
    expect(await server.ok("gno_egress_audit_list")).toEqual({
      schemaVersion: "1.0",
      receipts: [],
      nextCursor: null,
    });
    expect(await server.ok("gno_egress_audit_status")).toEqual({
      schemaVersion: "1.0",
      retention: { maxAgeDays: 30, maxReceipts: 10_000, maxBytes: 4_194_304 },
      receipts: 0,
      bytes: 0,
      oldestCreatedAtMs: null,
      newestCreatedAtMs: null,
    });
    expect((await server.error("gno_egress_audit_show", { auditId: "x" })).code).toBe("NOT_FOUND");
    await server.ok("gno_egress_policy_get", { collection: "notes" });
    await server.ok("gno_egress_check", question);
    expect(durable()).toEqual(before);
  });

  test("works where nothing was initialised, and makes no folder", async () => {
    const server = await harness({ uninitialized: true });
    expect((await server.ok("gno_egress_audit_status")).receipts).toBe(0);
    expect((await server.error("gno_egress_policy_get", { collection: "notes" })).code).toBe("NOT_FOUND");
    expect(existsSync(join(server.root, "data"))).toBe(false);
  });

  test("pages newest first, each receipt once, and holds no content", async () => {
    const server = await configured({ open: "remote" });
    const { egress } = await server.app.engine();
    for (const [n, collection] of ["notes", "open", "notes", "open", "notes"].entries()) {
      await egress.authorize({
        collections: [collection],
        action: n === 0 ? "serve" : "remote_inference",
        destinationZone: "remote",
        contentClass: "snippet",
        caller,
      });
    }
    const seen: { auditId: string; createdAtMs: number; decision: string }[] = [];
    let cursor: string | null = null;
    do {
      const page: { receipts: typeof seen; nextCursor: string | null } = await server.ok(
        "gno_egress_audit_list",
        { limit: 2, ...(cursor === null ? {} : { cursor }) },
      );
      seen.push(...page.receipts);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(new Set(seen.map(({ auditId }) => auditId)).size).toBe(5);
    expect(seen.map(({ createdAtMs }) => createdAtMs)).toEqual(
      seen.map(({ createdAtMs }) => createdAtMs).sort((a, b) => b - a),
    );
    expect(seen.filter(({ decision }) => decision === "allow")).toHaveLength(2);
    expect(JSON.stringify(seen)).not.toMatch(/notes|"open"/);
    const [first] = seen;
    expect((await server.ok("gno_egress_audit_show", { auditId: first?.auditId })).receipt).toEqual(first);
    expect(await server.ok("gno_egress_audit_status")).toMatchObject({ receipts: 5 });
  });

  test.each(["x", "gno-egress-audit-v1.", "gno-egress-audit-v1.e30", "gno-change-v1.eyJzZXF1ZW5jZSI6Nn0="])(
    "the cursor %s is INVALID_INPUT",
    async (cursor) => {
      const server = await harness(places);
      expect((await server.error("gno_egress_audit_list", { cursor })).code).toBe("INVALID_INPUT");
    },
  );
});

describe("gno_egress_policy_set", () => {
  const open = (over: object = {}) => ({
    collection: "notes",
    currentPolicy: "local_only",
    currentRevision: 0,
    targetPolicy: "remote",
    acknowledged: true,
    ...over,
  });
  const set = { collection: "notes", policy: "remote" };

  test("relaxing asks for a confirmation, which the refusal shows and which works once", async () => {
    const server = await harness(places);
    const refused = await server.error("gno_egress_policy_set", set);
    expect(refused.code).toBe("EGRESS_RELAXATION_CONFIRMATION_REQUIRED");
    const confirmation = JSON.parse(refused.message.slice(refused.message.indexOf("{")));
    expect(confirmation).toEqual(open());
    const done = await server.ok("gno_egress_policy_set", { ...set, confirmation });
    expect(done).toMatchObject({
      previous: { configuredPolicy: null, revision: 0 },
      current: { configuredPolicy: "remote", source: "explicit", revision: 1 },
      change: "relaxed",
      invalidation: { policyEpoch: (await server.app.engine()).egress.epoch(), staleWorkMustRetry: true },
    });
    expect((await server.error("gno_egress_policy_set", { ...set, confirmation })).code).toBe(
      "EGRESS_RELAXATION_CONFIRMATION_REQUIRED",
    );
  });

  test.each([
    { why: "another collection", over: { collection: "house" } },
    { why: "another policy", over: { currentPolicy: "lan" } },
    { why: "another revision", over: { currentRevision: 1 } },
    { why: "another target", over: { targetPolicy: "lan" } },
  ])("refuses a confirmation of $why, and changes nothing", async ({ over }) => {
    const server = await harness(places);
    const refused = await server.error("gno_egress_policy_set", { ...set, confirmation: open(over) });
    expect(refused.code).toBe("EGRESS_RELAXATION_CONFIRMATION_REQUIRED");
    expect(await server.ok("gno_egress_policy_get", { collection: "notes" })).toMatchObject({
      configuredPolicy: null,
      revision: 0,
    });
  });

  test("a wrong confirmation fails for tightening too; none is needed", async () => {
    const server = await configured({ notes: "remote" }, 4);
    const down = { collection: "notes", policy: "local_only" };
    expect((await server.error("gno_egress_policy_set", { ...down, confirmation: open() })).code).toBe(
      "EGRESS_RELAXATION_CONFIRMATION_REQUIRED",
    );
    expect(await server.ok("gno_egress_policy_set", down)).toMatchObject({
      change: "tightened",
      current: { revision: 5, effectivePolicy: "local_only" },
    });
  });

  test("the default said aloud is source_changed, and said again unchanged", async () => {
    const server = await harness(places);
    const down = { collection: "notes", policy: "local_only" };
    expect(await server.ok("gno_egress_policy_set", down)).toMatchObject({
      change: "source_changed",
      current: { revision: 1 },
    });
    expect(await server.ok("gno_egress_policy_set", down)).toMatchObject({
      change: "unchanged",
      current: { revision: 1 },
      invalidation: null,
    });
  });

  test("an older index.yml brings no spent revision back", async () => {
    const { readFileSync, writeFileSync } = await import("node:fs");
    const server = await harness(places);
    const before = readFileSync(server.config.configFile, "utf8");
    await server.ok("gno_egress_policy_set", { ...set, confirmation: open() });
    writeFileSync(server.config.configFile, before);
    expect(await server.ok("gno_egress_policy_get", { collection: "notes" })).toMatchObject({
      configuredPolicy: null,
      revision: 1,
    });
    expect((await server.error("gno_egress_policy_set", { ...set, confirmation: open() })).code).toBe(
      "EGRESS_RELAXATION_CONFIRMATION_REQUIRED",
    );
  });

  test("keeps the comments of index.yml", async () => {
    const { appendFileSync, readFileSync } = await import("node:fs");
    const server = await harness(places);
    appendFileSync(server.config.configFile, "# mine\n");
    await server.ok("gno_egress_policy_set", { collection: "notes", policy: "local_only" });
    expect(readFileSync(server.config.configFile, "utf8")).toMatch(/# mine/);
  });

  test("used up revisions are told apart", async () => {
    const server = await configured({ notes: "lan" }, Number.MAX_SAFE_INTEGER);
    const { code } = await server.error("gno_egress_policy_set", {
      collection: "notes",
      policy: "local_only",
    });
    expect(code).toBe("CONSTRAINT_VIOLATION");
  });

  test("refuses what is not configured, and absent consent by its schema", async () => {
    const server = await harness(places);
    expect((await server.error("gno_egress_policy_set", { ...set, collection: "attic" })).code).toBe(
      "NOT_FOUND",
    );
    const confirmation = open({ acknowledged: false });
    expect((await server.run("gno_egress_policy_set", { ...set, confirmation })).kind).toBe("invalid");
  });

  test("of two who hold one confirmation, exactly one wins", async () => {
    const server = await harness(places);
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => server.run("gno_egress_policy_set", { ...set, confirmation: open() })),
    );
    expect(outcomes.filter(({ kind }) => kind === "ok")).toHaveLength(1);
    expect((await server.ok("gno_egress_policy_get", { collection: "notes" })).revision).toBe(1);
  });

  test("is not there without writes", async () => {
    const server = await harness({ ...places, writeEnabled: false });
    for (const tool of ["gno_egress_policy_set", "gno_egress_audit_delete", "gno_egress_audit_purge"])
      expect((await server.run(tool, set)).kind).toBe("unknown");
  });
});

describe("egress audit, writing", () => {
  const decided = async (count: number) => {
    const server = await harness({ ...places, yaml: "# a secret word\n" });
    const { egress } = await server.app.engine();
    for (let n = 0; n < count; n++) {
      await egress.authorize({
        action: "remote_inference",
        destinationZone: "remote",
        contentClass: "snippet",
        caller,
      });
    }
    return server;
  };

  test("deletes exactly one receipt, from the file too", async () => {
    const { readFileSync } = await import("node:fs");
    const server = await decided(3);
    const [first] = (await server.ok("gno_egress_audit_list")).receipts;
    expect(await server.ok("gno_egress_audit_delete", { auditId: first.auditId })).toMatchObject({
      auditId: first.auditId,
      deleted: 1,
      physicalCleanup: "completed",
      remainingWalFrames: 0,
    });
    expect((await server.ok("gno_egress_audit_status")).receipts).toBe(2);
    expect((await server.error("gno_egress_audit_delete", { auditId: first.auditId })).code).toBe(
      "NOT_FOUND",
    );
    for (const name of readdirSync(server.config.dirs.data).filter((each) => each.startsWith("durable-")))
      expect(readFileSync(join(server.config.dirs.data, name)).includes(first.auditId)).toBe(false);
  });

  test("purges receipts and nothing else", async () => {
    const server = await decided(3);
    await server.ok("gno_egress_policy_set", { collection: "notes", policy: "local_only" });
    expect(await server.ok("gno_egress_audit_purge", { confirm: true })).toMatchObject({ deleted: 3 });
    expect(await server.ok("gno_egress_audit_purge", { confirm: true })).toMatchObject({ deleted: 0 });
    expect((await server.ok("gno_egress_policy_get", { collection: "notes" })).revision).toBe(1);
    expect((await server.run("gno_egress_audit_purge", {})).kind).toBe("invalid");
    expect((await server.run("gno_egress_audit_purge", { confirm: false })).kind).toBe("invalid");
  });
});
