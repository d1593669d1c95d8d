/** A place to crash in: config, data and one collection below one temporary folder, and what is found there later. */
import { randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { emptyConfig } from "../../../src/engine/config/defaults.ts";
import { createConfigStore } from "../../../src/engine/config/store.ts";
import { verify } from "../../../src/engine/doctor/verify.ts";
import type { CollectionConfig, Engine } from "../../../src/engine/engine.ts";
import { isTemporaryName } from "../../../src/engine/files/atomic.ts";
import { openEngine } from "../../../src/engine/open-engine.ts";
import { openDurable, openIndex } from "../../../src/engine/store/open.ts";

export interface Place {
  readonly base: string;
  readonly vault: string;
  readonly data: string;
}

/** `more`: further keys of its collection, as YAML lines. */
export function createPlace(base = mkdtempSync(path.join(tmpdir(), "crash-")), more = ""): Place {
  const place = placeAt(realpathSync(base));
  mkdirSync(place.vault, { recursive: true });
  mkdirSync(path.join(place.base, "config"), { recursive: true });
  const config = `version: "1.0"\ncollections:\n  - name: notes\n    path: ${JSON.stringify(place.vault)}\n${more}`;
  writeFileSync(path.join(place.base, "config", "index.yml"), config);
  return place;
}

export function placeAt(base: string): Place {
  return { base, vault: path.join(base, "vault"), data: path.join(base, "data") };
}

export function removePlace({ base }: Place): void {
  rmSync(base, { recursive: true, force: true });
}

export function openPlace({ base, data }: Place): Engine {
  const quiet = { error() {}, warn() {}, info() {} };
  return openEngine({
    dirs: { config: path.join(base, "config"), data, cache: path.join(base, "cache") },
    configFile: path.join(base, "config", "index.yml"),
    indexName: "default",
    version: "0.0.0",
    clock: { now: () => Date.now() },
    ids: { uuid: randomUUID },
    log: quiet,
  });
}

export function notesOf(engine: Engine): CollectionConfig {
  const collection = engine.collections.find("notes");
  if (!collection) throw new Error("the collection is gone");
  return collection;
}

/** Text by relative path. */
export function filesOf({ vault }: Place): ReadonlyMap<string, string> {
  const files = readdirSync(vault, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(vault, file).replaceAll("\\", "/"), readFileSync(file, "utf8")];
    }),
  );
}

/** What may not be there once the engine has started again. */
export function litterOf({ vault, data }: Place): readonly string[] {
  const temporary = readdirSync(vault, { recursive: true })
    .map(String)
    .filter((name) => isTemporaryName(path.basename(name)));
  const pending = path.join(data, "pending-writes");
  return [...temporary, ...(readdirSync(data).includes("pending-writes") ? readdirSync(pending) : [])];
}

/** What the user's own check finds: files against index, the index against itself, and SQLite's full check of both. */
export function damageOf({ base, data }: Place): readonly string[] {
  const config = createConfigStore(path.join(base, "config", "index.yml")).load();
  const durableFile = path.join(data, "durable-default.sqlite");
  const index = openIndex(path.join(data, "index-default.sqlite"), { readonly: true });
  const durable = existsSync(durableFile) ? openDurable(durableFile, { readonly: true }) : undefined;
  try {
    const { findings } = verify({ index, durable, config: config ?? emptyConfig, dataFolder: data });
    const integrity = [index, durable].map(
      (store) => store?.raw.pragma("integrity_check", { simple: true }) ?? "ok",
    );
    return [
      ...findings
        .filter(({ severity }) => severity !== "info")
        .map(({ code, relPath, message }) => `${code} ${relPath}: ${message}`),
      ...integrity.filter((answer) => answer !== "ok").map(String),
    ];
  } finally {
    index.close();
    durable?.close();
  }
}

export function searchable(engine: Engine, token: string): readonly string[] {
  const result = engine.search.lexical({ query: token, limit: 10 });
  if (result instanceof Promise) throw new Error("a small index is searched at once");
  return result.kind === "ok" ? result.hits.map((hit) => hit.document.relPath) : [];
}
