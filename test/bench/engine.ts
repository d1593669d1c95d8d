/** An engine over one folder, with all its own folders below `base`. */
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../../src/engine/engine.ts";
import { openEngine } from "../../src/engine/open-engine.ts";
import { systemClock } from "../../src/engine/ports.ts";

export const COLLECTION = "bench";

/** @param root the folder to index; `undefined` opens what `base` already holds. */
export function benchEngine(base: string, root?: string): Engine {
  const dirs = { config: join(base, "config"), data: join(base, "data"), cache: join(base, "cache") };
  for (const dir of Object.values(dirs)) mkdirSync(dir, { recursive: true });
  const silent = () => undefined;
  const engine = openEngine({
    dirs,
    configFile: join(dirs.config, "index.yml"),
    indexName: "default",
    version: "0.0.0",
    clock: systemClock,
    ids: { uuid: randomUUID },
    log: { error: silent, warn: silent, info: silent },
  });
  if (root !== undefined) {
    engine.config.create({});
    const added = engine.collections.add({ path: root, name: COLLECTION });
    if (added.kind !== "added") throw new Error(`cannot index ${root}: ${added.message}`);
  }
  return engine;
}

/** Syncs under the write lease, as every caller does. */
export async function benchSync(engine: Engine) {
  const lease = await engine.lease.acquire(5_000, AbortSignal.timeout(5_000));
  if (lease === undefined) throw new Error("the write lease is taken");
  try {
    return await engine.sync.run({});
  } finally {
    lease.release();
  }
}

/** Gives every chunk its vector of the built-in model. */
export async function benchEmbed(engine: Engine) {
  const lease = await engine.lease.acquire(5_000, AbortSignal.timeout(5_000));
  if (lease === undefined) throw new Error("the write lease is taken");
  try {
    return await engine.embedding.run({ signal: new AbortController().signal, progress: () => undefined });
  } finally {
    lease.release();
  }
}

export function databaseFile(base: string): string {
  return join(base, "data", "index-default.sqlite");
}
