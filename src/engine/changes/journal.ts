/**
 * Writes what a sync sees change into the durable database. Rules: it is compared with the journal's own last state of
 * the document, so that neither a new index nor a batch that is done again is told twice; it is committed before the
 * batch of the index that it belongs to.
 */
import type { Clock } from "../ports.ts";
import { StoreError, storeError } from "../store/errors.ts";
import type { Store } from "../store/open.ts";
import { noStructure, type Structure, structureDelta, unknownDelta } from "./delta.ts";
import { retainedFrom } from "./retention.ts";

export interface Observed {
  readonly sourceHash: string;
  readonly mirrorHash: string | undefined;
}

export interface SeenText extends Observed {
  readonly collection: string;
  readonly relPath: string;
  /** Its path before, when the same document came here by another one. */
  readonly from: string | undefined;
  readonly structure: () => Structure;
}

/** What the index says of a document that the journal has not met: it is older than the journal. */
export interface Indexed extends Observed {
  readonly active: boolean;
  /** Of the text that the hashes belong to; undefined when the text is not there any more. */
  readonly structure: () => Structure | undefined;
}

export interface ChangeLog {
  /** A text is indexed at the path. */
  present(seen: SeenText, indexed: () => Indexed | undefined): void;
  /** No text is there any more. */
  absent(collection: string, relPath: string, indexed: () => Indexed | undefined): void;
  /** Makes what was noted so far durable. @returns the sequence of the last one, undefined when nothing was noted */
  commit(): number | undefined;
  /** Of the last change that is durable. */
  latest(): number;
  /** Paths that hold a text, as far as the journal knows. */
  activePaths(collection: string): readonly string[];
  /** Lets old changes go, when some were added. */
  prune(): void;
}

interface State {
  readonly document: number;
  readonly active: number;
  readonly source_hash: string;
  readonly mirror_hash: string | null;
}

interface Entry {
  readonly kind: "create" | "update" | "rename" | "inactivate" | "reactivate";
  readonly collection: string;
  readonly document: number | undefined;
  readonly previous: (Observed & { readonly relPath: string }) | undefined;
  readonly current: Observed & { readonly relPath: string };
  readonly delta: string;
}

/** For runs without a durable database. */
export const noChangeLog: ChangeLog = {
  present: () => undefined,
  absent: () => undefined,
  commit: () => undefined,
  latest: () => 0,
  activePaths: () => [],
  prune: () => undefined,
};

/** What a row takes beside its delta and paths, roughly. */
const ROW_BYTES = 320;
const PRUNE_EVERY = 5_000;

export function createChangeLog(durable: Store, clock: Clock): ChangeLog {
  const selectState = durable.raw.prepare<[string, string], State>(
    "SELECT document, active, source_hash, mirror_hash FROM change_state WHERE collection = ? AND rel_path = ?",
  );
  const anyState = durable.raw.prepare<[string], unknown>(
    "SELECT 1 FROM change_state WHERE collection = ? LIMIT 1",
  );
  /** Collections that had no document when this run began: each of its paths comes once. */
  const fresh = new Map<string, boolean>();
  const stateOf = {
    get(collection: string, relPath: string): State | undefined {
      let isFresh = fresh.get(collection);
      if (isFresh === undefined) {
        isFresh = anyState.get(collection) === undefined;
        fresh.set(collection, isFresh);
      }
      return isFresh ? undefined : selectState.get(collection, relPath);
    },
  };
  const insert = durable.raw.prepare(
    `INSERT INTO change (document, kind, collection, observed_ms, bytes, old_path, old_source, old_mirror, rel_path,
       source_hash, mirror_hash, delta) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const own = durable.raw.prepare("UPDATE change SET document = sequence WHERE sequence = ?");
  const setState = durable.raw.prepare(
    `INSERT OR REPLACE INTO change_state (collection, rel_path, document, sequence, active, source_hash, mirror_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const dropState = durable.raw.prepare("DELETE FROM change_state WHERE collection = ? AND rel_path = ?");
  let noted: Entry[] = [];
  let added = 0;

  const note = (entry: Omit<Entry, "delta">, before: Structure | undefined, after: Structure): void => {
    const delta = before === undefined ? unknownDelta : structureDelta(before, after);
    noted.push({ ...entry, delta: JSON.stringify(delta) });
  };

  return {
    present({ collection, relPath, from, sourceHash, mirrorHash, structure }, indexed) {
      const here = stateOf.get(collection, relPath);
      if (
        here?.active === 1 &&
        here.source_hash === sourceHash &&
        here.mirror_hash === (mirrorHash ?? null)
      ) {
        return;
      }
      const old = (from === undefined ? undefined : stateOf.get(collection, from)) ?? here;
      const oldPath = old !== undefined && old === here ? relPath : (from ?? relPath);
      const row = indexed();
      const known: (Observed & { readonly active: boolean }) | undefined =
        old === undefined
          ? row
          : {
              sourceHash: old.source_hash,
              mirrorHash: old.mirror_hash ?? undefined,
              active: old.active === 1,
            };
      const current = { relPath, sourceHash, mirrorHash };
      if (known === undefined || known.sourceHash === "") {
        note(
          { kind: "create", collection, document: undefined, previous: undefined, current },
          noStructure,
          structure(),
        );
        return;
      }
      const kind = !known.active ? "reactivate" : oldPath === relPath ? "update" : "rename";
      const previous = { relPath: oldPath, sourceHash: known.sourceHash, mirrorHash: known.mirrorHash };
      const before = !known.active
        ? noStructure
        : row?.active === true && row.sourceHash === known.sourceHash
          ? row.structure()
          : undefined;
      note({ kind, collection, document: old?.document, previous, current }, before, structure());
    },

    absent(collection, relPath, indexed) {
      const here = stateOf.get(collection, relPath);
      if (here?.active === 0) return;
      const row = indexed();
      const known =
        here === undefined
          ? row?.active === true
            ? row
            : undefined
          : { sourceHash: here.source_hash, mirrorHash: here.mirror_hash ?? undefined };
      if (known === undefined) return;
      const before =
        row?.active === true && row.sourceHash === known.sourceHash ? row.structure() : undefined;
      const previous = { relPath, sourceHash: known.sourceHash, mirrorHash: known.mirrorHash };
      const current = { relPath, sourceHash: known.sourceHash, mirrorHash: undefined };
      note(
        { kind: "inactivate", collection, document: here?.document, previous, current },
        before,
        noStructure,
      );
    },

    commit() {
      if (noted.length === 0) return undefined;
      const entries = noted;
      noted = [];
      let last = 0;
      guarded(() =>
        durable.write(() => {
          const now = clock.now();
          for (const { kind, collection, document, previous, current, delta } of entries) {
            const bytes =
              ROW_BYTES + Buffer.byteLength(delta) + current.relPath.length + (previous?.relPath.length ?? 0);
            last = Number(
              insert.run(
                document ?? 0,
                kind,
                collection,
                now,
                bytes,
                previous?.relPath ?? null,
                previous?.sourceHash ?? null,
                previous?.mirrorHash ?? null,
                current.relPath,
                current.sourceHash,
                current.mirrorHash ?? null,
                delta,
              ).lastInsertRowid,
            );
            if (document === undefined) own.run(last);
            if (previous !== undefined && previous.relPath !== current.relPath) {
              dropState.run(collection, previous.relPath);
            }
            setState.run(
              collection,
              current.relPath,
              document ?? last,
              last,
              kind === "inactivate" ? 0 : 1,
              current.sourceHash,
              current.mirrorHash ?? null,
            );
          }
        }),
      );
      added += entries.length;
      if (added >= PRUNE_EVERY) this.prune();
      return last;
    },

    latest: () => latestSequence(durable),

    activePaths: (collection) =>
      durable
        .statement<[string], { rel_path: string }>(
          "SELECT rel_path FROM change_state WHERE collection = ? AND active = 1",
        )
        .all(collection)
        .map(({ rel_path }) => rel_path),

    prune() {
      if (added === 0) return;
      added = 0;
      guarded(() => pruneChanges(durable, clock.now()));
    },
  };
}

/** Of the last change ever written, also when it is gone. */
export function latestSequence(durable: Store): number {
  return (
    durable.statement<[], { seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'change'").get()
      ?.seq ?? 0
  );
}

function pruneChanges(durable: Store, now: number): void {
  const floor = retainedFrom(durable.raw, now) - 1;
  const known = Number(
    durable.statement<[], { value: string }>("SELECT value FROM meta WHERE key = 'change_floor'").get()
      ?.value ?? 0,
  );
  if (floor <= known) return;
  durable.write(() => {
    const at = durable
      .statement<[number], { ms: number | null }>(
        "SELECT max(observed_ms) AS ms FROM change WHERE sequence <= ?",
      )
      .get(floor)?.ms;
    const set = durable.statement("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)");
    set.run("change_floor", String(floor));
    set.run("change_floor_ms", String(at ?? now));
    durable.statement("DELETE FROM change WHERE sequence <= ?").run(floor);
    durable.statement("DELETE FROM change_state WHERE active = 0 AND sequence <= ?").run(floor);
  });
}

/** Damage of this file is no damage of the index, which would be moved aside for it. */
function guarded(work: () => void): void {
  try {
    work();
  } catch (error) {
    const known = storeError(error);
    if (known instanceof StoreError && known.kind === "damaged") {
      throw new StoreError(
        "io",
        "The durable database is damaged and was left as it is. Restore it from a backup, or rename the file to start without it: notes and the index are not affected.",
        error,
      );
    }
    throw known;
  }
}
