/**
 * The published tools/list of each profile, with writes off and on: names, order, and what may differ between profiles.
 * The names stand here as they are on the wire, so that no change to the sources passes unseen.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly annotations?: object;
}

const read = [
  "gno_context",
  "gno_context_verify",
  "gno_ask",
  "gno_recall",
  "gno_search",
  "gno_vsearch",
  "gno_query",
  "gno_query_diagnose",
  "gno_get",
  "gno_section",
  "gno_multi_get",
  "gno_peek",
  "gno_status",
  "gno_audit",
  "gno_egress_policy_get",
  "gno_egress_check",
  "gno_egress_audit_list",
  "gno_egress_audit_show",
  "gno_egress_audit_status",
  "gno_changes",
  "gno_diff",
  "gno_impact",
  "gno_trace_list",
  "gno_trace_show",
  "gno_list_tags",
  "gno_links",
  "gno_backlinks",
  "gno_similar",
  "gno_graph",
  "gno_graph_query",
  "gno_graph_neighbors",
  "gno_graph_path",
];

const written = [
  "gno_egress_policy_set",
  "gno_egress_audit_delete",
  "gno_egress_audit_purge",
  "gno_trace_label",
  "gno_trace_export",
  "gno_trace_delete",
  "gno_trace_purge",
  "gno_remember",
  "gno_capture",
  "gno_add_collection",
  "gno_sync",
  "gno_embed",
  "gno_index",
  "gno_remove_collection",
  "gno_clear_collection_embeddings",
  "gno_create_folder",
  "gno_rename_note",
  "gno_move_note",
  "gno_duplicate_note",
];

const jobs = ["gno_job_status", "gno_list_jobs"];

const coreRead = [
  "gno_context",
  "gno_recall",
  "gno_search",
  "gno_query",
  "gno_get",
  "gno_multi_get",
  "gno_changes",
];

const coreWritten = ["gno_remember", "gno_capture"];

const hints = (readOnlyHint: boolean, destructiveHint: boolean, idempotentHint: boolean) => ({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint: false,
});
const looks = hints(true, false, true);

function list(name: string): readonly Listed[] {
  const file = new URL(`../../../golden/gno/list.${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { tools: readonly Listed[] }).tools;
}

const named = (name: string, tool: string) => list(name).find((one) => one.name === tool)!;

describe("tools/list", () => {
  test.each([
    ["full", 34, [...read, ...jobs]],
    ["core", 7, coreRead],
    ["full.write", 53, [...read, ...written, ...jobs]],
    ["core.write", 9, [...coreRead, ...coreWritten]],
  ])("of %s has these %i names in this order", (name, count, want) => {
    expect(want).toHaveLength(count);
    expect(list(name).map((tool) => tool.name)).toEqual(want);
  });

  test.each([
    ["core", "full"],
    ["core.write", "full.write"],
    ["full", "full.write"],
  ])("of %s has the schemas and annotations of %s, byte for byte", (one, other) => {
    for (const { description: _own, ...tool } of list(one)) {
      const { description: _other, ...twin } = named(other, tool.name);
      expect(JSON.stringify(tool), tool.name).toBe(JSON.stringify(twin));
    }
  });

  test("describes the nine core tools anew in core, and none otherwise with writes on", () => {
    const differ = (one: string, other: string) =>
      list(one).flatMap(({ name, description }) =>
        description === named(other, name).description ? [] : [name],
      );
    expect(differ("core.write", "full.write")).toEqual([...coreRead, ...coreWritten]);
    expect(differ("core", "full")).toEqual(coreRead);
    expect(differ("core", "core.write")).toEqual([]);
    expect(differ("full", "full.write")).toEqual([]);
  });

  test("publishes these annotations and no others", () => {
    const annotated = list("full.write").flatMap(({ name, annotations }) =>
      annotations === undefined ? [] : [[name, annotations]],
    );
    expect(Object.fromEntries(annotated)).toEqual({
      gno_recall: looks,
      gno_section: looks,
      gno_peek: looks,
      gno_audit: looks,
      gno_remember: hints(false, false, false),
      gno_rename_note: hints(false, true, false),
      gno_move_note: hints(false, true, false),
    });
  });

  test("publishes an output schema for gno_section alone", () => {
    const published = list("full.write").filter((tool) => "outputSchema" in tool);
    expect(published.map((tool) => tool.name)).toEqual(["gno_section"]);
  });
});
