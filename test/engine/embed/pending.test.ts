/** A run gives every chunk the vector of its own text, whatever happens to the chunks meanwhile. */
import { statSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EmbeddingCancelled, embedPending } from "../../../src/engine/embed/pending.ts";
import { type Embedder, EmbeddingUnavailable, TextRefused } from "../../../src/engine/embed/port.ts";
import { trimChanges } from "../../../src/engine/vector/write.ts";
import { type Folder, folder } from "../index/folder.ts";
import { addModel, fakeEmbedder, fakeVector, pendingOf, vectorFaults } from "../vector/vectors.ts";

const small = { chunking: { maxTokens: 20, overlapPercent: 0 } };

interface Run {
  readonly cancelAfter?: number;
  readonly refused?: string[];
}

/** Embeds what is pending in a folder. */
function embed(vault: Folder, model: number, embedder: Embedder, { cancelAfter, refused }: Run = {}) {
  let batches = 0;
  return embedPending({
    store: vault.store,
    modelId: model,
    dimension: embedder.dimension,
    collections: ["notes"],
    embed: async (texts) => {
      batches += 1;
      return embedder.embed(texts, "passage");
    },
    batchSize: embedder.batchSize,
    cancelled: () => cancelAfter !== undefined && batches >= cancelAfter,
    progress: () => undefined,
    refused: (message) => refused?.push(message),
  });
}

const fresh = (fingerprint: string, text: string) => {
  const [, salt, dimension] = fingerprint.split(":");
  return fakeVector(text, Number(dimension), salt);
};
const paragraph = (n: number) =>
  `Paragraph ${n} says something about number ${n}, and then some more of it.\n\n`;
const rows = (vault: Folder) => vault.rows<{ n: number }>("SELECT count(*) AS n FROM vector")[0]!.n;
const chunks = (vault: Folder) => vault.rows<{ n: number }>("SELECT count(*) AS n FROM chunk")[0]!.n;

describe("embedPending()", () => {
  test("embeds each text once, and goes on where a run was cancelled", async () => {
    using vault = folder({ "a.md": "alpha\n", "b.md": "beta\n", "copy/c.md": "x\n\nbeta\n", "d.md": "…\n" });
    vault.sync();
    const seen: string[] = [];
    const embedder = fakeEmbedder({ batchSize: 1, before: (texts) => void seen.push(...texts) });
    const model = addModel(vault.store, embedder);
    await expect(embed(vault, model, embedder, { cancelAfter: 1 })).rejects.toBeInstanceOf(
      EmbeddingCancelled,
    );
    expect(seen).toHaveLength(1);
    expect(await embed(vault, model, embedder)).toEqual({ embedded: 2, errors: 0 });
    expect(new Set(seen).size).toBe(seen.length);
    expect(await embed(vault, model, embedder)).toEqual({ embedded: 0, errors: 0 });
    expect(vectorFaults(vault.store, fresh)).toEqual([]);
  });

  test("gives equal chunks of different texts one computation", async () => {
    using vault = folder();
    vault.config = small;
    vault.write("a.md", `${paragraph(1)}${paragraph(2)}${paragraph(3)}`);
    vault.write("b.md", `${paragraph(1)}${paragraph(2)}${paragraph(4)}`);
    vault.sync();
    const seen: string[] = [];
    const embedder = fakeEmbedder({ batchSize: 100, before: (texts) => void seen.push(...texts) });
    const model = addModel(vault.store, embedder);
    const { embedded } = await embed(vault, model, embedder);
    expect(embedded).toBe(chunks(vault));
    expect(seen.length).toBeLessThan(embedded);
    expect(vectorFaults(vault.store, fresh)).toEqual([]);
  });

  test("a text that changes or goes while its vector is computed keeps none of the old one", async () => {
    using vault = folder({ "a.md": "old words\n", "b.md": "to be deleted\n", "c.md": "stays\n" });
    vault.sync();
    let edited = false;
    const embedder = fakeEmbedder({
      before: () => {
        if (edited) return;
        edited = true;
        vault.write("a.md", "new words\n");
        vault.remove("b.md");
        vault.sync({ acceptDeletions: true });
      },
    });
    const model = addModel(vault.store, embedder);
    await embed(vault, model, embedder);
    expect(vectorFaults(vault.store, fresh)).toEqual([]);
    await embed(vault, model, embedder);
    expect(pendingOf(vault.store, model)).toBe(0);
    expect(rows(vault)).toBe(2);
    expect(vectorFaults(vault.store, fresh)).toEqual([]);
  });

  test("a chunk number that is used again has no old vector", async () => {
    using vault = folder({ "a.md": "first\n" });
    vault.sync();
    const [before] = vault.rows<{ id: number }>("SELECT id FROM chunk");
    const embedder = fakeEmbedder({
      before: (texts) => {
        if (!texts.includes("first\n")) return;
        vault.remove("a.md");
        vault.sync({ acceptDeletions: true });
        vault.write("b.md", "other\n");
        vault.sync();
      },
    });
    const model = addModel(vault.store, embedder);
    await embed(vault, model, embedder);
    expect(vault.rows("SELECT id FROM chunk")).toEqual([before]);
    expect(rows(vault)).toBe(0);
    await embed(vault, model, embedder);
    expect(vectorFaults(vault.store, fresh)).toEqual([]);
    expect(rows(vault)).toBe(1);
  });

  test("an edit costs the chunks that it touches", async () => {
    using vault = folder();
    vault.config = small;
    const text = Array.from({ length: 40 }, (_, n) => paragraph(n)).join("");
    vault.write("long.md", text);
    vault.sync();
    const embedder = fakeEmbedder({ batchSize: 64 });
    const model = addModel(vault.store, embedder);
    const { embedded } = await embed(vault, model, embedder);
    vault.write("long.md", `${text}One more line at the end.\n`);
    vault.sync();
    expect(pendingOf(vault.store, model)).toBeLessThan(4);
    expect(vectorFaults(vault.store, fresh)).toEqual([]);
    await embed(vault, model, embedder);
    expect(rows(vault)).toBe(chunks(vault));
    expect(embedded).toBeGreaterThan(30);
  });

  test("a new chunking policy costs the chunks that it cuts anew", async () => {
    using vault = folder({ "short.md": "short\n", "long.md": paragraph(1).repeat(10) });
    vault.sync();
    const embedder = fakeEmbedder();
    const model = addModel(vault.store, embedder);
    await embed(vault, model, embedder);
    vault.config = small;
    vault.sync();
    expect(vectorFaults(vault.store, fresh)).toEqual([]);
    expect(pendingOf(vault.store, model)).toBe(chunks(vault) - 1);
  });

  test("fifty notes changed ten times leave as many vectors as chunks, and a file that does not grow", async () => {
    using vault = folder();
    const embedder = fakeEmbedder({ dimension: 384, batchSize: 50 });
    const model = addModel(vault.store, embedder);
    const sizes: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      for (let n = 0; n < 50; n += 1) vault.write(`${n}.md`, `# Note ${n}\n\nround ${round}\n`);
      vault.sync();
      await embed(vault, model, embedder);
      trimChanges(vault.store, 1_000);
      expect(rows(vault)).toBe(chunks(vault));
      vault.store.raw.pragma("wal_checkpoint(TRUNCATE)");
      sizes.push(statSync(vault.store.path).size);
    }
    expect(vectorFaults(vault.store, fresh)).toEqual([]);
    expect(sizes.at(-1)).toBeLessThanOrEqual(sizes[4]! * 1.1);
  });

  test("goes on without texts that the model refuses, and tries them again", async () => {
    using vault = folder({ "a.md": "good\n", "b.md": "bad\n", "c.md": "fine\n" });
    vault.sync();
    let strict = true;
    const embedder = fakeEmbedder({
      before: (texts) => {
        if (strict && texts.includes("bad\n")) throw new TextRefused("The text is too long.");
      },
    });
    const model = addModel(vault.store, embedder);
    const refused: string[] = [];
    expect(await embed(vault, model, embedder, { refused })).toEqual({ embedded: 2, errors: 1 });
    expect(refused).toEqual(["The text is too long."]);
    strict = false;
    expect(await embed(vault, model, embedder)).toEqual({ embedded: 1, errors: 0 });
  });

  test("stops when the model answers no text at all, and when it is down", async () => {
    using vault = folder(
      Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`${n}.md`, `note ${n}\n`])),
    );
    vault.sync();
    let asked = 0;
    const refusing = fakeEmbedder({
      batchSize: 16,
      before: () => {
        asked += 1;
        throw new TextRefused("no");
      },
    });
    const model = addModel(vault.store, refusing);
    await expect(embed(vault, model, refusing)).rejects.toBeInstanceOf(EmbeddingUnavailable);
    expect(asked).toBeLessThan(50);
    let batches = 0;
    const dying = fakeEmbedder({
      before: () => {
        batches += 1;
        if (batches > 3) throw new EmbeddingUnavailable("failed", "It is down.");
      },
    });
    await expect(embed(vault, model, dying)).rejects.toThrow("It is down.");
    expect(rows(vault)).toBe(12);
    await embed(vault, model, fakeEmbedder());
    expect(rows(vault)).toBe(80);
  });

  test("refuses vectors of another size", async () => {
    using vault = folder({ "a.md": "x\n" });
    vault.sync();
    const model = addModel(vault.store, fakeEmbedder({ dimension: 8 }));
    await expect(
      embed(vault, model, { ...fakeEmbedder({ dimension: 4 }), dimension: 8 }),
    ).rejects.toMatchObject({
      reason: "mismatch",
    });
    expect(rows(vault)).toBe(0);
  });
});

const name = fc.constantFrom("a.md", "b.md", "c.md", "d/e.md");
const text = fc
  .array(fc.constantFrom(paragraph(1), paragraph(2), paragraph(3), "short\n\n", "…\n\n", "# Title\n\n"), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.join(""));
const edit = fc.oneof(
  fc.record({ kind: fc.constant("write" as const), name, text }),
  fc.record({ kind: fc.constant("remove" as const), name }),
);
const step = fc.oneof(
  edit,
  fc.record({ kind: fc.constant("sync" as const) }),
  fc.record({ kind: fc.constant("rechunk" as const), maxTokens: fc.constantFrom(10, 20, 800) }),
  fc.record({
    kind: fc.constant("embed" as const),
    salt: fc.constantFrom("x", "y"),
    cancelAfter: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    /** Happens between reading a text and storing its vector. */
    meanwhile: fc.option(edit, { nil: undefined }),
  }),
);

test("any order of edits, syncs, new policies and runs of two models leaves each chunk its own vectors", async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
    using vault = folder();
    const models = new Map(
      ["x", "y"].map((salt) => {
        const embedder = fakeEmbedder({ salt, batchSize: 2 });
        return [salt, addModel(vault.store, embedder)];
      }),
    );
    const there = new Set<string>();
    const apply = (change: { kind: "write" | "remove"; name: string; text?: string }) => {
      if (change.kind === "write") {
        vault.write(change.name, change.text!);
        there.add(change.name);
      } else if (there.delete(change.name)) vault.remove(change.name);
    };
    const run = (salt: string, options: Run & { meanwhile?: () => void }) => {
      let { meanwhile } = options;
      const embedder = fakeEmbedder({
        salt,
        batchSize: 2,
        before: () => {
          meanwhile?.();
          meanwhile = undefined;
        },
      });
      return embed(vault, models.get(salt)!, embedder, options).catch((error: unknown) => {
        if (!(error instanceof EmbeddingCancelled)) throw error;
      });
    };
    for (const one of steps) {
      if (one.kind === "write" || one.kind === "remove") apply(one);
      else if (one.kind === "sync") vault.sync({ acceptDeletions: true });
      else if (one.kind === "rechunk") {
        vault.config = { chunking: { maxTokens: one.maxTokens, overlapPercent: 0 } };
        vault.sync({ acceptDeletions: true });
      } else {
        const { meanwhile, cancelAfter } = one;
        await run(one.salt, {
          ...(cancelAfter === undefined ? {} : { cancelAfter }),
          ...(meanwhile === undefined
            ? {}
            : {
                meanwhile: () => {
                  apply(meanwhile);
                  vault.sync({ acceptDeletions: true });
                },
              }),
        });
      }
      expect(vectorFaults(vault.store, fresh)).toEqual([]);
    }
    vault.sync({ acceptDeletions: true });
    for (const [salt, model] of models) {
      await run(salt, {});
      expect(pendingOf(vault.store, model)).toBe(0);
    }
    expect(vectorFaults(vault.store, fresh)).toEqual([]);
    expect(rows(vault)).toBe(2 * chunks(vault));
  });
  await fc.assert(property, { numRuns: 60 });
});
