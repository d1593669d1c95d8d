/** How gno shows search hits: shared by every tool that answers with search results. spec/gno.md, "Search results". */
import type { ChunkHit, SearchHit, SearchRequest, SearchResult } from "../../engine/engine.ts";
import type { Call, Caller } from "../../runtime/tool.ts";
import { nothingIndexedCode } from "./nothing-indexed.ts";
import { decorate, oneLine, source } from "./present-document.ts";

/** One item of `results`. */
export function hit(found: SearchHit, indexName: string, caller: Pick<Caller, "local">) {
  const { document } = found;
  return {
    docid: document.docid,
    score: found.score,
    uri: decorate(document.uri, indexName),
    ...(document.title === undefined ? {} : { title: document.title }),
    snippet: found.snippet,
    line: found.line,
    snippetRange: { startLine: found.snippetRange.startLine, endLine: found.snippetRange.endLine },
    ...(document.contentType === undefined ? {} : { contentType: document.contentType }),
    categories: [...document.categories],
    tags: [...found.tags],
    ...(found.context === undefined ? {} : { context: found.context }),
    source: source(document, caller),
    ...(document.mirrorHash === undefined ? {} : { conversion: { mirrorHash: document.mirrorHash } }),
  };
}

/** The filters that every retrieval tool takes. */
export interface FilterArgs {
  readonly collection?: string;
  readonly intent?: string;
  readonly lang?: string;
  readonly exclude?: readonly string[];
  readonly since?: string;
  readonly until?: string;
  readonly categories?: readonly string[];
  readonly author?: string;
  readonly tagsAll?: readonly string[];
  readonly tagsAny?: readonly string[];
  readonly filter?: NonNullable<SearchRequest["filter"]>;
}

/** `exclude` entries may hold several words between commas. */
export function excluded(entries: readonly string[] | undefined): string[] | undefined {
  const words = entries?.flatMap((entry) => entry.split(",")).map((word) => word.trim());
  const used = words?.filter((word) => word !== "");
  return used === undefined || used.length === 0 ? undefined : used;
}

/** A hit of a search that looks at chunks. */
export function chunkHit(found: ChunkHit, indexName: string, caller: Pick<Caller, "local">) {
  return {
    ...hit(found, indexName, caller),
    score: rounded(found.score),
    ...(found.language === undefined ? {} : { snippetLanguage: found.language }),
  };
}

/** Sums of many small numbers: digits beyond these say nothing and differ between machines. */
export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** The engine's request for a tool's filters; absent ones stay absent. */
export function filters(args: FilterArgs): Omit<SearchRequest, "query" | "limit"> {
  const exclude = excluded(args.exclude);
  return {
    ...(args.collection === undefined ? {} : { collection: args.collection }),
    ...(args.intent === undefined ? {} : { intent: args.intent }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(args.since === undefined ? {} : { since: args.since }),
    ...(args.until === undefined ? {} : { until: args.until }),
    ...(args.categories === undefined ? {} : { categories: args.categories }),
    ...(args.author === undefined ? {} : { author: args.author }),
    ...(args.tagsAll === undefined ? {} : { tagsAll: args.tagsAll }),
    ...(args.tagsAny === undefined ? {} : { tagsAny: args.tagsAny }),
    ...(args.filter === undefined ? {} : { filter: args.filter }),
  };
}

/**
 * Filters as they were applied, for `meta`: bounds are resolved, the collection is named as configured.
 * @param nothing why nothing at all could be found
 */
export function appliedFilters(
  args: FilterArgs,
  result: Pick<SearchResult & { kind: "ok" }, "since" | "until" | "metadataCoverage">,
  nothing: string | undefined,
) {
  const exclude = excluded(args.exclude);
  const warnings = [
    ...(nothing === undefined ? [] : [{ code: nothingIndexedCode, message: nothing }]),
    ...(result.metadataCoverage === undefined ? [] : [coverageWarnings[result.metadataCoverage]]),
  ];
  return {
    ...(args.collection === undefined ? {} : { collection: args.collection.trim().toLowerCase() }),
    ...(args.intent === undefined ? {} : { intent: args.intent }),
    ...(args.lang === undefined ? {} : { lang: args.lang }),
    ...(result.since === undefined ? {} : { since: result.since }),
    ...(result.until === undefined ? {} : { until: result.until }),
    ...(args.categories === undefined ? {} : { categories: [...args.categories] }),
    ...(args.author === undefined ? {} : { author: args.author }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(args.tagsAll === undefined ? {} : { tagsAll: [...args.tagsAll] }),
    ...(args.tagsAny === undefined ? {} : { tagsAny: [...args.tagsAny] }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

const coverageWarnings = {
  incomplete: {
    code: "METADATA_COVERAGE_INCOMPLETE",
    message:
      "Some documents in reach have no usable typed values and match no filter. Those not read yet are read by the next sync; broken ones have a warning that says what to mend.",
  },
  unknown: {
    code: "METADATA_COVERAGE_UNKNOWN",
    message: "Whether all documents in reach have usable typed values could not be told just now.",
  },
} as const;

/** A search that the engine could run; the other results become declared errors. */
export function expectRun<Ok extends { readonly kind: "ok" }>(
  result: Ok | Exclude<SearchResult, { kind: "ok" }>,
  call: Pick<Call<"VALIDATION" | "NOT_FOUND" | "INVALID_INPUT">, "fail">,
  known: () => readonly string[],
): Ok {
  switch (result.kind) {
    case "ok":
      return result;
    case "empty-query":
      return call.fail("VALIDATION", "The query is empty. Give at least one word to search for.");
    case "bad-bound":
      return call.fail("VALIDATION", result.message, { field: result.field });
    case "bad-tag":
      return call.fail("INVALID_INPUT", result.message);
    case "bad-filter":
      return call.fail("VALIDATION", result.message, { field: result.path });
    case "unknown-collection":
      return call.fail("NOT_FOUND", unknownCollection(result.collection, known()));
  }
}

/** Names the collections that there are: the caller's next attempt should be right. */
export function unknownCollection(name: string, known: readonly string[]): string {
  const list = known.slice(0, 20).join(", ") + (known.length > 20 ? `, and ${known.length - 20} more` : "");
  return known.length === 0
    ? `Collection not found: ${name}. No collection is configured yet.`
    : `Collection not found: ${name}. Configured: ${list}.`;
}

interface ShownHit {
  readonly docid: string;
  readonly score: number;
  readonly title?: string;
  readonly snippet: string;
  readonly line?: number;
  readonly source: { readonly relPath: string };
}

/**
 * The text of a result list: a numbered line a hit, below it where and what.
 * @param corrected the query as it was searched, when nothing was found for it as written
 */
export function hitsText(
  query: string,
  how: string,
  results: readonly ShownHit[],
  note: string | undefined,
  corrected?: string,
): string {
  const asked = oneLine(query, 200);
  if (results.length === 0) return `No results for "${asked}"${how}.${note === undefined ? "" : ` ${note}`}`;
  const shown = corrected === undefined ? asked : oneLine(corrected, 200);
  const before = corrected === undefined ? "" : `No document holds words of "${asked}". `;
  const head = `${before}Found ${results.length} result${results.length === 1 ? "" : "s"} for "${shown}"${how}`;
  const items = results.map((item, index) => {
    const title = item.title === undefined ? "" : oneLine(item.title, 120);
    const line = item.line === undefined ? "" : `line ${item.line}`;
    const where = [title, line].filter((part) => part !== "").join(", ");
    return [
      `${index + 1}. ${item.docid} - ${item.source.relPath} (${item.score.toFixed(2)})`,
      ...(where === "" ? [] : [`   ${where}`]),
      `   ${oneLine(item.snippet.replace(/<\/?mark>/g, ""), 200)}`,
    ].join("\n");
  });
  return `${head}\n\n${items.join("\n")}`;
}

/** A list with what its answer warns of, so that a reader of the text alone is told too. */
export function warned(
  list: string,
  { warnings = [] }: { readonly warnings?: readonly { readonly code: string; readonly message: string }[] },
): string {
  return [list, ...warnings.map(({ code, message }) => `Warning [${code}]: ${message}`)].join("\n\n");
}
