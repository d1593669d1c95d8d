/** From chosen documents and passages to hits: loaded in one statement, snippets cut for the returned ones only. */
import type { Reader } from "../documents/reader.ts";
import { type DocumentRow, documentColumns, documentOf } from "../documents/row.ts";
import type { Document, IndexConfig, SearchHit } from "../engine.ts";
import { contextOf } from "./context.ts";
import { type Comparison, needlesOf } from "./needles.ts";
import type { QueryPlan } from "./query.ts";
import { type StemTokenizer, startRank } from "./rank.ts";
import { createSnippets, type Snippet } from "./snippet.ts";

export type LoadedRow = DocumentRow & { readonly text: string | null; readonly tags: string };

const loadPage = `SELECT ${documentColumns}, m.text,
  (SELECT json_group_array(tag) FROM (SELECT DISTINCT tag FROM tag WHERE document_id = d.id ORDER BY tag)) AS tags
FROM json_each(?) j CROSS JOIN document d ON d.id = j.value JOIN collection c ON c.id = d.collection_id
  LEFT JOIN mirror m ON m.id = d.mirror_id`;

const comparisons: Readonly<Record<StemTokenizer, Comparison>> = {
  "porter unicode61": "stem",
  unicode61: "word",
  trigram: "part",
};

/** A passage of a document by its offsets in the text; its snippet is cut inside. */
export interface PassageRange {
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
}

export interface Chosen {
  readonly id: number;
  /** Class of the lexical hit; undefined = no word of the query. */
  readonly rank: number | undefined;
  /** undefined = the best place in the whole document. */
  readonly passage: PassageRange | undefined;
}

export type Page = (chosen: Chosen) => Omit<SearchHit, "score"> | undefined;

/** @returns a loader of one page; undefined for a document that has gone since it was ranked */
export function openPage(
  reader: Reader,
  list: readonly Chosen[],
  plan: QueryPlan,
  stem: StemTokenizer,
  intent: string | undefined,
  settings: IndexConfig | undefined,
): Page {
  const rows = reader.all<LoadedRow>(loadPage, JSON.stringify([...new Set(list.map(({ id }) => id))]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const known = new Map<number, Document>();
  const snippetOf = createSnippets(needlesOf(plan, intent, comparisonOf(list, stem)), plan.whole?.tokens);
  return ({ id, rank, passage }) => {
    const row = byId.get(id);
    if (row === undefined) return undefined;
    const document = known.get(id) ?? documentOf(row);
    known.set(id, document);
    const text = row.text ?? "";
    const snippet =
      passage === undefined
        ? snippetOf(text, rank === 0)
        : shifted(snippetOf(text.slice(passage.start, passage.end)), passage.startLine - 1);
    return {
      document,
      snippet: snippet.text,
      line: snippet.startLine,
      snippetRange: { startLine: snippet.startLine, endLine: snippet.endLine },
      tags: JSON.parse(row.tags) as string[],
      context: contextOf(document, settings),
    };
  };
}

/** Where all hits match as written, other forms of the words are not worth looking for. */
function comparisonOf(list: readonly Chosen[], stem: StemTokenizer): Comparison {
  if (list.every(({ rank }) => rank !== undefined && rank <= 1)) return "word";
  return list.every(({ rank }) => rank === startRank) ? "start" : comparisons[stem];
}

function shifted(snippet: Snippet, lines: number): Snippet {
  return { text: snippet.text, startLine: snippet.startLine + lines, endLine: snippet.endLine + lines };
}
