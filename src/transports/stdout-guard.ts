/**
 * Keeps stdout for the protocol. Where the descriptor can be opened a second time (a pipe or a file), the
 * protocol moves to the new one and descriptor 1 becomes stderr: then whatever prints, a native module or a child
 * that inherits it included, cannot break the stream. A Unix socket, which is what a client on Node makes, cannot be
 * opened again without native code: there `process.stdout`, `console` and `fs` writes are led to stderr, and code that
 * may print natively belongs in a child process with a piped stdout. Starting ourselves a second time would close that
 * gap, for a third of the start-up time of every session.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";

/** The one way to the client. */
export interface ProtocolOutput {
  /** False = the client does not keep up; wait for `onDrain`. */
  write(text: string): boolean;
  onDrain(listener: () => void): void;
  onError(listener: (error: Error) => void): void;
  /** Resolves when everything written so far has left the process, or cannot any more. */
  flushed(): Promise<void>;
  /** True when descriptor 1 itself was led to stderr. */
  readonly moved: boolean;
}

/** More than this waits in stderr only while nobody reads it; then lines are dropped rather than kept. */
const maxWaitingErrors = 256 * 1024;

/** Call before any other module has a chance to print. */
export function claimStdout(): ProtocolOutput {
  // A closed stderr must not end the server: nobody is obliged to read it.
  process.stderr.on("error", () => {});
  return moveDescriptor() ?? keepDescriptor();
}

function moveDescriptor(): ProtocolOutput | undefined {
  if (process.platform === "win32") return undefined;
  let copy: number;
  let isFile: boolean;
  try {
    const kind = fs.fstatSync(1);
    isFile = kind.isFile();
    if (!isFile && !kind.isFIFO()) return undefined;
    copy = fs.openSync("/dev/fd/1", fs.constants.O_WRONLY | (isFile ? fs.constants.O_APPEND : 0));
  } catch {
    return undefined;
  }
  // The lowest free number is given next, which is 1 as long as nothing else runs yet.
  fs.closeSync(1);
  try {
    fs.openSync("/dev/fd/2", "a");
  } catch {
    fs.openSync("/dev/null", "w");
    leadToStderr();
  }
  const stream = isFile
    ? fs.createWriteStream("", { fd: copy, autoClose: false })
    : new Socket({ fd: copy, readable: false, writable: true });
  return output(stream, stream.write.bind(stream), true);
}

function keepDescriptor(): ProtocolOutput {
  const stream = process.stdout;
  const write = stream.write.bind(stream);
  leadToStderr();
  return output(stream, write, false);
}

/** What prints through Node: `process.stdout`, `console` above it, and `fs` by number. */
function leadToStderr(): void {
  process.stdout.write = toStderr as typeof process.stdout.write;
  for (const name of ["write", "writeSync", "writev", "writevSync"] as const) {
    const original = fs[name] as (fd: number, ...rest: unknown[]) => unknown;
    const guarded = (fd: number, ...rest: unknown[]) => {
      if (fd !== 1) return original.call(fs, fd, ...rest);
      try {
        return original.call(fs, 2, ...rest);
      } catch {
        return 0;
      }
    };
    Object.assign(fs, { [name]: guarded });
  }
  syncBuiltinESMExports();
}

function toStderr(chunk: string | Uint8Array, ...rest: unknown[]): boolean {
  const done = rest.find((value) => typeof value === "function") as (() => void) | undefined;
  if (process.stderr.writableLength < maxWaitingErrors) process.stderr.write(chunk);
  if (done !== undefined) process.nextTick(done);
  return true;
}

type Write = (text: string, done?: (error?: Error | null) => void) => boolean;

function output(stream: NodeJS.WritableStream, write: Write, moved: boolean): ProtocolOutput {
  return {
    write: (text) => write(text),
    onDrain: (listener) => void stream.on("drain", listener),
    onError: (listener) => void stream.on("error", listener),
    flushed: () => new Promise((resolve) => write("", () => resolve())),
    moved,
  };
}
