import { afterEach, expect, test } from "vitest";
import { ask, createHosts } from "./hosts.ts";

const hosts = createHosts();
afterEach(() => hosts.closeAll());

test("a model that never gets into memory costs its request alone", async () => {
  // Generous for a process to start on a busy machine.
  const host = hosts.open({ loadTimeoutMs: 5000 });
  const [broken, next] = await Promise.allSettled([
    ask(host, "never loads"),
    ask(host, "next", { path: "/models/other.gguf" }),
  ]);
  expect(broken).toMatchObject({
    status: "rejected",
    reason: {
      reason: "failed",
      message: expect.stringMatching(/tiny\.gguf was not in memory after 5000 ms.*models\.loadTimeout/),
    },
  });
  expect(next).toMatchObject({ status: "fulfilled", value: { order: 1 } });
});

test("each step has its own time", async () => {
  const host = hosts.open({ inferenceTimeoutMs: 1000 });
  await expect(ask(host, "many steps")).resolves.toMatchObject({ order: 1 });
});
