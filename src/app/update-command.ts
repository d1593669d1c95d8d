/** Runs the `updateCmd` of a collection, which its owner wrote into the config, in the collection's folder. */
import { type ChildProcess, spawn } from "node:child_process";
import type { CollectionConfig } from "../engine/config/types.ts";
import { JobProblem } from "../engine/jobs/failure.ts";
import type { AppLog } from "./log.ts";

const hasGroups = process.platform !== "win32";

/** Rejects when the command fails; a cancelled one is ended, with all that it started. */
export function createUpdateCommand(log: AppLog) {
  return (collection: CollectionConfig, signal: AbortSignal): Promise<void> => {
    const command = collection.updateCmd;
    if (command === undefined) return Promise.resolve();
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      // The command must not read our standard input or write to our standard output: both belong to the protocol.
      const child = spawn(command, {
        cwd: collection.path,
        shell: true,
        stdio: ["ignore", "pipe", "pipe"],
        detached: hasGroups,
      });
      const cancel = () => {
        end(child);
        reject(signal.reason);
      };
      signal.addEventListener("abort", cancel, { once: true });
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          for (const line of text.split("\n")) {
            if (line.trim() !== "") log.info(line, { updateCmd: collection.name });
          }
        });
      }
      child.on("error", (error) =>
        reject(new JobProblem(`The updateCmd of ${collection.name} could not be started.`, { cause: error })),
      );
      child.on("close", (code) => {
        signal.removeEventListener("abort", cancel);
        if (code === 0) resolve();
        else {
          const how = code === null ? "was ended by a signal" : `failed with code ${code}`;
          reject(new JobProblem(`The updateCmd of ${collection.name} ${how}. Run it by hand to see why.`));
        }
      });
    });
  };
}

/** The shell leads a process group, so that nothing it started is left behind. */
function end(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(hasGroups ? -child.pid : child.pid, "SIGTERM");
  } catch {
    // It has ended by itself meanwhile.
  }
}
