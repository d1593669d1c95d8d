/** Runs the `updateCmd` of a collection, which its owner wrote into the config, in the collection's folder. */
import { spawn } from "node:child_process";
import type { CollectionConfig } from "../engine/config/types.ts";
import { JobProblem } from "../engine/jobs/failure.ts";
import type { AppLog } from "./log.ts";

/** Rejects when the command fails; a cancelled one is ended. */
export function createUpdateCommand(log: AppLog) {
  return (collection: CollectionConfig, signal: AbortSignal): Promise<void> => {
    const command = collection.updateCmd;
    if (command === undefined) return Promise.resolve();
    return new Promise((resolve, reject) => {
      // The command must not read our standard input or write to our standard output: both belong to the protocol.
      const child = spawn(command, {
        cwd: collection.path,
        shell: true,
        stdio: ["ignore", "pipe", "pipe"],
        signal,
      });
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          for (const line of text.split("\n"))
            if (line.trim() !== "") log.info(line, { updateCmd: collection.name });
        });
      }
      child.on("error", reject);
      child.on("close", (code) => {
        if (code === 0) resolve();
        else
          reject(
            new JobProblem(
              `The updateCmd of ${collection.name} failed with code ${code}. Run it by hand to see why.`,
            ),
          );
      });
    });
  };
}
