/**
 * Durable writes of whole files. The bytes go to a temporary file in the same folder, reach the disk, and only then
 * get their name; the folder is synced before the call resolves. A reader or a crash sees the old file or the new one.
 */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { type FileSystem, type NewFile, nodeFileSystem } from "./file-system.ts";
import { codeOf } from "./storage-problem.ts";
import type { WriteIntents } from "./write-intents.ts";

const TEMPORARY = /^\.gno-[0-9a-f-]{36}\.tmp$/;

/** True for a base name that only this module gives. */
export function isTemporaryName(name: string): boolean {
  return TEMPORARY.test(name);
}

export interface AtomicOptions {
  readonly files?: FileSystem;
  /** Notes the temporary file down, so that a later start can remove it when this process is killed here. */
  readonly intents?: WriteIntents;
}

/** Creates a file, with its folder where needed. Never replaces one, also not one that appears at the last moment. */
export async function createFile(
  file: string,
  bytes: Uint8Array,
  options: AtomicOptions = {},
): Promise<"created" | "exists"> {
  const files = options.files ?? nodeFileSystem;
  const folder = path.dirname(file);
  await files.makeFolder(folder);
  return withTemporary(file, bytes, {}, options, async (temporary) => {
    try {
      await files.link(temporary, file);
    } catch (error) {
      if (codeOf(error) === "EEXIST") return "exists";
      if (!LINKS_UNSUPPORTED.has(codeOf(error) ?? "")) throw error;
      if ((await createInPlace(files, file, bytes)) === "exists") return "exists";
    }
    // The file stands: what happens to the other name no longer decides the outcome.
    await files.remove(temporary).catch(() => undefined);
    await files.syncFolder(folder);
    return "created";
  });
}

/**
 * Puts new bytes under a name, old ones or none before. Permissions and owner of an old file stay.
 * @param like those of a file that is not there any more
 */
export async function replaceFile(
  file: string,
  bytes: Uint8Array,
  options: AtomicOptions = {},
  like?: Pick<NewFile, "mode" | "owner">,
): Promise<void> {
  const files = options.files ?? nodeFileSystem;
  const folder = path.dirname(file);
  await files.makeFolder(folder);
  const old = (await files.info(file)) ?? like;
  await withTemporary(file, bytes, old, options, async (temporary) => {
    await files.rename(temporary, file);
    await files.syncFolder(folder);
  });
}

async function withTemporary<T>(
  file: string,
  bytes: Uint8Array,
  like: NewFile = {},
  { files = nodeFileSystem, intents }: AtomicOptions,
  publish: (temporary: string) => Promise<T>,
): Promise<T> {
  const temporary = path.join(path.dirname(file), `.gno-${randomUUID()}.tmp`);
  const settle = await intents?.note(temporary);
  try {
    await files.writeNew(temporary, bytes, { mode: like.mode, owner: like.owner });
    return await publish(temporary);
  } finally {
    // After a rename nothing is left under the name. A failed clean-up keeps its note for the next start.
    await files.remove(temporary).then(settle, () => undefined);
  }
}

/** FAT and some network shares have no second names. There a crash can leave a part of the new file. */
const LINKS_UNSUPPORTED = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

async function createInPlace(
  files: FileSystem,
  file: string,
  bytes: Uint8Array,
): Promise<"created" | "exists"> {
  try {
    await files.writeNew(file, bytes);
    return "created";
  } catch (error) {
    if (codeOf(error) === "EEXIST") return "exists";
    await files.remove(file).catch(() => undefined);
    throw error;
  }
}
