/** The hand-written envelope against the goldens, which are made from the Envelope table: double entry. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { present } from "../../../src/contracts/gno/envelope.ts";

interface Golden {
  readonly tool: string;
  readonly ok: readonly { name: string; result: { structuredContent: unknown } }[];
  readonly errors: readonly { code: string; result: unknown }[];
}

const folder = new URL("../../../golden/gno/", import.meta.url);
const goldens = readdirSync(folder)
  .filter((name) => name.endsWith(".json") && !name.startsWith("list."))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Golden);

describe.each(goldens)("$tool", ({ tool, ok, errors }) => {
  test.each(ok)("ok: $name", ({ result }) => {
    const data = result.structuredContent;
    const wire = present(tool, { kind: "ok", data, text: "any non-empty" });
    expect(wire).toEqual({ kind: "result", result });
  });

  // The capsule tools have a name of their own for what goes wrong inside.
  const inside = errors.find(({ code }) => code === "runtime_error")?.result;
  test.each([...errors, { code: "RUNTIME", result: inside }])("error: $code", ({ code, result }) => {
    const wire = present(tool, { kind: "error", code, message: "{message}", details: { secret: 1 } });
    const want = result ?? {
      content: [{ type: "text", text: "Error: {message}" }],
      structuredContent: { error: code, message: "{message}" },
      isError: true,
    };
    expect(wire).toEqual({ kind: "result", result: want });
  });
});

test("there are goldens to compare with", () => {
  expect(goldens.length).toBeGreaterThanOrEqual(16);
});

test("refused arguments are text alone and name every place", () => {
  const issues = [
    { at: "/limit", rule: "maximum", message: "must be <= 100" },
    { at: "", rule: "required", message: "must have required property 'query'" },
  ];
  expect(present("gno_search", { kind: "invalid", issues })).toEqual({
    kind: "result",
    result: {
      content: [
        {
          type: "text",
          text: "Invalid arguments for gno_search:\n- limit: must be <= 100\n- must have required property 'query'",
        },
      ],
      isError: true,
    },
  });
});

test("an unknown tool is a protocol error", () => {
  expect(present("gno_nope", { kind: "unknown", tool: "gno_nope" })).toMatchObject({
    kind: "protocol-error",
    code: -32602,
  });
});
