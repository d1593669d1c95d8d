import { afterEach, describe, expect, test, vi } from "vitest";
import { ask, createHosts } from "./hosts.ts";

const hosts = createHosts();
afterEach(() => hosts.closeAll());
const hostWith = hosts.open;

describe("createLlamaHost()", () => {
  test("starts its process with the first request and keeps it", async () => {
    const host = hostWith();
    expect(host.pid).toBeUndefined();
    const first = await ask(host, "a");
    const second = await ask(host, "b");
    expect([first.order, second.order]).toEqual([1, 2]);
    expect(second.pid).toBe(first.pid);
    expect(host.pid).toBeGreaterThan(0);
  });

  test("asks one thing at a time, in order, urgent ones first", async () => {
    const host = hostWith();
    const orders = await Promise.all([
      ask(host, "running"),
      ask(host, "passage"),
      ask(host, "passage"),
      ask(host, "query", { urgent: true }),
      ask(host, "query", { urgent: true }),
    ]);
    expect(orders.map(({ order }) => order)).toEqual([1, 4, 5, 2, 3]);
  });

  test.each([
    ["crash", /tiny\.gguf made its process end \(SIGKILL\).*gno models verify/],
    ["exit", /tiny\.gguf made its process end \(code 7\).*gno models use builtin/],
    ["never answers", /tiny\.gguf gave no answer in 200 ms.*models\.inferenceTimeout/],
  ])("a request that makes it %s fails alone; the next gets a new process", async (text, message) => {
    const host = hostWith({ inferenceTimeoutMs: 200 });
    const [broken, next] = await Promise.allSettled([
      ask(host, text, { path: "/models/tiny.gguf" }),
      ask(host, "next", { path: "/models/other.gguf" }),
    ]);
    expect(broken).toMatchObject({
      status: "rejected",
      reason: { name: "EmbeddingUnavailable", reason: "failed", message: expect.stringMatching(message) },
    });
    expect(next).toMatchObject({ status: "fulfilled", value: { order: 1 } });
  });

  test("tries a file that took the process down twice no more for a while; others go on", async () => {
    const host = hostWith();
    await expect(ask(host, "crash")).rejects.toThrow(/SIGKILL/);
    await expect(ask(host, "crash")).rejects.toThrow(/SIGKILL/);
    const pid = host.pid;
    await expect(ask(host, "fine")).rejects.toThrow(/SIGKILL/);
    expect(host.pid).toBe(pid);
    await expect(ask(host, "fine", { path: "/models/other.gguf" })).resolves.toMatchObject({ order: 1 });
  });

  test("an answer makes a crash before it forgotten", async () => {
    const host = hostWith();
    await expect(ask(host, "crash")).rejects.toThrow(/SIGKILL/);
    await ask(host, "fine");
    await expect(ask(host, "crash")).rejects.toThrow(/SIGKILL/);
    await expect(ask(host, "fine")).resolves.toMatchObject({ order: 1 });
  });

  test("drops a waiting request that nobody wants any more", async () => {
    const host = hostWith();
    const stop = new AbortController();
    const [, dropped, last] = await Promise.allSettled([
      ask(host, "running"),
      ask(host, "waiting", { signal: stop.signal }),
      ask(host, "last"),
      stop.abort(new Error("left")),
    ]);
    expect(dropped).toMatchObject({ status: "rejected", reason: { message: "left" } });
    expect(last).toMatchObject({ status: "fulfilled", value: { order: 2 } });
    await expect(ask(host, "late", { signal: stop.signal })).rejects.toThrow("left");
  });

  test("lets a caller leave a running request, tells the process, and goes on", async () => {
    const host = hostWith();
    await ask(host, "warm");
    const stop = new AbortController();
    const running = ask(host, "until cancelled", { signal: stop.signal });
    const next = ask(host, "next");
    stop.abort(new Error("left"));
    await expect(running).rejects.toThrow("left");
    await expect(next).resolves.toMatchObject({ order: 3 });
  });

  test("kills a process that goes on with what nobody wants", async () => {
    const host = hostWith({ inferenceTimeoutMs: 100 });
    const { pid } = await ask(host, "warm");
    const stop = new AbortController();
    const running = ask(host, "never answers", { signal: stop.signal });
    stop.abort(new Error("left"));
    await expect(running).rejects.toThrow("left");
    const next = await ask(host, "next", { path: "/models/other.gguf" });
    expect(next.pid).not.toBe(pid);
  });

  test("ends the process after idle time and starts another when asked again", async () => {
    const host = hostWith({ warmModelTtlMs: 30 });
    const { pid } = await ask(host, "a");
    await vi.waitFor(() => expect(host.pid).toBeUndefined());
    const again = await ask(host, "b");
    expect(again.pid).not.toBe(pid);
  });

  test("passes on what the process says of itself, and keeps its output off the protocol", async () => {
    const host = hostWith();
    const stdout = vi.spyOn(process.stdout, "write");
    try {
      await ask(host, "talks");
      await vi.waitFor(() => expect(hosts.lines).toContain("a native log line"));
      expect(hosts.lines).not.toContain("a banner on stdout");
      expect(stdout.mock.calls.flat().join("")).not.toContain("banner");
    } finally {
      stdout.mockRestore();
    }
    await expect(ask(host, "refuses")).rejects.toMatchObject({ reason: "missing", message: "not installed" });
  });

  test("close() ends the process and everything that waits", async () => {
    const host = hostWith();
    const { pid } = await ask(host, "warm");
    const pending = [ask(host, "never answers"), ask(host, "waiting")];
    const settled = Promise.allSettled(pending);
    await host.close();
    for (const one of await settled)
      expect(one).toMatchObject({
        status: "rejected",
        reason: { message: expect.stringContaining("closing") },
      });
    expect(() => process.kill(pid, 0)).toThrow();
    await expect(ask(host, "late")).rejects.toThrow(/closing/);
  });
});
