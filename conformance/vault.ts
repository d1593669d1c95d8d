/** Scratch folders for a server under test: the files that make the contract's examples true, and a place for its state. */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type Contract, vaultFolder } from "./contract.ts";
import { isObject, type Json } from "./target/target.ts";

export interface Vault {
  /** Root of the example files. */
  readonly path: string;
  /** Empty folder for configuration, data and cache. */
  readonly home: string;
  /** `{vault}` and `{home}` in a command line become these folders. */
  fill(text: string): string;
  /** The same inside arguments. */
  fillArguments(args: Json): Json;
  remove(): void;
}

export function createVault(contract: Contract): Vault {
  const root = mkdtempSync(join(tmpdir(), "concordat-conform-"));
  const path = join(root, "vault");
  const home = join(root, "home");
  mkdirSync(home, { recursive: true });
  const source = fileURLToPath(vaultFolder(contract.name));
  if (existsSync(source)) cpSync(source, path, { recursive: true });
  else mkdirSync(path);
  setTimes(path, contract);
  const fill = (text: string): string => text.replaceAll("{vault}", path).replaceAll("{home}", home);
  return {
    path,
    home,
    fill,
    fillArguments: (args) => fillDeep(args, fill) as Json,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Runs a set-up command through the shell; rejects with what it wrote when it fails. */
export function runSetup(command: string, env: NodeJS.ProcessEnv, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    const keep = (chunk: Buffer) => {
      said = (said + chunk.toString("utf8")).slice(-2_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    child.once("error", (error) => reject(new Error(`the set-up command did not start: ${error.message}`)));
    child.once("close", (code) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new Error(`the set-up command failed (code ${code}):\n${said.trim()}`));
    });
  });
}

/** Files get the modification times that the examples show, so that time filters of examples hold. */
function setTimes(path: string, contract: Contract): void {
  const times = new Map<string, string>();
  for (const tool of contract.tools) {
    for (const example of tool.examples) collectTimes(example.output, times);
  }
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const inVault = relative(path, file).split(sep).join("/");
    const time = times.get(inVault);
    if (time !== undefined) utimesSync(file, new Date(time), new Date(time));
  }
}

/** `source.modifiedAt` by `collection/path`, wherever an example shows a document. */
function collectTimes(value: unknown, times: Map<string, string>): void {
  if (Array.isArray(value)) for (const item of value) collectTimes(item, times);
  if (!isObject(value)) return;
  const uri = /^gno:\/\/(.+)$/.exec(typeof value.uri === "string" ? value.uri : "")?.[1];
  const time = isObject(value.source) ? value.source.modifiedAt : value.modifiedAt;
  if (uri !== undefined && typeof time === "string") times.set(decodeURIComponent(uri), time);
  for (const inner of Object.values(value)) collectTimes(inner, times);
}

function fillDeep(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === "string") return fill(value);
  if (Array.isArray(value)) return value.map((item) => fillDeep(item, fill));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fillDeep(inner, fill)]));
  return value;
}
