/**
 * The models folder below the cache: pull, list, verify, remove. A file carries a model's name only when it is whole and
 * its checksum was taken; the sum lies beside it as `.json`.
 */
import { randomUUID } from "node:crypto";
import { open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { EmbeddingUnavailable } from "../embed/port.ts";
import { DEFAULT_HUB, ModelNameError, parseModelName } from "./catalog.ts";
import { sha256Of } from "./digest.ts";
import { download } from "./download.ts";
import { checkGgufFile } from "./gguf-file.ts";
import { discard } from "./part-file.ts";
import { pause } from "./pause.ts";
import { PullError } from "./pull-error.ts";

export interface ModelFilesOptions {
  readonly folder: string;
  readonly fetch?: typeof fetch;
  /** `--offline`: nothing is asked of the network. */
  readonly offline?: boolean;
  /** Access token of the hub, sent to it alone. */
  readonly token?: string;
  /** Address of the hub or a mirror of it. */
  readonly hub?: string;
  /** Milliseconds without a byte; default 30,000. */
  readonly stallMs?: number;
  /** Tries in a row that bring nothing; default 4. */
  readonly tries?: number;
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface PullOptions {
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number | undefined) => void;
  /** Expected checksum; the hub's own is compared in any case. */
  readonly sha256?: string;
  /** Also when it is there already. */
  readonly force?: boolean;
}

export interface StoredModel {
  readonly file: string;
  readonly path: string;
  /** How it was named when it was pulled; undefined for a file that was copied here. */
  readonly uri: string | undefined;
  readonly bytes: number;
  readonly sha256: string | undefined;
  readonly pulledAt: string | undefined;
}

export interface PartialModel {
  readonly file: string;
  readonly bytes: number;
  readonly total: number | undefined;
}

export interface Verified {
  readonly file: string;
  /** `unknown`: whole, but no checksum was taken. */
  readonly state: "ok" | "damaged" | "unknown";
  /** What is wrong and what to do. */
  readonly message?: string;
}

export interface ModelFiles {
  readonly folder: string;
  /** Where the model of this name lies or would lie. @throws ModelNameError for one that is no file */
  path(uri: string): string;
  /** @throws PullError, ModelNameError, or the signal's reason */
  pull(uri: string, options?: PullOptions): Promise<StoredModel & { readonly alreadyThere: boolean }>;
  list(): Promise<{ readonly models: readonly StoredModel[]; readonly partial: readonly PartialModel[] }>;
  /** Reads every byte again, of one model or of all; `name` is that of a model or of a file in the folder. */
  verify(name?: string, signal?: AbortSignal): Promise<readonly Verified[]>;
  /** A model or a file of the folder, with what was pulled of it. @returns false when there was nothing */
  remove(name: string): Promise<boolean>;
}

/** What is known of a file beside it. */
interface Note {
  readonly uri: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly pulledAt: string;
}

const STALL_MS = 30_000;
const TRIES = 4;

export function createModelFiles(options: ModelFilesOptions): ModelFiles {
  const { folder, hub = DEFAULT_HUB, offline = false } = options;

  const path = (uri: string): string => {
    const source = parseModelName(uri, { hub });
    if (source.kind === "file") return source.path;
    if (source.kind === "download") return join(folder, source.file);
    throw new ModelNameError(`${uri} is no file: there is nothing to pull, verify or remove.`);
  };

  const stored = async (file: string): Promise<StoredModel | undefined> => {
    const full = join(folder, file);
    try {
      const { size } = await stat(full);
      const note = await readNote(full);
      // A note about another size belongs to an older file.
      const known = note?.bytes === size ? note : undefined;
      return {
        file,
        path: full,
        uri: known?.uri,
        bytes: size,
        sha256: known?.sha256,
        pulledAt: known?.pulledAt,
      };
    } catch {
      return undefined;
    }
  };

  return {
    folder,
    path,
    async pull(uri, { signal, progress = () => undefined, sha256, force = false } = {}) {
      const source = parseModelName(uri, { hub });
      if (source.kind !== "download")
        throw new ModelNameError(`${uri} needs no pull: only hf: names and https addresses are pulled.`);
      const present = await stored(source.file);
      if (present !== undefined && !force && (sha256 === undefined || present.sha256 === sha256))
        return { ...present, alreadyThere: true };
      if (offline) {
        throw new PullError(
          "offline",
          `${source.name} is not there and the network is switched off. Pull it once without --offline: gno models pull ${uri}. ${byHand(uri)}`,
        );
      }
      const target = join(folder, source.file);
      const partFile = `${target}.part`;
      const loaded = await download({
        url: source.url,
        name: source.name,
        partFile,
        fetch: options.fetch ?? fetch,
        // A file from anywhere else is no business of the hub's account.
        token: new URL(source.url).origin === new URL(hub).origin ? options.token : undefined,
        byHand: byHand(uri),
        stallMs: options.stallMs ?? STALL_MS,
        tries: options.tries ?? TRIES,
        wait: options.wait ?? pause,
        signal,
        progress,
      });
      try {
        const sum = await sha256Of(partFile, signal);
        await requireSum(partFile, source.name, sum, sha256?.toLowerCase() ?? loaded.sha256);
        await requireWhole(partFile, source.name);
        const note: Note = { uri, bytes: loaded.bytes, sha256: sum, pulledAt: new Date().toISOString() };
        await finish(partFile, target, note);
      } catch (error) {
        // Another program loaded the same file and was faster: it took the partial file and put the whole one in place.
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      }
      const model = await stored(source.file);
      if (model?.sha256 === undefined)
        throw new PullError("storage", `${source.name}: the file vanished while it was pulled. Pull again.`);
      return { ...model, alreadyThere: false };
    },

    async list() {
      const names = (await readdir(folder).catch(() => [])).sort();
      const models: StoredModel[] = [];
      const partial: PartialModel[] = [];
      for (const name of names) {
        if (/\.gguf$/i.test(name)) {
          const model = await stored(name);
          if (model !== undefined) models.push(model);
        } else if (/\.gguf\.part$/i.test(name)) {
          const state = await readJson(join(folder, `${name}.json`));
          const { size } = await stat(join(folder, name));
          const total = typeof state?.total === "number" ? state.total : undefined;
          partial.push({ file: name.slice(0, -".part".length), bytes: size, total });
        }
      }
      return { models, partial };
    },

    async verify(name, signal) {
      const { models } = await this.list();
      const known = models.find(({ file }) => file === name);
      const files =
        name === undefined
          ? models.map((model) => model.path)
          : [known === undefined ? path(name) : known.path];
      const out: Verified[] = [];
      for (const full of files)
        out.push(await verifyFile(full, known === undefined ? name : known.uri, signal));
      return out;
    },

    async remove(name) {
      const { models, partial } = await this.list();
      const known = [...models, ...partial].find(({ file }) => file === name);
      const source = known === undefined ? parseModelName(name, { hub }) : undefined;
      if (source !== undefined && source.kind !== "download")
        throw new ModelNameError(
          `${name} lies in no folder of this program; only pulled models are removed.`,
        );
      const target = join(folder, known?.file ?? (source as { file: string }).file);
      const there = await Promise.all(
        [target, `${target}.part`].map((file) => stat(file).catch(() => undefined)),
      );
      await rm(target, { force: true });
      await rm(noteFile(target), { force: true });
      await discard(`${target}.part`);
      return there.some((one) => one !== undefined);
    },
  };
}

/** The way without a network. */
function byHand(uri: string): string {
  return `Without a network, copy the file to the place that this prints: gno models path ${uri}`;
}

async function verifyFile(
  full: string,
  uri: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Verified> {
  const note = await readNote(full);
  const file = basename(full);
  const name = uri ?? note?.uri;
  const cure = name === undefined ? "Copy it again." : `Pull it again with: gno models pull ${name} --force`;
  try {
    await checkGgufFile(full, cure);
  } catch (error) {
    if (error instanceof EmbeddingUnavailable) return { file, state: "damaged", message: error.message };
    throw error;
  }
  if (note === undefined) {
    return {
      file,
      state: "unknown",
      message: `${file} is whole, but no checksum was taken when it came here.`,
    };
  }
  if ((await sha256Of(full, signal)) === note.sha256) return { file, state: "ok" };
  return { file, state: "damaged", message: `${file} is not what was pulled: its checksum differs. ${cure}` };
}

async function requireSum(
  partFile: string,
  name: string,
  sum: string,
  expected: string | undefined,
): Promise<void> {
  if (expected === undefined || expected === sum) return;
  await discard(partFile);
  throw new PullError(
    "checksum",
    `${name}: the checksum is ${sum}, expected was ${expected}. What arrived was thrown away; pull again, and if it stays so, do not trust the source.`,
  );
}

async function requireWhole(partFile: string, name: string): Promise<void> {
  try {
    await checkGgufFile(partFile, "It was thrown away; pull again or check the address.", name);
  } catch (error) {
    if (!(error instanceof EmbeddingUnavailable)) throw error;
    if (error.reason === "missing") throw Object.assign(new Error(error.message), { code: "ENOENT" });
    await discard(partFile);
    throw new PullError("damaged", error.message);
  }
}

/** The note first: a model without one would count as copied. */
async function finish(partFile: string, target: string, note: Note): Promise<void> {
  const temporary = `${noteFile(target)}.${randomUUID()}.tmp`;
  await writeFile(temporary, `${JSON.stringify(note, null, 2)}\n`);
  await rename(temporary, noteFile(target));
  await rename(partFile, target);
  await discard(partFile);
  await syncFolder(dirname(target));
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function noteFile(file: string): string {
  return `${file}.json`;
}

async function readNote(file: string): Promise<Note | undefined> {
  const note = await readJson(noteFile(file));
  return typeof note?.sha256 === "string" && typeof note.uri === "string"
    ? (note as unknown as Note)
    : undefined;
}

async function readJson(file: string): Promise<Record<string, unknown> | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
