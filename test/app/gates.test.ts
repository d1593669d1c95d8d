/** What `gno mcp` offers: writes only when asked for by flag or environment, a profile only narrows. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundle } from "../cli/bundle.ts";
import { place } from "../cli/gno.ts";

const entry = join(bundle(), "gno.js");

test.each([
  { args: [], env: {}, tools: 11 },
  { args: ["--enable-write"], env: {}, tools: 16 },
  { args: [], env: { GNO_MCP_ENABLE_WRITE: "1" }, tools: 16 },
  { args: ["--no-enable-write"], env: { GNO_MCP_ENABLE_WRITE: "1" }, tools: 11 },
  { args: ["--tool-profile", "core"], env: {}, tools: 4 },
  { args: ["--tool-profile", "core", "--enable-write"], env: {}, tools: 5 },
])("$args $env", async ({ args, env, tools }) => {
  const at = place(entry);
  const messages = [
    {
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
    {
      id: 3,
      method: "tools/call",
      params: { name: "gno_capture", arguments: { collection: "x", content: "x" } },
    },
  ];
  const { GNO_MCP_ENABLE_WRITE: _write, ...inherited } = process.env;
  const stdout = await new Promise<string>((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [entry, "mcp", ...args],
      { env: { ...inherited, ...at.env, ...env } },
      (error, text) => (error ? reject(error) : resolve(text)),
    );
    child.stdin?.end(
      messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join(""),
    );
  });
  const answers = new Map(
    stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .map((answer) => [answer.id, answer]),
  );
  expect(answers.get(2).result.tools).toHaveLength(tools);
  // Without writes the tool does not exist; with them it runs, and there is no such collection.
  if (tools === 16 || tools === 5) expect(answers.get(3).result.structuredContent.error).toBe("NOT_FOUND");
  else expect(answers.get(3).error.code).toBe(-32602);
});
