/** gram_recall with the built-in model, over the service: pages, cursors, cosines, and what is said when it cannot. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { composeGram } from "../../../src/app/gram/compose.ts";

import type { Mount } from "../../../src/engine/gram/vault.ts";

const silent = { error: () => {}, warn: () => {}, info: () => {} };
const caller = { client: "test/1", session: "s", transport: "stdio", local: true } as const;

async function server(model: "builtin" | undefined, documents: number, mounts: readonly Mount[] = []) {
  const root = mkdtempSync(join(tmpdir(), "gram-recall-"));
  const app = composeGram({ vault: { root, access: "write", mounts }, log: silent, model });
  onTestFinished(async () => {
    await app.close(5_000);
    rmSync(root, { recursive: true, force: true });
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes.
  const call = async (tool: string, args: object): Promise<any> => {
    const wire = await app.service.call(tool, args, { caller });
    if (wire.kind !== "result") throw new Error(JSON.stringify(wire));
    return (wire.result as { structuredContent: unknown }).structuredContent;
  };
  const create = (n: number) =>
    call("gram_create", {
      path: `p/${n}.gram`,
      request_id: `r${n}`,
      t: `Boat ${n}`,
      records: [
        { type: "task", t: "Repair the hull", s: [n % 2 === 0 ? "even" : "odd"] },
        { type: "risk", t: "The weather turns" },
      ],
    });
  for (let n = 0; n < documents; n++) await create(n);
  return { call, create };
}

test.each(["semantic", "hybrid", "auto", "keyword"])("%s pages without a gap or a double", async (mode) => {
  const { call } = await server("builtin", 6);
  const args = { query: "repair hull", mode, type: "task" };
  const whole = await call("gram_recall", { ...args, top_k: 100 });
  expect(whole.hits).toHaveLength(6);
  if (mode !== "keyword") for (const hit of whole.hits) expect(hit.at(-1)).toBeTypeOf("number");
  const rows: unknown[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await call("gram_recall", {
      ...args,
      top_k: 2,
      ...(cursor === undefined ? {} : { cursor }),
    });
    rows.push(...page.hits);
    cursor = page.cursor;
    if (cursor === undefined) break;
  }
  // Paths decide among equals.
  expect(rows.map((row) => (row as string[])[0])).toEqual(whole.hits.map(([id]: [string]) => id));
});

test("a cursor is stale once a document moved, and belongs to its question", async () => {
  const { call, create } = await server("builtin", 4);
  const args = { query: "weather", mode: "semantic", top_k: 1 };
  const { cursor } = await call("gram_recall", args);
  expect(await call("gram_recall", { ...args, scope: "odd", cursor })).toEqual({
    code: "E_CURSOR",
    message: "Invalid recall cursor",
  });
  await create(9);
  expect(await call("gram_recall", { ...args, cursor })).toEqual({
    code: "STALE_CURSOR",
    message: "The documents changed since this cursor; start again",
  });
});

test("a write is found at once, by its meaning too", async () => {
  const { call } = await server("builtin", 2);
  await call("gram_recall", { query: "boats", mode: "semantic" });
  await call("gram_create", { path: "n.gram", request_id: "n", t: "Anchor chain inspection" });
  const { hits, docs } = await call("gram_recall", {
    query: "anchor inspection",
    mode: "semantic",
    top_k: 1,
  });
  expect(hits[0][0]).toMatch(/^n\.gram#d_/);
  expect(docs).toMatchObject([{ path: "n.gram", rev: 1 }]);
});

test("without a model semantic search says so, and the capabilities too", async () => {
  const { call } = await server(undefined, 1);
  expect(await call("gram_recall", { query: "hull", mode: "semantic" })).toEqual({
    code: "EMBEDDING_UNAVAILABLE",
    message: "no model is configured",
  });
  expect((await call("gram_recall", { query: "hull", mode: "hybrid" })).hits).toHaveLength(1);
  expect((await call("gram_capabilities", {})).semantic).toEqual({
    status: "unavailable",
    reason: "EMBEDDING_UNAVAILABLE: no model is configured",
  });
});

test("the capabilities tell what is indexed and embedded", async () => {
  const { call } = await server("builtin", 3);
  expect(await call("gram_capabilities", {})).toMatchObject({
    index: { embeddedChunks: 9, failedFiles: 0, indexedFiles: 3, pendingFiles: 0 },
    semantic: { status: "available" },
  });
});

test("a drive that wants its user again says so wherever it is asked, and hides nothing else", async () => {
  const state = { signedIn: true };
  const folder = mkdtempSync(join(tmpdir(), "gram-drive-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { call } = await server(undefined, 2, [
    {
      id: "drive",
      name: "Drive",
      folder,
      access: "write",
      provider: {
        kind: "some-drive",
        ready: async () =>
          state.signedIn ? { kind: "ready" } : { kind: "reconnect", provider: "Some Drive" },
      },
    },
  ]);
  const path = "@mounts/drive/a.gram";
  expect(await call("gram_create", { path, request_id: "a", t: "On the drive" })).toMatchObject({
    doc: { path },
  });
  expect((await call("gram_projects", {})).mounts).toMatchObject([{ kind: "some-drive", count: 1 }]);
  state.signedIn = false;
  const refusal = { code: "PROVIDER_AUTH_REQUIRED", message: "Some Drive must be reconnected" };
  for (const [tool, args] of [
    ["gram_projects", {}],
    ["gram_recall", { query: "drive" }],
    ["gram_read", { path }],
    ["gram_list", { path: "@mounts/drive" }],
    [
      "gram_patch",
      {
        path,
        request_id: "b",
        base_revision: 1,
        expected_hash: "0".repeat(16),
        changes: [{ op: "set", fields: { x: "open" } }],
      },
    ],
  ] as const) {
    expect(await call(tool, args)).toEqual(refusal);
  }
  expect((await call("gram_list", {})).documents).toHaveLength(2);
});
