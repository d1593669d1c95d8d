/**
 * One large file over HTTP into a partial file beside its place: resumed where the last try ended, tried again when the
 * connection drops or stands still, refused at once when what comes is no model. Whether it may be used is the caller's
 * business: a partial file never carries the model's name.
 */
import { constants, type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { zoneOf } from "../embed/zone.ts";
import { isPage } from "./gguf-file.ts";
import {
  discard,
  type PartState,
  readState,
  requireSpace,
  sizeOf,
  storageFault,
  writeState,
} from "./part-file.ts";
import { PullError } from "./pull-error.ts";

export interface DownloadOptions {
  readonly url: string;
  /** Shown in messages. */
  readonly name: string;
  readonly partFile: string;
  /** What to do without a network; ends the message of a pull that failed for it. */
  readonly byHand: string;
  readonly fetch: typeof fetch;
  /** Sent to the origin of `url` only, never along a redirect to another. */
  readonly token: string | undefined;
  /** Milliseconds without a byte after which a try is given up. */
  readonly stallMs: number;
  /** Tries in a row that bring nothing. */
  readonly tries: number;
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly signal: AbortSignal | undefined;
  readonly progress: (done: number, total: number | undefined) => void;
}

export interface Downloaded {
  readonly bytes: number;
  /** As the hub told it, for files that it keeps by their content. */
  readonly sha256: string | undefined;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
const MOST_REDIRECTS = 5;
/** May pass by itself: the next try may work. */
class Transient extends Error {}

/** @throws PullError, or the signal's reason */
export async function download(options: DownloadOptions): Promise<Downloaded> {
  const { partFile, tries, wait, signal, name, byHand } = options;
  await mkdir(dirname(partFile), { recursive: true, mode: 0o700 });
  let waitMs = FIRST_WAIT_MS;
  for (let left = tries; ; ) {
    const before = await sizeOf(partFile);
    try {
      return await attempt(options);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (!(error instanceof Transient)) throw error;
      // A try that brought bytes was no failure: slow lines drop often and get there all the same.
      if ((await sizeOf(partFile)) > before) {
        left = tries;
        waitMs = FIRST_WAIT_MS;
      } else left -= 1;
      if (left <= 0) {
        throw new PullError(
          "network",
          `${name}: ${error.message}. Check the network or the proxy and pull again; what has arrived is kept. ${byHand}`,
        );
      }
      await wait(waitMs, signal);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }
}

async function attempt(options: DownloadOptions): Promise<Downloaded> {
  const { url, partFile, stallMs, signal, progress, name } = options;
  const known = await readState(partFile, url);
  const from = known?.etag === undefined ? 0 : await sizeOf(partFile);
  const stall = new AbortController();
  const together = signal === undefined ? stall.signal : AbortSignal.any([signal, stall.signal]);
  const restart = () => setTimeout(() => stall.abort(), stallMs);
  let timer = restart();
  const alive = () => {
    clearTimeout(timer);
    timer = restart();
  };
  let handle: FileHandle | undefined;
  try {
    const { response, linked } = await request(options, from, known, together, alive);
    const total = totalOf(response, from);
    const at = response.status === 206 ? from : 0;
    const state: PartState = { url, etag: strongEtag(response), total, sha256: linked };
    if (response.status === 206 && linked !== known?.sha256) {
      // Another file lies there now; its parts must not be mixed.
      await discard(partFile);
      throw new Transient("the file changed on the server");
    }
    if (total !== undefined) await requireSpace(partFile, total - at, name);
    await writeState(partFile, state);
    // Not emptied first: another program may be loading the same file, and writes the same bytes.
    handle = await open(partFile, constants.O_RDWR | constants.O_CREAT, 0o600);
    const bytes = await receive(response, handle, at, { name, total, alive, progress });
    await handle.truncate(bytes);
    await handle.sync();
    if (total !== undefined && bytes !== total)
      throw new Transient(`the connection ended after ${bytes} of ${total} bytes`);
    return { bytes, sha256: linked };
  } catch (error) {
    if (error instanceof PullError || error instanceof Transient || signal?.aborted) throw error;
    if (stall.signal.aborted) throw new Transient(`the server sent nothing for ${stallMs} ms`);
    throw storageFault(error, name) ?? new Transient(networkFault(error, url));
  } finally {
    clearTimeout(timer);
    await handle?.close();
  }
}

/** Follows redirects by hand: the hub names the file's checksum on the first, and the token stays with its origin. */
async function request(
  options: DownloadOptions,
  from: number,
  known: PartState | undefined,
  signal: AbortSignal,
  alive: () => void,
): Promise<{ response: Response; linked: string | undefined }> {
  const { name, token, partFile, fetch: send } = options;
  const first = new URL(options.url);
  let url = first;
  let linked: string | undefined;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    if (url.protocol !== "https:" && !(url.protocol === "http:" && zoneOf(url) !== "remote")) {
      throw new PullError(
        "refused",
        `${name}: ${url.origin} is no https address; a model over plain http could be changed on its way.`,
      );
    }
    const headers: Record<string, string> = { "accept-encoding": "identity" };
    if (token !== undefined && url.origin === first.origin) headers.authorization = `Bearer ${token}`;
    if (from > 0 && known?.etag !== undefined) {
      headers.range = `bytes=${from}-`;
      headers["if-range"] = known.etag;
    }
    const response = await send(url, { headers, redirect: "manual", signal });
    alive();
    linked ??= sha256Tag(response.headers.get("x-linked-etag"));
    const location = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      if (!URL.canParse(location, url.href)) break;
      url = new URL(location, url);
      continue;
    }
    if (response.status !== 200 && response.status !== 206) {
      await response.body?.cancel();
      await refuse(response.status, { name, host: url.host, partFile });
    }
    if (/^text\/html/i.test(response.headers.get("content-type") ?? "")) {
      await response.body?.cancel();
      throw page(name);
    }
    if (response.status === 206 && rangeStart(response) !== from) {
      await response.body?.cancel();
      await discard(partFile);
      throw new Transient("the server sent another part than was asked for");
    }
    return { response, linked };
  }
  throw new PullError("refused", `${name}: the server leads from address to address. Check the address.`);
}

async function refuse(
  status: number,
  { name, host, partFile }: { name: string; host: string; partFile: string },
): Promise<never> {
  if (status === 416) {
    // What is there is longer than the file: begin again.
    await discard(partFile);
    throw new Transient("the part that was there did not fit");
  }
  if (status === 429 || status === 408 || status >= 500) throw new Transient(`${host} answered ${status}`);
  if (status === 401 || status === 403) {
    throw new PullError(
      "refused",
      `${name}: ${host} answered ${status}. The model may want its licence accepted on its page and a token in HF_TOKEN; a name that does not exist gets the same answer.`,
    );
  }
  throw new PullError(
    "refused",
    `${name}: ${host} answered ${status}. Check owner, repository and file name.`,
  );
}

async function receive(
  response: Response,
  handle: FileHandle,
  at: number,
  {
    name,
    total,
    alive,
    progress,
  }: {
    name: string;
    total: number | undefined;
    alive: () => void;
    progress: DownloadOptions["progress"];
  },
): Promise<number> {
  let position = at;
  let start = Buffer.alloc(0);
  let checked = at > 0;
  progress(position, total);
  for await (const chunk of response.body ?? []) {
    alive();
    // By position, not appended: two programs that load the same file write the same bytes to the same places.
    await handle.write(chunk, 0, chunk.byteLength, position);
    position += chunk.byteLength;
    if (!checked) {
      start = Buffer.concat([start, chunk.subarray(0, 512)]);
      checked = start.length >= 4;
      if (checked) requireModel(start, name);
    }
    progress(position, total);
  }
  if (!checked) requireModel(start, name);
  return position;
}

function requireModel(start: Buffer, name: string): void {
  if (start.subarray(0, 4).toString("latin1") === "GGUF") return;
  if (isPage(start)) throw page(name);
  throw new PullError("refused", `${name}: what the server sends is no GGUF model. Check the address.`);
}

function page(name: string): PullError {
  return new PullError(
    "refused",
    `${name}: the server sends a web page and no model. Check the address; a file of Hugging Face is named hf:owner/repo/file.gguf.`,
  );
}

function networkFault(error: unknown, url: string): string {
  const cause = (error as { cause?: { code?: unknown } } | null)?.cause?.code;
  const { host } = new URL(url);
  const code = typeof cause === "string" && /^[A-Z_]+$/.test(cause) ? ` (${cause})` : "";
  return `the connection to ${host} failed${code}`;
}

function totalOf(response: Response, from: number): number | undefined {
  const range = /\/(\d+)$/.exec(response.headers.get("content-range") ?? "")?.[1];
  if (response.status === 206 && range !== undefined) return Number(range);
  const length = response.headers.get("content-length");
  if (length === null || !/^\d+$/.test(length)) return undefined;
  return Number(length) + (response.status === 206 ? from : 0);
}

function rangeStart(response: Response): number | undefined {
  const start = /^bytes (\d+)-/.exec(response.headers.get("content-range") ?? "")?.[1];
  return start === undefined ? undefined : Number(start);
}

/** A weak tag does not promise equal bytes. */
function strongEtag(response: Response): string | undefined {
  const tag = response.headers.get("etag");
  return tag?.startsWith('"') ? tag : undefined;
}

function sha256Tag(tag: string | null): string | undefined {
  return /^(?:W\/)?"?([0-9a-f]{64})"?$/i.exec(tag ?? "")?.[1]?.toLowerCase();
}
