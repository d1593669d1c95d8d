/** One measured piece of work in a process of its own, so that CPU and peak memory are its own. Prints one JSON line. */
import { statSync } from "node:fs";
import { readWordVectors } from "../../src/engine/embed/builtin-file.ts";
import { benchEngine, benchSync, databaseFile } from "./engine.ts";
import { indexFloor, walkFloor } from "./floors.ts";
import { cpu } from "./measure.ts";

const [work = "", base = "", root = ""] = process.argv.slice(2);

/** Peak resident set of this process, MiB; Linux counts in KiB. */
const peak = () => process.resourceUsage().maxRSS / 1024;
const size = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const works: Record<string, () => Promise<object>> = {
  async "full-index"() {
    const engine = benchEngine(base, root);
    let files = 0;
    const used = await cpu(async () => {
      files = (await benchSync(engine)).totalFilesProcessed;
    });
    await engine.close();
    return { ...used, files, peak: peak(), database: size(databaseFile(base)) };
  },
  async "full-index-floor"() {
    let files = 0;
    let bytes = 0;
    const used = await cpu(() => {
      ({ files, bytes } = indexFloor(root, base));
    });
    return { ...used, files, bytes, peak: peak(), database: size(base) };
  },
  /** Second and later syncs of one open engine; the first warms caches and is not counted. */
  async resync() {
    const engine = benchEngine(base);
    await benchSync(engine);
    const runs = [];
    for (let n = 0; n < 5; n += 1) runs.push(await cpu(() => benchSync(engine)));
    await engine.close();
    return { runs };
  },
  async "resync-floor"() {
    walkFloor(root);
    const runs = [];
    for (let n = 0; n < 5; n += 1) runs.push(await cpu(() => walkFloor(root)));
    return { runs };
  },
  /** A whole run of the built-in model over what was indexed before. */
  async embed() {
    const engine = benchEngine(base);
    engine.status.read();
    const before = process.memoryUsage.rss() / 2 ** 20;
    let highest = before;
    const watch = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage.rss() / 2 ** 20);
    }, 10);
    let chunks = 0;
    const used = await cpu(async () => {
      chunks = (await engine.embedding.run({})).embedded;
    });
    clearInterval(watch);
    await engine.close();
    return { ...used, chunks, before, peak: highest };
  },
  /** The arithmetic alone, with the fit of the run before. */
  async "embed-speed"() {
    const start = performance.now();
    readWordVectors();
    const load = performance.now() - start;
    const engine = benchEngine(base);
    const embedder = await engine.embedding.embedder();
    const texts = engine.documents
      .page(undefined, 4_000)
      .map((document) => engine.documents.text(document) ?? "");
    const words = texts.reduce((sum, text) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);
    await embedder.embed(texts.slice(0, 500), "passage");
    const used = await cpu(() => embedder.embed(texts, "passage"));
    await engine.close();
    return { ...used, words, load };
  },
};

const run = works[work];
if (run === undefined) throw new Error(`unknown work ${work}`);
process.stdout.write(`${JSON.stringify(await run())}\n`);
