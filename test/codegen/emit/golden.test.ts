/** Goldens follow the Envelope table and the profiles, and nothing else. */
import { describe, expect, test } from "vitest";
import type { Contract } from "../../../codegen/contract.ts";
import { emitGolden, result } from "../../../codegen/emit/golden.ts";
import { emitWires } from "../../../codegen/emit/wire.ts";
import { linkMini, miniContract } from "../project.ts";

function golden(contract: Contract, file: string): Record<string, unknown> {
  return JSON.parse(new Map(emitGolden(contract)).get(file)!) as Record<string, unknown>;
}

const names = (file: Record<string, unknown>): string[] =>
  (file.tools as { name: string }[]).map(({ name }) => name);

describe("list.<profile>.json", () => {
  test.each([
    ["list.full.json", ["mini_find", "mini_ping"]],
    ["list.full.write.json", ["mini_find", "mini_put_note", "mini_ping"]],
    ["list.small.json", ["mini_find", "mini_ping"]],
    ["list.small.write.json", ["mini_find", "mini_ping"]],
  ])("%s has its tools in the order of the rows", async (file, want) => {
    expect(names(golden(await miniContract(), file))).toEqual(want);
  });

  test("an entry shows what is published and nothing else", async () => {
    const contract = await miniContract();
    const [find, ping] = golden(contract, "list.small.json").tools as Record<string, unknown>[];
    expect(Object.keys(find!)).toEqual(["name", "description", "inputSchema", "outputSchema", "annotations"]);
    expect(find!.description).toBe("Call this first.");
    expect(find!.annotations).toEqual({ readOnlyHint: true });
    expect(Object.keys(ping!)).toEqual(["name", "description", "inputSchema"]);
  });
});

describe("<tool>.json", () => {
  test("has the examples as calls and their outputs in the contract's envelope", async () => {
    const { calls, ok } = golden(await miniContract(), "put-note.json");
    expect(calls).toEqual([{ name: "plain", arguments: { name: "a" } }]);
    expect(ok).toEqual([
      {
        name: "plain",
        result: {
          content: [{ type: "text", text: '{"at":"2026-01-01T00:00:00Z","name":"a"}' }],
          structuredContent: { name: "a", at: "2026-01-01T00:00:00Z" },
        },
      },
    ]);
  });

  test("has one error per code of the row", async () => {
    const { errors } = golden(await miniContract(), "put-note.json");
    expect((errors as { code: string }[]).map(({ code }) => code)).toEqual(["LOCKED", "NOT_FOUND"]);
  });
});

describe("result", () => {
  const row = (text: string, structured: string, isError: string) => ({
    case: "x",
    text,
    structured,
    isError,
  });
  test.each([
    [
      "prose and data",
      row("prose", "data", "no"),
      { data: { a: 1 } },
      { content: [{ type: "text", text: "any non-empty" }], structuredContent: { a: 1 } },
    ],
    [
      "data as text alone",
      row("json-indent-2", "-", "no"),
      { data: { a: 1 } },
      { content: [{ type: "text", text: '{\n  "a": 1\n}' }] },
    ],
    [
      "keys in order of the alphabet",
      row("json-sorted", "data", "no"),
      { data: { b: [{ d: 1, c: 2 }], a: 1 } },
      {
        content: [{ type: "text", text: '{"a":1,"b":[{"c":2,"d":1}]}' }],
        structuredContent: { b: [{ d: 1, c: 2 }], a: 1 },
      },
    ],
    [
      "an error by a pattern",
      row("Error: {message}", "{error, message}", "yes"),
      { code: "X" },
      {
        content: [{ type: "text", text: "Error: {message}" }],
        structuredContent: { error: "X", message: "{message}" },
        isError: true,
      },
    ],
    [
      "an error as its own text",
      row("json-sorted", "{code, message}", "yes"),
      { code: "X" },
      {
        content: [{ type: "text", text: '{"code":"X","message":"{message}"}' }],
        structuredContent: { code: "X", message: "{message}" },
        isError: true,
      },
    ],
    ["a protocol error", row("-", "-", "-32602"), {}, { error: { code: -32602, message: "any non-empty" } }],
  ])("%s", (_name, envelope, facts, want) => {
    expect(result(envelope, facts)).toEqual(want);
  });
});

describe("golden/wire", () => {
  test("every wire of both revisions has one probe of the cheapest tool", async () => {
    const { model } = await linkMini();
    const wires = new Map(emitWires(model.contracts[0]!, model.revisions));
    expect([...wires.keys()].sort()).toEqual([
      "http-legacy.json",
      "http-modern.json",
      "stdio-legacy.json",
      "stdio-modern.json",
    ]);
    for (const text of wires.values())
      expect(JSON.parse(text)).toMatchObject({ contract: "mini", tool: "mini_ping" });
  });

  test("a message on stdio is one line", async () => {
    const { model } = await linkMini();
    const { steps } = JSON.parse(
      new Map(emitWires(model.contracts[0]!, model.revisions)).get("stdio-legacy.json")!,
    );
    for (const { request } of steps) {
      expect(request).not.toContain("\n");
      expect(JSON.parse(request).jsonrpc).toBe("2.0");
    }
  });
});
