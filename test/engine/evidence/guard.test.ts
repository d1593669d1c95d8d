/** A capsule is of one state: what moves while it is compiled or verified ends the call. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createEvidence } from "../../../src/engine/evidence/evidence.ts";
import { vault as makeVault, type Vault } from "../support/vault.ts";

const request = { goal: "restore snapshot", budgetTokens: 9_000, depthPolicy: "fast" } as const;

function world(meanwhile: (at: Vault) => void) {
  const vault = makeVault({ "notes/a.md": "Restore the snapshot.\n" });
  onTestFinished(() => vault.close());
  const { raw } = vault.store;
  let moves = false;
  const evidence = createEvidence({
    ...vault,
    indexName: "default",
    version: () =>
      `${raw.pragma("data_version", { simple: true })} ${raw.prepare("SELECT total_changes()").pluck().get()}`,
    vectors: {
      state: () => ({
        model: "builtin",
        fingerprint: "",
        dimension: 0,
        embedded: 0,
        pending: 0,
        stale: 0,
        mirror: { state: "none", vectors: 0 },
      }),
    },
    rerankModel: () => undefined,
    search: {
      ...vault.search,
      lexical(asked) {
        const found = vault.search.lexical(asked);
        if (moves) meanwhile(vault);
        return found;
      },
    },
  });
  return { evidence, move: () => (moves = true) };
}

const cases = [
  [
    "a document",
    "index-changed",
    (vault: Vault) => {
      writeFileSync(join(vault.data, "notes", "b.md"), "snapshot\n");
      vault.sync();
    },
  ],
  [
    "a context",
    "context-changed",
    (vault: Vault) => vault.configure({ contexts: [{ scopeType: "global", scopeKey: "/", text: "New." }] }),
  ],
] as const;

describe("while it runs", () => {
  test.each(cases)("%s that changes gives %s", async (_name, fault, meanwhile) => {
    const { evidence, move } = world(meanwhile);
    const before = await evidence.compile(request);
    if (before.kind !== "ok") throw new Error(before.message);
    move();
    expect(await evidence.verify(before.capsule)).toMatchObject({ kind: "refused", fault });
  });

  test.each(cases)("%s that changes leaves no capsule: %s", async (_name, fault, meanwhile) => {
    const { evidence, move } = world(meanwhile);
    move();
    expect(await evidence.compile(request)).toMatchObject({ kind: "refused", fault });
  });

  test("a call that nobody waits for ends", async () => {
    const { evidence } = world(() => undefined);
    await expect(evidence.compile({ ...request, signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
