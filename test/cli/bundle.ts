/** The bundle as the package has it, built for one test file: it starts in a third of the time of the sources. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Builds with the very script of package.json; call it at the top level. @returns the folder of the entry files. */
export function bundle(): string {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // Below node_modules, so that external packages resolve and nothing appears in the checkout.
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const out = mkdtempSync(join(cache, "bundle-"));
  afterAll(() => rmSync(out, { recursive: true, force: true }));
  const script = scripts.build.replace("--outdir=dist", `--outdir=${JSON.stringify(out)}`);
  if (script === scripts.build) throw new Error("the build script names no outdir any more");
  const path = `${join(root, "node_modules", ".bin")}:${process.env.PATH}`;
  execFileSync("sh", ["-c", script], { cwd: root, env: { ...process.env, PATH: path }, stdio: "inherit" });
  return out;
}
