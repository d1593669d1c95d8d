import { describe, expect, test } from "vitest";
import { start } from "./stdio-start.ts";
import { initialize, initialized, request } from "./wire.ts";

const hold = request("hold", "tools/call", { name: "fake_hold", arguments: { key: "a" } });

describe("the end of the process", () => {
  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "%s ends it with 0, a running call or not",
    async (signal) => {
      const server = start("socket");
      server.send(initialize(1), initialized, hold, request(2, "ping"));
      await server.shows('"id":2');
      server.child.kill(signal);
      const { code, stderr } = await server.ended;
      expect({ code, stderr }).toEqual({ code: 0, stderr: "ended: signal\n" });
    },
  );

  test("a client that closes stdout ends it", async () => {
    const server = start("socket");
    server.send(initialize(1), initialized);
    await server.shows('"id":1');
    server.child.stdout!.destroy();
    server.send(request(2, "ping"), request(3, "ping"));
    expect(await server.ended).toMatchObject({ code: 0, stderr: "ended: broken-pipe\n" });
  });

  test("a closed stderr does not end it", async () => {
    const server = start("socket", "noisy");
    server.child.stderr!.destroy();
    server.send(initialize(1), initialized, request(2, "ping"));
    await server.shows('"id":2');
    server.child.stdin!.end();
    expect((await server.ended).code).toBe(0);
  });

  test("a client that does not read gets every answer once it does", async () => {
    const server = start("socket");
    server.send(initialize("open"), initialized);
    await server.shows('"id":"open"');
    server.child.stdout!.pause();
    const text = "x".repeat(2_000);
    for (let id = 0; id < 1_000; id++) {
      server.send(request(id, "tools/call", { name: "fake_echo", arguments: { text } }));
    }
    server.child.stdin!.end();
    server.child.stdout!.resume();
    const { stdout, code } = await server.ended;
    expect(stdout.trimEnd().split("\n")).toHaveLength(1_001);
    expect(code).toBe(0);
  });
});
