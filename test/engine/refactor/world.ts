/** A vault on disk, indexed in this process, with the refactor port over it; file operations can be made to fail. */
import {
  lstatSync,
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
import { createDocuments } from "../../../src/engine/documents/documents.ts";
import { createReader } from "../../../src/engine/documents/reader.ts";
import type {
  ApplyReceipt,
  CollectionConfig,
  ConfigStore,
  Document,
  IndexConfig,
  RefactorPlan,
  Relocation,
  SyncOptions,
} from "../../../src/engine/engine.ts";
import { type FileSystem, nodeFileSystem } from "../../../src/engine/files/file-system.ts";
import { noUserTags } from "../../../src/engine/index/run-context.ts";
import { runSync } from "../../../src/engine/index/run-sync.ts";
import { createLinks } from "../../../src/engine/links/links.ts";
import { createRefactor, type OwnedRefactor } from "../../../src/engine/refactor/refactor.ts";
import { openIndex } from "../../../src/engine/store/open.ts";

export type Files = Readonly<Record<string, string | Uint8Array>>;
export const never = new AbortController().signal;

export function createWorld(files: Files) {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), "refactor-")));
  const data = path.join(base, "data");
  mkdirSync(data);
  const write = (more: Files): void => {
    for (const [name, content] of Object.entries(more)) {
      mkdirSync(path.dirname(path.join(base, name)), { recursive: true });
      writeFileSync(path.join(base, name), content);
    }
  };
  write(files);
  const names = [
    ...new Set(["notes", ...Object.keys(files).map((name) => name.slice(0, name.indexOf("/")))]),
  ];
  for (const name of names) mkdirSync(path.join(base, name), { recursive: true });
  const collections = names.map(
    (name): CollectionConfig => ({
      name,
      path: path.join(base, name),
      pattern: "**/*",
      include: [],
      exclude: [],
    }),
  );
  const config: IndexConfig = { ...emptyConfig, collections };
  const store = openIndex(path.join(data, "index-default.sqlite"));
  const configStore = { path: "", load: () => config } as unknown as ConfigStore;
  const reader = createReader(store.raw);
  let generation = 0;
  let now = 1_700_000_000_000;
  const clock = { now: () => now++ };
  const sync = (options: SyncOptions = {}) => {
    const outcome = runSync(store, {
      config,
      generation,
      collections: options.collections,
      paths: options.paths,
      moved: options.moved,
      userTags: noUserTags,
      clock,
      cancelled: () => false,
      progress: () => undefined,
    });
    generation = outcome.generation;
    return outcome.result;
  };
  sync();
  const documents = createDocuments({ reader, config: configStore, indexName: "default" });
  const links = createLinks({ reader, config: configStore });
  const world = {
    base,
    data,
    write,
    sync,
    documents,
    links,
    /** Thrown by the next syncs of the port. */
    syncFault: undefined as Error | undefined,
    refactor: undefined as unknown as OwnedRefactor,
    withFiles(fileSystem: FileSystem) {
      world.refactor = createRefactor({
        dataFolder: data,
        indexName: "default",
        reader,
        config: configStore,
        collections: { find: (name) => collections.find((one) => one.name === name) },
        documents,
        links,
        sync: {
          async run(options) {
            if (world.syncFault) throw world.syncFault;
            return sync(options);
          },
        },
        clock,
        log: { error() {}, warn() {}, info() {} },
        files: fileSystem,
      });
    },
    document(ref: string): Document {
      const found = documents.resolve(ref);
      if (found.kind !== "found") throw new Error(`${ref}: ${found.kind}`);
      return found.document;
    },
    /** Bytes by path below the base, without the data folder; folders end in a slash. */
    tree(): Map<string, Buffer> {
      const found = new Map<string, Buffer>();
      for (const name of names) {
        for (const entry of readdirSync(path.join(base, name), { recursive: true }).map(String).sort()) {
          const file = path.join(base, name, entry);
          const stat = lstatSync(file);
          if (stat.isDirectory()) found.set(`${name}/${entry}/`, Buffer.alloc(0));
          else if (stat.isFile()) found.set(`${name}/${entry}`, readFileSync(file));
        }
      }
      return found;
    },
    read: (name: string) => readFileSync(path.join(base, name), "utf8"),
    async preview(relocation: Relocation): Promise<RefactorPlan> {
      const result = await world.refactor.preview(relocation, never);
      if (result.kind !== "plan") throw new Error(`${result.kind}: ${result.message}`);
      return result.plan;
    },
    async apply(relocation: Relocation, planDigest?: string): Promise<ApplyReceipt> {
      const digest = planDigest ?? (await world.preview(relocation)).planDigest;
      const result = await world.refactor.apply(relocation, digest, never);
      if (result.kind !== "receipt") throw new Error(`${result.kind}: ${result.message}`);
      return result.receipt;
    },
    rename: (ref: string, name: string): Relocation => ({
      operation: "rename",
      document: world.document(ref),
      name,
    }),
    move: (ref: string, folderPath: string, name?: string): Relocation => ({
      operation: "move",
      document: world.document(ref),
      folderPath,
      ...(name === undefined ? {} : { name }),
    }),
    /** Where each link of a collection leads: `source:index → path`. */
    linkTargets(collection: string): { source: string; to: string | undefined; sure: boolean }[] {
      return documents.page(undefined, 100_000).flatMap((document) => {
        if (document.collection !== collection) return [];
        return links.outgoing(document).map((link) => {
          const target = links.resolve(document, link);
          return {
            source: document.relPath,
            to: target.kind === "resolved" ? target.document.relPath : undefined,
            sure: target.kind === "resolved" && target.matchCount === 1,
          };
        });
      });
    },
    close() {
      store.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
  world.withFiles(nodeFileSystem);
  return world;
}

export type World = ReturnType<typeof createWorld>;

/**
 * The `at`th operation fails; with `undefined` none does. Counts them.
 * @param dead all later ones fail as well: nothing gets done after a kill
 */
export function faulty(at: number | undefined, dead = false) {
  const seen: string[] = [];
  const files = Object.fromEntries(
    Object.entries(nodeFileSystem).map(([name, operation]) => [
      name,
      async (...args: unknown[]) => {
        seen.push(name);
        if (seen.length === at || (dead && at !== undefined && seen.length > at))
          throw Object.assign(new Error(`injected into ${name}`), { code: "EIO" });
        return (operation as (...given: unknown[]) => Promise<unknown>)(...args);
      },
    ]),
  ) as unknown as FileSystem;
  return { files, seen };
}

/** As on a disk that ignores case: any spelling of a name finds the file, and a rename may change the spelling. */
export function ignoringCase(): FileSystem {
  const real = (file: string): string => {
    const base = path.basename(file);
    const names = readdirSync(path.dirname(file));
    const found =
      names.find((name) => name === base) ?? names.find((name) => name.toLowerCase() === base.toLowerCase());
    return found === undefined ? file : path.join(path.dirname(file), found);
  };
  return {
    ...nodeFileSystem,
    info: (file) => nodeFileSystem.info(real(file)),
    read: (file) => nodeFileSystem.read(real(file)),
    remove: (file) => nodeFileSystem.remove(real(file)),
    link: (from, to) => nodeFileSystem.link(real(from), real(to)),
    async rename(from, to) {
      const [source, target] = [real(from), real(to)];
      if (target !== to && target !== source) await nodeFileSystem.remove(target);
      await nodeFileSystem.rename(source, target === source ? to : target);
    },
  };
}
