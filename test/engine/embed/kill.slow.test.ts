/** kill -9 in the middle of fits, runs and swaps: what is stored stays true, and the next run completes it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { openFit } from "../../../src/engine/embed/lifecycle.ts";
import { openWordVectors } from "../../../src/engine/embed/words/format.ts";
import { openIndex, type Store } from "../../../src/engine/store/open.ts";
import { fromBlob, modelRows, textHash } from "../../../src/engine/vector/rows.ts";
import { writeCorpus } from "../../fixtures/corpus.ts";
import { seeded } from "../../fixtures/random.ts";
import { createPlace, damageOf, type Place, removePlace } from "../support/place.ts";

const seed = Number(process.env.CONCORDAT_SEED ?? 20260305);
const child = new URL("./embed-child.ts", import.meta.url).pathname;
const words = openWordVectors(
  readFileSync(new URL("../../../src/engine/embed/words-en.bin", import.meta.url)),
);

/** Runs the program, and kills it at its n-th line or, with `later`, some milliseconds after it. */
async function run(place: Place, killAt: number, later: number): Promise<"killed" | "done"> {
  const program = spawn(process.execPath, [child, place.base], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(program, "exit");
  let lines = 0;
  let timer: NodeJS.Timeout | undefined;
  program.stdout.setEncoding("utf8").on("data", (text: string) => {
    lines += text.split("\n").length - 1;
    if (lines >= killAt) timer ??= setTimeout(() => program.kill("SIGKILL"), later);
  });
  const [code] = await ended;
  clearTimeout(timer);
  return code === 0 ? "done" : "killed";
}

/** Each stored vector is that of its chunk's text, by the fit it stands under. */
async function audit(store: Store): Promise<{ vectors: number; chunks: number }> {
  const models = new Map(
    modelRows(store).flatMap((row) => {
      const embedder = row.state === "retired" ? undefined : openFit(store, row, words);
      return embedder === undefined ? [] : [[row.id, embedder] as const];
    }),
  );
  const rows = store.raw
    .prepare<[], { model: number; text: string; hash: Buffer; embedding: Buffer | null; id: number }>(
      `SELECT cv.model_id AS model, substr(m.text, c.start + 1, c."end" - c.start) AS text, cv.text_hash AS hash,
         v.embedding, v.id FROM chunk_vector cv LEFT JOIN chunk c ON c.id = cv.chunk_id
         LEFT JOIN mirror m ON m.id = c.mirror_id LEFT JOIN vector v ON v.id = (cv.model_id << 40) + cv.chunk_id`,
    )
    .all();
  for (const { model, text, hash, embedding, id } of rows) {
    expect(id, "a marked chunk has a vector").not.toBeNull();
    expect(textHash(text).equals(hash)).toBe(true);
    const embedder = models.get(model);
    if (embedder === undefined) continue;
    const [want] = await embedder.embed([text], "passage");
    expect(Buffer.compare(embedding ?? Buffer.alloc(0), Buffer.from(want!.buffer))).toBe(0);
    expect(fromBlob(embedding!)).toHaveLength(embedder.dimension);
  }
  const count = (table: string) =>
    store.raw.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
  expect(count("vector")).toBe(rows.length);
  return { vectors: rows.length, chunks: count("chunk") };
}

test("kill -9 anywhere in an embedding run", { timeout: 300_000 }, async () => {
  const random = seeded(seed);
  const place = createPlace();
  let kills = 0;
  try {
    // The second round grows by more than half, so that it is fitted anew and swapped.
    for (const [round, notes] of [1_500, 2_500].entries()) {
      writeCorpus(path.join(place.vault, String(round)), { notes, words: 50, links: 1, seed: seed + round });
      for (let attempt = 0; ; attempt += 1) {
        const ended = await run(
          place,
          attempt > 7 ? Number.POSITIVE_INFINITY : 1 + random.below(6),
          random.below(120),
        );
        if (ended === "killed") kills += 1;
        const store = openIndex(path.join(place.data, "index-default.sqlite"));
        try {
          const { vectors, chunks } = await audit(store);
          const fits = modelRows(store).filter(({ state }) => state === "ready");
          expect(fits.length).toBeLessThanOrEqual(1);
          if (ended === "done") {
            expect(vectors).toBe(chunks);
            expect(fits).toHaveLength(1);
            break;
          }
        } finally {
          store.close();
        }
      }
      expect(damageOf(place)).toEqual([]);
    }
    console.log(`seed ${seed}: ${kills} kills`);
    expect(kills).toBeGreaterThan(3);
  } finally {
    removePlace(place);
  }
});
