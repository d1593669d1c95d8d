/** `gram-mcp repair` finds the lock of the server that may be writing: it waits as long as any write does. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createWriteLease } from "../../src/engine/jobs/lease.ts";
import { bundleServer } from "../app/gram/server.ts";
import { exampleBytes } from "../engine/gram/example.ts";

const entry = join(await bundleServer(), "gram-mcp.js");

test("a repair waits for whoever writes below a folder above", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "gram-cli-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const gram = (...args: readonly string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [entry, ...args], {
      cwd: folder,
      encoding: "utf8",
      input: "",
    });
    return { code: status, stderr };
  };
  const deep = join(folder, "a", "b", "doc.gram");
  mkdirSync(dirname(deep), { recursive: true });
  const bytes = Buffer.from(exampleBytes).fill(
    0,
    exampleBytes.indexOf("@rev 2") + 60,
    exampleBytes.indexOf("@rev 2") + 100,
  );
  writeFileSync(deep, bytes);
  const lease = createWriteLease({ folder: join(folder, ".gram-mcp") });
  const held = await lease.acquire(1_000, AbortSignal.timeout(1_000));
  const busy = gram("repair", "a/b/doc.gram", "--yes");
  expect([busy.code === 0, busy.stderr]).toEqual([false, expect.stringContaining("is being written")]);
  expect(readFileSync(deep)).toEqual(bytes);
  held?.release();
  lease.close();
  expect(gram("repair", "a/b/doc.gram", "--yes").code).toBe(0);
  expect(existsSync(join(folder, "a", "b", ".gram-mcp"))).toBe(false);
});
