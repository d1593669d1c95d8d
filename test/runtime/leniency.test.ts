import { describe, expect, test } from "vitest";
import { createFake } from "../transports/fake-service.ts";

const caller = { client: "test", session: "s", transport: "direct", local: true } as const;

async function send(args: unknown): Promise<unknown> {
  const { service } = createFake();
  const outcome = await service.run("fake_echo", args, { caller });
  if (outcome.kind === "ok") return (outcome.data as { args: unknown }).args;
  if (outcome.kind !== "invalid") throw new Error(outcome.kind);
  return outcome.issues.map(({ at, rule }) => `${at} ${rule}`);
}

describe("text where no text is admitted", () => {
  const cases: { given: Record<string, unknown>; want: unknown }[] = [
    { given: { limit: "5" }, want: { limit: 5 } },
    { given: { limit: "5.9" }, want: ["/limit type"] },
    { given: { limit: "1e4" }, want: ["/limit type"] },
    { given: { limit: "0x10" }, want: ["/limit type"] },
    { given: { limit: "" }, want: ["/limit type"] },
    { given: { limit: " 5 " }, want: ["/limit type"] },
    { given: { limit: "+5" }, want: ["/limit type"] },
    { given: { limit: "05" }, want: ["/limit type"] },
    { given: { limit: "NaN" }, want: ["/limit type"] },
    { given: { limit: "9007199254740993" }, want: ["/limit type"] },
    { given: { limit: true }, want: ["/limit type"] },
    { given: { limit: "true" }, want: ["/limit type"] },
    { given: { limit: "500" }, want: ["/limit maximum"] },
    { given: { share: "5.9" }, want: { share: 5.9 } },
    { given: { share: "1e1" }, want: ["/share type"] },
    { given: { loud: "true" }, want: { loud: true } },
    { given: { loud: "false" }, want: { loud: false } },
    { given: { loud: "0" }, want: ["/loud type"] },
    { given: { loud: "no" }, want: ["/loud type"] },
    { given: { loud: "" }, want: ["/loud type"] },
    { given: { loud: "TRUE" }, want: ["/loud type"] },
    { given: { loud: 1 }, want: ["/loud type"] },
    { given: { tags: '["a","b"]' }, want: { tags: ["a", "b"] } },
    { given: { tags: "a,b" }, want: ["/tags type"] },
    { given: { tags: '{"a":1}' }, want: ["/tags type"] },
    { given: { tags: "[".repeat(10_000) }, want: ["/tags type"] },
    { given: { tags: "[".repeat(5_000) + "]".repeat(5_000) }, want: ["/tags type"] },
    { given: { either: "5" }, want: { either: "5" } },
    { given: { where: '{"op":"eq","value":"5"}' }, want: { where: { op: "eq", value: 5 } } },
    { given: { where: { op: "text", value: "5" } }, want: { where: { op: "text", value: "5" } } },
    {
      given: { where: { op: "and", args: [{ op: "eq", value: "5" }] } },
      want: { where: { op: "and", args: [{ op: "eq", value: 5 }] } },
    },
  ];
  test.each(cases)("$given", async ({ given, want }) => {
    const got = await send({ text: "t", ...given });
    expect(got).toEqual(
      Array.isArray(want) ? want : { text: "t", limit: 5, loud: false, ...(want as object) },
    );
  });
});

describe("null", () => {
  const cases: { given: Record<string, unknown>; want: unknown }[] = [
    {
      given: { text: "t", limit: null, tags: null, where: null },
      want: { text: "t", limit: 5, loud: false },
    },
    { given: { text: "t", nothing: null }, want: { text: "t", nothing: null, limit: 5, loud: false } },
    { given: { text: null }, want: ["/text type"] },
    { given: { text: "t", unknown: null }, want: ["/unknown additionalProperties"] },
  ];
  test.each(cases)("$given", async ({ given, want }) => {
    expect(await send(given)).toEqual(want);
  });
});

describe("members with the names of built-ins", () => {
  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "%s is refused as plain data",
    async (key) => {
      const args = JSON.parse(`{"text":"t","${key}":{"limit":1}}`);
      expect(await send(args)).toEqual([`/${key} additionalProperties`]);
      expect(({} as Record<string, unknown>).limit).toBeUndefined();
    },
  );
});

describe("the text of an issue", () => {
  const cases: { args: unknown; text: string }[] = [
    { args: {}, text: "/text is required" },
    { args: { text: "" }, text: "/text must not be empty" },
    { args: { text: "t", limit: 5.5 }, text: "/limit must be a whole number, got a number with a fraction" },
    { args: { text: "t", limit: 101 }, text: "/limit must be at most 100" },
    { args: { text: "t", tags: ["a", 7] }, text: "/tags/1 must be text, got a whole number" },
    { args: { text: "t", where: { op: "no" } }, text: '/where/op must be one of "eq", "text", "and"' },
    {
      args: { text: "t", where: { op: "eq", value: "x" } },
      text: "/where/value must be a whole number, got text",
    },
    { args: { text: "t", where: { op: "eq" } }, text: "/where/value is required" },
    { args: { text: "t", where: 5 }, text: "/where must be an object, got a whole number" },
    { args: [], text: " must be an object, got an array" },
  ];
  test.each(cases)("$text", async ({ args, text }) => {
    const { service } = createFake();
    const outcome = await service.run("fake_echo", args, { caller });
    expect(
      outcome.kind === "invalid" && outcome.issues.map(({ at, message }) => `${at} ${message}`),
    ).toContain(text);
  });

  test("names every field that is wrong at once", async () => {
    expect(await send({ limit: 0, loud: "no", extra: 1 })).toEqual(
      expect.arrayContaining([
        "/text required",
        "/limit minimum",
        "/loud type",
        "/extra additionalProperties",
      ]),
    );
  });

  test("a huge wrong argument is reported by its first fault", async () => {
    const issues = await send({ text: "t", tags: Array.from({ length: 200_000 }, () => 1) });
    expect(issues).toEqual(["/tags maxItems"]);
  });
});

test("half of a surrogate pair is named, wherever it stands", async () => {
  expect(await send({ text: "a\ud83d" })).toEqual(["/text unicode"]);
  expect(await send({ tags: ["ok", "\udc00b"] })).toEqual(["/tags/1 unicode"]);
  expect(await send({ tags: '["\\ud800"]' })).toEqual(["/tags/0 unicode"]);
  expect(await send({ "\ud800": 1 })).toEqual([" unicode"]);
  expect(await send({ text: "a\ud83d\ude00" })).toMatchObject({ text: "a\ud83d\ude00" });
});
