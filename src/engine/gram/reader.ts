/**
 * Reads documents and keeps those read last: an unchanged file costs one `stat`, a grown one only its new blocks. A
 * file that changed in another way than by growing is read anew.
 */
import { type FileStamp, type GramFiles, nodeGramFiles, sameStamp } from "./files.ts";
import { type History, readHistory } from "./history.ts";
import { MAX_FILE_BYTES } from "./limits.ts";

export type Opened =
  | { readonly kind: "opened"; readonly history: History; readonly stamp: FileStamp }
  | { readonly kind: "missing" }
  /** It changed under two reads in a row. */
  | { readonly kind: "changing" }
  | { readonly kind: "not-gram"; readonly reason: string };

export interface GramReader {
  open(file: string): Promise<Opened>;
  /** Takes a state over that was just written, so that the next read need not fold it again. */
  remember(file: string, stamp: FileStamp, history: History): void;
  forget(file: string): void;
}

export interface GramReaderOptions {
  readonly files?: GramFiles;
  /** Bytes of files whose states are kept. */
  readonly keepBytes?: number;
}

interface Kept {
  readonly stamp: FileStamp;
  readonly history: History;
}

/** States take about four times the bytes of their file (`npm run bench -- --only gram`): 128 MiB with many records. */
const defaultKeepBytes = 32 * 1024 * 1024;

export function createGramReader({
  files = nodeGramFiles,
  keepBytes = defaultKeepBytes,
}: GramReaderOptions = {}): GramReader {
  // In the order of their last use.
  const kept = new Map<string, Kept>();
  let bytesKept = 0;

  function forget(file: string): void {
    const old = kept.get(file);
    if (old === undefined) return;
    kept.delete(file);
    bytesKept -= old.stamp.size;
  }

  function remember(file: string, stamp: FileStamp, history: History): void {
    forget(file);
    if (stamp.size > keepBytes) return;
    kept.set(file, { stamp, history });
    bytesKept += stamp.size;
    for (const oldest of kept.keys()) {
      if (bytesKept <= keepBytes) return;
      forget(oldest);
    }
  }

  async function read(file: string): Promise<Opened> {
    const before = await files.stamp(file);
    if (before === undefined) {
      forget(file);
      return { kind: "missing" };
    }
    const known = kept.get(file);
    if (known !== undefined && sameStamp(known.stamp, before)) {
      remember(file, known.stamp, known.history);
      return { kind: "opened", history: known.history, stamp: known.stamp };
    }
    if (before.size > MAX_FILE_BYTES) {
      return { kind: "not-gram", reason: `It is larger than ${MAX_FILE_BYTES} bytes` };
    }
    const grown = known !== undefined ? await readGrown(file, known, before) : undefined;
    if (grown !== undefined) return grown;

    const whole = await files.read(file, 0);
    if (whole === undefined) return { kind: "missing" };
    const result = readHistory(whole.bytes);
    if (result.kind === "not-gram") {
      forget(file);
      return (await settled(file, whole.stamp)) ? result : { kind: "changing" };
    }
    const { history } = result;
    // An append that goes on behind what was read does not matter; anything else does.
    const steady =
      history.tail.kind === "clean" && history.end === whole.bytes.length
        ? await onlyGrown(file, whole.stamp)
        : await settled(file, whole.stamp);
    if (!steady) return { kind: "changing" };
    remember(file, whole.stamp, history);
    return { kind: "opened", history, stamp: whole.stamp };
  }

  /** The new blocks of a file that only grew: their chain proves that they belong behind the ones that are known. */
  async function readGrown(
    file: string,
    { stamp, history }: Kept,
    now: FileStamp,
  ): Promise<Opened | undefined> {
    if (now.inode !== stamp.inode || now.size <= stamp.size || history.tail.kind !== "clean")
      return undefined;
    const more = await files.read(file, history.end);
    if (more === undefined || more.stamp.inode !== stamp.inode) return undefined;
    const grown = history.grow(more.bytes);
    if (grown.tail.kind !== "clean" || !(await onlyGrown(file, more.stamp))) return undefined;
    remember(file, more.stamp, grown);
    return { kind: "opened", history: grown, stamp: more.stamp };
  }

  async function settled(file: string, stamp: FileStamp): Promise<boolean> {
    const now = await files.stamp(file);
    return now !== undefined && sameStamp(now, stamp);
  }

  async function onlyGrown(file: string, stamp: FileStamp): Promise<boolean> {
    const now = await files.stamp(file);
    return now !== undefined && now.inode === stamp.inode && now.size >= stamp.size;
  }

  return {
    async open(file) {
      const first = await read(file);
      return first.kind === "changing" ? read(file) : first;
    },
    remember,
    forget,
  };
}
