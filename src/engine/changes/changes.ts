/**
 * The Changes port: reading the journal. One page is read in one transaction, so that changes which are let go
 * meanwhile are either all there or told as gone. Reading makes no file.
 */
import { existsSync } from "node:fs";
import { formatUri } from "../documents/uri.ts";
import type { Change, ChangeSnapshot, Changes } from "../engine.ts";
import type { Clock } from "../ports.ts";
import { StoreError } from "../store/errors.ts";
import { openDurable, type Store } from "../store/open.ts";
import { type StructureDelta, unknownDelta } from "./delta.ts";
import { latestSequence } from "./journal.ts";

export interface ChangesOptions {
  readonly durablePath: string;
  readonly clock: Clock;
}

export interface OwnedChanges extends Changes {
  close(): void;
}

interface Row {
  readonly sequence: number;
  readonly document: number;
  readonly kind: Change["kind"];
  readonly collection: string;
  readonly observed_ms: number;
  readonly old_path: string | null;
  readonly old_source: string | null;
  readonly old_mirror: string | null;
  readonly rel_path: string;
  readonly source_hash: string;
  readonly mirror_hash: string | null;
  readonly delta: string;
}

const MAX_AGE_MS = 30 * 24 * 3_600_000;
const columns = `sequence, document, kind, collection, observed_ms, old_path, old_source, old_mirror, rel_path,
  source_hash, mirror_hash, delta`;
const none = { sequence: 0, observedMs: 0 };

export function createChanges({ durablePath, clock }: ChangesOptions): OwnedChanges {
  let store: Store | undefined;

  /** undefined = nothing was ever written. */
  const open = (): Store | undefined => {
    if (store?.replaced()) {
      store.close();
      store = undefined;
    }
    if (store !== undefined || !existsSync(durablePath)) return store;
    try {
      store = openDurable(durablePath, { readonly: true, busyTimeoutMs: 40 });
    } catch (error) {
      // Written by a version before the journal: the next sync starts it.
      if (error instanceof StoreError && error.kind === "missing") return undefined;
      throw error;
    }
    return store;
  };

  const reading = <T>(work: (store: Store) => T, otherwise: T): T => {
    const opened = open();
    return opened === undefined ? otherwise : opened.raw.transaction(() => work(opened)).deferred();
  };

  /** The last change that is gone. Age counts also where no sync has cleaned up. */
  const floorOf = (from: Store): { readonly sequence: number; readonly observedMs: number } => {
    const meta = (key: string) =>
      Number(
        from.statement<[string], { value: string }>("SELECT value FROM meta WHERE key = ?").get(key)?.value ??
          0,
      );
    const pruned = { sequence: meta("change_floor"), observedMs: meta("change_floor_ms") };
    const oldest = clock.now() - MAX_AGE_MS;
    const young = from
      .statement<[number], { sequence: number }>(
        "SELECT sequence FROM change WHERE observed_ms >= ? ORDER BY sequence LIMIT 1",
      )
      .get(oldest)?.sequence;
    const aged = young === undefined ? latestSequence(from) : young - 1;
    return aged > pruned.sequence ? { sequence: aged, observedMs: oldest } : pruned;
  };

  return {
    page({ after, sinceMs, collection, limit }) {
      return reading(
        (from) => {
          const floor = floorOf(from);
          const latest = latestSequence(from);
          const bounds = { floor: floor.sequence, latest };
          if (after !== undefined && after > latest) return { kind: "ahead", ...bounds };
          if (after !== undefined && after < floor.sequence) return { kind: "expired", ...bounds };
          const first =
            sinceMs === undefined
              ? undefined
              : from
                  .statement<[number, number], { sequence: number }>(
                    "SELECT sequence FROM change WHERE observed_ms >= ? AND sequence > ? ORDER BY sequence LIMIT 1",
                  )
                  .get(sinceMs, floor.sequence);
          const start =
            sinceMs === undefined
              ? Math.max(after ?? 0, floor.sequence)
              : (first?.sequence ?? latest + 1) - 1;
          const rows =
            collection === undefined
              ? from
                  .statement<[number, number], Row>(
                    `SELECT ${columns} FROM change WHERE sequence > ? ORDER BY sequence LIMIT ?`,
                  )
                  .all(start, limit + 1)
              : from
                  .statement<[string, number, number], Row>(
                    `SELECT ${columns} FROM change WHERE collection = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
                  )
                  .all(collection, start, limit + 1);
          return {
            kind: "page",
            ...bounds,
            changes: rows.slice(0, limit).map(changeOf),
            more: rows.length > limit,
            // What was asked for reaches back over what is gone.
            incomplete:
              after === undefined &&
              floor.sequence > 0 &&
              (sinceMs === undefined || sinceMs <= floor.observedMs),
          };
        },
        after !== undefined && after > 0
          ? { kind: "ahead", floor: 0, latest: 0 }
          : { kind: "page", floor: 0, latest: 0, changes: [], more: false, incomplete: false },
      );
    },

    documentAt: (collection, relPath) =>
      reading((from) => {
        const row = from
          .statement<[string, string], StateRow>(
            `SELECT ${stateColumns} FROM change_state WHERE collection = ? AND rel_path = ?`,
          )
          .get(collection, relPath);
        return row && knownOf(row);
      }, undefined),

    documentOf: (docid) =>
      reading((from) => {
        const row = from
          .statement<[string], StateRow>(
            `SELECT ${stateColumns} FROM change_state WHERE substr(source_hash, 1, 8) = ?
             ORDER BY active DESC, collection, rel_path LIMIT 1`,
          )
          .get(docid.replace(/^#/, ""));
        return row && knownOf(row);
      }, undefined),

    bounds: () =>
      reading((from) => ({ floor: floorOf(from).sequence, latest: latestSequence(from) }), {
        floor: none.sequence,
        latest: 0,
      }),

    change: (sequence) =>
      reading((from) => readOne(from, "sequence = ?", sequence, floorOf(from).sequence), undefined),

    latestOf: (document) =>
      reading((from) => readOne(from, "document = ?", document, floorOf(from).sequence), undefined),

    close() {
      store?.close();
      store = undefined;
    },
  };
}

interface StateRow {
  readonly collection: string;
  readonly rel_path: string;
  readonly document: number;
  readonly active: number;
  readonly source_hash: string;
}

const stateColumns = "collection, rel_path, document, active, source_hash";

function knownOf(row: StateRow) {
  return {
    document: row.document,
    docid: `#${row.source_hash.slice(0, 8)}`,
    uri: formatUri(row.collection, row.rel_path),
    collection: row.collection,
    relPath: row.rel_path,
    active: row.active === 1,
  };
}

function readOne(from: Store, where: string, value: number, floor: number): Change | undefined {
  const row = from
    .statement<[number, number], Row>(
      `SELECT ${columns} FROM change WHERE ${where} AND sequence > ? ORDER BY sequence DESC LIMIT 1`,
    )
    .get(value, floor);
  return row && changeOf(row);
}

function changeOf(row: Row): Change {
  const snapshot = (
    path: string,
    source: string,
    mirror: string | null,
    active: boolean,
  ): ChangeSnapshot => ({
    relPath: path,
    docid: `#${source.slice(0, 8)}`,
    uri: formatUri(row.collection, path),
    sourceHash: source,
    mirrorHash: mirror ?? undefined,
    active,
  });
  return {
    sequence: row.sequence,
    document: row.document,
    kind: row.kind,
    collection: row.collection,
    observedAt: new Date(row.observed_ms).toISOString(),
    previous:
      row.old_path === null || row.old_source === null
        ? undefined
        : snapshot(row.old_path, row.old_source, row.old_mirror, row.kind !== "reactivate"),
    current: snapshot(row.rel_path, row.source_hash, row.mirror_hash, row.kind !== "inactivate"),
    delta: deltaOf(row.delta),
  };
}

function deltaOf(json: string): StructureDelta {
  try {
    return JSON.parse(json) as StructureDelta;
  } catch {
    return unknownDelta;
  }
}
