import fc from "fast-check";
import { expect, test } from "vitest";
import { createFake } from "../transports/fake-service.ts";

const caller = { client: "test", session: "s", transport: "direct", local: true } as const;

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom("5", "5.9", "true", "[]", "{}", '["a"]', '{"op":"eq","value":"1"}', "", "null"),
);
const args = fc.dictionary(
  fc.constantFrom(
    "text",
    "limit",
    "share",
    "loud",
    "tags",
    "either",
    "nothing",
    "where",
    "other",
    "__proto__",
  ),
  value,
);

/** Any arguments are either run or refused with issues; none changes the caller's object or ends in a fault. */
test("arguments are served or refused, and stay as they were", async () => {
  const { service, controls } = createFake();
  await fc.assert(
    fc.asyncProperty(args, async (given) => {
      const before = JSON.stringify(given);
      const outcome = await service.run("fake_echo", given, { caller });
      expect(JSON.stringify(given)).toBe(before);
      expect(["ok", "invalid"]).toContain(outcome.kind);
      if (outcome.kind === "invalid") expect(outcome.issues.length).toBeGreaterThan(0);
    }),
    { numRuns: 1_000 },
  );
  expect(controls.logged).toEqual([]);
});

/** What was accepted once is accepted again as it is: conversion has nothing left to do. */
test("converted arguments convert to themselves", async () => {
  const { service } = createFake();
  await fc.assert(
    fc.asyncProperty(args, async (given) => {
      const first = await service.run("fake_echo", given, { caller });
      if (first.kind !== "ok") return;
      const { args: accepted } = first.data as { args: unknown };
      expect(await service.run("fake_echo", accepted, { caller })).toMatchObject({
        kind: "ok",
        data: { args: accepted },
      });
    }),
    { numRuns: 500 },
  );
});
