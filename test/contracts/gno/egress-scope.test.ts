import { describe, expect, test } from "vitest";
import { gno } from "../../../generated/gno/tools.ts";
import { movesEpoch, servedBy } from "../../../src/contracts/gno/egress-scope.ts";

const call = (name: string, args?: unknown) =>
  servedBy({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
const scope = (name: string, args?: unknown) => call(name, args)?.collections ?? "all";

describe("content class", () => {
  test("every tool has the one that is written down", () => {
    const of: Record<string, string[]> = {};
    for (const { name } of gno.tools) {
      of[call(name)?.contentClass ?? "exempt"] ??= [];
      of[call(name)?.contentClass ?? "exempt"]?.push(name.slice("gno_".length));
    }
    const { metadata = [], ...others } = of;
    expect(others).toEqual({
      capsule: ["context", "context_verify", "ask"],
      source: ["recall", "get", "multi_get", "remember"],
      snippet: ["search", "vsearch", "query", "similar"],
      audit_log: [
        "egress_check",
        "egress_audit_list",
        "egress_audit_show",
        "egress_audit_status",
        "egress_audit_delete",
        "egress_audit_purge",
      ],
      retrieval_trace: ["trace_list", "trace_show", "trace_label", "trace_delete", "trace_purge"],
      exempt: ["trace_export"],
    });
    expect(metadata).toEqual(expect.arrayContaining(["peek", "status", "graph", "section", "capture"]));
  });

  test.each([
    { method: "resources/read", params: { uri: "gno://open/a.md" }, want: ["source", ["open"]] },
    { method: "resources/read", params: { uri: "gno://tags?collection=open" }, want: ["source", undefined] },
    { method: "resources/read", params: {}, want: ["source", undefined] },
    { method: "resources/list", params: {}, want: ["metadata", undefined] },
    { method: "resources/templates/list", params: {}, want: ["metadata", undefined] },
  ])("$method $params", ({ method, params, want }) => {
    const served = servedBy({ method, params });
    expect([served?.contentClass, served?.collections]).toEqual(want);
  });

  test.each(["initialize", "tools/list", "ping", "notifications/cancelled", undefined])(
    "%s serves nothing",
    (method) => {
      expect(servedBy({ method })).toBeUndefined();
    },
  );

  test.each([[null], [1], ["x"], [[]], [{ method: "tools/call" }]])("%j serves nothing", (message) => {
    expect(servedBy(message)).toBeUndefined();
  });
});

describe("collections", () => {
  test.each([
    { tool: "gno_search", args: { query: "x" }, want: "all" },
    { tool: "gno_search", args: undefined, want: "all" },
    { tool: "gno_search", args: { collection: " Open " }, want: ["open"] },
    { tool: "gno_search", args: { collection: " " }, want: "all" },
    { tool: "gno_search", args: { collection: null }, want: "all" },
    { tool: "gno_search", args: { collection: 5 }, want: "all" },
    { tool: "gno_context", args: { collections: ["open", "OPEN", "house"] }, want: ["open", "house"] },
    { tool: "gno_context", args: { collections: [] }, want: "all" },
    { tool: "gno_context", args: { collections: '["open"]' }, want: "all" },
    { tool: "gno_context", args: { collections: ["open", 1] }, want: "all" },
    { tool: "gno_get", args: { ref: "open/a.md:3" }, want: ["open"] },
    { tool: "gno_get", args: { ref: "GNO://Open/a.md?index=work" }, want: ["open"] },
    { tool: "gno_get", args: { ref: "#abcdef" }, want: "all" },
    { tool: "gno_get", args: { ref: "open/../notes/a.md" }, want: "all" },
    { tool: "gno_get", args: { ref: "Some title" }, want: "all" },
    { tool: "gno_multi_get", args: { refs: ["open/a.md", "house/b.md"] }, want: ["open", "house"] },
    { tool: "gno_multi_get", args: { refs: ["open/a.md", "#abcdef"] }, want: "all" },
    { tool: "gno_multi_get", args: { pattern: "open/*" }, want: "all" },
    {
      tool: "gno_query_diagnose",
      args: { collection: "open", target: "notes/a.md" },
      want: ["open", "notes"],
    },
    { tool: "gno_query_diagnose", args: { collection: "open", target: "a.md" }, want: "all" },
    {
      tool: "gno_section",
      args: { ref: "open/a.md", target: { document: { uri: "gno://notes/a.md" } } },
      want: ["open", "notes"],
    },
    { tool: "gno_section", args: { ref: "open/a.md", target: {} }, want: "all" },
    { tool: "gno_similar", args: { ref: "open/a.md" }, want: ["open"] },
    { tool: "gno_similar", args: { ref: "open/a.md", crossCollection: true }, want: "all" },
    { tool: "gno_similar", args: { ref: "open/a.md", crossCollection: "true" }, want: "all" },
    { tool: "gno_similar", args: { ref: "open/a.md", crossCollection: false }, want: ["open"] },
    { tool: "gno_graph", args: {}, want: "all" },
    { tool: "gno_graph", args: { collection: "open" }, want: ["open"] },
    { tool: "gno_backlinks", args: { ref: "open/a.md" }, want: "all" },
    { tool: "gno_backlinks", args: { ref: "notes/a.md", collection: "open" }, want: ["open", "notes"] },
    { tool: "gno_graph_path", args: { collection: "open", from: "open/a.md", to: "#abcdef" }, want: "all" },
    { tool: "gno_impact", args: { ref: "open/a.md" }, want: "all" },
    { tool: "gno_status", args: {}, want: "all" },
    { tool: "gno_unknown", args: { collection: "open" }, want: ["open"] },
  ])("$tool $args: $want", ({ tool, args, want }) => {
    expect(scope(tool, args)).toEqual(want);
  });
});

test("tools that move the epoch themselves", () => {
  expect(gno.tools.map(({ name }) => name).filter(movesEpoch)).toEqual([
    "gno_egress_policy_set",
    "gno_add_collection",
    "gno_remove_collection",
  ]);
});
