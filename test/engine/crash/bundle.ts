/**
 * The child programs of these tests, built as the product is built: one file each, with its worker beside it. A start
 * from source compiles some hundred modules and takes several times as long, and here starts are counted in hundreds.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";

const here = import.meta.dirname;
const root = path.join(here, "..", "..", "..");

/** @returns the folder with one file for each child program; it is removed when this process ends. */
export async function bundleChildren(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "crash-children-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // The native module cannot be bundled, and from the temporary folder its name would not resolve.
  const sqlite = createRequire(import.meta.url).resolve("better-sqlite3");
  await build({
    entryPoints: [
      path.join(here, "writer.ts"),
      path.join(here, "fact-writer.ts"),
      path.join(here, "full-disk-child.ts"),
      path.join(here, "mover.ts"),
      path.join(root, "src/engine/index/sync-worker.ts"),
    ],
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22",
    outdir: folder,
    entryNames: "[name]",
    alias: { "better-sqlite3": sqlite },
    external: [sqlite],
    logLevel: "warning",
    banner: {
      js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);",
    },
  });
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  return folder;
}
