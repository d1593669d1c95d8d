/** A collection on disk with a stand-in for the index: a sync reads the named files, nothing else. */
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DEFAULT_EXCLUDES } from "../../../src/engine/config/defaults.ts";
import { formatUri } from "../../../src/engine/documents/uri.ts";
import type {
  CaptureRequest,
  CaptureResult,
  CollectionConfig,
  Document,
  FileSync,
  Sync,
  SyncResult,
} from "../../../src/engine/engine.ts";
import type { FileSystem } from "../../../src/engine/files/file-system.ts";
import { createNotes, type NotesOptions, type OwnedNotes } from "../../../src/engine/notes/notes.ts";

export const now = "2026-03-05T09:00:00.000Z";

export interface World {
  readonly root: string;
  readonly data: string;
  readonly collection: CollectionConfig;
  readonly indexed: Map<string, Document>;
  readonly tags: Map<string, readonly string[]>;
  /** Paths that were synced, in order. */
  readonly synced: string[];
  /** What the next syncs say instead of reading the file. */
  fault: ((relPath: string) => FileSync | Error | undefined) | undefined;
  notes: OwnedNotes;
  withFiles(files: FileSystem, more?: Partial<NotesOptions>): void;
  capture(request: Partial<CaptureRequest>, signal?: AbortSignal): Promise<CaptureResult>;
  write(relPath: string, text: string): void;
  read(relPath: string): string;
  /** All files below the root, sorted. */
  tree(): string[];
  close(): void;
}

export function createWorld(): World {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), "notes-")));
  const root = path.join(base, "vault");
  const data = path.join(base, "data");
  mkdirSync(root);
  const collection = {
    name: "notes",
    path: root,
    pattern: "**/*",
    include: [".md", ".csv"],
    exclude: DEFAULT_EXCLUDES,
  };
  const world: World = {
    root,
    data,
    collection,
    indexed: new Map(),
    tags: new Map(),
    synced: [],
    fault: undefined,
    notes: undefined as never,
    withFiles(files, more) {
      world.notes = build(world, { files, ...more });
    },
    capture: (request, signal = new AbortController().signal) =>
      world.notes.capture({ collection, overwrite: false, tags: [], ...request }, signal),
    write(relPath, text) {
      mkdirSync(path.dirname(path.join(root, relPath)), { recursive: true });
      writeFileSync(path.join(root, relPath), text);
    },
    read: (relPath) => readFileSync(path.join(root, relPath), "utf8"),
    tree: () =>
      readdirSync(root, { recursive: true })
        .map((name) => String(name).replaceAll("\\", "/"))
        .filter((name) => !statSync(path.join(root, name), { throwIfNoEntry: false })?.isDirectory())
        .sort(),
    close: () => rmSync(base, { recursive: true, force: true }),
  };
  world.notes = build(world, {});
  return world;
}

function build(world: World, more: Partial<NotesOptions>): OwnedNotes {
  return createNotes({
    dataFolder: world.data,
    documents: {
      resolve(ref) {
        const document = world.indexed.get(ref);
        return document ? { kind: "found", document } : { kind: "missing", message: "", suggestions: [] };
      },
    },
    sync: syncOf(world),
    userTags: {
      async set(_, relPath, tags) {
        world.tags.set(relPath, tags);
      },
    },
    clock: { now: () => Date.parse(now) },
    log: { error() {}, warn() {}, info() {} },
    ...more,
  });
}

function syncOf(world: World): Sync {
  return {
    async run({ paths = [] }) {
      const files = paths.map((relPath): FileSync => {
        world.synced.push(relPath);
        const fault = world.fault?.(relPath);
        if (fault instanceof Error) throw fault;
        if (fault) return fault;
        const document = documentOf(world, relPath);
        world.indexed.set(document.uri, document);
        return { relPath, status: "added", docid: document.docid };
      });
      const errors = files
        .filter((file) => file.status === "error")
        .map(({ relPath, errorCode = "", errorMessage = "" }) => ({
          relPath,
          code: errorCode,
          message: errorMessage,
        }));
      return { collections: [{ collection: "notes", files, errors }] } as unknown as SyncResult;
    },
  };
}

function documentOf(world: World, relPath: string): Document {
  const file = path.join(world.root, relPath);
  const sourceHash = createHash("sha256").update(readFileSync(file)).digest("hex");
  const uri = formatUri("notes", relPath);
  return {
    docid: `#${sourceHash.slice(0, 8)}`,
    uri,
    collection: "notes",
    relPath,
    absPath: file,
    sourceHash,
  } as Document;
}
