/** The file operations that documents need beyond whole-file writes, as a port: tests put a full disk behind it. */
import { type FileHandle, open, stat } from "node:fs/promises";
import { absent } from "../files/file-system.ts";

/** What tells whether a file is still the one that was read. */
export interface FileStamp {
  readonly inode: bigint;
  readonly size: number;
  readonly mtimeNs: bigint;
}

export interface GramFiles {
  /** undefined = nothing there, or no plain file. */
  stamp(file: string): Promise<FileStamp | undefined>;
  /** Bytes from `from` up to the size that the file had when it was opened. undefined = nothing there. */
  read(
    file: string,
    from: number,
  ): Promise<{ readonly stamp: FileStamp; readonly bytes: Buffer } | undefined>;
  /** Appends in one write and makes it durable. On any failure the file is cut back to its old length, durably. */
  append(file: string, at: number, bytes: Buffer): Promise<void>;
  /** Cuts what stands behind `size` off, durably. */
  truncate(file: string, size: number): Promise<void>;
}

export const nodeGramFiles: GramFiles = {
  async stamp(file) {
    const info = await absent(stat(file, { bigint: true }));
    return info?.isFile() ? stampOf(info) : undefined;
  },
  async read(file, from) {
    const handle = await absent(open(file, "r"));
    if (handle === undefined) return undefined;
    try {
      const info = await handle.stat({ bigint: true });
      if (!info.isFile()) return undefined;
      const stamp = stampOf(info);
      return { stamp, bytes: await readFrom(handle, from, Math.max(0, stamp.size - from)) };
    } finally {
      await handle.close();
    }
  },
  async append(file, at, bytes) {
    const handle = await open(file, "r+");
    try {
      const { bytesWritten } = await handle.write(bytes, 0, bytes.length, at);
      if (bytesWritten !== bytes.length) throw Object.assign(new Error("short write"), { code: "ENOSPC" });
      await handle.datasync();
    } catch (error) {
      await handle.truncate(at);
      await handle.sync();
      throw error;
    } finally {
      await handle.close();
    }
  },
  async truncate(file, size) {
    const handle = await open(file, "r+");
    try {
      await handle.truncate(size);
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

function stampOf(info: { readonly ino: bigint; readonly size: bigint; readonly mtimeNs: bigint }): FileStamp {
  return { inode: info.ino, size: Number(info.size), mtimeNs: info.mtimeNs };
}

export function sameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.inode === b.inode && a.size === b.size && a.mtimeNs === b.mtimeNs;
}

async function readFrom(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, from + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}
