/** Projects to generate from: a small contract with one of everything, or a copy of the real sources. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Contract, Model } from "../../codegen/contract.ts";
import { link } from "../../codegen/link.ts";
import { formatProblem, Problems } from "../../codegen/problems.ts";
import { readSources, type Sources } from "../../codegen/read.ts";

export const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const MINI = fileURLToPath(new URL("fixtures/mini", import.meta.url));
const META = "schemas/tool.schema.json";

/** Sources of the small contract, changed by `edits`: a new text, a function of the old one, or null to leave a file out. */
export function miniSources(
  edits: Readonly<Record<string, string | null | ((text: string) => string)>> = {},
): Sources {
  const files = new Map(readSources(MINI));
  files.set(META, readFileSync(join(PROJECT, META), "utf8"));
  for (const [path, edit] of Object.entries(edits)) {
    if (edit === null) files.delete(path);
    else files.set(path, typeof edit === "string" ? edit : edit(files.get(path) ?? ""));
  }
  return files;
}

export async function linkMini(
  edits: Parameters<typeof miniSources>[0] = {},
): Promise<{ model: Model; problems: string[] }> {
  const problems = new Problems();
  const model = await link(miniSources(edits), problems);
  return { model, problems: problems.list().map(formatProblem) };
}

export async function miniContract(): Promise<Contract> {
  return (await linkMini()).model.contracts[0]!;
}

/** A folder with copies of these parts of the real project; it is gone after the test. */
export function copyProject(...parts: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), "concordat-codegen-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const part of parts) {
    const from = join(PROJECT, part);
    if (existsSync(from)) cpSync(from, join(root, part), { recursive: true });
  }
  return root;
}

export function edit(root: string, path: string, change: (text: string) => string): void {
  const file = join(root, path);
  const before = readFileSync(file, "utf8");
  const after = change(before);
  if (after === before) throw new Error(`the edit of ${path} changes nothing`);
  writeFileSync(file, after);
}
