/**
 * A disk that fills up. Claim: the write that does not fit is refused in plain words, everything before it is there and
 * is found, and once there is room again writing works without a restart.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { Report } from "./full-disk-child.ts";
import { fullDiskScript } from "./process.ts";

const mount = 'mount -t tmpfs -o size=8m tmpfs "$1" && exec "$2" "$3" "$1"';

/** Only root, or a user with namespaces of his own, may mount; the mount lives in the namespace of the child alone. */
function inSmallDisk(
  folder: string,
): { readonly kind: "ran"; readonly report: Report } | { readonly kind: "cannot"; readonly why: string } {
  const run = spawnSync(
    "unshare",
    ["-rm", "sh", "-c", mount, "sh", folder, process.execPath, fullDiskScript],
    {
      encoding: "utf8",
    },
  );
  const report = run.stdout?.split("\n").find((line) => line.startsWith("{"));
  if (report) return { kind: "ran", report: JSON.parse(report) as Report };
  if (run.error || /unshare|mount/.test(run.stderr))
    return { kind: "cannot", why: run.error?.message ?? run.stderr.trim() };
  throw new Error(run.stderr);
}

test("REL-DISK-01: a full disk refuses in words and loses nothing", { timeout: 120_000 }, (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), "full-"));
  mkdirSync(folder, { recursive: true });
  try {
    const result = inSmallDisk(folder);
    if (result.kind === "cannot") {
      console.log(
        `not run: no small disk can be mounted here (${result.why}); the injected faults of notes.test.ts ran`,
      );
      context.skip();
      return;
    }
    const { written, refusals, ...rest } = result.report;
    expect(written).toBeGreaterThan(5);
    expect(refusals.length).toBeGreaterThan(0);
    for (const refusal of refusals) expect(refusal).toMatch(/disk is full/i);
    expect(rest).toEqual({ faults: [], missing: [], litter: [], afterwards: "captured" });
    console.log(
      `8 MB disk: ${written} notes written, then ${refusals.length} refusals, 0 lost; with room again: captured`,
    );
  } finally {
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  }
});
