/** gram_relations: links of records, in and out, over documents. spec/gram.md, "gram_relations". */
import type { GramTools } from "../../../generated/gram/types.ts";
import { byCodePoint } from "../../engine/gram/canonical.ts";
import type { GramState } from "../../engine/gram/types.ts";
import type { Call, Tool } from "../../runtime/tool.ts";
import { snapshotOf } from "./cursor.ts";
import type { GramDeps } from "./deps.ts";
import { type OpenDocument, openDocument, recordArgument } from "./open-document.ts";
import { openDocuments } from "./open-documents.ts";
import { page } from "./page.ts";
import { titleOf } from "./rows.ts";

type Args = GramTools["gram_relations"]["args"];
type Row = GramTools["gram_relations"]["output"]["relations"][number];

interface Edge {
  /** `path#id`, or `document-id/entity-id` where no document of the id is seen. */
  readonly from: string;
  readonly predicate: string;
  readonly to: string;
}

export const relations = {
  async run(args, deps, call) {
    const { cursor, limit = 100, ...bound } = args;
    const opened = await openDocument(args.path, args, deps, call);
    const { doc, state } = opened;
    if (args.id === state.id) return call.fail("E_ARGUMENT", "The document has no links");
    const record = recordArgument(args.id, opened, call);
    const starts = (record === undefined ? state.records : [record]).map(({ id }) => `${doc.path}#${id}`);
    const graph = await graphOf(opened, deps, call);
    const depth = args.depth ?? 1;
    const found = walk(graph, starts, args, depth);
    const rows = found.map(({ edge, far, hops }): Row => {
      const other = graph.records.get(far);
      const row: Row = [edge.from, edge.predicate, edge.to, other?.type ?? null, other?.title ?? null];
      return depth > 1 ? ([...row.slice(0, 5), hops] as unknown as Row) : row;
    });
    const paging = {
      tool: "relations",
      args: bound,
      snapshot: snapshotOf([doc.rev, doc.hash, graph.snapshot]),
    };
    return page({ doc }, "relations", rows, limit, cursor, paging, call);
  },

  text({ relations: rows, cursor }) {
    const lines = rows.map(
      ([from, predicate, to, , title]) => `${from} ${predicate} ${to}${title === null ? "" : ` (${title})`}`,
    );
    return (
      [...lines, ...(cursor === undefined ? [] : [`more follow: cursor ${cursor}`])].join("\n") || "No links."
    );
  },
} satisfies Tool<GramTools, "gram_relations", GramDeps>;

interface Graph {
  readonly out: ReadonlyMap<string, readonly Edge[]>;
  readonly in: ReadonlyMap<string, readonly Edge[]>;
  readonly records: ReadonlyMap<string, { readonly type: string; readonly title: string | null }>;
  readonly snapshot: string;
}

/** Links of the document at its revision, and of all others that the agent may see as they stand now. */
async function graphOf(
  { doc, history, state }: OpenDocument,
  deps: GramDeps,
  call: Call<GramTools["gram_relations"]["errors"]>,
): Promise<Graph> {
  const others = (await openDocuments(undefined, {}, deps, call)).filter(
    (each) => each.doc.path !== doc.path,
  );
  const documents: { readonly path: string; readonly id: string; readonly state: GramState }[] = [
    { path: doc.path, id: history.documentId, state },
    ...others.map((each) => ({ path: each.doc.path, id: each.history.documentId, state: each.state })),
  ];
  const pathOf = new Map<string, string>();
  for (const each of documents) if (!pathOf.has(each.id)) pathOf.set(each.id, each.path);
  const out = new Map<string, Edge[]>();
  const into = new Map<string, Edge[]>();
  const records = new Map<string, { readonly type: string; readonly title: string | null }>();
  for (const { path, id, state: each } of documents) {
    for (const record of each.records) {
      const from = `${path}#${record.id}`;
      records.set(from, { type: record.type, title: titleOf(record) });
      for (const [predicate, target] of record.links) {
        const edge = { from, predicate, to: refOf(target, path, id, pathOf) };
        push(out, edge.from, edge);
        push(into, edge.to, edge);
      }
    }
  }
  return {
    out,
    in: into,
    records,
    snapshot: snapshotOf(others.map((each) => [each.doc.path, each.doc.hash])),
  };
}

function refOf(target: string, path: string, id: string, pathOf: ReadonlyMap<string, string>): string {
  const slash = target.indexOf("/");
  if (slash < 0) return `${path}#${target}`;
  const document = target.slice(0, slash);
  const entity = target.slice(slash + 1);
  const at = document === id ? path : pathOf.get(document);
  return at === undefined ? target : `${at}#${entity}`;
}

function push(edges: Map<string, Edge[]>, key: string, edge: Edge): void {
  const list = edges.get(key);
  if (list === undefined) edges.set(key, [edge]);
  else list.push(edge);
}

/** Breadth first, each edge once, so cycles end. */
function walk(
  graph: Graph,
  starts: readonly string[],
  { direction = "both", predicate }: Args,
  depth: number,
) {
  const found: { readonly edge: Edge; readonly far: string; readonly hops: number }[] = [];
  const seen = new Set<Edge>();
  const met = new Set(starts);
  let frontier: readonly string[] = starts;
  for (let hops = 1; hops <= depth && frontier.length > 0; hops++) {
    const next: string[] = [];
    for (const at of frontier) {
      const outgoing = direction === "in" ? [] : (graph.out.get(at) ?? []);
      const incoming = direction === "out" ? [] : (graph.in.get(at) ?? []);
      for (const [edges, end] of [
        [outgoing, "to"],
        [incoming, "from"],
      ] as const) {
        for (const edge of edges) {
          if (seen.has(edge) || (predicate !== undefined && edge.predicate !== predicate)) continue;
          seen.add(edge);
          const far = edge[end];
          found.push({ edge, far, hops });
          if (!met.has(far)) {
            met.add(far);
            next.push(far);
          }
        }
      }
    }
    frontier = next;
  }
  return found.sort(
    (a, b) =>
      a.hops - b.hops ||
      byCodePoint(a.edge.from, b.edge.from) ||
      byCodePoint(a.edge.predicate, b.edge.predicate) ||
      byCodePoint(a.edge.to, b.edge.to),
  );
}
