/** What `gno mcp` offers: writes only when asked for by flag or environment, a profile only narrows. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { profiles } from "../../generated/gno/profiles.ts";
import { bundle } from "../cli/bundle.ts";
import { place } from "../cli/gno.ts";

const entry = join(bundle(), "gno.js");

test.each([
  { args: [], env: {}, profile: "full", writes: false },
  { args: ["--enable-write"], env: {}, profile: "full", writes: true },
  { args: [], env: { GNO_MCP_ENABLE_WRITE: "1" }, profile: "full", writes: true },
  { args: ["--no-enable-write"], env: { GNO_MCP_ENABLE_WRITE: "1" }, profile: "full", writes: false },
  { args: ["--tool-profile", "core"], env: {}, profile: "core", writes: false },
  { args: ["--tool-profile", "core", "--enable-write"], env: {}, profile: "core", writes: true },
] as const)("$args $env", async ({ args, env, profile, writes }) => {
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
  const listed = answers.get(2).result.tools.map(({ name }: { name: string }) => name);
  const { read, write } = profiles[profile];
  expect(listed).toEqual(writes ? write : read);
  // Without writes the tool does not exist; with them it runs, and there is no such collection.
  if (writes) expect(answers.get(3).result.structuredContent.error).toBe("NOT_FOUND");
  else expect(answers.get(3).error.code).toBe(-32602);
});
