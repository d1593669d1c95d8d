/**
 * kill -9 keeps what the kernel has cached, so it proves nothing about a power cut; the order of system calls does.
 * Claim: no revision is answered while bytes or names behind it are not synced.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { auditOrder, readCalls, type SystemCall } from "../../engine/crash/system-calls.ts";
import { bundleServer, type Stamp, stampOf, startServer } from "./server.ts";

const bundle = await bundleServer();

const traced = "write,pwrite64,writev,pwritev,fsync,fdatasync,link,linkat,rename,renameat,renameat2";
const PATCHES = 20;
const CREATES = 5;

test("no answer before the sync of its revision", { timeout: 120_000 }, async (context) => {
  if (process.platform !== "linux" || spawnSync("strace", ["-V"]).status !== 0) {
    console.log("not run: strace is not installed");
    context.skip();
    return;
  }
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), "gram-trace-")));
  const vault = path.join(base, "vault");
  mkdirSync(vault);
  const log = path.join(base, "trace");
  try {
    const strace = [
      "strace",
      "-f",
      "-qq",
      "-y",
      "-s",
      "4000",
      "-e",
      `trace=${traced}`,
      "-e",
      "signal=none",
      "-o",
      log,
    ];
    const server = await startServer(bundle, vault, strace);
    const create = (name: string) =>
      server.call("gram_create", {
        path: name,
        request_id: name.replaceAll("/", "-"),
        t: "Traced",
        body: "Text.\n",
      });
    let head: Stamp = stampOf(await create("first.gram"));
    for (let n = 1; n < CREATES; n += 1) stampOf(await create(`deep/er${n}/new.gram`));
    for (let n = 0; n < PATCHES; n += 1) {
      head = stampOf(
        await server.call("gram_patch", {
          path: "first.gram",
          request_id: `p-${n}`,
          base_revision: head.rev,
          expected_hash: head.hash,
          changes: [{ op: "add", record: { type: "task", t: `Task ${n}` } }],
        }),
      );
    }
    await server.end();

    const calls = readCalls(readFileSync(log, "utf8"));
    const isUserData = (file: string): boolean => file.startsWith(vault) && !file.includes(".gram-mcp/");
    const isAnswer = ({ name, text }: SystemCall): boolean =>
      name === "write" && text.startsWith("write(1<") && text.includes("structuredContent");
    const audit = auditOrder(calls, isUserData, isAnswer);
    expect(audit.violations).toEqual([]);
    expect(audit.answers).toBe(CREATES + PATCHES);

    // The audit itself: without the syncs in the log, each answer must be a violation.
    const unsynced = calls.filter(({ name }) => name !== "fsync" && name !== "fdatasync");
    expect(auditOrder(unsynced, isUserData, isAnswer).violations.length).toBeGreaterThanOrEqual(
      CREATES + PATCHES,
    );
    console.log(`${audit.answers} answers in ${calls.length} system calls, 0 before the sync behind it`);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});
