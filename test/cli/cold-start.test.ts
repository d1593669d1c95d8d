/** `tools/list` must not wait for the validator, SQLite or the engine: checked by what is loaded, not by the clock. */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { bundle } from "./bundle.ts";
import { place } from "./gno.ts";

const entry = join(bundle(), "gno.js");

test("serves tools/list from what the start has loaded", async () => {
  const at = place(entry);
  const record = join(at.root, "loaded.txt");
  const hook = join(at.root, "hook.mjs");
  writeFileSync(
    hook,
    `import { registerHooks } from "node:module";
import { appendFileSync } from "node:fs";
// The warm-up comes after the list; on a busy machine this test might look only then, so it never comes here.
const { setTimeout: later } = globalThis;
globalThis.setTimeout = (run, ms, ...rest) => later(run, ms >= 50 ? 2 ** 30 : ms, ...rest);
registerHooks({ load: (url, context, next) => { appendFileSync(${JSON.stringify(record)}, url + "\\n"); return next(url, context); } });\n`,
  );
  const child = spawn(process.execPath, ["--import", pathToFileURL(hook).href, entry, "mcp"], {
    env: { ...process.env, ...at.env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const messages = [
    {
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list", params: {} },
  ];
  for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const loaded = await new Promise<string>((resolve) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (more: string) => {
      text += more;
      if (text.includes('"id":2')) resolve(readFileSync(record, "utf8"));
    });
  });
  child.stdin.end();
  await new Promise((resolve) => child.on("exit", resolve));

  const files = loaded.split("\n").filter((url) => url.startsWith("file:"));
  // The bundler leaves the path of each source as a comment.
  const sources = files.flatMap((url) =>
    [...readFileSync(fileURLToPath(url), "utf8").matchAll(/^\/\/ (\S+\.(?:ts|js|mjs|cjs))$/gm)].map(
      ([, path]) => path as string,
    ),
  );
  expect(sources).toContain("src/transports/stdio.ts");
  expect(sources).toContain("generated/gno/tools.ts");
  const late =
    /node_modules\/(ajv|better-sqlite3|yaml|@lezer|picomatch)\/|^src\/engine\/(?!documents\/index-name|documents\/uri)|generated\/gno\/(bind|outputs)|src\/transports\/http/;
  expect(sources.filter((path) => late.test(path))).toEqual([]);
  expect(files.filter((url) => url.includes("better-sqlite3"))).toEqual([]);
});
