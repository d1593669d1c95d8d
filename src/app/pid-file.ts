/** `serve.pid` in the data folder: process id and port of the running `gno serve`, a line each. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const pidFileName = "serve.pid";

export type Running =
  | { readonly running: true; readonly url: string }
  | { readonly running: false; readonly url: null };

const down: Running = { running: false, url: null };

/** Writes the file at each path. @returns what removes them again, unless another server has taken them over. */
export function writePidFiles(paths: readonly string[], pid: number, port: number): () => void {
  const text = `${pid}\n${port}\n`;
  for (const path of paths) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o600 });
  }
  return () => {
    for (const path of paths) if (readOptional(path) === text) rmSync(path, { force: true });
  };
}

/** By the file and the process table alone; nothing is asked over the network. */
export function readServing(dataDir: string): Running {
  const [pid, port] = (readOptional(join(dataDir, pidFileName)) ?? "").split("\n").map(Number);
  if (!isPositive(pid) || !isPositive(port) || !isAlive(pid)) return down;
  return { running: true, url: `http://localhost:${port}` };
}

const isPositive = (value: number | undefined): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is still a process.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
