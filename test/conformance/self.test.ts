/** Our own server conforms on every wire, in every profile, with writes off and on. */
import { describe, expect, test } from "vitest";
import { loadContract } from "../../conformance/contract.ts";
import { printReport } from "../../conformance/report.ts";
import { isGate } from "../../conformance/rows.ts";
import { conform } from "../../conformance/run.ts";
import { type GnoServerOptions, startGno } from "./gno-server.ts";

const contract = loadContract("gno");
const seed = 20_260_728;

/** Failures in words, gate rows and others apart: the text of a failing test is then the suite's own. */
async function failures(options: GnoServerOptions, only: readonly string[]) {
  const server = await startGno(contract, options);
  try {
    const report = await conform(
      {
        contract: contract.name,
        ...options,
        eras: ["legacy", "modern"],
        stdio: server.stdio,
        http: { url: server.url, headers: {} },
        vault: server.vault,
        seed,
        runs: 10,
        path: undefined,
        only,
        maxRpm: undefined,
        timeoutMs: 10_000,
        baseline: { entries: [] },
        retry: true,
        progress: () => {},
      },
      contract,
    );
    const invocation = {
      contract: contract.name,
      ...options,
      stdio: "gno mcp",
      http: String(server.url),
      setup: undefined,
    };
    const failed = report.entries.filter((entry) => entry.outcome === "failed" || entry.outcome === "flaky");
    const text = (gate: boolean) =>
      failed
        .filter((entry) => isGate(entry.row.level) === gate)
        .map((entry) => printReport({ ...report, entries: [entry], notes: [] }, invocation));
    return { gate: text(true), others: text(false), musts: report.musts };
  } finally {
    await server.close();
  }
}

describe("gno", () => {
  test("conforms on all four wires", { timeout: 900_000 }, async () => {
    const { gate, others, musts } = await failures({ profile: "full", write: false }, []);
    expect(gate.join("\n")).toBe("");
    expect(others.join("\n")).toBe("");
    expect(musts.exercised).toBeGreaterThan(110);
  });

  test("publishes and runs its write tools when writes are on", { timeout: 600_000 }, async () => {
    const some = [
      "list.golden",
      "call.near-miss",
      "call.unknown-tool",
      "write.gate",
      "wires.equal",
      "write.examples",
      "write.generated",
    ];
    const { gate } = await failures({ profile: "full", write: true }, some);
    expect(gate.join("\n")).toBe("");
  });

  test.each([true, false])(
    "keeps to the core profile (writes on: %s)",
    { timeout: 600_000 },
    async (write) => {
      const some = ["list.golden", "list.schemas", "call.unknown-tool", "write.gate", "wires.equal"];
      const { gate } = await failures({ profile: "core", write }, some);
      expect(gate.join("\n")).toBe("");
    },
  );
});
