/** The sources of gno's contract keep what they promise: strict schemas, real examples, exact profiles, small inputs. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../../../codegen/bundle.ts";
import type { Contract, JsonSchema } from "../../../codegen/contract.ts";
import { link } from "../../../codegen/link.ts";
import { formatProblem, Problems } from "../../../codegen/problems.ts";
import { readSources } from "../../../codegen/read.ts";
import type { GnoBacklinksOutput, GnoLinksOutput } from "../../../generated/gno/types.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const sources = readSources(root);
const problems = new Problems();
let gno: Contract;

beforeAll(async () => {
  const model = await link(sources, problems);
  gno = model.contracts.find(({ name }) => name === "gno")!;
});

/** A fresh validator for each schema, since tools share `$id`s. Formats are annotations in 2020-12. */
function strict(schema: JsonSchema) {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  for (const format of ["uri", "date-time"]) ajv.addFormat(format, true);
  return ajv.compile(schema);
}

describe("tool files and rows", () => {
  it("link without a problem", () => {
    const own = problems.list().filter(({ file }) => /^(schemas\/(gno|shared)\/|spec\/gno\.md$)/.test(file));
    expect(own.map(formatProblem)).toEqual([]);
  });

  it("stand in wire order", () => {
    expect(gno.tools.map(({ name }) => name)).toEqual([
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
      "gno_job_status",
      "gno_list_jobs",
    ]);
  });

  it("describe each core tool anew for core, and no other", () => {
    const inCore = gno.tools.filter(({ profiles }) => profiles.includes("core"));
    const differ = gno.tools.filter(
      ({ description, descriptions }) => (descriptions.core ?? description) !== description,
    );
    expect(differ.map(({ name }) => name)).toEqual(inCore.map(({ name }) => name));
    expect(inCore.map(({ name }) => name)).toEqual([
      "gno_context",
      "gno_recall",
      "gno_search",
      "gno_query",
      "gno_get",
      "gno_multi_get",
      "gno_changes",
      "gno_remember",
      "gno_capture",
    ]);
  });

  it("declare what a refused lease answers", () => {
    for (const tool of gno.tools.filter(({ effect }) => effect === "write")) {
      const busy = tool.lock === "own" ? "MEMORY_WRITE_LEASE_BUSY" : "LOCKED";
      expect(tool.errors, tool.name).toEqual(expect.arrayContaining([busy, "WRITE_DISABLED"]));
    }
  });
});

describe("core descriptions", () => {
  const named = {
    gno_context: [
      "budgetTokens",
      "budgetBytes",
      "depthPolicy fast",
      "hashes",
      "facets",
      "gaps",
      "omission",
      "fingerprints",
      "projection",
      "structuredContent",
      "persisted",
    ],
    gno_recall: [
      "before",
      "scope",
      "8 facts",
      "512 tokens",
      "superseded",
      "uri",
      "[hH]ash",
      "content-free",
      "gno remember",
    ],
    gno_search: ["BM25", "uri", "docid", "score", "snippet", "line", "limit", "gno_query"],
    gno_query: [
      "BM25",
      "vector",
      "graph",
      "expansion",
      "rerank",
      "fast",
      "thorough",
      "intent",
      "bm25_only",
      "context",
    ],
    gno_get: ["fromLine", "lineCount", "totalLines", "returnedLines", "modifiedAt", "path"],
    gno_multi_get: ["refs", "pattern", "maxBytes", "lineNumbers", "skipped", "documents"],
    gno_changes: ["since", "cursor", "ISO", "100", "1000", "metadata", "cursorExpired", "retentionTruncated"],
    gno_remember: [
      "durable fact",
      "scopes",
      "decision",
      "add",
      "supersede",
      "hash",
      "one successor",
      "replay",
      "gno://",
      "record",
      "searchable on return",
    ],
    gno_capture: ["frontmatter|front matter", "collisionPolicy", "docid", "hash", "embed", "keyword"],
  };

  it.each(Object.entries(named))("%s opens with when to call and names %j", (name, words) => {
    const core = gno.tools.find((tool) => tool.name === name)!.descriptions.core!;
    expect(core).toMatch(/^Call this /);
    for (const word of words) expect(core).toMatch(new RegExp(word));
    expect(core).not.toMatch(/\b(not|never|no|without|don't|powerful|best-in-class|seamless|blazing)\b/i);
    expect(core.match(/[.!?](?= |$)/g)!.length).toBeLessThanOrEqual(3);
  });
});

describe("schemas", () => {
  it("compile strictly, and stay under 100,000 characters", () => {
    for (const { name, input, output } of gno.tools) {
      expect(() => strict(input), `${name} input`).not.toThrow();
      expect(() => strict(output), `${name} output`).not.toThrow();
      expect(JSON.stringify(input).length, name).toBeLessThan(100_000);
      // Two tools have one by contract: preview and apply are closed branches of their own.
      const union = name === "gno_rename_note" || name === "gno_move_note";
      for (const key of union ? ["anyOf", "allOf"] : ["oneOf", "anyOf", "allOf"])
        expect(input, name).not.toHaveProperty(key);
    }
  });

  it("admit their examples", () => {
    for (const { name, input, output, examples } of gno.tools) {
      for (const example of examples) {
        const [fitsInput, fitsOutput] = [strict(input), strict(output)];
        fitsInput(example.input);
        fitsOutput(example.output);
        expect(fitsInput.errors ?? [], `${name}: ${example.name}`).toEqual([]);
        expect(fitsOutput.errors ?? [], `${name}: ${example.name}`).toEqual([]);
      }
    }
  });

  it("carry the published ids", () => {
    expect(Object.fromEntries(gno.tools.map(({ name, output }) => [name, output.$id]))).toEqual({
      gno_context: "gno://schemas/context-capsule-v1@1.1",
      gno_context_verify: "gno://schemas/context-capsule-verification@1.0",
      gno_recall: "gno://schemas/memory-recall@1.0",
      gno_search: "gno://schemas/search-results@1.0",
      gno_vsearch: "gno://schemas/search-results@1.0",
      gno_query: "gno://schemas/search-results@1.0",
      gno_query_diagnose: "gno://schemas/query-diagnose@1.2",
      gno_get: "gno://schemas/get@1.0",
      gno_section: "gno://schemas/section@1.0",
      gno_ask: "gno://schemas/ask@1.0",
      gno_audit: "gno://schemas/audit-report@1.0",
      gno_egress_policy_get: "https://gno.sh/schemas/collection-egress-policy.schema.json",
      gno_egress_check: "https://gno.sh/schemas/collection-egress-check.schema.json",
      gno_egress_audit_list: undefined,
      gno_egress_audit_show: undefined,
      gno_egress_audit_status: undefined,
      gno_changes: "gno://schemas/changes@1.0",
      gno_diff: "gno://schemas/document-diff@1.0",
      gno_multi_get: "gno://schemas/multi-get@1.0",
      gno_peek: "gno://schemas/peek@1.0",
      gno_status: "gno://schemas/status@1.0",
      gno_impact: "gno://schemas/impact@1.0",
      gno_trace_list: "gno://schemas/retrieval-trace-list@1.0",
      gno_trace_show: "gno://schemas/retrieval-trace-show@1.0",
      gno_list_tags: "gno://schemas/tags-list@1.0",
      gno_links: "gno://schemas/links@1.0",
      gno_backlinks: "gno://schemas/backlinks@1.0",
      gno_similar: "gno://schemas/similar@1.0",
      gno_graph: "gno://schemas/graph@1.0",
      gno_graph_query: "gno://schemas/graph-query@1.0",
      gno_graph_neighbors: undefined,
      gno_graph_path: undefined,
      gno_egress_policy_set: "https://gno.sh/schemas/collection-egress-policy-set.schema.json",
      gno_egress_audit_delete: undefined,
      gno_egress_audit_purge: undefined,
      gno_trace_label: "gno://schemas/retrieval-trace-judgment@1.0",
      gno_trace_export: "gno://schemas/retrieval-trace-export@1.0",
      gno_trace_delete: "gno://schemas/retrieval-trace-delete@1.0",
      gno_trace_purge: "gno://schemas/retrieval-trace-purge@1.0",
      gno_remember: "gno://schemas/memory-remember@1.0",
      gno_capture: "gno://schemas/mcp-capture-result@1.0",
      gno_add_collection: "gno://schemas/mcp-add-collection-result@1.0",
      gno_sync: "gno://schemas/mcp-sync-result@1.0",
      gno_embed: "gno://schemas/mcp-embed-result@1.0",
      gno_index: "gno://schemas/mcp-index-result@1.0",
      gno_remove_collection: "gno://schemas/mcp-remove-result@1.0",
      gno_clear_collection_embeddings: undefined,
      gno_create_folder: undefined,
      gno_rename_note: undefined,
      gno_move_note: undefined,
      gno_duplicate_note: undefined,
      gno_job_status: "gno://schemas/mcp-job-status@1.0",
      gno_list_jobs: "gno://schemas/mcp-job-list@1.0",
    });
  });
});

describe("ties inside an output", () => {
  it.each<[string, string, number, string, unknown]>([
    ["a set-up index has counts", "gno_peek", 0, "counts", null],
    ["an index before set-up has none", "gno_peek", 1, "counts", { documents: 0, collections: 0 }],
    ["a running server has a URL", "gno_peek", 0, "serve.url", null],
    ["one that is down has none", "gno_peek", 1, "serve.url", "http://localhost:3000"],
    ["stdio counts no sessions", "gno_status", 0, "resident.transport.activeSessions", 1],
    ["stdio has no uptime", "gno_status", 0, "resident.uptimeSeconds", 5],
    ["a capsule is closed", "gno_context", 0, "more", 1],
    ["a passage is closed", "gno_context", 0, "evidence.0.more", 1],
    ["a capsule of 1.1 says where it may go", "gno_context", 0, "egressLineage", undefined],
    ["every passage of 1.1 does", "gno_context", 0, "evidence.0.egressLineage", undefined],
    ["a capsule of 1.2 holds its filter", "gno_context", 0, "schemaVersion", "1.2"],
    ["evidence is there", "gno_context", 0, "evidence", []],
    [
      "what is unavailable says why",
      "gno_context",
      0,
      "retrieval.capabilityStates.reranking.outcome",
      "unavailable",
    ],
    ["a hit has no key of its own", "gno_search", 0, "results.0.rank", 1],
    ["a hit has categories", "gno_search", 0, "results.0.categories", undefined],
    ["times are UTC", "gno_job_status", 0, "startedAt", "2026-03-05T10:00:05.000+01:00"],
    ["a time needs its seconds", "gno_job_status", 0, "startedAt", "2026-03-05T10:00Z"],
    ["a front matter date is a day or a moment", "gno_search", 0, "results.0.source.documentDate", "March"],
    ["phases are sync, then embed", "gno_index", 0, "phases", ["embed", "sync"]],
    ["gno_index runs no update command", "gno_index", 0, "options.runUpdateCmd", true],
  ])("%s", (_rule, name, index, at, value) => {
    const { output, examples } = gno.tools.find((tool) => tool.name === name)!;
    const example = examples[index]!.output;
    expect(strict(output)(example)).toBe(true);
    expect(strict(output)(replaced(example, at.split("."), value))).toBe(false);
  });

  /** A copy with another value at a path; `undefined` takes the key out. */
  function replaced(tree: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
    if (key === undefined) return value;
    const copy: Record<string, unknown> = Array.isArray(tree)
      ? (Object.assign([], tree) as unknown as Record<string, unknown>)
      : { ...(tree as object) };
    copy[key] = replaced(copy[key], rest, value);
    if (copy[key] === undefined) delete copy[key];
    return copy;
  }
});

describe("the filter predicate", () => {
  const leaf = { op: "eq", key: "status", value: "open" };
  const nested = (levels: number): unknown =>
    levels === 1 ? leaf : { op: "not", predicate: nested(levels - 1) };

  it.each<[string, unknown, boolean]>([
    ["a leaf", leaf, true],
    ["a number compared", { op: "gte", key: "effort", value: 3 }, true],
    ["text compared as a number", { op: "gte", key: "effort", value: "3" }, false],
    ["members of one type", { op: "in", key: "team", values: ["a", "b"] }, true],
    ["members of two types", { op: "in", key: "team", values: ["a", 1] }, false],
    ["no members", { op: "all", key: "team", values: [] }, false],
    ["a group", { op: "or", predicates: [leaf, { op: "exists", key: "due", value: false }] }, true],
    ["an empty group", { op: "and", predicates: [] }, false],
    ["eight levels", nested(8), true],
    ["nine levels", nested(9), false],
    ["an unknown operator", { op: "like", key: "a", value: "b" }, false],
    ["a key too many", { ...leaf, flags: "i" }, false],
    ["an empty key", { ...leaf, key: "" }, false],
    ["a list as value", { ...leaf, value: ["open"] }, false],
  ])("%s", async (_name, filter, want) => {
    const load = (path: string) => JSON.parse(sources.get(path)!) as unknown;
    const path = "schemas/gno/search.json";
    const { input } = load(path) as { input: { properties: object } };
    const properties = { ...input.properties, filter: { $ref: "_types/metadata-predicate.json" } };
    const published = await bundle(path, { ...input, properties }, load);
    expect(JSON.stringify(published).length).toBeLessThan(100_000);
    expect(strict(published)({ query: "atlas", filter })).toBe(want);
  });
});

describe("examples show the sample vault", () => {
  const vault = new URL("../../../conformance/vaults/gno/", import.meta.url);
  const sha = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");

  /** What outputs say of a document, in the words that they share. */
  interface Shown {
    readonly docid: string;
    readonly uri: string;
    readonly source?: { readonly sourceHash?: string; readonly sizeBytes?: number };
    readonly conversion?: { readonly mirrorHash?: string };
    readonly content?: string;
    readonly totalLines?: number;
    readonly returnedLines?: { readonly start: number; readonly end: number };
    readonly truncated?: boolean;
    readonly snippet?: string;
    readonly snippetRange?: { readonly startLine: number; readonly endLine: number };
    readonly line?: number;
  }

  /** Every object of an output that names a document of the vault. */
  function* shown(value: unknown): Generator<Shown> {
    if (typeof value !== "object" || value === null) return;
    const names = (value as { uri?: unknown }).uri;
    if (typeof names === "string" && "docid" in value && "title" in value) yield value as unknown as Shown;
    for (const inner of Object.values(value)) yield* shown(inner);
  }

  it("with its docids, hashes, sizes and lines", () => {
    let seen = 0;
    for (const { name, examples } of gno.tools) {
      for (const example of examples) {
        for (const document of shown(example.output)) {
          seen += 1;
          const where = `${name}: ${example.name}: ${document.uri}`;
          const path = document.uri.slice("gno://".length);
          const bytes = readFileSync(new URL(path.replaceAll("?", "%3F"), vault));
          const lines = bytes.toString().split("\n");
          expect(document.docid, where).toBe(`#${sha(bytes).slice(0, 8)}`);
          if (document.source?.sourceHash) expect(document.source.sourceHash, where).toBe(sha(bytes));
          if (document.source?.sizeBytes) expect(document.source.sizeBytes, where).toBe(bytes.length);
          if (document.conversion) expect(document.conversion.mirrorHash, where).toBe(sha(bytes.toString()));
          if (document.totalLines) expect(document.totalLines, where).toBe(lines.length);
          if (document.returnedLines) {
            const { start, end } = document.returnedLines;
            expect(document.content, where).toBe(lines.slice(start - 1, end).join("\n"));
          }
          if (document.truncated !== undefined) {
            expect(bytes.toString().startsWith(document.content!), where).toBe(true);
            expect(document.truncated, where).toBe(Buffer.byteLength(document.content!) < bytes.length);
          }
          if (document.snippet) {
            const plain = document.snippet.replaceAll(/<\/?mark>|…$/g, "");
            const { startLine, endLine } = document.snippetRange!;
            const passage = lines.slice(startLine - 1, endLine).join("\n");
            expect(passage, where).toContain(plain);
            expect(document.line, where).toBe(startLine);
          }
        }
      }
    }
    expect(seen).toBeGreaterThan(20);
  });

  it("with the places of its links", () => {
    const text = (uri: string) =>
      readFileSync(new URL(uri.slice("gno://".length), vault), "utf8").split("\n");
    const at = (uri: string, { startLine, startCol }: { startLine: number; startCol: number }) =>
      text(uri)[startLine - 1]!.slice(startCol - 1);
    const outgoing = gno.tools.find(({ name }) => name === "gno_links")!.examples;
    for (const { output } of outgoing as unknown as readonly { output: GnoLinksOutput }[]) {
      for (const link of output.links) {
        const written = at(output.meta.uri, link.position);
        expect(written.startsWith(link.linkType === "wiki" ? "[[" : "["), link.targetRef).toBe(true);
        expect(written).toContain(link.targetRef);
      }
    }
    const incoming = gno.tools.find(({ name }) => name === "gno_backlinks")!.examples;
    for (const { output } of incoming as unknown as readonly { output: GnoBacklinksOutput }[]) {
      for (const link of output.backlinks) expect(at(link.sourceDocUri, link.position)).toMatch(/^\[\[/);
    }
  });
});
