/** What a server keeps in memory after every tool that reads has answered once over a whole corpus. */
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { benchEmbed, benchEngine, benchSync, COLLECTION } from "./engine.ts";
import { headingQueries } from "./queries.ts";
import type { Row } from "./report.ts";
import { stdioWire } from "./wire.ts";

/** Threads end after a minute without work, so that a server counts as at rest a little later. */
const REST_MS = 75_000;

export async function restMemory(work: string, name: string, root: string, built: string): Promise<Row[]> {
  const base = mkdtempSync(join(work, "rest-"));
  const engine = benchEngine(base, root);
  await benchSync(engine);
  await benchEmbed(engine);
  const [first, second] = engine.documents.page(undefined, 2);
  await engine.close();
  if (first === undefined || second === undefined) return [];
  const [query = "anything"] = headingQueries(root, 1);
  const calls: readonly (readonly [tool: string, args: object])[] = [
    ["gno_search", { query }],
    ["gno_vsearch", { query }],
    ["gno_query", { query }],
    ["gno_query_diagnose", { query, target: first.uri }],
    ["gno_get", { ref: first.uri }],
    ["gno_section", { action: "list", ref: first.uri }],
    ["gno_multi_get", { pattern: "*" }],
    ["gno_peek", {}],
    ["gno_status", {}],
    ["gno_changes", { limit: 1_000 }],
    ["gno_list_tags", {}],
    ["gno_links", { ref: first.uri }],
    ["gno_backlinks", { ref: first.uri }],
    ["gno_similar", { ref: first.uri }],
    ["gno_graph", {}],
    ["gno_graph_neighbors", { ref: first.uri }],
    ["gno_graph_path", { from: first.uri, to: second.uri }],
    ["gno_context", { goal: query, budgetTokens: 12_000, depthPolicy: "balanced" }],
    ["gno_audit", { collection: COLLECTION }],
  ];
  const wire = await stdioWire([process.execPath, built, "mcp"], {
    ...process.env,
    GNO_CONFIG_DIR: join(base, "config"),
    GNO_DATA_DIR: join(base, "data"),
    GNO_CACHE_DIR: join(base, "cache"),
  });
  try {
    for (const [tool, args] of calls) await wire.call(tool, args);
    await pause(REST_MS);
    return [
      {
        group: `memory ${name}`,
        measure: `RSS at rest after ${calls.length} tools that read`,
        value: residentMiB(wire.pid),
        unit: "MiB",
        aim: { rule: "fixed", value: 150 },
      },
    ];
  } finally {
    wire.close();
  }
}

function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
