/**
 * The bearer token of a server, kept in a file that only its owner can read. Each request looks whether the file has
 * changed, so a rotated token holds at once; an unusable file serves nobody until it is mended.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { closeSync, existsSync, fstatSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs";

export interface TokenGuard {
  /** `values` are all Authorization headers of the request. */
  check(values: readonly string[]): "ok" | "unauthorized" | "unavailable";
  /** Looks at the file without a request, so that streams opened with an old token end, too. */
  refresh(): void;
  /** Opaque name of the current token, for binding sessions; it does not show the token. */
  identity(): string;
  /** Fires when the token has changed or the file became unusable: everything opened with the old one ends. */
  onChange(listener: () => void): void;
}

/** What is wrong with the token file, and what to do. Names no content. */
export class TokenFileError extends Error {}

/** Creates the file with a random token where there is none. @throws TokenFileError */
export function openTokenFile(path: string): TokenGuard {
  if (!existsSync(path)) createToken(path);
  let state = readToken(path);
  if ("problem" in state) throw new TokenFileError(`The token file ${state.problem}`);
  let stamp = stampOf(path);
  const listeners: (() => void)[] = [];

  function refresh(): void {
    const now = stampOf(path);
    if (now === stamp && now !== undefined) return;
    stamp = now;
    const next = readToken(path);
    const changed = "problem" in next || "problem" in state || !next.digest.equals(state.digest);
    state = next;
    if (changed) for (const listener of listeners) listener();
  }

  return {
    refresh,
    check(values) {
      refresh();
      if ("problem" in state) return "unavailable";
      const [value] = values;
      if (value === undefined || values.length > 1) return "unauthorized";
      const token = /^bearer +([!-~]+) *$/i.exec(value)?.[1];
      return token !== undefined && timingSafeEqual(digest(token), state.digest) ? "ok" : "unauthorized";
    },
    identity: () => ("problem" in state ? "none" : digest(state.digest).toString("hex")),
    onChange: (listener) => void listeners.push(listener),
  };
}

function createToken(path: string): void {
  try {
    writeFileSync(path, `${randomBytes(32).toString("hex")}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST")
      throw new TokenFileError(`The token file could not be created (${code}). Create its folder first.`);
  }
}

type TokenState = { readonly digest: Buffer } | { readonly problem: string };

function readToken(path: string): TokenState {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, "r");
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return { problem: "is not a regular file. Name another one." };
    if (process.platform !== "win32" && (stat.mode & 0o077) !== 0) {
      return { problem: "can be read by others. Run chmod 600 on it." };
    }
    if (process.getuid !== undefined && stat.uid !== process.getuid()) {
      return { problem: "belongs to another user. Create one of your own." };
    }
    const token = readFileSync(descriptor, "latin1").replace(/\r?\n$/, "");
    if (!/^[!-~]{32,512}$/.test(token)) {
      return {
        problem: "must hold one line of 32 to 512 visible ASCII characters. Delete it to get a new token.",
      };
    }
    return { digest: digest(token) };
  } catch (error) {
    return { problem: `cannot be read (${(error as NodeJS.ErrnoException).code}).` };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function stampOf(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined
    ? undefined
    : `${stat.ino} ${stat.size} ${stat.mode} ${stat.uid} ${stat.mtimeMs} ${stat.ctimeMs}`;
}

function digest(value: string | Buffer): Buffer {
  return createHash("sha256").update(value).digest();
}
