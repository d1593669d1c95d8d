/** A writer that waits inside its critical section, between its plan and its append, until it is told to go on. */
import { once } from "node:events";
import { writeSync } from "node:fs";
import path from "node:path";
import { nodeGramFiles } from "../../../src/engine/gram/files.ts";
import { createGramReader } from "../../../src/engine/gram/reader.ts";
import { createGramWriter } from "../../../src/engine/gram/writer.ts";
import { createWriteLease } from "../../../src/engine/jobs/lease.ts";
import { systemClock } from "../../../src/engine/ports.ts";

export interface HolderOptions {
  readonly vault: string;
  readonly file: string;
  readonly rev: number;
  readonly hash: string;
  /** false = the mutant: it writes without asking for the lock. */
  readonly lock: boolean;
}

const { vault, file, rev, hash, lock } = JSON.parse(process.argv[2] ?? "{}") as HolderOptions;
const say = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);

const reader = createGramReader();
const writer = createGramWriter({
  reader,
  clock: systemClock,
  log: { error() {}, warn() {}, info() {} },
  files: {
    ...nodeGramFiles,
    async append(...args) {
      say({ said: "holding" });
      await once(process.stdin, "data");
      await nodeGramFiles.append(...args);
    },
  },
});
const lease = createWriteLease({ folder: path.join(vault, ".gram-mcp") });
const held = lock ? await lease.acquire(5_000, AbortSignal.timeout(60_000)) : undefined;
const result = await writer.patch(
  path.join(vault, file),
  { rev, hash },
  [{ op: "add", record: { type: "task", t: "held" } }],
  { client: "holder/1", requestId: "held", tool: "gram_patch", args: {} },
);
held?.release();
lease.close();
say({ said: "done", kind: result.kind });
process.stdin.destroy();
