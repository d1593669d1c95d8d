import { createHash } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createModelFiles, type ModelFilesOptions } from "../../../src/engine/models/files.ts";
import { gguf } from "../../fixtures/gguf/writer.ts";

const MODEL = gguf({ "general.architecture": "bert" }, [
  { name: "weights", dims: [64, 4096], data: new Float32Array(64 * 4096).fill(0.5) },
]);
const SUM = createHash("sha256").update(MODEL).digest("hex");
const ETAG = '"one"';
const HALF = MODEL.length >> 1;
const URI = "hf:owner/repo/tiny.gguf";
const FILE = "owner__repo__tiny.gguf";

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

let folder: string;
let server: Server;
let hub: string;
let handle: Handler;
let requests: { url: string; range: string | undefined; authorization: string | undefined }[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "concordat-pull-"));
  requests = [];
  handle = serve;
  server = createServer((req, res) => {
    const { range, authorization } = req.headers;
    requests.push({ url: req.url ?? "", range, authorization });
    handle(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  hub = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const store = (options: Partial<ModelFilesOptions> = {}) =>
  createModelFiles({ folder, hub, wait: async () => undefined, ...options });

/** The whole file, or the part asked for when the tag fits. */
function serve(req: IncomingMessage, res: ServerResponse, etag = ETAG): void {
  const from = Number(/^bytes=(\d+)-$/.exec(req.headers.range ?? "")?.[1] ?? Number.NaN);
  if (Number.isNaN(from) || req.headers["if-range"] !== etag) {
    res.writeHead(200, { "content-length": MODEL.length, etag });
    res.end(MODEL);
  } else {
    res.writeHead(206, {
      "content-length": MODEL.length - from,
      "content-range": `bytes ${from}-${MODEL.length - 1}/${MODEL.length}`,
      etag,
    });
    res.end(MODEL.subarray(from));
  }
}

/** Half of the file, then the connection is gone. */
const dropInTheMiddle: Handler = (_req, res) => {
  res.writeHead(200, { "content-length": MODEL.length, etag: ETAG });
  res.write(MODEL.subarray(0, HALF), () => res.socket?.destroy());
};

const leftovers = () => readdirSync(folder).sort();

describe("pull()", () => {
  test("puts the whole file in place with its checksum beside it and reports progress", async () => {
    const seen: [number, number | undefined][] = [];
    const model = await store().pull(URI, { progress: (...step) => seen.push(step) });
    expect(model).toMatchObject({
      file: FILE,
      uri: URI,
      bytes: MODEL.length,
      sha256: SUM,
      alreadyThere: false,
    });
    expect(readFileSync(model.path).equals(MODEL)).toBe(true);
    expect(leftovers()).toEqual([FILE, `${FILE}.json`]);
    expect(requests.map(({ url }) => url)).toEqual(["/owner/repo/resolve/main/tiny.gguf"]);
    expect(seen[0]).toEqual([0, MODEL.length]);
    expect(seen.at(-1)).toEqual([MODEL.length, MODEL.length]);
    expect(seen.map(([done]) => done)).toEqual(seen.map(([done]) => done).sort((a, b) => a - b));
  });

  test("asks nobody for what is there already", async () => {
    await store().pull(URI);
    await expect(store().pull(URI)).resolves.toMatchObject({ alreadyThere: true });
    expect(requests).toHaveLength(1);
  });

  test("goes on where the connection dropped", async () => {
    handle = (req, res) => (requests.length === 1 ? dropInTheMiddle(req, res) : serve(req, res));
    await expect(store().pull(URI)).resolves.toMatchObject({ sha256: SUM });
    expect(requests).toHaveLength(2);
    expect(requests[1]!.range).toMatch(/^bytes=[1-9]\d*-$/);
  });

  test("keeps what arrived for a later run, and does not use it until then", async () => {
    handle = (req, res) => (requests.length === 1 ? dropInTheMiddle(req, res) : res.socket?.destroy());
    await expect(store().pull(URI)).rejects.toMatchObject({
      reason: "network",
      message: expect.stringMatching(/tiny\.gguf: .*pull again; what has arrived is kept/),
    });
    expect(existsSync(join(folder, FILE))).toBe(false);
    const { models, partial } = await store().list();
    expect(models).toEqual([]);
    expect(partial).toMatchObject([{ file: FILE, total: MODEL.length }]);
    handle = serve;
    await expect(store().pull(URI)).resolves.toMatchObject({ sha256: SUM });
    expect(requests.at(-1)!.range).toBe(`bytes=${partial[0]!.bytes}-`);
  });

  test("begins again when the file on the server is another one by now", async () => {
    handle = (req, res) => (requests.length === 1 ? dropInTheMiddle(req, res) : serve(req, res, '"two"'));
    await expect(store().pull(URI)).resolves.toMatchObject({ sha256: SUM });
  });

  test("begins again when the server knows no parts, or the part is too long", async () => {
    handle = (req, res) => {
      if (requests.length === 1) return dropInTheMiddle(req, res);
      if (requests.length === 2) return void res.writeHead(416).end();
      res.writeHead(200, { "content-length": MODEL.length }).end(MODEL);
    };
    await expect(store().pull(URI)).resolves.toMatchObject({ sha256: SUM });
    expect(requests.map(({ range }) => range === undefined)).toEqual([true, false, true]);
  });

  test("throws a file with another checksum away", async () => {
    await expect(store().pull(URI, { sha256: "0".repeat(64) })).rejects.toMatchObject({
      reason: "checksum",
      message: expect.stringContaining(SUM),
    });
    expect(leftovers()).toEqual([]);
  });

  test.each([
    [SUM, "resolves"],
    ["0".repeat(64), "rejects"],
  ])("compares the sum that the hub names on its redirect (%s: %s)", async (sum, want) => {
    handle = (req, res) => {
      if (req.url === "/cdn") return serve(req, res);
      res.writeHead(302, { location: "/cdn", "x-linked-etag": `"${sum}"` }).end();
    };
    const pulled = store().pull(URI);
    if (want === "resolves") await expect(pulled).resolves.toMatchObject({ sha256: SUM });
    else await expect(pulled).rejects.toMatchObject({ reason: "checksum" });
  });

  test.each<[string, Handler, string, RegExp]>([
    [
      "a web page that says so",
      (_req, res) => res.writeHead(200, { "content-type": "text/html" }).end("<html>"),
      "refused",
      /web page and no model/,
    ],
    [
      "a web page under another type",
      (_req, res) => res.writeHead(200).end("<!DOCTYPE html><html>Sign in</html>"),
      "refused",
      /web page and no model/,
    ],
    [
      "something else",
      (_req, res) => res.writeHead(200).end("PK\u0003\u0004zip"),
      "refused",
      /no GGUF model/,
    ],
    ["nothing", (_req, res) => res.writeHead(200).end(), "refused", /no GGUF model/],
    [
      "half a model that the server takes for a whole one",
      (_req, res) => res.writeHead(200, { "content-length": HALF }).end(MODEL.subarray(0, HALF)),
      "damaged",
      /tiny\.gguf is cut short: it has \d+ of at least \d+ bytes/,
    ],
    ["a missing file", (_req, res) => res.writeHead(404).end(), "refused", /404.*owner, repository and file/],
    ["a gated one", (_req, res) => res.writeHead(401).end(), "refused", /401.*HF_TOKEN/],
    ["a server that is down", (_req, res) => res.writeHead(503).end(), "network", /answered 503/],
    [
      "a redirect to nowhere safe",
      (_req, res) => res.writeHead(302, { location: "http://models.example.com/x" }).end(),
      "refused",
      /no https address/,
    ],
    [
      "a circle of redirects",
      (_req, res) => res.writeHead(302, { location: "/again" }).end(),
      "refused",
      /from address to address/,
    ],
  ])("refuses %s", async (_name, handler, reason, message) => {
    handle = handler;
    await expect(store().pull(URI)).rejects.toMatchObject({
      reason,
      message: expect.stringMatching(message),
    });
    expect(existsSync(join(folder, FILE))).toBe(false);
    await expect(store().list()).resolves.toMatchObject({ models: [] });
  });

  test.each<[string, Handler]>([
    ["before the answer", () => undefined],
    [
      "in the middle",
      (_req, res) => {
        res.writeHead(200, { "content-length": MODEL.length }).write(MODEL.subarray(0, 100));
      },
    ],
  ])("gives up on a server that stands still %s", async (_name, handler) => {
    handle = handler;
    await expect(store({ stallMs: 50, tries: 1 }).pull(URI)).rejects.toMatchObject({
      reason: "network",
      message: expect.stringMatching(/sent nothing for 50 ms/),
    });
  });

  test("says what to do when there is no network, and asks nobody when it is switched off", async () => {
    await expect(store({ hub: "http://127.0.0.1:9" }).pull(URI)).rejects.toMatchObject({
      reason: "network",
      message: expect.stringMatching(/127\.0\.0\.1:9 failed.*gno models path/),
    });
    await expect(store({ offline: true }).pull(URI)).rejects.toMatchObject({
      reason: "offline",
      message: expect.stringContaining(`gno models pull ${URI}`),
    });
    expect(requests).toEqual([]);
  });

  test("stops when the caller does and keeps what arrived", async () => {
    const stop = new AbortController();
    handle = (_req, res) => {
      res.writeHead(200, { "content-length": MODEL.length, etag: ETAG }).write(MODEL.subarray(0, HALF));
    };
    const progress = (done: number) => {
      if (done >= HALF) stop.abort(new Error("left"));
    };
    await expect(store().pull(URI, { signal: stop.signal, progress })).rejects.toThrow("left");
    handle = serve;
    await store().pull(URI);
    expect(requests.at(-1)!.range).toBe(`bytes=${HALF}-`);
  });

  test("sends the token to the hub and to nobody it leads to", async () => {
    handle = (req, res) => {
      if (req.url === "/cdn") return serve(req, res);
      res.writeHead(302, { location: `${hub.replace("127.0.0.1", "localhost")}/cdn` }).end();
    };
    const { port } = server.address() as AddressInfo;
    // localhost may be ::1, where nobody listens; the address that is asked is what counts.
    const direct: typeof fetch = (url, init) =>
      fetch(String(url).replace(`localhost:${port}`, `127.0.0.1:${port}`), init);
    await store({ token: "hf_secret", fetch: direct }).pull(URI);
    expect(requests.map(({ authorization }) => authorization)).toEqual(["Bearer hf_secret", undefined]);
  });

  test("two pulls at once end with one whole file", async () => {
    const both = await Promise.all([store().pull(URI), store().pull(URI)]);
    expect(both.map(({ sha256 }) => sha256)).toEqual([SUM, SUM]);
    expect(leftovers()).toEqual([FILE, `${FILE}.json`]);
  });
});

describe("verify(), list() and remove()", () => {
  test("find a file that was cut, changed, or copied here", async () => {
    const files = store();
    const { path } = await files.pull(URI);
    await expect(files.verify(URI)).resolves.toEqual([{ file: FILE, state: "ok" }]);
    const bytes = readFileSync(path);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(path, bytes);
    await expect(files.verify()).resolves.toMatchObject([
      { state: "damaged", message: expect.stringContaining(`gno models pull ${URI} --force`) },
    ]);
    truncateSync(path, HALF);
    await expect(files.verify()).resolves.toMatchObject([
      { state: "damaged", message: expect.stringMatching(/cut short.*--force/) },
    ]);
    await files.pull(URI, { force: true });
    writeFileSync(join(folder, "copied.gguf"), MODEL);
    await expect(files.verify()).resolves.toMatchObject([
      { file: "copied.gguf", state: "unknown" },
      { file: FILE, state: "ok" },
    ]);
    await expect(files.list()).resolves.toMatchObject({
      models: [
        { file: "copied.gguf", bytes: MODEL.length, uri: undefined, sha256: undefined },
        { file: FILE, bytes: MODEL.length, uri: URI, sha256: SUM },
      ],
      partial: [],
    });
    await expect(files.remove(URI)).resolves.toBe(true);
    await expect(files.remove(URI)).resolves.toBe(false);
    expect(leftovers()).toEqual(["copied.gguf"]);
  });

  test("know no folder as an empty one", async () => {
    const files = store({ folder: join(folder, "none") });
    await expect(files.list()).resolves.toEqual({ models: [], partial: [] });
    await expect(files.verify()).resolves.toEqual([]);
    await expect(files.verify(URI)).resolves.toMatchObject([{ state: "damaged", message: /is not there/ }]);
  });
});
