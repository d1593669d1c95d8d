/** A day of an agent with a decision record, and what all wires say alike. spec/gram.md, "An agent's day". */
import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/engine/gram/canonical.ts";
import { harness, withExample } from "../contracts/gram/harness.ts";
import { openWire, type Send, wireNames } from "./gram-wires.ts";

interface Result {
  readonly content: readonly { readonly text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes.
  readonly structuredContent: any;
  readonly isError?: true;
  readonly resultType?: string;
}

async function call(send: Send, name: string, args: object): Promise<Result> {
  const { result } = JSON.parse(await send("tools/call", { name, arguments: args })) as { result: Result };
  return result;
}

test("the four wires publish the same descriptors, byte for byte", async () => {
  const digests = new Set<string>();
  for (const wire of wireNames) {
    const at = harness();
    const text = await (await openWire(wire, at.app.service))("tools/list", {});
    const tools = JSON.stringify((JSON.parse(text) as { result: { tools: unknown[] } }).result.tools);
    expect(text).toContain(`"tools":${tools}`);
    expect(JSON.parse(tools)).toHaveLength(15);
    digests.add(hash("sha256", tools));
  }
  expect(digests.size).toBe(1);
});

describe.each(wireNames)("over %s", (wire) => {
  test("the text is the data as sorted compact JSON, every character as itself", async () => {
    const at = withExample();
    await at.create("ünï.gram", { t: 'Größe 🚀 "é"', records: [{ type: "task", t: "日本" }] });
    const send = await openWire(wire, at.app.service);
    for (const [name, args] of [
      ["gram_list", {}],
      ["gram_read", { path: "ünï.gram" }],
      ["gram_read", { path: "none.gram" }],
      ["gram_list", { foo: 1 }],
    ] as const) {
      const { content, structuredContent, resultType } = await call(send, name, args);
      expect(content).toEqual([{ type: "text", text: canonicalJson(structuredContent) }]);
      expect(resultType).toBe(wire.endsWith("modern") ? "complete" : undefined);
    }
    expect(await send("tools/call", { name: "gram_list", arguments: {} })).toContain("Größe 🚀");
  });

  test("an agent's day", async () => {
    const at = harness();
    const send = await openWire(wire, at.app.service);
    const ask = async (name: string, args: object) => {
      const { structuredContent, isError } = await call(send, name, args);
      expect([structuredContent, isError]).toEqual([structuredContent, undefined]);
      return structuredContent;
    };
    const path = "decisions/store.gram";

    // In the morning a decision is written down, with what speaks for it.
    const created = await ask("gram_create", {
      path,
      request_id: "morning-1",
      t: "Where notes are stored",
      body: "# Choice\n\n[[d1]]\n\nIt rests on [a measurement](@e1).",
      records: [
        { type: "decision", t: "Use the lunar store", x: "open" },
        { type: "evidence", t: "The lunar store is twice as fast", links: [["supports", "d1"]] },
      ],
    });
    expect(created).toMatchObject({
      doc: { path, rev: 1 },
      ids: [
        [0, "d1"],
        [1, "e1"],
      ],
    });
    const { recorded_at: morning } = (await ask("gram_state", { path })).as_of;

    // It is accepted, and the move gets its day.
    const accepted = await ask("gram_patch", {
      path,
      base_revision: created.doc.rev,
      expected_hash: created.doc.hash,
      request_id: "noon-1",
      changes: [
        { op: "set", id: "d1", fields: { x: "accepted" } },
        {
          op: "add",
          record: { type: "event", t: "Move the notes", at: "2031-04-12", links: [["implements", "d1"]] },
        },
        { op: "insert", after: "last", text: "[[e2]]" },
      ],
    });
    expect(accepted).toMatchObject({ doc: { rev: 2 }, ids: [[1, "e2"]] });

    // What was known in the morning; what holds before the day, and in its month.
    const ids = async (when: object) =>
      (await ask("gram_state", { path, ...when })).state.map((row: string[]) => `${row[0]} ${row[3] ?? "-"}`);
    expect(await ids({ recorded_at: morning })).toEqual(["d1 open", "e1 -"]);
    expect(await ids({ effective_at: "2031-03" })).toEqual(["d1 accepted", "e1 -"]);
    expect(await ids({ effective_at: "2031-04" })).toEqual(["d1 accepted", "e1 -", "e2 -"]);
    expect((await ask("gram_context", { path, id: "d1" })).implemented).toBe("2031-04-12");
    expect((await ask("gram_context", { path })).text).toBe(
      "Choice\n\nUse the lunar store (accepted)\n\nIt rests on The lunar store is twice as fast.\n\nMove the notes",
    );

    // The event is found by its month.
    const { hits } = await ask("gram_recall", { query: "2031-04" });
    expect(hits[0]).toEqual([`${path}#e2`, "event", "Move the notes", null]);

    // What supports the decision, and what carries it out.
    const { relations } = await ask("gram_relations", { path, id: "d1" });
    expect(relations).toEqual([
      [`${path}#e1`, "supports", `${path}#d1`, "evidence", "The lunar store is twice as fast"],
      [`${path}#e2`, "implements", `${path}#d1`, "event", "Move the notes"],
    ]);

    // In the evening an answer is lost. The same request again settles it, also after somebody else wrote.
    const lost = {
      path,
      base_revision: accepted.doc.rev,
      expected_hash: accepted.doc.hash,
      request_id: "evening-1",
      changes: [{ op: "add", record: { type: "task", t: "Tell the team", due: "2031-04-11" } }],
    };
    const first = await ask("gram_patch", lost);
    const other = await ask("gram_patch", {
      path,
      base_revision: 3,
      expected_hash: first.doc.hash,
      request_id: "colleague-1",
      changes: [{ op: "set", id: "t1", fields: { p: "high" } }],
    });
    expect(await ask("gram_patch", lost)).toEqual({ ...first, replayed: true });
    const { changes } = await ask("gram_changes", { path, base_revision: 2 });
    expect(changes.map((row: unknown[]) => row.slice(0, 3))).toEqual([
      [`${path}#t1`, "create", 3],
      [`${path}#t1`, "update", 4],
    ]);
    // A change that is made for an old state is refused instead.
    expect((await call(send, "gram_patch", { ...lost, request_id: "evening-2" })).structuredContent).toEqual({
      code: "STALE_BASE",
      message: `The document moved to revision ${other.doc.rev}; read again`,
    });
  });
});
