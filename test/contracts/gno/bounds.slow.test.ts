/**
 * No answer of a read tool exceeds its published limit on a large vault, with the arguments left out and with each bounded
 * argument at the most that its schema admits. Maxima come from the published schemas, what they bound from spec/gno.md,
 * "Limits of answers".
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadContract } from "../../../conformance/contract.ts";
import { writeCorpus } from "../../fixtures/corpus.ts";
import { type Harness, shared } from "./harness.ts";

const mebibyte = 1024 * 1024;
const corpora = process.env.CONCORDAT_CORPORA_DIR;
const own = corpora === undefined ? mkdtempSync(join(tmpdir(), "bounds-")) : undefined;
const vault = own ?? join(corpora!, "medium-powershell");
if (own !== undefined) writeCorpus(own, { notes: 1_200 });
else if (!existsSync(vault)) throw new Error(`${vault} is missing`);
afterAll(() => {
  if (own !== undefined) rmSync(own, { recursive: true });
});

const open = shared({
  collections: { facts: { "empty.md": "# Empty\n" } },
  yaml: `  - name: docs\n    path: ${JSON.stringify(vault)}\n  - name: memory\n    path: ${JSON.stringify(vault)}\n    memoryManaged: true\n`,
  embedded: true,
});

const { tools } = loadContract("gno");
const reads = tools.filter((tool) => tool.effect === "read");

// biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are tools.
type Data = any;
type Args = Readonly<Record<string, unknown>>;

/** Where the vault is thickest. */
interface Place {
  readonly hub: string;
  readonly other: string;
  /** Line of a heading of the hub. */
  readonly heading: number;
  readonly capsule: Data;
}

interface Bound {
  /** Besides the bounded arguments. */
  readonly args: (at: Place) => Args;
  /** Lengths of lists, each with the most that it may have: a number, or the argument that says it. */
  readonly lists?: (data: Data) => Readonly<Record<string, readonly [have: number, most: number | string]>>;
  /** Most bytes of what is published as bounded; `content` alone where only that is. */
  readonly bytes?: (data: Data) => readonly [what: unknown, most: number];
  /** It needs what no call here made. */
  readonly missing?: true;
}

const hits: Bound = {
  args: () => ({ query: "the" }),
  lists: (data) => ({ results: [data.results.length, "limit"] }),
};
const graph = (data: Data) => ({
  nodes: [data.nodes.length, "limit"] as const,
  links: [data.links.length, "edgeLimit"] as const,
});
const walked = (list: string) => (data: Data) => ({
  [list]: [data[list].length, "maxNodes"] as const,
  edges: [data.edges?.length ?? 0, 5_000] as const,
});
const linked = (list: string): Bound => ({
  args: ({ hub }) => ({ ref: hub }),
  lists: (data) => ({ [list]: [data[list].length, 1_000] }),
});

const bounds: Readonly<Record<string, Bound>> = {
  gno_context: {
    args: () => ({ goal: "how are modules loaded", budgetTokens: 20_000 }),
    lists: (data) => ({ tokens: [data.budget.usedTokens, 20_000], bytes: [data.budget.usedBytes, mebibyte] }),
    bytes: (data) => [data, mebibyte],
  },
  gno_context_verify: {
    args: ({ capsule }) => ({ capsule }),
    lists: (data) => ({ evidence: [data.evidence.length, 1_000] }),
  },
  gno_ask: {
    args: () => ({ query: "how are modules loaded", verify: true }),
    lists: (data) => ({
      results: [data.results.length, "limit"],
      claims: [data.verification?.claims.length ?? 0, 64],
    }),
    bytes: (data) => [data.verification?.capsule ?? {}, mebibyte],
  },
  gno_recall: {
    args: () => ({ query: "modules", collection: "memory", scopes: ["a"] }),
    lists: (data) => ({
      facts: [data.facts.length, "maxFacts"],
      tokens: [data.budget.usedTokens, "maxTokens"],
    }),
  },
  gno_search: hits,
  gno_vsearch: hits,
  gno_query: hits,
  gno_query_diagnose: {
    args: ({ hub }) => ({ query: "the", target: hub, explain: true }),
    bytes: (data) => [data, mebibyte],
  },
  gno_get: { args: ({ hub }) => ({ ref: hub }), bytes: (data) => [data.content, mebibyte] },
  gno_section: {
    args: ({ hub, heading }) => ({ action: "create", ref: hub, line: heading }),
    bytes: (data) => [data.target, 2_048],
  },
  gno_multi_get: {
    args: () => ({ pattern: "docs/**", maxBytes: mebibyte }),
    lists: (data) => ({ documents: [data.documents.length, 100] }),
    bytes: (data) => [data.documents.map((one: Data) => one.content).join(""), mebibyte],
  },
  gno_peek: { args: () => ({}), lists: (data) => ({ recent: [data.recent.length, 10] }) },
  gno_status: { args: () => ({}), bytes: (data) => [data, 64 * 1024] },
  gno_audit: {
    args: () => ({}),
    lists: (data) => ({
      findings: [data.findings.length, "maxFindings"],
      underRules: [data.rules.flatMap((rule: Data) => rule.findings).length, "maxFindings"],
    }),
  },
  gno_egress_policy_get: { args: () => ({ collection: "docs" }), bytes: (data) => [data, 64 * 1024] },
  gno_egress_check: {
    args: () => ({
      action: "serve",
      destinationZone: "loopback",
      contentClass: "snippet",
      caller: { authenticated: false, operationAuthorized: true },
    }),
    bytes: (data) => [data, 64 * 1024],
  },
  gno_egress_audit_list: {
    args: () => ({}),
    lists: (data) => ({ receipts: [data.receipts.length, "limit"] }),
  },
  gno_egress_audit_show: { args: () => ({ auditId: "egress-audit-none" }), missing: true },
  gno_egress_audit_status: { args: () => ({}), bytes: (data) => [data, 64 * 1024] },
  gno_changes: { args: () => ({}), lists: (data) => ({ changes: [data.changes.length, "limit"] }) },
  gno_diff: { args: ({ hub }) => ({ ref: hub }), bytes: (data) => [data, 64 * 1024] },
  gno_impact: {
    args: ({ hub }) => ({ ref: hub }),
    lists: (data) => ({ impacted: [data.impacted.length, "maxNodes"] }),
  },
  gno_trace_list: { args: () => ({}), lists: (data) => ({ traces: [data.traces.length, "limit"] }) },
  gno_trace_show: { args: () => ({ traceId: "0b9f2a34-6c1d-4f57-8a2e-5d3c7e9b1f60" }), missing: true },
  gno_list_tags: { args: () => ({}), lists: (data) => ({ tags: [data.tags.length, 1_000] }) },
  gno_links: linked("links"),
  gno_backlinks: linked("backlinks"),
  gno_similar: {
    args: ({ hub }) => ({ ref: hub, crossCollection: true }),
    lists: (data) => ({ similar: [data.similar.length, "limit"] }),
  },
  gno_graph: {
    args: () => ({ linkedOnly: false, includeSimilar: true }),
    lists: (data) => ({ ...graph(data), hubs: [data.report.hubs.length, 10] }),
    bytes: (data) => [{ nodes: data.nodes, links: data.links }, mebibyte],
  },
  gno_graph_query: { args: ({ hub }) => ({ ref: hub, direction: "both" }), lists: walked("nodes") },
  gno_graph_neighbors: {
    args: ({ hub }) => ({ ref: hub, includeSimilar: true }),
    lists: (data) => ({ neighbors: [data.neighbors.length, "limit"] }),
    bytes: (data) => [data.neighbors, mebibyte],
  },
  gno_graph_path: {
    args: ({ hub, other }) => ({ from: hub, to: other }),
    lists: (data) => ({ edges: [data.path?.edges.length ?? 0, "maxDepth"] }),
  },
  gno_job_status: { args: () => ({ jobId: "0b9f2a34-6c1d-4f57-8a2e-5d3c7e9b1f60" }), missing: true },
  gno_list_jobs: {
    args: () => ({}),
    lists: (data) => ({ recent: [data.recent.length, "limit"] }),
  },
};

let h: Harness;
let at: Place;

beforeAll(async () => {
  h = await open();
  const { report } = await h.ok("gno_graph", { limit: 10 });
  const [hub, other] = report.hubs.map((one: Data) => one.uri ?? one.id);
  const capsule = await h.ok("gno_context", {
    goal: "how are modules loaded",
    budgetTokens: 200_000,
    limit: 100,
  });
  const { content } = await h.ok("gno_get", { ref: hub });
  const heading = content.split("\n").findIndex((line: string) => /^#+ \S/.test(line)) + 1;
  at = { hub, other, heading, capsule };
}, 600_000);

test("every read tool has its bounds here", () => {
  expect(Object.keys(bounds)).toEqual(reads.map((tool) => tool.name));
});

/** Arguments that have a published maximum which is a size, with it. */
function bounded(name: string): Readonly<Record<string, { most: number; usual: number | undefined }>> {
  const properties = (tools.find((tool) => tool.name === name)?.input.properties ?? {}) as Record<
    string,
    Data
  >;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, schema]) => schema.type === "integer" && schema.maximum < Number.MAX_SAFE_INTEGER)
      .map(([key, schema]) => [key, { most: schema.maximum, usual: schema.default }]),
  );
}

describe.each(reads.map(({ name }) => ({ name })))("$name", ({ name }) => {
  const { args, lists, bytes, missing } = bounds[name]!;
  const sizes = bounded(name);

  test.each(["usual", "most"] as const)("keeps its limits: %s", { timeout: 300_000 }, async (which) => {
    const given =
      which === "usual"
        ? {}
        : Object.fromEntries(Object.entries(sizes).map(([key, { most }]) => [key, most]));
    const outcome = await h.run(name, { ...args(at), ...given });
    if (missing) return expect(outcome).toMatchObject({ kind: "error", code: "NOT_FOUND" });
    if (outcome.kind !== "ok") throw new Error(JSON.stringify(outcome));
    const data = outcome.data as Data;
    for (const [list, [have, most]] of Object.entries(lists?.(data) ?? {})) {
      const limit = typeof most === "number" ? most : sizes[most]?.[which];
      expect(limit, `${most} has a published ${which} value`).toBeDefined();
      expect(have, `${list} of ${most}`).toBeLessThanOrEqual(limit!);
    }
    const [what, most] = bytes?.(data) ?? ["", 0];
    const size = Buffer.byteLength(typeof what === "string" ? what : JSON.stringify(what));
    expect(size).toBeLessThanOrEqual(most);
    expect(lists ?? bytes, "something is bounded").toBeDefined();
  });
});
