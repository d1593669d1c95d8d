/** The bundled `gram-mcp`: it serves on both transports, looks after files, and shows only flags that it takes. */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { example, examplePath } from "../contracts/gram/harness.ts";
import { bundle } from "./bundle.ts";
import { type Place, place } from "./gno.ts";

const entry = join(bundle(), "gram-mcp.js");

function withExample(): Place {
  const at = place(entry);
  mkdirSync(join(at.vault, "descriptor-fixture"));
  writeFileSync(join(at.vault, examplePath), example);
  return at;
}

const call = (id: number, name: string, args: object) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});
const opening = [
  {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
];

test("serves a folder on standard input and output", async () => {
  const at = withExample();
  const messages = [
    ...opening,
    call(2, "gram_context", { path: examplePath, id: "d1" }),
    call(3, "gram_recall", { query: "lunar store", mode: "keyword" }),
    call(4, "gram_create", { path: "new.gram", request_id: "r", t: "New" }),
  ];
  const stdin = messages.map((message) => `${JSON.stringify(message)}\n`).join("");
  const { code, stdout } = await at.gno(["--root", at.vault], { stdin });
  expect(code).toBe(0);
  const answers = new Map(
    stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .map((message) => [message.id, message.result]),
  );
  expect(answers.get(1).serverInfo).toEqual({ name: "gram-mcp", version: "1.0.0" });
  expect(answers.get(2).structuredContent.implemented).toBe("2026-10-20");
  const { hits } = answers.get(3).structuredContent;
  expect(hits.map((hit: string[]) => hit[0])).toContain(`${examplePath}#d1`);
  expect(answers.get(4).structuredContent.doc).toMatchObject({ path: "new.gram", rev: 1 });
  expect((await at.gno(["verify", at.vault])).stdout).toContain("2 documents, 0 bad");
});

test("serves a folder over HTTP", async () => {
  const at = withExample();
  const child = spawn(process.execPath, [entry, "--root", at.vault, "--http", "--port", "0"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const url = await new Promise<string>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const found = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
  });
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify(opening[0]),
  });
  expect(await answer.text()).toContain('"name":"gram-mcp"');
});

test("shows its own flags", async () => {
  const at = place(entry);
  const { code, stdout } = await at.gno(["serve", "--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("--root");
  for (const other of ["--index", "--config", "--offline"]) expect(stdout).not.toContain(other);
  expect((await at.gno(["--help"])).stdout).toMatch(/^ {2}verify /m);
  expect(await at.gno(["--index", "x"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no flag --index"),
  });
});

test.each([
  ["--root", (missing: string) => missing],
  ["--mount", (missing: string) => `team=${missing}`],
])("%s that is not there is refused at the start", async (flag, given) => {
  const at = withExample();
  const missing = join(at.vault, "missing");
  const { code, stdout, stderr } = await at.gno(["--root", at.vault, flag, given(missing)]);
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: "",
    stderr: `gram-mcp: ${flag} ${missing} is no folder. Create it, or name another one.\n`,
  });
});
