/** U50: a native SQLite module that does not load is one line that says what to do, never a stack trace. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { bundle } from "./bundle.ts";
import { place } from "./gno.ts";

const entry = join(bundle(), "gno.js");

test.each([
  { args: ["search", "fox"] },
  { args: ["update"] },
  { args: ["status", "--json"] },
  { args: ["capture", "x", "-c", "notes"] },
  { args: ["serve", "--port", "0"] },
  { args: ["mcp"] },
])("$args", async ({ args }) => {
  const at = place(entry);
  at.write({ "a.md": "fox" });
  expect((await at.gno(["init", at.vault])).code).toBe(0);
  const broken = join(at.root, "broken.mjs");
  writeFileSync(
    broken,
    'process.dlopen = () => { throw Object.assign(new Error("NODE_MODULE_VERSION 1"), { code: "ERR_DLOPEN_FAILED" }); };\n',
  );
  // `mcp` would end with its input, so the input stays open until it has seen for itself.
  const stdin = args[0] === "mcp" ? undefined : "";
  const ran = await at.gno(args, { stdin, env: { NODE_OPTIONS: `--import ${pathToFileURL(broken)}` } });
  expect(ran.code).toBe(2);
  expect(ran.stdout).toBe("");
  expect(ran.stderr).toMatch(/SQLite module/);
  expect(ran.stderr).toMatch(/npm (ci|rebuild)/);
  expect(ran.stderr.trim().split("\n")).toHaveLength(1);
});
