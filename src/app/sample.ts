/** A ready sample: the project's own `spec` folder, indexed below `.sample` of the checkout, never in the user's folders. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { AppConfig } from "./config.ts";
import { withApp } from "./direct.ts";
import { packageRoot } from "./entry.ts";

/** The same settings with all folders below `.sample`. */
export function sampleConfig(config: AppConfig, root: string = packageRoot): AppConfig {
  const folder = join(root, ".sample");
  const dirs = { config: join(folder, "config"), data: join(folder, "data"), cache: join(folder, "cache") };
  return { ...config, dirs, configFile: join(dirs.config, "index.yml"), indexName: "default" };
}

/** Brings the sample up to date. @returns the number of documents in it. */
export function prepareSample(config: AppConfig, root: string = packageRoot): Promise<number> {
  // Written anew each time: the checkout may have moved.
  rmSync(config.configFile, { force: true });
  return withApp(config, async (app) => {
    const { createConfigStore } = await import("../engine/config/store.ts");
    createConfigStore(config.configFile).create({ ftsTokenizer: "snowball english" });
    const engine = await app.engine();
    const lease = await engine.lease.acquire(5_000, new AbortController().signal);
    if (lease === undefined)
      throw new Error("Another process is writing to the sample. Stop it and start again.");
    try {
      engine.collections.add({ path: join(root, "spec"), name: "spec", pattern: "**/*.md" });
      await engine.sync.run({});
      await engine.embedding.run({});
      return engine.status.read().totalDocuments;
    } finally {
      lease.release();
    }
  });
}
