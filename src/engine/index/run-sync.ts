/**
 * One sync run on an open index: claim the chunking policy, redo what the configuration made stale, then bring each
 * collection up to date. Runs in a worker; blocking is fine here.
 */

import { type ChangeLog, noChangeLog } from "../changes/journal.ts";
import { DEFAULT_MAX_FILE_BYTES } from "../config/defaults.ts";
import type { CollectionConfig, IndexConfig } from "../config/types.ts";
import type { CollectionSync, SyncResult } from "../engine.ts";
import type { Clock } from "../ports.ts";
import { ftsSchema } from "../store/index-schema.ts";
import type { StemTokenizer, Store } from "../store/open.ts";
import { stemFor } from "../store/stem.ts";
import { hintOf } from "./edges.ts";
import { isKnownExtension, kindOf } from "./file-kinds.ts";
import { checkGeneration, claimPolicy } from "./policy.ts";
import {
  BATCH_FILES,
  CHANGE_SEQUENCE,
  type RunContext,
  SyncCancelled,
  type UserTagSource,
} from "./run-context.ts";
import { syncCollection, syncPaths } from "./sync-collection.ts";
import { createWriter } from "./writer.ts";

export interface RunOptions {
  readonly config: IndexConfig;
  /** Names; undefined = all configured. */
  readonly collections?: readonly string[] | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly moved?: { readonly from: string; readonly to: string } | undefined;
  readonly acceptDeletions?: boolean | undefined;
  /** Of the chunking policy, as this client remembers it. */
  readonly generation: number;
  /** Problems found before the run, by collection: a failed git pull. */
  readonly problems?: ReadonlyMap<string, { readonly code: string; readonly message: string }>;
  readonly userTags: UserTagSource;
  readonly changes?: ChangeLog;
  readonly clock: Clock;
  cancelled(): boolean;
  progress(done: number, total: number | undefined, message: string): void;
}

export interface RunOutcome {
  readonly result: SyncResult;
  readonly generation: number;
}

/** @throws ChunkingPolicyConflict, SyncCancelled */
export function runSync(store: Store, options: RunOptions): RunOutcome {
  const started = performance.now();
  const { config } = options;
  const changes = options.changes ?? noChangeLog;
  const generation = claimPolicy(store, config.chunking, options.generation);
  const context: RunContext = {
    store,
    writer: createWriter(store, config.chunking),
    policy: config.chunking,
    generation,
    contentTypes: config.contentTypes,
    maxFileBytes: config.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES,
    acceptDeletions: options.acceptDeletions === true,
    userTags: options.userTags,
    changes,
    behind: (readMeta(store, CHANGE_SEQUENCE) ?? "0") !== String(changes.latest()),
    clock: options.clock,
    cancelled: options.cancelled,
    progress: rising(options.progress),
  };
  matchTokenizer(store, stemFor(config.ftsTokenizer));
  matchRules(store, config);
  const rechunked = rechunk(context);
  if (options.collections === undefined) markRemoved(store, config.collections);
  const collections: CollectionSync[] = [];
  for (const collection of selected(config.collections, options.collections)) {
    const synced =
      options.paths === undefined
        ? syncCollection(context, collection)
        : syncPaths(context, collection, options.paths, options.moved);
    const problem = options.problems?.get(collection.name);
    collections.push(
      problem === undefined ? synced : { ...synced, errors: [{ relPath: "", ...problem }, ...synced.errors] },
    );
  }
  changes.prune();
  if (context.behind && options.collections === undefined && options.paths === undefined) {
    store.write(() => writeMeta(store, CHANGE_SEQUENCE, String(changes.latest())));
  }
  return { result: summary(collections, rechunked, performance.now() - started), generation };
}

/** Collections and rechunking count on from each other, so that a caller sees one number that only rises. */
function rising(report: RunOptions["progress"]): RunOptions["progress"] {
  let before = 0;
  let last = 0;
  let phase: string | undefined;
  return (done, total, message) => {
    if (phase !== message) {
      before += last;
      phase = message;
    }
    last = done;
    report(before + done, total === undefined ? undefined : before + total, message);
  };
}

function selected(
  configured: readonly CollectionConfig[],
  names: readonly string[] | undefined,
): readonly CollectionConfig[] {
  if (names === undefined) return configured;
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return configured.filter(({ name }) => wanted.has(name));
}

function summary(
  collections: readonly CollectionSync[],
  rechunked: number | undefined,
  durationMs: number,
): SyncResult {
  const sum = (
    key: "filesProcessed" | "filesAdded" | "filesUpdated" | "filesErrored" | "filesSkipped",
  ): number => collections.reduce((total, collection) => total + collection[key], 0);
  return {
    collections,
    totalDurationMs: Math.round(durationMs),
    totalFilesProcessed: sum("filesProcessed"),
    totalFilesAdded: sum("filesAdded"),
    totalFilesUpdated: sum("filesUpdated"),
    totalFilesErrored: sum("filesErrored"),
    totalFilesSkipped: sum("filesSkipped"),
    ...(rechunked === undefined ? {} : { rechunkedMirrors: rechunked }),
  };
}

/** Another tokenizer in the configuration: the index of stems is made anew, and the files are read again to fill it. */
function matchTokenizer(store: Store, wanted: StemTokenizer): void {
  if (readMeta(store, "fts_stem") === wanted) return;
  const create = ftsSchema(wanted)
    .split("\n")
    .find((line) => line.includes("fts_stem"));
  store.write(() => {
    store.raw.exec("DROP TABLE IF EXISTS fts_stem");
    store.raw.exec(create ?? "");
    store.statement("UPDATE document SET ingest_version = 0").run();
    writeMeta(store, "fts_stem", wanted);
  });
}

/** Content types and language hints are derived from the configuration: when it changes, so do the documents. */
function matchRules(store: Store, config: IndexConfig): void {
  const rules = JSON.stringify({
    contentTypes: config.contentTypes.map((rule) => {
      const hint = hintOf(rule);
      return [rule.id, rule.prefixes, ...(hint === undefined ? [] : [hint])];
    }),
    hints: config.collections.flatMap(({ name, languageHint }) =>
      languageHint === undefined ? [] : [[name, languageHint]],
    ),
  });
  const known = readMeta(store, "derive_rules");
  if (known === rules) return;
  store.write(() => {
    if (known !== undefined) store.statement("UPDATE document SET ingest_version = 0").run();
    writeMeta(store, "derive_rules", rules);
  });
}

function readMeta(store: Store, key: string): string | undefined {
  return store.statement<[string], { value: string }>("SELECT value FROM meta WHERE key = ?").get(key)?.value;
}

function writeMeta(store: Store, key: string, value: string): void {
  store.statement("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)").run(key, value);
}

/**
 * Redoes mirrors of another policy, from their own text. @returns how many; undefined when there was nothing to do.
 */
function rechunk(context: RunContext): number | undefined {
  const { store, writer, policy } = context;
  const pending = store
    .statement<[number, number], { id: number }>(
      "SELECT id FROM mirror WHERE chunk_tokens IS NOT ? OR chunk_overlap IS NOT ? ORDER BY id",
    )
    .all(policy.maxTokens, policy.overlapPercent);
  if (pending.length === 0) return undefined;
  const read = store.statement<[number], { text: string; ext: string | null }>(
    `SELECT m.text, (SELECT d.ext FROM document d WHERE d.mirror_id = m.id ORDER BY d.id LIMIT 1) AS ext
     FROM mirror m WHERE m.id = ?`,
  );
  let done = 0;
  while (done < pending.length) {
    store.write(() => {
      checkGeneration(store, context.generation);
      for (const { id } of pending.slice(done, done + BATCH_FILES)) {
        const row = read.get(id);
        if (row !== undefined) writer.relayout(id, row.text, isCode(row.ext));
      }
    });
    done = Math.min(pending.length, done + BATCH_FILES);
    context.progress(done, pending.length, "chunks");
    if (context.cancelled()) throw new SyncCancelled();
  }
  return done;
}

function isCode(ext: string | null): boolean {
  return ext !== null && isKnownExtension(ext) && kindOf(ext).form === "code";
}

function markRemoved(store: Store, configured: readonly CollectionConfig[]): void {
  const names = new Set(configured.map(({ name }) => name));
  const gone = store
    .statement<[], { id: number; name: string }>("SELECT id, name FROM collection WHERE state <> 'removed'")
    .all()
    .filter(({ name }) => !names.has(name));
  if (gone.length === 0) return;
  store.write(() => {
    for (const { id } of gone) {
      store
        .statement("UPDATE collection SET state = 'removed', note = ? WHERE id = ?")
        .run(
          "The collection is not configured any more. Its entries are kept; add it again to use them.",
          id,
        );
    }
  });
}
