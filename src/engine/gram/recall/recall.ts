/** gram_recall's engine: brings the words of changed documents up to date, then searches in the mode that is asked for. */

import { type Span, spanOf } from "../dates.ts";
import { type FileStamp, sameStamp } from "../files.ts";
import type { GramReader } from "../reader.ts";
import type { Vault } from "../vault.ts";
import { DOCUMENT_ID, dateFieldOf, RECORD_ID } from "../vocabulary.ts";
import { createFreshness, type Freshness } from "./freshness.ts";
import { createRecallStore, type RecallStore, type UnitRow } from "./store.ts";
import type { GramRecall, RecallHit, RecallRequest, RecallResult } from "./types.ts";
import { allOf, anyOf, phraseOf, wordsOf } from "./words.ts";

export interface GramRecallOptions {
  readonly vault: Vault;
  readonly reader: GramReader;
  /** Folders of the vault, for messages about changes. */
  readonly folders: readonly { readonly folder: string; readonly prefix: string }[];
}

/** Documents that are indexed in one transaction; between two of them other calls have their turn. */
const BATCH = 32;

export function createGramRecall({ vault, reader, folders }: GramRecallOptions): GramRecall {
  const opened: { store?: RecallStore; freshness?: Freshness } = {};
  const progress = { failed: new Set<string>(), pending: 0 };
  let updating: Promise<void> = Promise.resolve();

  const store = () => {
    opened.store ??= createRecallStore();
    return opened.store;
  };
  const freshness = () => {
    opened.freshness ??= createFreshness({ folders, now: () => performance.now() });
    return opened.freshness;
  };

  /** One after another: a search that comes meanwhile waits for what it needs and no longer. */
  function update(): Promise<void> {
    updating = updating.catch(() => undefined).then(bringUpToDate);
    return updating;
  }

  async function bringUpToDate(): Promise<void> {
    const taken = freshness().take();
    if (taken !== "all" && taken.size === 0) return;
    const known = store().files();
    const paths = taken === "all" ? await vault.documents() : [...taken];
    if (taken === "all") {
      const present = new Set(paths);
      for (const path of [...known.keys()]) if (!present.has(path)) store().remove(path);
    }
    progress.pending = paths.length;
    for (let at = 0; at < paths.length; at += BATCH) {
      const batch = await Promise.all(paths.slice(at, at + BATCH).map(read));
      store().transaction(() => {
        for (const document of batch) {
          if (document.kind === "same") continue;
          progress.failed.delete(document.path);
          if (document.kind === "gone") store().remove(document.path);
          else if (document.kind === "failed") {
            store().remove(document.path);
            progress.failed.add(document.path);
          } else store().put(document.path, document.stamp, document.history);
        }
      });
      progress.pending = Math.max(0, paths.length - at - BATCH);
    }
    progress.pending = 0;
  }

  async function read(path: string) {
    const place = await vault.locate(path);
    if (place.kind !== "place") return { kind: "gone", path } as const;
    const result = await reader.open(place.file);
    if (result.kind === "missing") return { kind: "gone", path: place.path } as const;
    if (result.kind !== "opened") return { kind: "failed", path: place.path } as const;
    const known = store().files().get(place.path);
    if (known !== undefined && sameStamp(known.stamp, result.stamp)) return { kind: "same" } as const;
    return {
      kind: "read",
      path: place.path,
      stamp: result.stamp as FileStamp,
      history: result.history,
    } as const;
  }

  return {
    async state() {
      await update();
      return {
        embeddedChunks: 0,
        failedFiles: progress.failed.size,
        indexedFiles: store().files().size,
        pendingFiles: progress.pending,
        semantic: { status: "unavailable", reason: "EMBEDDING_UNAVAILABLE: no model is configured" },
      };
    },
    async search(request) {
      await update();
      const accepts = acceptor(request);
      const rows = rowsFor(request, store(), accepts);
      if (rows === "no-vectors") {
        return { kind: "no-vectors", reason: "EMBEDDING_UNAVAILABLE: no model is configured" };
      }
      const wanted = rows.slice(request.skip, request.skip + request.limit);
      return answer(wanted, rows.length > request.skip + request.limit, store());
    },
    touched: (path) => opened.freshness?.touched(path),
    close() {
      opened.freshness?.close();
      opened.store?.close();
    },
  };
}

type Accepts = (row: UnitRow) => boolean;

function rowsFor(
  request: RecallRequest,
  store: RecallStore,
  accepts: Accepts,
): readonly UnitRow[] | "no-vectors" {
  const { query, mode } = request;
  const enough = request.skip + request.limit + 1;
  const dates = mode === "semantic" || mode === "hybrid" ? undefined : spanOf(query);
  if (dates !== undefined)
    return take(store.all(), (row) => accepts(row) && datedIn(row, dates, request.date), enough);
  if (mode === "semantic") return "no-vectors";
  const text = query.trim();
  const quoted = /^"([^"]+)"$/.exec(text)?.[1];
  if (mode === "exact" || (mode === "auto" && (quoted !== undefined || isId(text, store)))) {
    return exact(quoted ?? text, store, accepts, enough);
  }
  const words = wordsOf(text);
  const every = allOf(words);
  const found = every === undefined ? [] : take(store.matching(every), accepts, enough);
  if (found.length > 0 || mode === "keyword") return found;
  const any = anyOf(words);
  return any === undefined ? [] : take(store.matching(any), accepts, enough);
}

function isId(text: string, store: RecallStore): boolean {
  return (DOCUMENT_ID.test(text) || RECORD_ID.test(text)) && store.ofId(text).length > 0;
}

/** By id, else by the very words in their order, upper and lower case alike. */
function exact(text: string, store: RecallStore, accepts: Accepts, enough: number): readonly UnitRow[] {
  const byId = store.ofId(text).filter(accepts);
  if (byId.length > 0) return byId.slice(0, enough);
  const phrase = phraseOf(text);
  if (phrase === undefined) return [];
  const wanted = text.toLowerCase();
  const literal = (row: UnitRow) => `${row.title}\n${row.text}`.toLowerCase().includes(wanted);
  return take(store.matching(phrase), (row) => accepts(row) && literal(row), enough);
}

/** Filters look at candidates one by one, so they never starve a result. */
function take(rows: IterableIterator<UnitRow>, accepts: Accepts, enough: number): readonly UnitRow[] {
  const taken: UnitRow[] = [];
  for (const row of rows) {
    if (!accepts(row)) continue;
    taken.push(row);
    if (taken.length === enough) break;
  }
  return taken;
}

function acceptor(request: RecallRequest): Accepts {
  const { type, scope, folder, from, to, date } = request;
  const documents = request.documents === undefined ? undefined : new Set(request.documents);
  return (row) =>
    (type === undefined || row.type === type) &&
    (folder === undefined || folder === "" || row.path.startsWith(`${folder}/`)) &&
    (documents === undefined || documents.has(row.path)) &&
    (scope === undefined || (JSON.parse(row.scopes) as string[]).includes(scope)) &&
    ((from === undefined && to === undefined) ||
      datedIn(
        row,
        { start: from?.start ?? Number.NEGATIVE_INFINITY, end: to?.end ?? Number.POSITIVE_INFINITY },
        date,
      ));
}

function datedIn(row: UnitRow, span: Span, field: string | undefined): boolean {
  const fields = JSON.parse(row.fields) as Record<string, string>;
  const own = spanOf(fields[field ?? dateFieldOf(row.type)] ?? "");
  return own !== undefined && own.end >= span.start && own.start <= span.end;
}

function answer(rows: readonly UnitRow[], more: boolean, store: RecallStore): RecallResult {
  const files = store.files();
  const docs = new Map<string, { readonly path: string; readonly rev: number; readonly hash: string }>();
  const hits = rows.map((row): RecallHit => {
    const file = files.get(row.path);
    if (file !== undefined) docs.set(row.path, { path: row.path, rev: file.rev, hash: file.hash });
    return {
      path: row.path,
      id: row.id,
      type: row.type,
      title: row.title,
      status: row.status ?? undefined,
      context: row.section === null ? undefined : `section: ${row.section}`,
      cosine: undefined,
    };
  });
  return { kind: "hits", hits, docs: [...docs.values()], more, snapshot: more ? store.snapshot() : "" };
}
