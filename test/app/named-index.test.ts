/** `?index=` on all four wires: a server over one index reads documents of another, says whose they are, and makes none. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle } from "../cli/bundle.ts";
import { type Place, placeAt } from "../cli/gno.ts";
import { calls, connect, wires } from "./wires.ts";

const entry = join(bundle(), "gno.js");
const root = realpathSync(mkdtempSync(join(tmpdir(), "named-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let at: Place;

beforeAll(async () => {
  at = placeAt(root, entry);
  at.write({ "a.md": "# A\n\nfirst\nsecond\n", "b.md": "# B\n" });
  mkdirSync(at.env.GNO_CONFIG_DIR!);
  const yaml = `version: "1.0"\ncollections:\n  - name: notes\n    path: ${JSON.stringify(at.vault)}\n`;
  writeFileSync(join(at.env.GNO_CONFIG_DIR!, "index.yml"), yaml);
  expect(await at.gno(["update", "--index", "work"])).toMatchObject({ code: 0 });
  at.write({ "a.md": "# A\n\nchanged\n" });
  expect(await at.gno(["update"])).toMatchObject({ code: 0 });
}, 120_000);

test.each(wires)("a document of another index is read over $wire", async ({ transport, mode }) => {
  const client = await connect(at, { entry, transport, mode, write: false });
  const call = calls(client);
  const ref = "gno://notes/a.md?index=work";
  expect(await call("gno_get", { ref: "notes/a.md" })).toMatchObject({
    uri: "gno://notes/a.md",
    content: "# A\n\nchanged\n",
  });
  expect(await call("gno_get", { ref, fromLine: 3, lineCount: 1 })).toMatchObject({
    uri: ref,
    content: "first",
    returnedLines: { start: 3, end: 3 },
  });
  const { documents, skipped } = await call("gno_multi_get", { refs: [ref, "gno://notes/b.md?index=work"] });
  expect(documents.map((one: { uri: string }) => one.uri)).toEqual([ref, "gno://notes/b.md?index=work"]);
  expect(skipped).toEqual([]);
  const { contents } = await client.readResource({ uri: ref });
  expect(contents).toMatchObject([{ uri: ref, text: expect.stringContaining("second") }]);

  const none = "gno://notes/a.md?index=none";
  for (const [name, args] of [
    ["gno_get", { ref: none }],
    ["gno_multi_get", { refs: [none] }],
  ] as const) {
    const { isError, structuredContent } = await client.callTool({ name, arguments: args });
    expect({ isError, structuredContent }).toMatchObject({
      isError: true,
      structuredContent: { error: "NOT_FOUND" },
    });
  }
  expect(existsSync(join(at.env.GNO_DATA_DIR!, "index-none.sqlite"))).toBe(false);
});
