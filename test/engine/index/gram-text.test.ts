/** What the index holds of a `.gram` document, and what becomes of one that cannot be read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gramToText } from "../../../src/engine/index/gram-text.ts";
import { createGram, gramId, patchGram } from "../../fixtures/gram.ts";
import { exampleBytes } from "../gram/example.ts";
import { folder, statusOf } from "./folder.ts";

test("the worked example reads as Markdown", () => {
  expect(gramToText(exampleBytes)).toEqual({
    kind: "text",
    text: `---
title: Lunar migration decision
aliases:
  - d_51779bca8dd74f53afe256c4bc8fbe2d
created: 2026-10-12T23:10:32.456Z
updated: 2026-10-13T08:00:00.000Z
revision: 2
tags:
  - moon
---

# Lunar migration decision

# Descriptor fixture

- [Move to the lunar store](#d1) (accepted)

- [Lunar migration evidence](#e1)

Cut over on [the day](#e2).

## Move to the lunar store

- id: d1
- type: decision
- status: accepted

## Lunar migration evidence

- id: e1
- type: evidence
- tags: moon
- supports: [Move to the lunar store](#d1)

## Cut-over done

- id: e2
- type: event
- at: 2026-10-20
- implements: [Move to the lunar store](#d1)
`,
  });
});

test("what points into another document is a wiki link by its id, in code it stays as it is", async () => {
  using vault = folder();
  const other = gramId(2);
  const file = join(vault.root, "a.gram");
  await createGram(file, gramId(1), {
    t: "A",
    body: `See [the | plan](@${other}/t1) and [it](@r1).\n\n\`\`\`\n[x](@${other}/t1)\n\`\`\`\n`,
    records: [
      {
        type: "risk",
        t: "R [1]",
        links: [
          ["depends", `${other}/t1`],
          ["part-of", `${other}/${other}`],
        ],
      },
    ],
  });
  const converted = gramToText(readFileSync(file));
  const text = converted.kind === "text" ? converted.text : "";
  expect(text).toContain(`relations:\n  depends:\n    - ${other}\n  part-of:\n    - ${other}\n`);
  expect(text).toContain(`See [[${other}#t1|the   plan]] and [it](#r1).`);
  expect(text).toContain(`\`\`\`\n[x](@${other}/t1)\n\`\`\``);
  expect(text).toContain(`- depends: [[${other}#t1]]\n- part-of: [[${other}]]`);
});

describe("a sync", () => {
  test("takes documents, tells what it cannot read and goes on", async () => {
    using vault = folder({
      "foreign.gram": "S -> NP VP\n",
      "empty.gram": "",
      "damaged.gram": exampleBytes,
      "note.md": "# Note\n\nSee [[Lunar migration decision]].\n",
    });
    expect(vault.update()).toMatchObject({ filesAdded: 2, filesSkipped: 2, filesErrored: 0 });
    expect(vault.find("lunar")).toEqual(["damaged.gram", "note.md"]);
    const flipped = Buffer.from(exampleBytes);
    flipped[flipped.indexOf("moon")] = 0x6e;
    vault.write("damaged.gram", flipped);
    const again = vault.update();
    expect(again.errors).toEqual([
      {
        relPath: "damaged.gram",
        code: "CONVERSION_FAILED",
        message:
          "Revision 1 is damaged. What was indexed before is kept; look at the file with: gram-mcp verify",
      },
    ]);
    expect(vault.find("lunar")).toEqual(["damaged.gram", "note.md"]);
    expect(vault.rows("SELECT error_code FROM document WHERE rel_path = 'foreign.gram'")).toEqual([
      { error_code: "CONVERSION_FAILED" },
    ]);
  });

  test.each(Array.from({ length: 12 }, (_, n) => n))("never ends at a file cut short (%i)", (n) => {
    using vault = folder({
      "cut.gram": exampleBytes.subarray(0, Math.floor((exampleBytes.length * n) / 12)),
      "note.md": "fine",
    });
    vault.sync();
    expect(vault.find("fine")).toEqual(["note.md"]);
  });

  test("a revision is one change of one document", async () => {
    using vault = folder();
    const file = join(vault.root, "a.gram");
    await createGram(file, gramId(1), { t: "Plan", records: [{ type: "task", t: "Paint the shed" }] });
    expect(vault.update()).toMatchObject({ filesAdded: 1 });
    await patchGram(file, [{ op: "set", id: "t1", fields: { t: "Paint the barn" } }]);
    const update = vault.update();
    expect(update).toMatchObject({ filesUpdated: 1, filesAdded: 0 });
    expect(statusOf(update, "a.gram")).toMatchObject({ status: "updated" });
    expect([vault.find("barn"), vault.find("shed")]).toEqual([["a.gram"], []]);
    expect(vault.update()).toMatchObject({ filesUnchanged: 1, filesUpdated: 0 });
  });
});
