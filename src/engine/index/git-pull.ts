/**
 * `git pull --ff-only` in the root of a collection. Rules: no shell, nothing is asked (no terminal, no prompt), hooks of
 * the repository do not run, and a failure is a line in the result, never the end of the sync.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const TIMEOUT_MS = 120_000;

export interface PullProblem {
  readonly code: "GIT_PULL_FAILED";
  readonly message: string;
}

/** Only there a pull is tried. */
export function isRepository(root: string): boolean {
  return existsSync(path.join(root, ".git"));
}

/** undefined = pulled, or the root is no repository. */
export function gitPull(root: string, signal: AbortSignal | undefined): Promise<PullProblem | undefined> {
  if (!isRepository(root)) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const child = execFile(
      "git",
      [
        "-c",
        "core.hooksPath=/dev/null",
        "-c",
        "core.askPass=true",
        "pull",
        "--ff-only",
        "--quiet",
        "--no-recurse-submodules",
      ],
      { cwd: root, signal, timeout: TIMEOUT_MS, maxBuffer: 1024 * 1024, windowsHide: true },
      (error, _stdout, stderr) => {
        if (signal?.aborted) reject(signal.reason);
        else resolve(error === null ? undefined : problem(error, stderr));
      },
    );
    child.stdin?.end();
  });
}

function problem(error: Error & { code?: unknown; killed?: boolean }, stderr: string): PullProblem {
  if (error.code === "ENOENT") return failed("git is not installed.");
  if (error.killed) return failed(`It took longer than ${TIMEOUT_MS / 1000} s.`);
  if (/not possible to fast-forward|diverg/i.test(stderr)) {
    return failed("The branch has commits of its own; merge or rebase it by hand.");
  }
  if (/no tracking information|no such ref|no remote/i.test(stderr)) {
    return failed("The branch follows no remote branch.");
  }
  if (/would be overwritten|local changes/i.test(stderr))
    return failed("Local changes are in the way; commit them first.");
  if (/could not read|authentication|permission denied/i.test(stderr))
    return failed("The remote asks for a sign-in.");
  return failed("Run `git pull --ff-only` in the folder to see why.");
}

function failed(why: string): PullProblem {
  return { code: "GIT_PULL_FAILED", message: `git pull failed; the files as they are were indexed. ${why}` };
}
