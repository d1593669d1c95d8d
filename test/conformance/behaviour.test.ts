/** How the suite treats servers that are small, silent, dying or slow: each run ends and says what it saw. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { loadContract } from "../../conformance/contract.ts";
import type { Flaws } from "../../conformance/examples/reference/flaws.ts";
import { startHttp } from "../../conformance/examples/reference/http.ts";
import { inProcess } from "../../conformance/examples/reference/stdio.ts";
import { runConform } from "../../conformance/main.ts";
import { printReport } from "../../conformance/report.ts";
import { type ConformOptions, conform } from "../../conformance/run.ts";
import { createPace } from "../../conformance/target/pace.ts";
import { createPoster } from "../../conformance/target/post.ts";
import { parseFrames } from "../../conformance/target/sse.ts";

const contract = loadContract("gno");

function run(over: Partial<ConformOptions>) {
  return conform(
    {
      contract: "gno",
      profile: "full",
      write: false,
      eras: ["modern"],
      stdio: undefined,
      http: undefined,
      vault: undefined,
      seed: 42,
      runs: 5,
      path: undefined,
      only: [],
      maxRpm: undefined,
      timeoutMs: 400,
      baseline: { entries: [] },
      retry: false,
      progress: () => {},
      ...over,
    },
    contract,
  );
}

const failuresOf = (report: Awaited<ReturnType<typeof run>>) =>
  report.entries
    .filter((entry) => entry.outcome === "failed")
    .flatMap((entry) => entry.failures.map((one) => one.says));

describe("conform", () => {
  test.each([
    ["full", false, []],
    ["core", false, ["list.golden", "call.unknown-tool", "write.gate", "call.near-miss"]],
    ["full", true, ["list.golden", "call.unknown-tool", "write.gate", "call.near-miss", "wires.equal"]],
  ] as const)(
    "passes the reference server on all wires (profile %s, write %s)",
    async (profile, write, only) => {
      const options = { contract, profile, write };
      const http = await startHttp(options);
      const report = await run({
        profile,
        write,
        only,
        eras: ["legacy", "modern"],
        stdio: inProcess(options),
        http: { url: http.url, headers: {} },
        timeoutMs: 5_000,
      });
      await http.close();
      expect(failuresOf(report)).toEqual([]);
      expect(report.ok).toBe(true);
      if (only.length === 0) expect(report.musts.exercised / report.musts.all).toBeGreaterThan(0.6);
    },
  );

  test("skips with a reason what a server of tools alone does not declare", async () => {
    const flaws: Flaws = {
      capabilities: ({ tools }) => ({ tools }),
      respond: (response, { request }) =>
        String(request.method).startsWith("resources/")
          ? { jsonrpc: "2.0", id: response.id, error: { code: -32601, message: "no" } }
          : response,
    };
    const report = await run({ stdio: inProcess({ contract, flaws }) });
    expect(failuresOf(report)).toEqual([]);
    const skipped = report.entries.filter((entry) => entry.row.id.startsWith("resources.list"));
    expect(new Set(skipped.map((entry) => entry.skip))).toEqual(new Set(["resources are not declared"]));
  });

  test("finds nothing else wrong with a server that is wrong in one rule", async () => {
    const http = await startHttp({ contract, flaws: { skip: ["name-differs"] } });
    const report = await run({ http: { url: http.url, headers: {} }, timeoutMs: 5_000 });
    await http.close();
    const failed = report.entries.filter((entry) => entry.outcome === "failed");
    expect(failed.map((entry) => entry.row.key)).toEqual(["2026-07-28/http.name-differs"]);
  });

  test("ends with a server that hangs, and says so for each check", async () => {
    const report = await run({ stdio: inProcess({ contract, flaws: { hangs: 1 } }) });
    const said = failuresOf(report);
    expect(said).toContain("no answer to server/discover within 400 ms");
    expect(said.some((one) => one.startsWith("not run: 3 properties in a row got no answer"))).toBe(true);
    expect(report.musts.exercised).toBeGreaterThan(0);
    expect(report.ok).toBe(false);
  });

  test("ends with a server that dies midway, and says where", async () => {
    const report = await run({
      stdio: inProcess({ contract, flaws: { dies: 30 } }),
      only: ["call.near-miss", "list.golden"],
    });
    expect(failuresOf(report).some((one) => one.startsWith("the server ended (code 3)"))).toBe(true);
    expect(report.entries.some((entry) => entry.row.id === "list.golden" && entry.outcome === "passed")).toBe(
      true,
    );
  });

  test("runs a failed property again alone and calls a row that then holds flaky", async () => {
    let calls = 0;
    const flaws: Flaws = { tools: (tools) => (calls++ < 2 ? tools.slice(1) : tools) };
    const report = await run({ stdio: inProcess({ contract, flaws }), only: ["list.golden"], retry: true });
    expect(report.entries.find((entry) => entry.row.id === "list.golden")?.outcome).toBe("flaky");
  });

  test("prints one replay line that finds a generated failure again", async () => {
    const flaws: Flaws = {
      result: (result, _name, args) =>
        Number(args.limit) > 20 ? { ...result, structuredContent: {} } : result,
    };
    const options = { stdio: inProcess({ contract, flaws }), runs: 50 };
    const first = await run({ ...options, only: ["call.generated"] });
    const text = printReport(first, {
      contract: "gno",
      profile: "full",
      write: false,
      stdio: "node server.js",
      http: undefined,
      setup: undefined,
    });
    const line = /replay: (concordat conform .*--path \S+)/.exec(text)?.[1] ?? "";
    const [, only, seed, path] = /--only (\S+) --seed (\S+) --path (\S+)/.exec(line) ?? [];
    expect(line).toMatch(
      /^concordat conform --contract gno --stdio 'node server.js' --era modern --only call\.generated\/gno_/,
    );
    const again = await run({ ...options, only: [only!], seed: Number(seed), path: path! });
    expect(failuresOf(again)[0]?.split("; shrunk")[0]).toBe(failuresOf(first)[0]?.split("; shrunk")[0]);
  });
});

describe("runConform", () => {
  test.each([
    ["no server", {}, /name the server/],
    ["an unknown profile", { stdio: "x", profile: "half" }, /no profile half; it has full, core/],
    ["an unknown era", { stdio: "x", era: "new" }, /legacy, modern or both/],
    ["a bad URL", { http: "nowhere" }, /takes a URL/],
    ["a bad number", { stdio: "x", runs: "many" }, /--runs takes a whole number/],
    ["an unknown property", { stdio: "x", only: "nothing" }, /no property is called nothing/],
  ])("refuses %s in a sentence", async (_name, given, says) => {
    await expect(runConform(given)).rejects.toThrow(says);
  });
});

describe("patience over HTTP", () => {
  test("waits as long as a 429 says, and tries again", async () => {
    let refusals = 2;
    const server = createServer((_request, response) => {
      if (refusals-- > 0) response.writeHead(429, { "Retry-After": "0" }).end();
      else response.writeHead(200).end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
    const poster = createPoster({ url, headers: {}, pace: createPace(undefined), timeoutMs: 2_000 });
    const answer = await poster.send({ headers: {}, body: "{}" });
    poster.close();
    server.close();
    expect([answer.status, refusals]).toEqual([200, -1]);
  });

  test("gives up after eight refusals in a row", () => {
    const pace = createPace(undefined);
    expect(pace.backoff(1, undefined)).toBe(1_000);
    expect(pace.backoff(3, "2")).toBe(2_000);
    expect(pace.backoff(9, "1")).toBeUndefined();
  });
});

describe("parseFrames", () => {
  test.each([
    [
      "a frame with an event",
      "event: message\ndata: {}\n\n",
      [{ id: undefined, event: "message", data: "{}" }],
    ],
    ["several lines of data", "data: a\ndata: b\n\n", [{ id: undefined, event: undefined, data: "a\nb" }]],
    ["CRLF and a comment", ": hi\r\nid: 7\r\ndata: x\r\n\r\n", [{ id: "7", event: undefined, data: "x" }]],
    [
      "a separator of another script",
      "data: a\u2028b\n\n",
      [{ id: undefined, event: undefined, data: "a\u2028b" }],
    ],
    ["an unfinished frame", "data: a\n", []],
  ])("reads %s", (_name, text, want) => {
    expect(parseFrames(text)).toEqual(want);
  });
});
