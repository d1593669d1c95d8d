/** The folder of a vault goes away under a running server: that is told, and never looks like an empty vault. */
import { renameSync } from "node:fs";
import { expect, test } from "vitest";
import { example, examplePath, harness } from "./harness.ts";

const away = "E_STORAGE The folder is not there; bring it back and try again";

test.each([
  ["gram_projects", {}],
  ["gram_brief", {}],
  ["gram_list", {}],
  ["gram_changes", {}],
  ["gram_recall", { query: "lunar" }],
  ["gram_list", { path: examplePath }],
  ["gram_create", { path: "new.gram", request_id: "r", t: "T" }],
])("%s %j", async (tool, args) => {
  const h = harness({ files: { [examplePath]: example } });
  renameSync(h.root, `${h.root}-away`);
  expect(await h.refusal(tool, args)).toBe(away);
  renameSync(`${h.root}-away`, h.root);
  expect(await h.ok("gram_list", { path: examplePath })).toMatchObject({ doc: { rev: 2 } });
});
