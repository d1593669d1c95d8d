/** `gno models` as a user meets it, against a hub on this machine. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createByteCount, sizeText } from "../../src/cli/bytes.ts";
import { gguf } from "../fixtures/gguf/writer.ts";
import { bundle } from "./bundle.ts";
import { type Place, place } from "./gno.ts";

const entry = join(bundle(), "gno.js");
const MODEL = gguf({ "general.architecture": "bert" }, [
  { name: "weights", dims: [64, 4096], data: new Float32Array(64 * 4096).fill(0.5) },
]);
const SUM = createHash("sha256").update(MODEL).digest("hex");
const URI = "hf:owner/repo/tiny.gguf";
const FILE = "owner__repo__tiny.gguf";
const HALF = MODEL.length >> 1;

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

let server: Server;
let hub: string;
let handle: Handler;
let requests: { url: string; range: string | undefined; authorization: string | undefined }[];
let at: Place;

beforeEach(async () => {
  requests = [];
  handle = whole;
  server = createServer((req, res) => {
    const { range, authorization } = req.headers;
    requests.push({ url: req.url ?? "", range, authorization });
    handle(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  hub = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  at = place(entry);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const gno = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  at.gno(args, { env: { HF_ENDPOINT: hub, HF_TOKEN: "", ...env } });
const json = async (args: readonly string[]) => JSON.parse((await gno([...args, "--json"])).stdout);
const models = () => join(at.env.GNO_CACHE_DIR as string, "models");

/** The file from where it is asked for. */
function whole(req: IncomingMessage, res: ServerResponse): void {
  const from = Number(/^bytes=(\d+)-$/.exec(req.headers.range ?? "")?.[1] ?? 0);
  res.writeHead(from > 0 ? 206 : 200, {
    etag: '"one"',
    "x-linked-etag": `"${SUM}"`,
    "content-length": MODEL.length - from,
    ...(from > 0 ? { "content-range": `bytes ${from}-${MODEL.length - 1}/${MODEL.length}` } : {}),
  });
  res.end(MODEL.subarray(from));
}

function configure(yaml: string): void {
  mkdirSync(at.env.GNO_CONFIG_DIR as string, { recursive: true });
  writeFileSync(join(at.env.GNO_CONFIG_DIR as string, "index.yml"), yaml);
}

const mine = `version: "1.0"
models: # kept
  presets:
    - { id: mine, name: My own, embed: "${URI}", gen: "http://127.0.0.1:9/v1#writer" }
`;

describe("gno models pull", () => {
  test("takes a model from the mirror, with the token, and says where it is", async () => {
    const ran = await gno(["models", "pull", URI], { HF_TOKEN: "hf-secret" });
    expect(ran).toEqual({
      code: 0,
      stdout: `${FILE} was pulled (1.0 MB)\n`,
      stderr: `Pulling ${URI}\n`,
    });
    expect(requests).toEqual([
      { url: "/owner/repo/resolve/main/tiny.gguf", range: undefined, authorization: "Bearer hf-secret" },
    ]);
    expect(readFileSync(join(models(), FILE)).equals(MODEL)).toBe(true);
    expect(await json(["models", "pull", URI])).toEqual({
      models: [
        {
          name: URI,
          file: FILE,
          path: join(models(), FILE),
          bytes: MODEL.length,
          sha256: SUM,
          alreadyThere: true,
        },
      ],
    });
    expect(requests).toHaveLength(1);
  });

  test("keeps the token from a server that is not the hub", async () => {
    const ran = await gno(["models", "pull", `${hub}/any/tiny.gguf`], {
      HF_TOKEN: "hf-secret",
      HF_ENDPOINT: "https://hub.invalid",
    });
    expect(ran.code).toBe(0);
    expect(requests).toEqual([{ url: "/any/tiny.gguf", range: undefined, authorization: undefined }]);
  });

  test("pulls what a preset needs, and nothing of a model server", async () => {
    configure(mine);
    const ran = await gno(["models", "pull", "mine", "--quiet"]);
    expect(ran).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(/gno models use mine\n$/),
    });
    expect(readdirSync(models())).toEqual([FILE, `${FILE}.json`]);
    expect(await gno(["models", "pull"])).toMatchObject({ code: 0, stdout: "Nothing to download.\n" });
  });

  test("Ctrl-C keeps what has arrived, and the next pull goes on there", async () => {
    handle = (_req, res) => {
      res.writeHead(200, { etag: '"one"', "x-linked-etag": `"${SUM}"`, "content-length": MODEL.length });
      res.write(MODEL.subarray(0, HALF));
    };
    const child = spawn(process.execPath, [entry, "models", "pull", URI], {
      env: { ...process.env, ...at.env, HF_ENDPOINT: hub },
    });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    const part = join(models(), `${FILE}.part`);
    await expect.poll(() => existsSync(part) && statSync(part).size, { timeout: 20_000 }).toBe(HALF);
    child.kill("SIGINT");
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ code, stderr }).toEqual({
      code: 130,
      stderr: `Pulling ${URI}\ngno: Cancelled. What has arrived is kept; pull again to go on.\n`,
    });
    expect((await json(["models", "list"])).partial).toEqual([
      { file: FILE, bytes: HALF, total: MODEL.length },
    ]);
    expect((await gno(["models", "list"])).stdout).toMatch(/tiny\.gguf {2}524 kB of 1\.0 MB; not whole yet/);
    handle = whole;
    expect((await gno(["models", "pull", URI])).code).toBe(0);
    expect(requests.at(-1)?.range).toBe(`bytes=${HALF}-`);
    expect(readFileSync(join(models(), FILE)).equals(MODEL)).toBe(true);
  });

  test.each([
    {
      name: "offline",
      args: [URI, "--offline"],
      reason: "offline",
      message: new RegExp(`without --offline: gno models pull ${URI}.*gno models path ${URI}$`),
    },
    {
      name: "another checksum",
      args: [URI, "--sha256", "0".repeat(64)],
      reason: "checksum",
      message: /the checksum is [0-9a-f]{64}, expected was 0{64}\. .*thrown away/,
    },
    {
      name: "a file that is not there",
      args: [URI],
      answer: 404,
      reason: "refused",
      message: /answered 404\. Check owner, repository and file name\.$/,
    },
    { name: "a licence", args: [URI], answer: 401, reason: "refused", message: /HF_TOKEN/ },
  ])("$name: exit 2, and what to do", async ({ args, answer, reason, message }) => {
    if (answer !== undefined) handle = (_req, res) => res.writeHead(answer).end();
    const ran = await gno(["models", "pull", ...args, "--json"]);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    const { error } = JSON.parse(ran.stderr.split("\n").find((line) => line.startsWith("{")) as string);
    expect(error).toEqual({ code: "RUNTIME", message: expect.stringMatching(message), details: { reason } });
    expect(existsSync(join(models(), FILE))).toBe(false);
    if (reason === "offline") expect(requests).toEqual([]);
  });

  test("GNO_OFFLINE does as --offline does; what is there is there", async () => {
    expect((await gno(["models", "pull", URI], { GNO_OFFLINE: "1" })).code).toBe(2);
    await gno(["models", "pull", URI]);
    expect((await gno(["models", "pull", URI], { GNO_OFFLINE: "1" })).code).toBe(0);
  });
});

describe("gno models use", () => {
  test("changes the preset alone, and says what to do next", async () => {
    configure(mine);
    const ran = await gno(["models", "use", "mine"]);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toMatch(
      /^Preset mine is in use\.\nNot there yet: hf:.*\nPull with: gno models pull mine\n/,
    );
    expect(ran.stdout).toMatch(/Make them with: gno embed\n/);
    expect(readFileSync(join(at.env.GNO_CONFIG_DIR as string, "index.yml"), "utf8")).toMatch(
      /# kept\n[\s\S]*activePreset: mine/,
    );
    expect(await json(["models", "use", "mine"])).toEqual({
      activePreset: "mine",
      previous: "mine",
      embed: { before: URI, after: URI },
      reembed: false,
      missing: [URI],
    });
    expect(await json(["models", "list"])).toMatchObject({
      activePreset: "mine",
      roles: {
        embed: URI,
        expand: "http://127.0.0.1:9/v1#writer",
        gen: "http://127.0.0.1:9/v1#writer",
      },
    });
  });

  test("needs a configuration", async () => {
    expect(await gno(["models", "use", "slim"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Run: gno init/),
    });
  });
});

describe("what was pulled", () => {
  beforeEach(async () => {
    configure(mine);
    expect((await gno(["models", "pull", URI])).code).toBe(0);
  });

  test("is listed with what it is for", async () => {
    const { stdout } = await gno(["models", "list"]);
    expect(stdout).toMatch(/^\* builtin: /m);
    expect(stdout).toMatch(
      /^ {2}mine: My own\n {4}embed {3}tiny\.gguf {2}ready, 1\.0 MB\n {4}gen {5}writer at /m,
    );
    expect(stdout).toMatch(/^ {2}owner__repo__tiny\.gguf {2}1\.0 MB; mine embed$/m);
    expect((await json(["models", "list"])).files).toMatchObject([
      { file: FILE, uri: URI, bytes: MODEL.length, sha256: SUM, usedBy: ["mine embed"] },
    ]);
  });

  test.each([[URI], [FILE], ["tiny.gguf"], ["mine"], []])("is verified by %j", async (...name) => {
    expect(await gno(["models", "verify", ...name])).toEqual({
      code: 0,
      stdout: `ok       ${FILE}\n`,
      stderr: "",
    });
  });

  test("is found damaged, with exit 2, in the list too when it is cut", async () => {
    const path = join(models(), FILE);
    const bytes = readFileSync(path);
    bytes[bytes.length - 5]! ^= 1;
    writeFileSync(path, bytes);
    const ran = await gno(["models", "verify", "--json"]);
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stdout)).toEqual({
      models: [
        { file: FILE, state: "damaged", message: expect.stringMatching(/gno models pull hf:.* --force/) },
      ],
    });
    writeFileSync(path, bytes.subarray(0, 1000));
    expect((await gno(["models", "list"])).stdout).toMatch(/tiny\.gguf {2}damaged/);
    expect((await gno(["models", "pull", URI, "--force"])).code).toBe(0);
    expect((await gno(["models", "verify"])).code).toBe(0);
  });

  test("is removed only on a person's word", async () => {
    const refused = await gno(["models", "remove", "tiny.gguf"]);
    expect(refused).toEqual({
      code: 1,
      stdout: "",
      stderr: `gno: Remove ${FILE} (1.0 MB, used by mine embed)? Nobody is here to answer; add --yes.\n`,
    });
    expect(existsSync(join(models(), FILE))).toBe(true);
    expect((await gno(["models", "remove", URI, "--yes"])).code).toBe(0);
    expect(readdirSync(models())).toEqual([]);
    expect(await gno(["models", "remove", URI, "--yes"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/See what there is: gno models list/),
    });
  });

  test("a file that was copied into the folder is listed, checked and removed too", async () => {
    writeFileSync(join(models(), "copied.gguf"), MODEL);
    expect((await gno(["models", "verify", "copied.gguf"])).stdout).toMatch(/^unknown {2}copied\.gguf/);
    expect((await gno(["models", "list"])).stdout).toMatch(
      /copied\.gguf {2}1\.0 MB; used by nothing; no checksum/,
    );
    expect((await gno(["models", "remove", "copied.gguf", "-y"])).stdout).toMatch(/^Removed copied\.gguf/);
    expect(readdirSync(models())).toEqual([FILE, `${FILE}.json`]);
  });
});

test.each([
  { args: ["path"], out: () => models() },
  { args: ["path", URI], out: () => join(models(), FILE) },
  { args: ["path", "/somewhere/else.gguf"], out: () => "/somewhere/else.gguf" },
])("gno models $args prints a path", async ({ args, out }) => {
  expect(await gno(["models", ...args])).toEqual({ code: 0, stdout: `${out()}\n`, stderr: "" });
  expect(existsSync(models())).toBe(false);
});

test.each([
  { args: ["pull", "slimm"], err: /no preset "slimm"\. There is: builtin, slim/ },
  { args: ["use"], err: /needs <preset>/ },
  { args: ["pull", "hf:owner/repo"], err: /hf:owner\/repo\/file\.gguf/ },
  { args: ["pull", "http://127.0.0.1:1/v1#model"], err: /needs no pull/ },
  { args: ["pull", "slim", "--sha256", "0".repeat(64)], err: /Name one model/ },
  { args: ["pull", URI, "--sha256", "abc"], err: /64 hexadecimal digits/ },
  { args: ["verify", "nope.gguf"], err: /gno models list/ },
  { args: ["verify", "/nope.gguf"], err: /There is no file/ },
  { args: ["path", "slim"], err: /is a preset of several models/ },
  { args: ["path", "builtin"], err: /is a preset/ },
])("gno models $args is one line and exit 1", async ({ args, err }) => {
  const ran = await gno(["models", ...args]);
  expect(ran).toEqual({ code: 1, stdout: "", stderr: expect.stringMatching(err) });
  expect(ran.stderr).toMatch(/^gno: .*\n$/);
});

test("a mirror without a scheme is named", async () => {
  const ran = await gno(["models", "pull", URI], { HF_ENDPOINT: "hub.example" });
  expect(ran).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/HF_ENDPOINT is no address: "hub\.example"/),
  });
});

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_234, "1.2 kB"],
  [146_146_432, "146 MB"],
  [999_700_000, "1.0 GB"],
  [2_497_280_256, "2.5 GB"],
])("sizeText(%d) is %s", (bytes, want) => {
  expect(sizeText(bytes)).toBe(want);
});

test("a download tells speed and time left once a second has gone by", () => {
  let now = 0;
  const count = createByteCount(() => now);
  expect(count(50e6, 650e6)).toBe("50 MB of 650 MB");
  now = 10_000;
  expect(count(150e6, 650e6)).toBe("150 MB of 650 MB, 10 MB/s, 50 s left");
  expect(count(150e6, undefined)).toBe("150 MB, 10 MB/s");
  expect(count(50e6 + 1e6, 65e9)).toBe("51 MB of 65 GB, 100 kB/s, 180 h left");
});
