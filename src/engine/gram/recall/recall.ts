/** gram_recall's engine: brings the words of changed documents up to date, searches, and never shows what is no more. */
import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type GramFiles, nodeGramFiles } from "../files.ts";
import type { GramReader } from "../reader.ts";
import type { Vault } from "../vault.ts";
import { createFreshness, type WatchedFolder } from "./freshness.ts";
import { createIndexer, type Indexer } from "./indexer.ts";
import { createMeaning, type Meaning } from "./meaning.ts";
import type { MeaningModel } from "./meaning-model.ts";
import { candidates, type Found, wayOf } from "./rank.ts";
import { createRecallStore, type RecallStore } from "./store.ts";
import type { GramRecall, RecallHit, RecallResult, RecallState } from "./types.ts";

export interface GramRecallOptions {
  readonly vault: Vault;
  readonly reader: GramReader;
  /** Folders of the vault, for messages about changes. */
  readonly folders: readonly WatchedFolder[];
  /** Opened with the first question that it can answer; undefined = semantic search is off. */
  readonly model?: () => MeaningModel;
  readonly files?: Pick<GramFiles, "stamp">;
}

/** What one call waits for vectors where words can answer too, where they cannot, and for the state to be told. */
const waitMs = { optional: 1_000, needed: 10_000, state: 3_000 } as const;
const ROUNDS = 4;
const NO_MODEL = "no model is configured";

interface Parts {
  readonly store: RecallStore;
  readonly indexer: Indexer;
  readonly meaning: Meaning | undefined;
  readonly digest: () => string;
  readonly touched: (path: string) => void;
  close(): Promise<void>;
}

export function createGramRecall(options: GramRecallOptions): GramRecall {
  let parts: Parts | undefined;
  let closed = false;
  const open = (): Parts => {
    if (closed) throw new Error("The search was closed.");
    parts ??= openParts(options);
    return parts;
  };

  return {
    async state() {
      const { indexer, meaning, store } = open();
      // What takes longer is told as pending.
      await Promise.race([indexer.update(), sleep(waitMs.state, undefined, { ref: false })]);
      const progress = indexer.progress();
      if (progress.pending === 0) await meaning?.settled(waitMs.state);
      const told = meaning?.state();
      return {
        embeddedChunks: told?.embedded ?? 0,
        failedFiles: progress.failed,
        indexedFiles: store.files().size,
        pendingFiles: progress.pending,
        semantic: semanticOf(told, progress.pending),
      };
    },

    async search(request) {
      const { indexer, meaning, store, digest, touched } = open();
      for (let round = 0; round < ROUNDS; round++) {
        await indexer.update();
        const way = request.wordsOnly === true ? "words" : wayOf(request, store);
        if (way !== "words" && meaning !== undefined) {
          await meaning.settled(way === "both" ? waitMs.optional : waitMs.needed);
        }
        const used = way === "words" ? undefined : meaning;
        const result = await candidates(request, request.skip + request.limit + 1, store, used);
        if (result.kind === "no-vectors") return { kind: "no-vectors", reason: reasonOf(meaning) };
        const page = result.found.slice(request.skip, request.skip + request.limit);
        const moved = await indexer.moved(new Set(page.map(({ row }) => row.path)));
        if (moved.length === 0) {
          const more = result.found.length > request.skip + request.limit;
          const fingerprint = result.byMeaning ? (used?.fingerprint() ?? "") : undefined;
          const snapshot = `${digest().slice(0, 16)} ${fingerprint ?? ""}`;
          return answer(page, { more, snapshot, wordsOnly: !result.byMeaning }, store);
        }
        for (const path of moved) touched(path);
      }
      return { kind: "changing" };
    },

    touched: (path) => parts?.touched(path),
    async close() {
      closed = true;
      await parts?.close();
    },
  };
}

function openParts({ vault, reader, folders, model, files = nodeGramFiles }: GramRecallOptions): Parts {
  const store = createRecallStore();
  const freshness = createFreshness({ folders, now: () => performance.now() });
  const meaning = model === undefined ? undefined : createMeaning(store, model());
  const removed = (units: readonly number[]) => meaning?.removed(units);
  const indexer = createIndexer({ vault, reader, files, store, freshness, removed });
  return {
    store,
    indexer,
    meaning,
    digest: createDigest(store),
    touched: freshness.touched,
    async close() {
      freshness.close();
      await meaning?.close();
      await indexer.close();
      store.close();
    },
  };
}

type Told = ReturnType<Meaning["state"]> | undefined;

function semanticOf(told: Told, pendingFiles: number): RecallState["semantic"] {
  if (told === undefined) return { status: "unavailable", reason: `EMBEDDING_UNAVAILABLE: ${NO_MODEL}` };
  if (told.problem !== undefined) {
    return { status: "unavailable", reason: `EMBEDDING_UNAVAILABLE: ${told.problem}` };
  }
  if (told.pending === 0 && pendingFiles === 0) return { status: "available" };
  const reason = `EMBEDDING_PENDING: ${told.embedded} passages are embedded, ${told.pending} are not yet`;
  return { status: "indexing", reason };
}

function reasonOf(meaning: Meaning | undefined): string {
  if (meaning === undefined) return NO_MODEL;
  const { problem, embedded, pending } = meaning.state();
  return (
    problem ?? `Passages are being embedded (${embedded} of ${embedded + pending}); ask again, or use keyword`
  );
}

function answer(
  found: readonly Found[],
  rest: { readonly more: boolean; readonly snapshot: string; readonly wordsOnly: boolean },
  store: RecallStore,
): RecallResult {
  const files = store.files();
  const docs = new Map<string, { readonly path: string; readonly rev: number; readonly hash: string }>();
  const hits = found.map(({ row, cosine }): RecallHit => {
    const file = files.get(row.path);
    if (file !== undefined) docs.set(row.path, { path: row.path, rev: file.rev, hash: file.hash });
    return {
      path: row.path,
      id: row.id,
      type: row.type,
      title: row.title,
      status: row.status ?? undefined,
      context: row.section === null ? undefined : `section: ${row.section}`,
      cosine,
    };
  });
  return { kind: "hits", hits, docs: [...docs.values()], ...rest };
}

/** Of all documents, computed once for each state of them. */
function createDigest(store: RecallStore): () => string {
  let known = { version: -1, digest: "" };
  return () => {
    if (known.version !== store.version()) {
      const files = [...store.files().values()].map(
        ({ path, rev, hash: stamp }) => `${path}\n${rev}\n${stamp}`,
      );
      known = { version: store.version(), digest: hash("sha256", files.sort().join("\n")) };
    }
    return known.digest;
  };
}
