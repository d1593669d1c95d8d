/**
 * Random folders, random edits. Claims: a second sync changes nothing; after any edits the index equals a fresh one
 * of the same files, word by word and position by position.
 */
import { renameSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Folder, folder, logicalDump } from "./folder.ts";

const name = fc.constantFrom("a", "b", "c", "Plan", "日本", "x y", "v1.2", "c#");
const path = fc
  .tuple(
    fc.array(fc.constantFrom("d", "e", "Deep", "build"), { maxLength: 2 }),
    name,
    fc.constantFrom(".md", ".txt", ".bin"),
  )
  .map(([folders, stem, ext]) => [...folders, stem + ext].join("/"));

const line = fc.oneof(
  fc.constantFrom(
    "# Heading",
    "## Two #tag",
    "[[Plan]] and [[d/a|alias]] ![[b#x]]",
    "[x](../a.md) [y](b.md#z)",
    "```",
    "#topic #über/deep",
    "<!-- hidden -->",
    "",
    "日本語の文章です。",
    "straße déjà vu",
  ),
  fc.string({ maxLength: 30 }).map((text) => text.replaceAll("\0", "")),
);
const front = fc.constantFrom(
  "",
  "---\ntitle: Given\ntags: [one, two]\naliases: [Other]\n---\n",
  "---\nrelated: '[[Plan]]'\ndate: 2024-03-05\n---\n",
  "---\ntitle: a: b\n---\n",
);
const note = fc
  .tuple(front, fc.array(line, { maxLength: 30 }))
  .map(([head, lines]) => head + lines.join("\n"));
const content: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 9, arbitrary: note },
  { weight: 1, arbitrary: fc.constantFrom<Uint8Array>(Buffer.from([0, 1, 2]), Buffer.from([0xff, 0xe9])) },
);

const edit = fc.oneof(
  fc.record({ kind: fc.constant("write" as const), path, content }),
  fc.record({ kind: fc.constant("remove" as const), at: fc.nat() }),
  fc.record({ kind: fc.constant("rename" as const), at: fc.nat(), to: path }),
  fc.record({ kind: fc.constant("sync" as const) }),
);

type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

/** Which files there are, so that edits can name them. */
class Files {
  readonly #folder: Folder;
  readonly #content = new Map<string, string | Uint8Array>();

  constructor(vault: Folder) {
    this.#folder = vault;
  }

  get content(): Readonly<Record<string, string | Uint8Array>> {
    return Object.fromEntries(this.#content);
  }

  apply(step: Edit): void {
    const paths = [...this.#content.keys()];
    if (step.kind === "write") {
      this.#folder.write(step.path, step.content);
      this.#content.set(step.path, step.content);
    } else if (step.kind === "sync") {
      this.#folder.sync({ acceptDeletions: true });
    } else if (paths.length > 0) {
      const from = paths[step.at % paths.length] as string;
      const content = this.#content.get(from) as string | Uint8Array;
      if (step.kind === "remove") this.#folder.remove(from);
      else if (step.to === from) return;
      else {
        this.#folder.write(step.to, "");
        renameSync(join(this.#folder.root, from), join(this.#folder.root, step.to));
        this.#content.set(step.to, content);
      }
      this.#content.delete(from);
    }
  }
}

describe("sync", () => {
  test("twice is once, and edits lead where a fresh index leads", () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 25 }), (edits) => {
        using vault = folder();
        const files = new Files(vault);
        for (const step of edits) files.apply(step);
        vault.sync({ acceptDeletions: true });
        const dump = logicalDump(vault.store);
        const again = vault.update();
        expect(again).toMatchObject({
          filesAdded: 0,
          filesUpdated: 0,
          filesErrored: 0,
          filesMarkedInactive: 0,
        });
        expect(logicalDump(vault.store)).toEqual(dump);
        using fresh = folder(files.content);
        fresh.sync();
        expect(dump).toEqual(logicalDump(fresh.store));
      }),
      { numRuns: 30 },
    );
  });

  test("any policy change leads where a fresh index under that policy leads", () => {
    const policy = fc.record({
      maxTokens: fc.integer({ min: 10, max: 40 }),
      overlapPercent: fc.constantFrom(0, 0.15, 0.5),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(note, { minLength: 1, maxLength: 6 }),
        policy,
        policy,
        (notes, first, second) => {
          const files = Object.fromEntries(notes.map((text, n) => [`n${n}.md`, text]));
          using vault = folder(files);
          for (const chunking of [first, second]) {
            vault.config = { chunking };
            vault.sync();
          }
          using fresh = folder(files);
          fresh.config = { chunking: second };
          fresh.sync();
          expect(logicalDump(vault.store)).toEqual(logicalDump(fresh.store));
        },
      ),
      { numRuns: 25 },
    );
  });
});
