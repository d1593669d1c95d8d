/** Cold start: from spawn to the first `tools/list` answer over stdio. */
import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { coldStart, median } from "./measure.ts";
import type { Row } from "./report.ts";

const OPENING = [
  {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", id: 2, method: "tools/list" },
]
  .map((message) => `${JSON.stringify(message)}\n`)
  .join("");

const RUNS = 11;

export async function start(work: string, built: string): Promise<Row[]> {
  const home = mkdtempSync(join(work, "start-"));
  const env = {
    ...process.env,
    GNO_CONFIG_DIR: home,
    GNO_DATA_DIR: home,
    GNO_CACHE_DIR: home,
    MEMORY_FILE_PATH: join(home, "memory.json"),
  };
  const memory = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-memory/dist/index.js");
  const isList = (line: string) => line.includes('"tools":[');
  const ours: number[] = [];
  const peers: number[] = [];
  const bare: number[] = [];
  // Interleaved, so that a busy moment meets all three.
  for (let n = 0; n < RUNS; n += 1) {
    ours.push(await coldStart([process.execPath, built, "mcp"], OPENING, isList, env));
    peers.push(await coldStart([process.execPath, memory], OPENING, isList, env));
    bare.push(await coldStart([process.execPath, "-e", "console.log(0)"], "", () => true, env));
  }
  const value = median(ours);
  const peer = median(peers);
  const node = median(bare);
  return [
    {
      group: "cold start",
      measure: `to tools/list, median of ${RUNS}`,
      value,
      unit: "ms",
      floor: { what: "server-memory", value: peer },
      aim: { rule: "× 0.8", value: peer * 0.8 },
      limit: { rule: "× 1.2", value: peer * 1.2 },
    },
    {
      group: "cold start",
      measure: "the same",
      value,
      unit: "ms",
      floor: { what: "node -e", value: node },
      aim: { rule: "× 5", value: node * 5 },
      limit: { rule: "× 8", value: node * 8 },
    },
  ];
}
