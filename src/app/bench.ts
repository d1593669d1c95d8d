/**
 * `gno bench`: how well the user's own questions find the documents he says they should. The fixture is read strictly, a
 * line a problem; the figures come from the same measures that the project is held to.
 */
import { LineCounter, type Node, parseDocument, type YAMLParseError } from "yaml";
import { isEmpty, NodeReader } from "../engine/config/node-reader.ts";
import type { Engine } from "../engine/engine.ts";
import { hit, mean, ndcg, recall, reciprocalRank } from "../engine/search/metrics.ts";

export interface FixtureProblem {
  readonly line: number;
  readonly message: string;
}

export interface FixtureQuery {
  readonly query: string;
  readonly relevant: readonly { readonly ref: string; readonly line: number }[];
}

export interface Fixture {
  readonly collection: string | undefined;
  readonly limit: number;
  readonly queries: readonly FixtureQuery[];
}

export type ReadFixture =
  | { readonly kind: "ok"; readonly fixture: Fixture }
  | { readonly kind: "bad"; readonly problems: readonly FixtureProblem[] };

/** From 10, so that nDCG@10 is what its name says. */
const limitBounds = { min: 10, max: 100, integer: true } as const;

/** JSON, or YAML, of which JSON is a part: its nodes know where they stand. */
export function readFixture(text: string): ReadFixture {
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/, ""), { lineCounter: lines, uniqueKeys: false });
  if (document.errors.length > 0) {
    const [{ message, linePos }] = document.errors as [YAMLParseError];
    const what = message.split("\n")[0]?.replace(/ at line \d+.*$/, "");
    return {
      kind: "bad",
      problems: [{ line: linePos?.[0].line ?? 1, message: `This is no JSON. ${what}.` }],
    };
  }
  const reader = new NodeReader(lines);
  const root = reader.entries(document.contents as Node | null, "The fixture", [
    "collection",
    "limit",
    "queries",
  ]);
  const queries = reader.list(root?.get("queries"), "queries");
  if (root !== undefined && !root.has("queries")) reader.report(root.line, "The fixture needs `queries`.");
  else if (root !== undefined && queries.length === 0)
    reader.report(root.get("queries"), "queries must hold at least one question.");
  const fixture: Fixture = {
    collection: root?.has("collection") ? reader.text(root.get("collection"), "collection") : undefined,
    limit:
      (root?.has("limit") ? reader.number(root.get("limit"), "limit", limitBounds) : undefined) ??
      limitBounds.min,
    queries: queries.flatMap((node) => readQuery(reader, node) ?? []),
  };
  return reader.problems.length === 0 ? { kind: "ok", fixture } : { kind: "bad", problems: reader.problems };
}

function readQuery(reader: NodeReader, node: Node): FixtureQuery | undefined {
  const entries = reader.entries(node, "A question", ["query", "relevant"]);
  if (entries === undefined) return undefined;
  const query = entries.has("query")
    ? reader.text(entries.get("query"), "query")
    : reader.report(entries.line, "A question needs `query`.");
  if (query?.trim() === "") reader.report(entries.get("query"), "query must not be empty.");
  const given = entries.get("relevant");
  const relevant = reader.list(given, "relevant").flatMap((item) => {
    const ref = reader.text(item, "Each item of relevant");
    return ref === undefined ? [] : [{ ref, line: reader.lineOf(item) }];
  });
  if (isEmpty(given) || relevant.length === 0)
    reader.report(isEmpty(given) ? entries.line : given, "relevant must name at least one document.");
  return query === undefined ? undefined : { query, relevant };
}

/** A question with the documents that should be found, by URI. */
export interface Judged {
  readonly query: string;
  readonly relevant: ReadonlySet<string>;
}

export type Resolved =
  | { readonly kind: "ok"; readonly judged: readonly Judged[] }
  | { readonly kind: "bad"; readonly problems: readonly FixtureProblem[] };

/** Every reference must name a document that is there: a typing error would count as a failure of the search. */
export function resolveFixture({ collection, queries }: Fixture, engine: Engine): Resolved {
  const problems: FixtureProblem[] = [];
  const judged = queries.map(({ query, relevant }) => {
    const uris = relevant.flatMap(({ ref, line }) => {
      const found = engine.documents.resolve(ref);
      if (found.kind === "found") {
        if (collection === undefined || found.document.collection === collection.trim().toLowerCase())
          return [found.document.uri];
        problems.push({ line, message: `${ref} is not in the collection ${collection}.` });
      } else if (found.kind === "other-index") {
        problems.push({ line, message: `${ref} belongs to the index ${found.index}; name it with --index.` });
      } else problems.push({ line, message: found.message });
      return [];
    });
    return { query, relevant: new Set(uris) };
  });
  return problems.length === 0 ? { kind: "ok", judged } : { kind: "bad", problems };
}

export interface LegFigures {
  readonly leg: string;
  readonly modes: readonly string[];
  readonly ndcg10: number;
  /** Among the first `limit`. */
  readonly recall: number;
  readonly mrr: number;
  readonly hit1: number;
  readonly hit5: number;
  /** Questions that found none of their documents. */
  readonly failed: readonly {
    readonly query: string;
    readonly relevant: readonly string[];
    readonly found: readonly string[];
  }[];
}

/** What is shown of the answer to a question that failed. */
const shownOfFailed = 3;

export function legFigures(
  leg: string,
  answers: readonly { readonly mode: string; readonly uris: readonly string[] }[],
  judged: readonly Judged[],
  limit: number,
): LegFigures {
  const rows = judged.map(({ query, relevant }, at) => {
    // A document can come with several passages; it counts where it first stands.
    const ranked = [...new Set(answers[at]?.uris)];
    return { query, relevant, ranked };
  });
  const over = (measure: (ranked: readonly string[], relevant: ReadonlySet<string>) => number) =>
    mean(rows.map(({ ranked, relevant }) => measure(ranked, relevant)));
  return {
    leg,
    modes: [...new Set(answers.map(({ mode }) => mode))],
    ndcg10: over((ranked, relevant) => ndcg(ranked, relevant)),
    recall: over((ranked, relevant) => recall(ranked, relevant, limit)),
    mrr: over((ranked, relevant) => reciprocalRank(ranked, relevant, limit)),
    hit1: over((ranked, relevant) => hit(ranked, relevant, 1)),
    hit5: over((ranked, relevant) => hit(ranked, relevant, 5)),
    failed: rows
      .filter(({ ranked, relevant }) => hit(ranked, relevant, limit) === 0)
      .map(({ query, relevant, ranked }) => ({
        query,
        relevant: [...relevant],
        found: ranked.slice(0, shownOfFailed),
      })),
  };
}
