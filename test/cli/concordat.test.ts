/** The toolkit: listing, printing, the sample, and errors as `gno` has them. */
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { profiles } from "../../generated/gno/profiles.ts";
import { readConfig } from "../../src/app/config.ts";
import { prepareSample, sampleConfig } from "../../src/app/sample.ts";
import { bundle } from "./bundle.ts";
import { place } from "./gno.ts";

const out = bundle();
const entry = join(out, "concordat.js");

describe("concordat contracts", () => {
  test("lists, shows the tools of one, prints the schemas of a tool", async () => {
    const at = place(entry);
    expect((await at.gno(["contracts"])).stdout).toMatch(
      /^gno 1\.0\.0: \d+ tools, profiles full, core\ngram 1\.0\.0: 15 tools, profiles full\n$/,
    );
    expect((await at.gno(["contracts", "gno"])).stdout).toMatch(/^gno_capture +write +full core +Capture/m);
    const tool = JSON.parse((await at.gno(["contracts", "--tool", "gno_get"])).stdout);
    expect(tool).toMatchObject({
      name: "gno_get",
      effect: "read",
      inputSchema: { type: "object", required: ["ref"] },
      outputSchema: { $id: "gno://schemas/get@1.0" },
    });
    expect(JSON.parse((await at.gno(["contracts", "gno", "--json"])).stdout)).toHaveLength(
      profiles.full.write.length,
    );
  });

  test.each([
    { args: ["contracts", "nope"], err: 'concordat: There is no contract "nope". There is: gno, gram.\n' },
    { args: ["contracts", "gno", "--tool", "gno_nope"], err: /concordat contracts gno\n$/ },
    {
      args: ["contract"],
      err: 'concordat: Unknown command "contract". Did you mean concordat contracts? See: concordat --help\n',
    },
  ])("$args says what to do", async ({ args, err }) => {
    const stderr = typeof err === "string" ? err : expect.stringMatching(err);
    expect(await place(entry).gno(args)).toEqual({ code: 1, stdout: "", stderr });
  });
});

describe("the sample", () => {
  test("indexes the spec folder in place, twice the same, and touches no folder of the user", async () => {
    const at = place();
    const user = readConfig({}, { env: at.env });
    const root = fileURLToPath(new URL("../../", import.meta.url));
    const here = sampleConfig(user, at.root);
    expect(Object.values(here.dirs).every((folder) => folder.startsWith(join(at.root, ".sample")))).toBe(
      true,
    );
    mkdirSync(join(at.root, "spec"));
    copyFileSync(join(root, "spec", "gno.md"), join(at.root, "spec", "gno.md"));
    expect(await prepareSample(here, at.root)).toBe(1);
    expect(await prepareSample(here, at.root)).toBe(1);
    expect(existsSync(at.env.GNO_DATA_DIR as string)).toBe(false);
    expect(existsSync(at.env.GNO_CONFIG_DIR as string)).toBe(false);
  });
});

test("concordat serve prints an entry for a client that starts as it stands", async () => {
  const at = place(join(out, "gno.js"));
  at.write({ "a.md": "# Zebra\n" });
  expect((await at.gno(["init", at.vault])).code).toBe(0);
  const child = spawn(process.execPath, [entry, "serve", "--port", "0"], {
    env: { ...process.env, ...at.env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const text = await new Promise<string>((resolve) => {
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (more: string) => {
      said += more;
      if (said.includes("Ctrl-C")) resolve(said);
    });
  });
  const line = text.split("\n").find((each) => each.includes('"command"')) as string;
  const { command, args, env } = JSON.parse(line).mcpServers.gno;
  const request = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
  };
  const search = {
    jsonrpc: "2.0",
    id: 2,
    method: "tools/call",
    params: { name: "gno_search", arguments: { query: "zebra" } },
  };
  const client = spawn(command, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  client.stdin.end(
    `${JSON.stringify(request)}\n${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n${JSON.stringify(search)}\n`,
  );
  let answer = "";
  for await (const chunk of client.stdout) answer += chunk;
  expect(JSON.parse(answer.trim().split("\n")[1] as string)).toMatchObject({
    id: 2,
    result: { structuredContent: { results: [{ uri: "gno://notes/a.md" }] } },
  });
});
