/** What forms send for a field that was left blank: null is absent, an empty filter is none or is refused by name. */
import { describe, expect, test } from "vitest";
import { tools } from "../../../src/app/tools.ts";
import { shared } from "./harness.ts";

const vault = shared({
  collections: {
    notes: { "fox.md": "---\ntags: [animal]\n---\n\nA red fox.\n", "den.md": "A den of a fox.\n" },
  },
});

/** Values for what is required, by name: the same for every tool. */
const given: Readonly<Record<string, unknown>> = {
  query: "fox",
  text: "fox",
  ref: "notes/fox.md",
  from: "notes/fox.md",
  to: "notes/den.md",
  root: "notes/fox.md",
  target: "notes/fox.md",
  jobId: "none",
};

interface Input {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

const reading = tools.filter(({ effect, input }) => {
  const { required = [] } = input as Input;
  return effect === "read" && required.every((key) => Object.hasOwn(given, key));
});

test("most tools are looked at", () => {
  expect(reading.length).toBeGreaterThan(8);
});

test.each(reading)("$name takes null for every optional argument", async ({ name, input }) => {
  const { properties = {}, required = [] } = input as Input;
  const wanted = Object.fromEntries(required.map((key) => [key, given[key]]));
  const blank = Object.fromEntries(Object.keys(properties).map((key) => [key, given[key] ?? null]));
  for (const key of Object.keys(properties)) if (!required.includes(key)) blank[key] = null;
  const h = await vault();
  const outcome = await h.app.service.run(name, { ...blank, ...wanted }, { caller });
  const plain = await h.app.service.run(name, wanted, { caller });
  expect(shown(outcome)).toEqual(shown(plain));
});

const caller = { client: "test", session: "s", transport: "direct", local: true } as const;

/** Without what differs between two calls of one second. */
function shown(outcome: object): unknown {
  return JSON.parse(JSON.stringify(outcome, (key, value) => (/At$|uptime|Ms$/i.test(key) ? "" : value)));
}

describe("a blank filter", () => {
  test.each([
    { tagsAny: [] },
    { tagsAll: [] },
    { categories: [] },
    { categories: [""] },
    { exclude: [] },
    { exclude: [""] },
    { projectHints: [] },
    { author: "" },
    { lang: "" },
    { intent: "" },
  ])("%j is none", async (blank) => {
    const h = await vault();
    for (const tool of ["gno_search", "gno_query"]) {
      expect((await h.ok(tool, { query: "fox", ...blank })).results).toHaveLength(2);
    }
  });

  test.each([
    { blank: { collection: "" }, code: "NOT_FOUND" },
    { blank: { since: "" }, code: "VALIDATION" },
    { blank: { tagsAny: [""] }, code: "INVALID_INPUT" },
  ])("$blank is refused", async ({ blank, code }) => {
    const h = await vault();
    expect(await h.error("gno_search", { query: "fox", ...blank })).toMatchObject({ code });
  });
});

test("names stay within 64 characters behind a client's prefix, each its own", () => {
  const names = tools.map(({ name }) => `mcp__${"s".repeat(20)}__${name}`);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
});
