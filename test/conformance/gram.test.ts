/** gram-mcp conforms on every wire: every tool is listed whatever may be written, so it runs with writes on. */
import { describe, expect, test } from "vitest";
import { loadContract } from "../../conformance/contract.ts";
import { printReport } from "../../conformance/report.ts";
import { conform } from "../../conformance/run.ts";
import { startGram } from "./gram-server.ts";

const contract = loadContract("gram");

describe("gram", () => {
  test("conforms on all four wires", { timeout: 300_000 }, async () => {
    const server = await startGram(contract);
    try {
      const report = await conform(
        {
          contract: contract.name,
          profile: "full",
          write: true,
          eras: ["legacy", "modern"],
          stdio: server.stdio,
          http: { url: server.url, headers: {} },
          vault: server.vault,
          seed: 20_260_728,
          runs: 10,
          path: undefined,
          only: [],
          maxRpm: undefined,
          timeoutMs: 10_000,
          baseline: { entries: [] },
          retry: true,
          progress: () => {},
        },
        contract,
      );
      const failed = report.entries.filter(({ outcome }) => outcome === "failed" || outcome === "flaky");
      const invocation = {
        contract: contract.name,
        profile: "full",
        write: true,
        stdio: "gram-mcp --root {vault}",
        http: String(server.url),
        setup: undefined,
      };
      expect(
        failed.length === 0 ? "" : printReport({ ...report, entries: failed, notes: [] }, invocation),
      ).toBe("");
      expect(report.musts.exercised).toBeGreaterThan(100);
    } finally {
      await server.close();
    }
  });
});
