/** The few file-system calls that writing needs, as a port: tests put a full disk or a failing sync behind it. */
import { constants } from "node:fs";
import {
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rmdir,
  unlink,
} from "node:fs/promises";
import path from "node:path";
import { codeOf } from "./storage-problem.ts";

export interface FileInfo {
  readonly kind: "file" | "folder" | "link" | "other";
  readonly size: number;
  /** Permission bits only. */
  readonly mode: number;
  readonly owner: Owner;
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export interface NewFile {
  /** Exact permission bits; without them the system's default for new files. */
  readonly mode?: number;
  /** Kept when the process may give files away, else the process owns the file. */
  readonly owner?: Owner;
  /** false = the bytes need not survive a power cut. */
  readonly durable?: boolean;
}

export interface FileSystem {
  /** What stands at the path itself, links not followed. undefined = nothing. */
  info(file: string): Promise<FileInfo | undefined>;
  /** undefined = nothing there, or a link to nothing. */
  realPath(file: string): Promise<string | undefined>;
  /** Names in a folder; empty when it does not exist. */
  list(folder: string): Promise<readonly string[]>;
  read(file: string): Promise<Buffer>;
  /** Makes the folder and those above it, durably. */
  makeFolder(folder: string): Promise<void>;
  /** A new file with these bytes, on disk when the promise resolves. Fails with EEXIST. */
  writeNew(file: string, bytes: Uint8Array, how?: NewFile): Promise<void>;
  /** A second name for a file; fails with EEXIST and never replaces. */
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** No error when nothing is there. */
  remove(file: string): Promise<void>;
  /** No error when it is not there or something is in it. */
  removeFolder(folder: string): Promise<void>;
  /** Makes names that were added to or taken from the folder durable. */
  syncFolder(folder: string): Promise<void>;
}

export const nodeFileSystem: FileSystem = {
  async info(file) {
    const stat = await absent(lstat(file));
    if (!stat) return undefined;
    const kind = stat.isFile()
      ? "file"
      : stat.isDirectory()
        ? "folder"
        : stat.isSymbolicLink()
          ? "link"
          : "other";
    return { kind, size: stat.size, mode: stat.mode & 0o7777, owner: { uid: stat.uid, gid: stat.gid } };
  },
  realPath: (file) => absent(realpath(file)),
  list: async (folder) => (await absent(readdir(folder))) ?? [],
  read: (file) => readFile(file),
  async makeFolder(folder) {
    const first = await mkdir(folder, { recursive: true });
    if (first === undefined) return;
    // Each new folder is an entry in the one above it, up to the parent of the first new one.
    for (let at = folder; at.length >= first.length; at = path.dirname(at))
      await syncFolder(path.dirname(at));
  },
  async writeNew(file, bytes, { mode, owner, durable = true } = {}) {
    const handle = await open(file, "wx");
    try {
      await handle.writeFile(bytes);
      if (owner) await handle.chown(owner.uid, owner.gid).catch(() => undefined);
      if (mode !== undefined) await handle.chmod(mode);
      if (durable) await handle.sync();
    } finally {
      await handle.close();
    }
  },
  link: (from, to) => link(from, to),
  rename: (from, to) => rename(from, to),
  async remove(file) {
    await absent(unlink(file));
  },
  async removeFolder(folder) {
    try {
      await absent(rmdir(folder));
    } catch (error) {
      if (!["ENOTEMPTY", "EEXIST", "EBUSY"].includes(codeOf(error) ?? "")) throw error;
    }
  },
  syncFolder,
};

async function syncFolder(folder: string): Promise<void> {
  // Windows keeps names durable itself and opens no folder.
  if (process.platform === "win32") return;
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } catch (error) {
    // Some network and FUSE file systems know no sync of a folder; they have nothing better to offer.
    if (!["EINVAL", "ENOTSUP", "EOPNOTSUPP"].includes(codeOf(error) ?? "")) throw error;
  } finally {
    await handle.close();
  }
}

/** undefined for what is not there; every other failure stays one. */
export async function absent<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    // A link that leads round in a circle names nothing either.
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes(codeOf(error) ?? "")) return undefined;
    throw error;
  }
}
