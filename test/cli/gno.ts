/** Runs `gno` as a process of its own, in folders of its own. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The sources; a test file with many commands starts its own bundle instead. */
export const gnoSource = fileURLToPath(new URL("../../src/cli/gno.ts", import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** undefined leaves standard input open. */
  readonly stdin?: string | undefined;
  readonly entry?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Place {
  readonly root: string;
  readonly vault: string;
  readonly env: Readonly<Record<string, string>>;
  write(files: Readonly<Record<string, string>>): void;
  gno(args: readonly string[], options?: RunOptions): Promise<Ran>;
}

/** Empty folders for config, data, cache and notes; removed when the test ends. */
export function place(entry = gnoSource): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "cli-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return placeAt(root, entry);
}

export function placeAt(root: string, entry = gnoSource): Place {
  const vault = join(root, "notes");
  mkdirSync(vault, { recursive: true });
  const env = {
    GNO_CONFIG_DIR: join(root, "config"),
    GNO_DATA_DIR: join(root, "data"),
    GNO_CACHE_DIR: join(root, "cache"),
    USER: "ada",
  };
  return {
    root,
    vault,
    env,
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(vault, path)), { recursive: true });
        writeFileSync(join(vault, path), text);
      }
    },
    gno: (args, options = {}) => run(args, { entry, ...options, env: { ...env, ...options.env } }),
  };
}

function run(args: readonly string[], { entry = gnoSource, env = {}, ...options }: RunOptions): Promise<Ran> {
  const { GNO_MCP_ENABLE_WRITE: _write, NO_COLOR: _color, ...inherited } = process.env;
  const child = spawn(process.execPath, [entry, ...args], { env: { ...inherited, ...env } });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  if (!("stdin" in options) || options.stdin !== undefined) child.stdin.end(options.stdin ?? "");
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
