/** What was captured of five tools is published and answered by ours: spec/gram/captured. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exampleFirst, examplePath, harness, projectRoot } from "./harness.ts";

interface Captured {
  readonly tool: string;
  readonly inputSchema: object;
  readonly request: object;
  readonly result: unknown;
  readonly errors: readonly (readonly [code: string, message: string])[];
}

const folder = join(projectRoot, "spec/gram/captured");
const captured = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Captured);

const masks: readonly (readonly [mask: string, pattern: RegExp])[] = [
  ["{hash}", /^[0-9a-f]{16}$/],
  ["{id}", /d_[0-9a-f]{32}/],
  ["{prose}", /\S/],
];

/** Where an answer differs from what was captured, but for masks. */
function misfit(want: unknown, have: unknown, at = ""): string[] {
  if (want === "{machine}") return typeof have === "object" && have !== null ? [] : [`${at} is no object`];
  if (want === "{count}") return Number.isSafeInteger(have) ? [] : [`${at} is no count`];
  if (typeof want === "string") {
    const mask = masks.find(([name]) => want.includes(name));
    if (mask === undefined) return want === have ? [] : [`${at} is ${JSON.stringify(have)}`];
    return mask[1].test(String(have)) && String(have).startsWith(want.slice(0, want.indexOf("{")))
      ? []
      : [`${at} is ${JSON.stringify(have)}`];
  }
  if (typeof want !== "object" || want === null)
    return want === have ? [] : [`${at} is ${JSON.stringify(have)}`];
  if (typeof have !== "object" || have === null || Array.isArray(have) !== Array.isArray(want))
    return [`${at} is ${JSON.stringify(have)}`];
  const keys = [Object.keys(want).sort().join(), Object.keys(have).sort().join()];
  if (keys[0] !== keys[1]) return [`${at} has ${keys[1]}, not ${keys[0]}`];
  return Object.entries(want).flatMap(([key, value]) =>
    misfit(value, (have as Record<string, unknown>)[key], `${at}/${key}`),
  );
}

const fixture = () => harness({ name: "descriptor-fixture", files: { [examplePath]: exampleFirst } });

describe("captured facts", () => {
  test("are of five tools", () => {
    expect(captured.map(({ tool }) => tool)).toHaveLength(5);
  });

  test.each(captured)("$tool publishes the captured input schema", ({ tool, inputSchema }) => {
    const published = fixture()
      .app.service.list()
      .find(({ name }) => name === tool)?.inputSchema as Record<string, unknown>;
    const { $schema, ...own } = published;
    expect($schema).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(own).toEqual(inputSchema);
  });

  test.each(captured)("$tool answers the captured request", async ({ tool, request, result }) => {
    expect(misfit(result, await fixture().ok(tool, request))).toEqual([]);
  });

  test("a differing answer is seen", () => {
    expect(misfit({ a: [["{hash}", 1]] }, { a: [["0123456789abcdef", 1]] })).toEqual([]);
    expect(misfit({ a: [["{hash}", 1]] }, { a: [["0123", 1, 2]] })).toEqual(["/a/0 has 0,1,2, not 0,1"]);
    expect(misfit({ a: "x#{id}" }, { a: "y#d_51779bca8dd74f53afe256c4bc8fbe2d" })).toHaveLength(1);
  });
});

describe("captured errors", () => {
  const unknown = captured.flatMap(({ tool, request }) => ({ tool, request: { ...request, foo: 1 } }));

  test.each(unknown)("$tool names an argument that it does not know", async ({ tool, request }) => {
    expect(await fixture().call(tool, request)).toEqual({
      code: "E_ARGUMENT",
      message: "Unknown argument foo",
    });
  });

  test("paths", async () => {
    const at = fixture();
    const messages = captured
      .find(({ tool }) => tool === "gram_recall")
      ?.errors.filter(([code]) => code === "E_PATH");
    const given = ["/etc", "@mounts/none/a.gram", "../up.gram", ".hidden/a.gram"];
    for (const [index, path] of given.entries()) {
      expect(await at.refusal("gram_list", { path })).toBe(messages?.[index]?.join(" "));
    }
  });

  test("no folder", async () => {
    const at = harness({ root: undefined });
    expect(await at.refusal("gram_projects")).toBe("E_STORAGE workspace storage is not configured");
    expect(await at.refusal("gram_recall", { query: "x" })).toBe(
      "E_STORAGE workspace storage is not configured",
    );
  });
});
