/** Sets one policy with one confirmation when told to, and says what came of it; `--stop` = stops right after the claim. */
import { randomUUID } from "node:crypto";
import { createConfigStore } from "../../../src/engine/config/store.ts";
import { createEgress } from "../../../src/engine/egress/egress.ts";

const [configFile = "", durablePath = "", mode] = process.argv.slice(2);
const config = createConfigStore(configFile);
const quiet = () => undefined;
const egress = createEgress({
  config:
    mode === "--stop"
      ? {
          load: config.load,
          setEgressPolicy() {
            // The revision is committed, index.yml is not rewritten yet: here the other process kills this one.
            process.stdout.write("claimed\n");
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
          },
        }
      : config,
  durablePath,
  clock: { now: () => Date.now() },
  ids: { uuid: randomUUID },
  log: { error: quiet, warn: quiet, info: quiet },
});

process.stdout.write("ready\n");
process.stdin.once("data", async () => {
  const outcome = await egress.setPolicy({
    collection: "notes",
    policy: "remote",
    confirmation: {
      collection: "notes",
      currentPolicy: "local_only",
      currentRevision: 0,
      targetPolicy: "remote",
      acknowledged: true,
    },
  });
  process.stdout.write(`${outcome.kind}\n`);
  egress.close();
  process.exit(0);
});
