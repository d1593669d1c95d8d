import { describe, expect, test } from "vitest";
import type { CallOptions } from "../../src/runtime/service.ts";
import { createFake, fakeContract } from "../transports/fake-service.ts";

const caller = { client: "test", session: "s", transport: "direct", local: true } as const;
const plain: CallOptions = { caller };

describe("list", () => {
  const cases = [
    { profile: "full", writeEnabled: false, count: 5 },
    { profile: "full", writeEnabled: true, count: 8 },
    { profile: "small", writeEnabled: true, count: 1 },
  ];
  test.each(cases)(
    "$profile with writes $writeEnabled has $count tools",
    ({ profile, writeEnabled, count }) => {
      const { service } = createFake({ profile, writeEnabled });
      expect(service.list()).toHaveLength(count);
      expect(service.list()).toBe(service.list());
      expect(Object.isFrozen(service.list())).toBe(true);
    },
  );

  test("has the profile's description, the schema itself and the keys in wire order", () => {
    const { service } = createFake({ profile: "small" });
    const [echo] = service.list();
    expect(Object.keys(echo!)).toEqual(["name", "description", "inputSchema", "annotations"]);
    expect(echo!.description).toBe("Small description of fake_echo.");
    expect(echo!.inputSchema).toBe(fakeContract.tools[0]!.input);
  });

  test("an unknown profile is refused with the ones there are", () => {
    expect(() => createFake({ profile: "tiny" })).toThrow(/full, small/);
  });
});

describe("run", () => {
  const unknown = ["nope", "constructor", "__proto__", "toString", "FAKE_ECHO", "fake_write"];
  test.each(unknown)("%s is unknown without the write gate", async (name) => {
    const { service, controls } = createFake();
    expect(await service.run(name, {}, plain)).toEqual({ kind: "unknown", tool: name });
    expect(controls.loads).toBe(0);
  });

  test("defaults are filled in and the caller's object stays as it was", async () => {
    const { service } = createFake();
    const args = { text: "hi", limit: "7", tags: null };
    const outcome = await service.run("fake_echo", args, plain);
    expect(outcome).toMatchObject({ kind: "ok", data: { args: { text: "hi", limit: 7, loud: false } } });
    expect(args).toEqual({ text: "hi", limit: "7", tags: null });
  });

  test("missing arguments run a tool that needs none", async () => {
    const { service } = createFake();
    expect(await service.run("fake_who", undefined, plain)).toMatchObject({ kind: "ok", data: caller });
  });

  test("invalid arguments run nothing and load nothing", async () => {
    const { service, controls } = createFake();
    const outcome = await service.run("fake_echo", { limit: 0, extra: 1 }, plain);
    expect(outcome.kind).toBe("invalid");
    expect(controls.calls).toEqual([]);
    expect(controls.loads).toBe(0);
  });

  test("a declared failure keeps its code and details", async () => {
    const { service } = createFake();
    expect(await service.run("fake_fail", { how: "declared" }, plain)).toEqual({
      kind: "error",
      code: "NOT_FOUND",
      message: "There is no such note.",
      details: { ref: "x" },
    });
  });

  test.each(["thrown", "misfit"])("%s is answered by an id that the log explains", async (how) => {
    const { service, controls } = createFake();
    const outcome = await service.run("fake_fail", { how }, plain);
    expect(outcome).toMatchObject({ kind: "error", code: "RUNTIME" });
    const { message } = outcome as { message: string };
    expect(message).not.toMatch(/secret|passwd/);
    const { id } = controls.logged[0]!.fields as { id: string };
    expect(message).toContain(id);
  });

  test("a failed load is reported and tried again", async () => {
    const { service, controls } = createFake();
    controls.failLoads = 1;
    expect(await service.run("fake_who", {}, plain)).toMatchObject({ kind: "error", code: "RUNTIME" });
    expect(await service.run("fake_who", {}, plain)).toMatchObject({ kind: "ok" });
    expect(await service.run("fake_who", {}, plain)).toMatchObject({ kind: "ok" });
    expect(controls.loads).toBe(2);
  });
});

describe("locks", () => {
  const cases = [
    { tool: "fake_write", args: { note: "x" }, wait: 5_000 },
    { tool: "fake_capture", args: {}, wait: 120_000 },
  ];
  test.each(cases)("$tool waits $wait ms and gives the lease back", async ({ tool, args, wait }) => {
    const { service, controls } = createFake({ writeEnabled: true });
    expect(await service.run(tool, args, plain)).toMatchObject({ kind: "ok" });
    expect(controls.leases.waits).toEqual([wait]);
    expect(controls.leases.holder).toBeUndefined();
  });

  test("a busy lease is the locked code and runs nothing", async () => {
    const { service, controls } = createFake({ writeEnabled: true });
    controls.leases.holder = "other";
    expect(await service.run("fake_write", { note: "x" }, plain)).toMatchObject({
      kind: "error",
      code: "LOCKED",
    });
    expect(controls.calls).toEqual([]);
  });

  test("a job takes its lease along", async () => {
    const { service, controls } = createFake({ writeEnabled: true });
    expect(await service.run("fake_job", {}, plain)).toMatchObject({ kind: "ok" });
    expect(controls.leases.holder).toBe("call");
    controls.jobLease?.release();
    expect(controls.leases.holder).toBeUndefined();
  });
});

describe("cancellation and deadline", () => {
  test("a cancelled call is cancelled, another one goes on", async () => {
    const { service, controls } = createFake();
    const cancel = new AbortController();
    const first = service.run("fake_hold", { key: "a" }, { caller, signal: cancel.signal });
    const second = service.run("fake_hold", { key: "b" }, plain);
    await Promise.all([controls.started("a"), controls.started("b")]);
    cancel.abort();
    expect(await first).toEqual({ kind: "cancelled" });
    expect(controls.aborted).toEqual(["a"]);
    controls.release("b");
    expect(await second).toMatchObject({ kind: "ok" });
  });

  test("a call that was cancelled before it began runs nothing", async () => {
    const { service, controls } = createFake();
    const signal = AbortSignal.abort();
    expect(await service.run("fake_who", {}, { caller, signal })).toEqual({ kind: "cancelled" });
    expect(controls.calls).toEqual([]);
  });

  test("the deadline fires the signal and names itself", async () => {
    const { service, controls } = createFake({ deadlineMs: 5 });
    const outcome = await service.run("fake_hold", { key: "late" }, plain);
    expect(outcome).toMatchObject({
      kind: "error",
      code: "RUNTIME",
      message: expect.stringContaining("0.005 s"),
    });
    expect(controls.aborted).toEqual(["late"]);
  });

  test("a deaf handler is answered for, but counts until it ends", async () => {
    const { service } = createFake({ deadlineMs: 5 });
    const outcome = await service.run("fake_fail", { how: "deaf" }, plain);
    expect(outcome).toMatchObject({ kind: "error", code: "RUNTIME" });
    expect(service.active()).toBe(1);
  });
});

describe("close", () => {
  test("refuses new calls, waits, then aborts", async () => {
    const { service, controls } = createFake();
    const running = service.run("fake_hold", { key: "x" }, plain);
    await controls.started("x");
    const closing = service.close(1);
    expect(await service.run("fake_who", {}, plain)).toMatchObject({
      kind: "error",
      message: "Server is shutting down",
    });
    await closing;
    expect(await running).toMatchObject({ kind: "error", message: "Server is shutting down" });
    expect(controls.aborted).toEqual(["x"]);
  });

  test("a call that ends within the grace is answered", async () => {
    const { service, controls } = createFake();
    const running = service.run("fake_hold", { key: "x" }, plain);
    await controls.started("x");
    const closing = service.close(60_000);
    controls.release("x");
    expect(await running).toMatchObject({ kind: "ok" });
    await closing;
  });
});
