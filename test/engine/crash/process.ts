/** Writers as child processes: start, listen, stop, kill. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { bundleChildren } from "./bundle.ts";
import type { MoverOptions } from "./mover.ts";
import type { Said, WriterOptions } from "./writer.ts";

export interface Writer {
  readonly child: ChildProcess;
  /** All lines so far, in order. */
  readonly lines: readonly Said[];
  /** Resolves with the first such line, or the `count`th; rejects when the process ends without it. */
  saw(said: Said["said"], count?: number): Promise<Said>;
  send(line: string): void;
  /** Kills it where it stands and waits until its last words are read. */
  kill(): Promise<void>;
  /** Ends its input and waits for the end of the process. @returns the exit code. */
  ended(): Promise<number | null>;
}

const children = await bundleChildren();
const script = path.join(children, "writer.js");
/** All of them, for a copy with a fault in it. */
export const childrenFolder = children;
/** Fills a small disk: full-disk-child.ts. */
export const fullDiskScript = path.join(children, "full-disk-child.js");

/** Remembers facts instead of capturing notes: fact-writer.ts. */
export const factWriterScript = path.join(children, "fact-writer.js");

/** Renames and moves notes instead of capturing them: mover.ts. */
export function startMover(options: MoverOptions): Writer {
  return startWriter(options, [], path.join(children, "mover.js"));
}

/** `command` goes in front, as strace does. */
export function startWriter(
  options: WriterOptions,
  command: readonly string[] = [],
  childScript = script,
): Writer {
  const [program = process.execPath, ...args] = [
    ...command,
    process.execPath,
    childScript,
    JSON.stringify(options),
  ];
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
  const lines: Said[] = [];
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const check of waiting) check();
  };
  let errors = "";
  let over = false;
  child.stderr?.on("data", (chunk) => {
    errors += String(chunk);
  });
  child.stdin?.on("error", () => undefined);
  createInterface({ input: child.stdout! }).on("line", (line) => {
    // A kill cuts the last line short.
    if (line.endsWith("}")) lines.push(JSON.parse(line) as Said);
    wake();
  });
  const closed = once(child, "close").then(() => {
    over = true;
    wake();
  });
  return {
    child,
    lines,
    saw: (said, count = 1) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const line = lines.filter((one) => one.said === said)[count - 1];
          if (!line && !over) return;
          waiting.delete(check);
          if (line) resolve(line);
          else reject(new Error(`the writer ended without "${said}": ${errors}`));
        };
        waiting.add(check);
        check();
      }),
    send: (line) => void child.stdin?.write(`${line}\n`),
    async kill() {
      child.kill("SIGKILL");
      await closed;
    },
    async ended() {
      child.stdin?.end();
      await closed;
      return child.exitCode;
    },
  };
}
