/** Folders of real files, indexed by the product's own sync: for tests of reading what indexing has written. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { emptyConfig } from "../../../src/engine/config/defaults.ts";
import { createDocuments } from "../../../src/engine/documents/documents.ts";
import { createReader, type StatementObserver } from "../../../src/engine/documents/reader.ts";
import type { CollectionConfig, ConfigStore, IndexConfig } from "../../../src/engine/engine.ts";
import { createGraph } from "../../../src/engine/graph/graph.ts";
import { noUserTags } from "../../../src/engine/index/run-context.ts";
import { runSync } from "../../../src/engine/index/run-sync.ts";
import { createLinks } from "../../../src/engine/links/links.ts";
import { createSearch } from "../../../src/engine/search/search.ts";
import { openIndex } from "../../../src/engine/store/open.ts";
import { createTags } from "../../../src/engine/tags.ts";

/** `collection/path` → text, or text and time of modification. */
export type Files = Readonly<Record<string, string | { readonly text: string; readonly modified: string }>>;

/** 2026-01-15T12:00:00Z */
export const vaultNow = Date.UTC(2026, 0, 15, 12);

export function writeFiles(root: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    const { text, modified } = typeof content === "string" ? { text: content, modified: undefined } : content;
    writeFileSync(path, text);
    const time = modified === undefined ? new Date(vaultNow) : new Date(modified);
    utimesSync(path, time, time);
  }
}

export function vault(files: Files, settings: Partial<IndexConfig> = {}) {
  const root = mkdtempSync(join(tmpdir(), "concordat-vault-"));
  writeFiles(root, files);
  const names = [...new Set(Object.keys(files).map((name) => name.slice(0, name.indexOf("/"))))].sort();
  return openVault(
    root,
    names.map((name) => ({ name, path: join(root, name) })),
    settings,
    () => rmSync(root, { recursive: true, force: true }),
  );
}

/** @param data folder for the database; the folders of `places` are only read. */
export function openVault(
  data: string,
  places: readonly { readonly name: string; readonly path: string }[],
  settings: Partial<IndexConfig> = {},
  cleanUp: () => void = () => undefined,
  observe?: StatementObserver,
) {
  const collections = places.map(
    ({ name, path }): CollectionConfig => ({ name, path, pattern: "**/*", include: [], exclude: [] }),
  );
  let config: IndexConfig = { ...emptyConfig, collections, ...settings };
  const store = openIndex(join(data, "index-default.sqlite"));
  const refuse = (): never => {
    throw new Error("the test configuration is read-only");
  };
  const configStore: ConfigStore = {
    path: join(data, "index.yml"),
    load: () => config,
    addCollection: refuse,
    removeCollection: refuse,
    setEgressPolicy: refuse,
    addContext: refuse,
    removeContexts: refuse,
    setActivePreset: refuse,
    create: refuse,
  };
  const clock = { now: () => vaultNow };
  let generation = 0;
  const sync = () => {
    const outcome = runSync(store, {
      config,
      generation,
      userTags: noUserTags,
      clock,
      cancelled: () => false,
      progress: () => undefined,
    });
    generation = outcome.generation;
    return outcome.result;
  };
  sync();
  const reader = createReader(store.raw, observe);
  return {
    data,
    store,
    reader,
    clock,
    config: configStore,
    documents: createDocuments({ reader, config: configStore, indexName: "default" }),
    links: createLinks({ reader, config: configStore }),
    graph: createGraph({ reader, collections: () => config.collections.map(({ name }) => name) }),
    search: createSearch({ reader, config: configStore, clock }),
    tags: createTags({ reader, config: configStore }),
    sync,
    configure: (change: Partial<IndexConfig>) => {
      config = { ...config, ...change };
    },
    close: () => {
      store.close();
      cleanUp();
    },
  };
}

export type Vault = ReturnType<typeof openVault>;
