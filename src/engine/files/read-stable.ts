/**
 * The bytes of a file as of one moment. Rules: the file is opened without following a link, must be a plain file below
 * the root once it is open (a folder on the way can be swapped for a link at any time), and must not change between the
 * first look and the last byte.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
} from "node:fs";
import path from "node:path";

export type StableRead =
  | { readonly kind: "read"; readonly bytes: Buffer; readonly stat: Stats }
  | { readonly kind: "gone" }
  | { readonly kind: "too-large"; readonly stat: Stats }
  | { readonly kind: "refused"; readonly code: "OUTSIDE" | "NOT_A_FILE"; readonly message: string }
  | { readonly kind: "failed"; readonly code: "UNREADABLE" | "CHANGING"; readonly message: string };

const TRIES = 3;
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Grown to the largest file so far and used again: the bytes of one read are gone with the next. */
export interface ReadBuffer {
  bytes: Buffer;
}

export function createReadBuffer(): ReadBuffer {
  return { bytes: Buffer.allocUnsafe(256 * 1024) };
}

/** `root` is a real path. */
export function readStable(root: string, relPath: string, maxBytes: number, buffer: ReadBuffer): StableRead {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const result = readOnce(root, relPath, maxBytes, buffer);
    if (result !== undefined) return result;
  }
  return {
    kind: "failed",
    code: "CHANGING",
    message: "The file keeps changing while it is read. Sync again later.",
  };
}

/** undefined = it changed meanwhile. */
function readOnce(
  root: string,
  relPath: string,
  maxBytes: number,
  buffer: ReadBuffer,
): StableRead | undefined {
  const file = root + path.sep + (path.sep === "/" ? relPath : relPath.replaceAll("/", path.sep));
  let fd: number;
  try {
    fd = openSync(file, FLAGS);
  } catch (error) {
    return openFailure(error);
  }
  try {
    const before = fstatSync(fd);
    if (!before.isFile()) {
      return { kind: "refused", code: "NOT_A_FILE", message: "This is no plain file." };
    }
    const where = whereIs(fd, file, before);
    if (where === "moved") return undefined;
    if (where === "elsewhere") {
      return { kind: "refused", code: "OUTSIDE", message: "The path leads out of the collection." };
    }
    if (before.size > maxBytes) return { kind: "too-large", stat: before };
    const bytes = readAll(fd, before.size, buffer);
    const after = fstatSync(fd);
    const same =
      bytes.length === after.size &&
      before.size === after.size &&
      before.mtimeMs === after.mtimeMs &&
      before.ctimeMs === after.ctimeMs;
    return same ? { kind: "read", bytes, stat: after } : undefined;
  } catch {
    return { kind: "failed", code: "UNREADABLE", message: "The file could not be read to its end." };
  } finally {
    closeSync(fd);
  }
}

function openFailure(error: unknown): StableRead {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT" || code === "ENOTDIR") return { kind: "gone" };
  if (code === "ELOOP" || code === "EMLINK") {
    return { kind: "refused", code: "OUTSIDE", message: "A symbolic link stands at this path." };
  }
  if (code === "ENXIO") return { kind: "refused", code: "NOT_A_FILE", message: "This is no plain file." };
  return {
    kind: "failed",
    code: "UNREADABLE",
    message: "The file cannot be read. Check its permissions; what was indexed before is kept.",
  };
}

/** Linux tells the real path of what is open; elsewhere the path is resolved again and compared. */
function whereIs(fd: number, file: string, stat: Stats): "here" | "moved" | "elsewhere" {
  if (process.platform === "linux") {
    try {
      const real = readlinkSync(`/proc/self/fd/${fd}`);
      // An editor put a new file in its place after the open.
      if (real === `${file} (deleted)`) return "moved";
      return real === file ? "here" : "elsewhere";
    } catch {
      // No /proc: fall through.
    }
  }
  try {
    const now = lstatSync(file);
    if (realpathSync.native(file) !== file) return "elsewhere";
    return now.ino === stat.ino && now.dev === stat.dev ? "here" : "moved";
  } catch {
    return "moved";
  }
}

function readAll(fd: number, size: number, buffer: ReadBuffer): Buffer {
  // One byte more than expected tells a file that grew.
  const wanted = size + 1;
  // A huge file gets bytes of its own, so that its size does not stay reserved.
  const target = wanted > KEEP_BYTES ? Buffer.allocUnsafe(wanted) : grown(buffer, wanted);
  let at = 0;
  while (at < wanted) {
    const read = readSync(fd, target, at, wanted - at, null);
    if (read === 0) break;
    at += read;
  }
  return target.subarray(0, at);
}

const KEEP_BYTES = 4 * 1024 * 1024;

function grown(buffer: ReadBuffer, wanted: number): Buffer {
  if (buffer.bytes.length < wanted)
    buffer.bytes = Buffer.allocUnsafe(Math.max(wanted, buffer.bytes.length * 2));
  return buffer.bytes;
}
