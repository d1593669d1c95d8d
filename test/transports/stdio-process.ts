/** A server process for tests: the fake contract behind the real stdout. Argument `noisy` prints in every way there is. */
import { claimStdout } from "../../src/transports/stdout-guard.ts";

const output = claimStdout();
const { serveOnStdio } = await import("../../src/transports/stdio.ts");
const { createFake } = await import("./fake-service.ts");

if (process.argv.includes("noisy")) {
  const { spawnSync } = await import("node:child_process");
  const { writeSync } = await import("node:fs");
  console.log("console noise");
  process.stdout.write("stdout noise\n");
  writeSync(1, "descriptor noise\n");
  // A child that inherits descriptor 1 stands for a native module that prints.
  if (output.moved) spawnSync(process.execPath, ["-p", "'native noise'"], { stdio: "inherit" });
}

const { service, resources, log } = createFake();
const exit = await serveOnStdio({ service, resources, log, output });
process.stderr.write(`ended: ${exit.reason}\n`);
process.exit(exit.code);
