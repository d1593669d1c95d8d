/** SHA-256 of model files: gigabytes are not read again while size and time of the file stay the same. */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { stampOf } from "./stamp.ts";

export async function sha256Of(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal })) hash.update(chunk);
  return hash.digest("hex");
}

/** `folder` keeps the digests of files that lie elsewhere; it may be deleted at any time. */
export async function cachedSha256(path: string, folder: string): Promise<string> {
  const full = resolve(path);
  const stamp = stampOf(await stat(full));
  const note = join(folder, `${createHash("sha256").update(full).digest("hex").slice(0, 24)}.json`);
  const known = await readNote(note);
  if (known?.stamp === stamp) return known.sha256;
  const sha256 = await sha256Of(full);
  // Written while it was read: nothing to remember.
  if (stampOf(await stat(full)) === stamp) await writeNote(folder, note, { stamp, sha256 });
  return sha256;
}

interface Note {
  readonly stamp: string;
  readonly sha256: string;
}

async function readNote(file: string): Promise<Note | undefined> {
  try {
    const note: Partial<Note> = JSON.parse(await readFile(file, "utf8"));
    return typeof note.stamp === "string" && /^[0-9a-f]{64}$/.test(note.sha256 ?? "")
      ? (note as Note)
      : undefined;
  } catch {
    return undefined;
  }
}

async function writeNote(folder: string, file: string, note: Note): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(temporary, JSON.stringify(note));
    await rename(temporary, file);
  } catch {
    // A cache that cannot be written costs time, nothing else.
  }
}
