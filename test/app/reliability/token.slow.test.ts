/** The bearer token and the key of a model server at rest and in traces: nowhere but where their owner put them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { bundle } from "../../cli/bundle.ts";
import { createWorld, type World } from "./world.ts";

const entry = path.join(bundle(), "gno.js");
const token = `canary-token-${"5c".repeat(20)}`;
const apiKey = `canary-key-${"7e".repeat(20)}`;

const worlds: World[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

function prepared(mode: number): { readonly world: World; readonly file: string } {
  // A model server on a port where nobody listens: its key is used, and every try fails.
  const world = createWorld(
    `models:\n  activePreset: far\n  presets:\n    - { id: far, name: Far, embed: "http://127.0.0.1:9/v1#m" }\n`,
  );
  worlds.push(world);
  const file = path.join(world.place.base, "token");
  writeFileSync(file, `${token}\n`);
  chmodSync(file, mode);
  return { world, file };
}

function serve(world: World, file: string) {
  const child = spawn(
    process.execPath,
    [entry, "serve", "--port", "0", "--mcp-token-file", file, "--mcp-enable-write", "--verbose"],
    { env: { ...process.env, ...world.env, GNO_MODEL_API_KEY: apiKey }, stdio: ["ignore", "pipe", "pipe"] },
  );
  let printed = "";
  const read = (text: string) => {
    printed += text;
  };
  child.stdout.setEncoding("utf8").on("data", read);
  child.stderr.setEncoding("utf8").on("data", read);
  const closed = once(child, "close");
  const url = new Promise<string>((resolve, reject) => {
    const look = () => {
      const match = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(printed);
      if (match !== null) resolve(match[0]);
    };
    child.stdout.on("data", look);
    void closed.then(() => reject(new Error(printed)));
  });
  return { child, url, closed, printed: () => printed };
}

/** Where a secret stands among texts and below a folder, its own file aside. */
function leaks(
  secret: string,
  folder: string,
  own: string,
  texts: Readonly<Record<string, string>>,
): string[] {
  const inFiles = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => path.join(each.parentPath, each.name))
    .filter((each) => each !== own && readFileSync(each).includes(secret));
  const inTexts = Object.entries(texts).flatMap(([name, text]) => (text.includes(secret) ? [name] : []));
  return [...inFiles.map((each) => path.relative(folder, each)), ...inTexts];
}

describe("REL-TOK-03", () => {
  test("neither secret is in output, answers, arguments or files", async () => {
    const { world, file } = prepared(0o600);
    const server = serve(world, file);
    const url = await server.url;
    const answers: string[] = [];
    const ask = async (body: string, authorization: string, more: Readonly<Record<string, string>> = {}) => {
      const headers = {
        authorization,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...more,
      };
      const response = await fetch(url, { method: "POST", headers, body });
      answers.push(`${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`);
      return response.status;
    };
    const call = (name: string, args: object) =>
      JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name,
          arguments: args,
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      });
    const modern = (name: string) => ({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": name,
    });
    const right = `Bearer ${token}`;
    expect(await ask("{}", `Bearer ${token.slice(0, -1)}x`)).toBe(401);
    expect(await ask("{ not json", right)).toBe(400);
    for (const [name, args] of [
      ["gno_status", {}],
      ["gno_vsearch", { query: "anything" }],
      ["gno_embed", {}],
      ["gno_get", { ref: "nowhere" }],
      ["gno_capture", { collection: "notes", title: "A note", content: "Words." }],
    ] as const) {
      expect(await ask(call(name, args), right, modern(name)), name).toBe(200);
    }
    const argumentsOf = readFileSync(`/proc/${server.child.pid}/cmdline`, "utf8");
    server.child.kill("SIGTERM");
    await server.closed;
    const texts = { output: server.printed(), answers: answers.join("\n"), arguments: argumentsOf };
    expect(texts.output).not.toBe("");
    for (const secret of [token, apiKey]) expect(leaks(secret, world.place.base, file, texts)).toEqual([]);
  });

  test("a token file that others can read is refused, and its content not told", async () => {
    const { world, file } = prepared(0o644);
    const server = serve(world, file);
    await expect(server.url).rejects.toThrow(/token file/);
    const [code] = await server.closed;
    expect(code).not.toBe(0);
    expect(server.printed()).not.toContain(token);
  });

  test("the search finds what is planted", () => {
    const { world, file } = prepared(0o600);
    const planted = path.join(world.place.base, "some.log");
    writeFileSync(planted, `GET /mcp ${token}`);
    expect(leaks(token, world.place.base, file, { output: `x${token}`, answers: "" })).toEqual([
      "some.log",
      "output",
    ]);
    rmSync(planted);
  });
});
