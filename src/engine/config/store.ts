/** `index.yml` on disk: read when it changed, rewritten whole and atomically, with comments and foreign keys kept. */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { Document, isMap, isSeq, parseDocument } from "yaml";
import { DEFAULT_EXCLUDES, emptyConfig } from "./defaults.ts";
import { ConfigError } from "./errors.ts";
import { parseConfig } from "./parse.ts";
import type { CollectionConfig, ConfigStore, IndexConfig } from "./types.ts";

export interface ConfigStoreOptions {
  readonly home?: string;
}

export function createConfigStore(file: string, options: ConfigStoreOptions = {}): ConfigStore {
  const home = options.home ?? homedir();
  let cached: { readonly stamp: string; readonly config: IndexConfig } | undefined;

  const load = (): IndexConfig | undefined => {
    const stamp = stampOf(file);
    if (stamp === undefined) return undefined;
    if (cached?.stamp !== stamp) {
      cached = { stamp, config: parseConfig(read(file), { file: path.basename(file), home }) };
    }
    return cached.config;
  };

  const rewrite = (change: (document: Document) => void): void => {
    const document = parseDocument(read(file), { uniqueKeys: false });
    change(document);
    const text = document.toString({ lineWidth: 0 });
    // What is written must be readable: a fault here must not cost the user the configuration.
    parseConfig(text, { file: path.basename(file), home });
    replace(file, text);
    cached = undefined;
  };

  return {
    path: file,
    load,
    addCollection(collection) {
      if (load() === undefined) {
        createFile(file, render({ collections: [collection] }));
        return;
      }
      rewrite((document) => {
        const entry = document.createNode(collectionEntry(collection));
        const list = isMap(document.contents) ? document.get("collections") : undefined;
        if (isSeq(list)) {
          list.flow = false;
          list.add(entry);
        } else if (isMap(document.contents)) {
          document.set("collections", document.createNode([collectionEntry(collection)]));
        } else {
          document.contents = document.createNode({
            version: "1.0",
            collections: [collectionEntry(collection)],
          }) as typeof document.contents;
        }
      });
    },
    removeCollection(name) {
      rewrite((document) => {
        const list = document.get("collections");
        if (!isSeq(list)) return;
        list.items = list.items.filter((item) => nameOf(item) !== name);
      });
    },
    setEgressPolicy(name, policy, revision) {
      rewrite((document) => {
        const list = document.get("collections");
        const found = isSeq(list) ? list.items.find((item) => nameOf(item) === name) : undefined;
        if (!isMap(found)) {
          throw new ConfigError(path.basename(file), [
            {
              line: 1,
              message: `No collection ${name} stands in the file that its policy could be written to.`,
            },
          ]);
        }
        found.set("egressPolicy", policy);
        found.set("egressPolicyRevision", revision);
      });
    },
    addContext(context) {
      rewrite((document) => {
        const list = document.get("contexts");
        if (isSeq(list)) {
          list.flow = false;
          list.add(document.createNode(context));
        } else document.set("contexts", document.createNode([context]));
      });
    },
    removeContexts(places) {
      rewrite((document) => {
        const list = document.get("contexts");
        if (!isSeq(list)) return;
        list.items = list.items.filter((_, at) => !places.includes(at));
        if (list.items.length === 0) document.delete("contexts");
      });
    },
    setActivePreset(id) {
      if (load() === undefined) createFile(file, render({}));
      rewrite((document) => {
        if (!isMap(document.contents))
          document.contents = document.createNode({ version: "1.0" }) as typeof document.contents;
        // `models:` with nothing below it holds an empty value, into which no key can be put.
        if (!isMap(document.get("models"))) document.set("models", document.createNode({ activePreset: id }));
        else document.setIn(["models", "activePreset"], id);
      });
    },
    create(config) {
      createFile(file, render(config));
      cached = undefined;
    },
  };
}

function nameOf(item: unknown): string {
  return String((isMap(item) ? item.get("name") : undefined) ?? "")
    .trim()
    .toLowerCase();
}

function stampOf(file: string): string | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined
    ? undefined
    : `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw new ConfigError(path.basename(file), [
      { line: 1, message: "The file cannot be read; check its permissions." },
    ]);
  }
}

function render(config: Partial<IndexConfig>): string {
  const { collections = [], gateway, chunking, maxFileBytes, busyTimeoutMs, ...rest } = config;
  const document = new Document({
    ...rest,
    version: "1.0",
    ftsTokenizer: config.ftsTokenizer ?? emptyConfig.ftsTokenizer,
    collections: collections.map(collectionEntry),
    ...(chunking === undefined ? {} : { chunking }),
    ...(busyTimeoutMs === undefined ? {} : { busyTimeoutMs }),
    ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
    ...(gateway === undefined || Object.keys(gateway).length === 0 ? {} : { gateway }),
  });
  return document.toString({ lineWidth: 0 });
}

/** Only what differs from the defaults, so that later defaults reach old files. */
function collectionEntry(collection: CollectionConfig): Record<string, unknown> {
  const { pattern, include, exclude, ...rest } = collection;
  const isDefault =
    exclude.length === DEFAULT_EXCLUDES.length && exclude.every((e, i) => e === DEFAULT_EXCLUDES[i]);
  return {
    ...rest,
    ...(pattern === "**/*" ? {} : { pattern }),
    ...(include.length === 0 ? {} : { include: [...include] }),
    ...(isDefault ? {} : { exclude: [...exclude] }),
  };
}

function createFile(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  if (existsSync(file)) throw alreadyThere(file);
  const temporary = writeTemporary(file, text, 0o600);
  try {
    // A link, unlike a rename, does not replace a file that appeared meanwhile.
    linkSync(temporary, file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EEXIST") throw alreadyThere(file);
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS") throw error;
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
  } finally {
    rmSync(temporary, { force: true });
  }
  syncFolder(path.dirname(file));
}

function alreadyThere(file: string): ConfigError {
  return new ConfigError(path.basename(file), [
    { line: 1, message: "The file exists already; edit it or add collections with `gno collection add`." },
  ]);
}

/** Through a symbolic link: people keep this file in a folder of settings under version control. */
function replace(file: string, text: string): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? 0o600;
  const temporary = writeTemporary(target, text, mode & 0o777);
  try {
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(path.dirname(target));
}

function writeTemporary(target: string, text: string, mode: number): string {
  const temporary = `${target}.${process.pid}.tmp`;
  const fd = openSync(temporary, "w", mode);
  try {
    writeFileSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  chmodSync(temporary, mode);
  return temporary;
}

function syncFolder(folder: string): void {
  // Windows cannot open a folder; there the rename is durable enough for a file a user can write again.
  if (process.platform === "win32") return;
  const fd = openSync(folder, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
