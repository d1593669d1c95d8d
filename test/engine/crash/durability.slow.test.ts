/**
 * kill -9 keeps what the kernel has cached, so it proves nothing about a power cut; the order of system calls does.
 * Claim: no capture is acknowledged while bytes or names behind it are not synced.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createPlace, removePlace } from "../support/place.ts";
import { startWriter } from "./process.ts";
import { auditOrder, readCalls, type SystemCall } from "./system-calls.ts";

const seed = Number(process.env.CONCORDAT_SEED ?? 20260305);
const traced = "write,pwrite64,writev,pwritev,fsync,fdatasync,link,linkat,rename,renameat,renameat2";

test("REL-SYNC-01: no acknowledgement before the sync behind it", { timeout: 120_000 }, async (context) => {
  if (process.platform !== "linux" || spawnSync("strace", ["-V"]).status !== 0) {
    console.log("not run: strace is not installed");
    context.skip();
    return;
  }
  const place = createPlace();
  const log = path.join(place.base, "trace");
  try {
    const strace = [
      "strace",
      "-f",
      "-qq",
      "-y",
      "-s",
      "400",
      "-e",
      `trace=${traced}`,
      "-e",
      "signal=none",
      "-o",
      log,
    ];
    const writer = startWriter({ base: place.base, name: "s", seed, leaseMs: 5000, operations: 60 }, strace);
    expect(await writer.ended()).toBe(0);
    const acknowledged = writer.lines.filter((line) => line.said === "written").length;

    const calls = readCalls(readFileSync(log, "utf8"));
    const isUserData = (file: string): boolean =>
      (file.startsWith(place.vault) && !path.basename(file).startsWith("ext")) ||
      /durable-.*-wal$/.test(file);
    const isAnswer = ({ name, text }: SystemCall): boolean =>
      name === "write" && text.includes('\\"said\\":\\"written\\"');
    const audit = auditOrder(calls, isUserData, isAnswer);
    expect(audit.violations).toEqual([]);
    expect(audit.answers).toBe(acknowledged);

    // The audit itself: without the syncs in the log, each answer must be a violation.
    const withoutSyncs = calls.filter((call) => call.name !== "fsync" && call.name !== "fdatasync");
    expect(auditOrder(withoutSyncs, isUserData, isAnswer).violations.length).toBeGreaterThanOrEqual(
      acknowledged,
    );
    console.log(
      `seed ${seed}: ${audit.answers} acknowledged captures in ${calls.length} system calls, 0 before its sync`,
    );
  } finally {
    removePlace(place);
  }
});
