/** What syncs write into the change journal: kinds, deltas, retention, and nothing twice whatever becomes of the index. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { createChanges } from "../../../src/engine/changes/changes.ts";
import { type ChangeLog, createChangeLog } from "../../../src/engine/changes/journal.ts";
import { DEFAULT_EXCLUDES, emptyConfig } from "../../../src/engine/config/defaults.ts";
import type { Change } from "../../../src/engine/engine.ts";
import { readTarget } from "../../../src/engine/index/policy.ts";
import { noUserTags } from "../../../src/engine/index/run-context.ts";
import { runSync } from "../../../src/engine/index/run-sync.ts";
import { openDurable, openIndex, type Store } from "../../../src/engine/store/open.ts";

const day = 24 * 3_600_000;

function world() {
  const base = mkdtempSync(join(tmpdir(), "changes-"));
  const vault = join(base, "vault");
  mkdirSync(vault);
  const indexPath = join(base, "index-default.sqlite");
  const durablePath = join(base, "durable-default.sqlite");
  let now = Date.UTC(2026, 2, 5);
  const clock = { now: () => now };
  const collection = { name: "notes", path: vault, pattern: "**/*", include: [], exclude: DEFAULT_EXCLUDES };
  const config = { ...emptyConfig, collections: [collection] };
  const changes = createChanges({ durablePath, clock });
  let index: Store | undefined;
  const durable = openDurable(durablePath);
  const sync = (wrap: (log: ChangeLog) => ChangeLog = (log) => log) => {
    index ??= openIndex(indexPath);
    now += 60_000;
    return runSync(index, {
      config,
      generation: readTarget(index).generation,
      userTags: noUserTags,
      changes: wrap(createChangeLog(durable, clock)),
      clock,
      cancelled: () => false,
      progress: () => undefined,
    });
  };
  onTestFinished(() => {
    index?.close();
    durable.close();
    changes.close();
    rmSync(base, { recursive: true, force: true });
  });
  return {
    durable,
    changes,
    sync,
    pass: (ms: number) => {
      now += ms;
    },
    write(path: string, text: string) {
      mkdirSync(dirname(join(vault, path)), { recursive: true });
      writeFileSync(join(vault, path), text);
    },
    rename: (from: string, to: string) => renameSync(join(vault, from), join(vault, to)),
    remove: (path: string) => rmSync(join(vault, path)),
    loseIndex() {
      index?.close();
      index = undefined;
      for (const end of ["", "-wal", "-shm"]) rmSync(indexPath + end, { force: true });
    },
    all(): readonly Change[] {
      const page = changes.page({ limit: 1000 });
      return page.kind === "page" ? page.changes : [];
    },
    told(): string[] {
      return this.all().map(({ kind, current, previous }) =>
        kind === "rename" ? `rename ${previous?.relPath} ${current.relPath}` : `${kind} ${current.relPath}`,
      );
    },
  };
}

describe("what a sync tells", () => {
  test("each kind, with what differs", () => {
    const w = world();
    w.write("a.md", "---\ndate: 2026-01-01\n---\n# A\n\nSee [[B]].\n");
    w.write("b.md", "# B\n");
    w.sync();
    w.write("a.md", "---\ndate: 2026-01-02\n---\n# A\n\n## New\n\nSee [[C]].\n");
    w.sync();
    w.rename("b.md", "c.md");
    w.sync();
    w.remove("a.md");
    w.sync();
    w.write("a.md", "# A again\n");
    w.sync();
    w.sync();
    expect(w.told()).toEqual([
      "create a.md",
      "create b.md",
      "update a.md",
      "rename b.md c.md",
      "inactivate a.md",
      "reactivate a.md",
    ]);
    const [create, , update, rename, inactivate, reactivate] = w.all();
    expect(create).toMatchObject({ previous: undefined, current: { active: true } });
    expect(update?.delta).toEqual({
      headings: { added: ["## New"], removed: [] },
      links: { added: ["wiki C"], removed: ["wiki B"] },
      typedEdges: { added: [], removed: [] },
      dates: { added: [], removed: [], changed: ["date: 2026-01-01 -> 2026-01-02"] },
      truncated: false,
    });
    expect(rename?.delta.headings).toEqual({ added: [], removed: [] });
    expect(inactivate).toMatchObject({
      previous: { active: true },
      current: { active: false, mirrorHash: undefined },
      delta: { headings: { removed: ["# A", "## New"] } },
    });
    expect(reactivate).toMatchObject({ previous: { active: false }, current: { active: true } });
    expect(new Set([create, update, inactivate, reactivate].map((change) => change?.document)).size).toBe(1);
    expect(rename?.document).toBe(w.all()[1]?.document);
  });

  test("a new index tells only what changed while there was none", () => {
    const w = world();
    for (const name of ["a", "b", "c"]) w.write(`${name}.md`, `# ${name}\n`);
    w.sync();
    w.loseIndex();
    w.write("b.md", "# other\n");
    w.remove("c.md");
    w.write("d.md", "# d\n");
    w.sync();
    expect(w.told().slice(3).sort()).toEqual(["create d.md", "inactivate c.md", "update b.md"]);
    const update = w.all().find(({ kind }) => kind === "update");
    expect(update?.delta.truncated).toBe(true);
    w.loseIndex();
    w.sync();
    w.sync();
    expect(w.told()).toHaveLength(6);
  });

  test("an end between the two commits is made up for without telling twice", () => {
    const w = world();
    w.write("a.md", "# a\n");
    w.write("b.md", "# b\n");
    w.sync();
    w.write("a.md", "# a2\n");
    w.rename("b.md", "c.md");
    const dying = (log: ChangeLog): ChangeLog => ({
      ...log,
      commit() {
        const last = log.commit();
        if (last !== undefined) throw new Error("killed");
        return last;
      },
    });
    expect(() => w.sync(dying)).toThrow("killed");
    const told = w.told();
    expect(told.slice(2).sort()).toEqual(["rename b.md c.md", "update a.md"]);
    w.sync();
    expect(w.told()).toEqual(told);
    w.remove("c.md");
    w.sync();
    expect(w.told().slice(told.length)).toEqual(["inactivate c.md"]);
  });

  test("an index that is older than the journal has its documents updated, not created", () => {
    const w = world();
    w.write("a.md", "# a\n");
    w.sync(() => ({ ...createChangeLog(w.durable, { now: Date.now }), present: () => undefined }));
    w.write("a.md", "# a\n\n## more\n");
    w.sync();
    expect(w.told()).toEqual(["update a.md"]);
    expect(w.all()[0]?.delta).toMatchObject({ headings: { added: ["## more"] }, truncated: false });
  });
});

describe("retention", () => {
  test("changes older than 30 days are gone, and their cursors have expired", () => {
    const w = world();
    w.write("a.md", "# a\n");
    w.sync();
    w.pass(20 * day);
    w.write("b.md", "# b\n");
    w.sync();
    w.pass(15 * day);
    const seen = w.changes.page({ limit: 10 });
    expect(seen).toMatchObject({ kind: "page", floor: 1, latest: 2, incomplete: true, more: false });
    expect(w.told()).toEqual(["create b.md"]);
    expect(w.changes.page({ after: 0, limit: 10 })).toEqual({ kind: "expired", floor: 1, latest: 2 });
    expect(w.changes.page({ after: 1, limit: 10 })).toMatchObject({ kind: "page", incomplete: false });
    expect(w.changes.page({ after: 3, limit: 10 })).toMatchObject({ kind: "ahead" });
    w.write("c.md", "# c\n");
    w.sync();
    expect(w.durable.raw.prepare("SELECT count(*) AS n FROM change").get()).toEqual({ n: 2 });
    expect(w.changes.change(1)).toBeUndefined();
  });

  test("at most 10,000 changes and 16 MiB are kept", () => {
    const w = world();
    const insert = w.durable.raw.prepare(
      `INSERT INTO change (document, kind, collection, observed_ms, bytes, rel_path, source_hash, delta)
       VALUES (1, 'create', 'notes', ?, ?, 'x.md', 'ab', '{}')`,
    );
    const fill = (count: number, bytes: number) =>
      w.durable.write(() => {
        for (let n = 0; n < count; n += 1) insert.run(Date.UTC(2026, 2, 5), bytes);
      });
    const kept = () => w.durable.raw.prepare("SELECT count(*) AS n FROM change").pluck().get();
    fill(10_050, 500);
    w.write("a.md", "# a\n");
    w.sync();
    expect(kept()).toBe(10_000);
    fill(20, 1024 * 1024);
    w.write("b.md", "# b\n");
    w.sync();
    expect(kept()).toBe(16);
    expect(w.changes.bounds().latest).toBe(10_072);
  });
});

describe("paging while the journal moves", () => {
  test("no change that was there throughout is skipped or repeated", () => {
    const step = fc.record({
      limit: fc.integer({ min: 1, max: 7 }),
      add: fc.nat({ max: 3 }),
      drop: fc.nat({ max: 3 }),
    });
    const start = fc.integer({ min: 0, max: 30 });
    const w = world();
    const { raw } = w.durable;
    raw.pragma("synchronous = OFF");
    const insert = raw.prepare(
      `INSERT INTO change (document, kind, collection, observed_ms, bytes, rel_path, source_hash, delta)
       VALUES (1, 'create', ?, ?, 1, 'x.md', 'ab', '{}')`,
    );
    const at = Date.UTC(2026, 2, 5);
    const add = (count: number) => {
      for (let n = 0; n < count; n += 1) insert.run(n % 2 === 0 ? "notes" : "work", at);
    };
    const sequences = (): number[] =>
      raw
        .prepare("SELECT sequence FROM change WHERE collection = 'notes' ORDER BY sequence")
        .pluck()
        .all() as number[];
    fc.assert(
      fc.property(start, fc.array(step, { minLength: 1, maxLength: 20 }), (first, steps) => {
        add(first);
        const there = sequences();
        const seen: number[] = [];
        let after = w.changes.bounds().floor;
        for (const { limit, add: more, drop } of steps) {
          const page = w.changes.page({ after, collection: "notes", limit });
          if (page.kind === "expired") {
            after = page.floor;
            continue;
          }
          if (page.kind !== "page") throw new Error(page.kind);
          expect(page.changes.length).toBeLessThanOrEqual(limit);
          seen.push(...page.changes.map(({ sequence }) => sequence));
          const last = page.changes.at(-1);
          if (last !== undefined) after = last.sequence;
          add(more);
          const floor = Math.min(w.changes.bounds().floor + drop, w.changes.bounds().latest);
          raw.prepare("INSERT OR REPLACE INTO meta VALUES ('change_floor', ?)").run(String(floor));
          raw.prepare("DELETE FROM change WHERE sequence <= ?").run(floor);
        }
        for (;;) {
          const page = w.changes.page({ after, collection: "notes", limit: 5 });
          if (page.kind === "expired") after = page.floor;
          if (page.kind !== "page") continue;
          seen.push(...page.changes.map(({ sequence }) => sequence));
          after = page.changes.at(-1)?.sequence ?? after;
          if (!page.more) break;
        }
        expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
        const throughout = there.filter((sequence) => sequences().includes(sequence));
        expect(seen).toEqual(expect.arrayContaining(throughout));
      }),
    );
  });
});
