/** Each mutant is caught by the row that it breaks, in words that name the rule; the rest of it still stands. */
import { describe, expect, test } from "vitest";
import { type Contract, loadContract } from "../../conformance/contract.ts";
import { startHttp } from "../../conformance/examples/reference/http.ts";
import { inProcess } from "../../conformance/examples/reference/stdio.ts";
import { properties } from "../../conformance/properties/all.ts";
import { printReport } from "../../conformance/report.ts";
import { isGate, rowOn, rows } from "../../conformance/rows.ts";
import { conform } from "../../conformance/run.ts";
import type { Era } from "../../conformance/target/target.ts";
import { createVault } from "../../conformance/vault.ts";
import * as calls from "./mutants/call.ts";
import * as messages from "./mutants/message.ts";
import type { Mutant, Mutants } from "./mutants/mutant.ts";
import * as transports from "./mutants/transport.ts";

const published = loadContract("gno");

/** The contract as it would be if every tool published its output schema. */
const open: Contract = {
  ...published,
  tools: published.tools.map((tool) => ({ ...tool, publishOutput: true })),
  tool: (name) => open.tools.find((tool) => tool.name === name),
  list: (profile, write) =>
    published
      .list(profile, write)
      .map((tool) => ({ ...tool, outputSchema: published.tool(tool.name)!.output })),
};
const groups: readonly Mutants[] = [messages, calls, transports].flatMap((area) => Object.values(area));
const cases = groups.flatMap(({ property, list }) => list.map((mutant) => ({ property, ...mutant })));

async function run(property: string, mutant: Mutant) {
  const { wire, write = false } = mutant;
  const contract = mutant.publish === true ? open : published;
  const together = properties.find((one) => one.id === property)?.mode === "together";
  const [transport, era] = wire.split("-") as ["stdio" | "http", Era];
  const options = { contract, write, flaws: mutant.flaws() };
  const http = together || transport === "http" ? await startHttp(options) : undefined;
  const vault = write ? createVault(contract) : undefined;
  const smoke = mutant.smoke ?? (property === "list.golden" ? "message.ids" : "list.golden");
  try {
    return await conform(
      {
        contract: "gno",
        profile: "full",
        write,
        eras: together ? ["legacy", "modern"] : [era],
        stdio: together || transport === "stdio" ? inProcess(options) : undefined,
        http: http === undefined ? undefined : { url: http.url, headers: mutant.headers ?? {} },
        vault,
        seed: 42,
        runs: 25,
        path: undefined,
        only: smoke === "none" ? [property] : [smoke, property],
        maxRpm: undefined,
        timeoutMs: 700,
        baseline: { entries: [] },
        retry: false,
        progress: () => {},
      },
      contract,
    );
  } finally {
    await http?.close();
    vault?.remove();
  }
}

describe("mutants", () => {
  test.each(cases)(
    "$property catches a server that $name ($row on $wire)",
    async ({ property, ...mutant }) => {
      const report = await run(property, mutant);
      const row = rowOn(mutant.row, mutant.wire);
      expect(row?.check, "the mutant names a row of its property").toBe(property);
      const failed = report.entries.filter((entry) => entry.outcome === "failed");
      expect(failed.map((entry) => entry.row.key)).toContain(row?.key);
      const text = printReport(report, {
        contract: "gno",
        profile: "full",
        write: false,
        stdio: "mutant",
        http: "mutant",
        setup: undefined,
      });
      expect(text).toContain(row?.key);
      expect(text).toContain(row?.statement);
      expect(text).toMatch(/replay: concordat conform .*--seed 42/);
      expect(report.ok).toBe(!failed.some((entry) => isGate(entry.row.level)));
      const smoke = report.entries.filter(
        (entry) => entry.property !== property && entry.outcome === "failed",
      );
      expect(smoke.map((entry) => `${entry.row.key}: ${entry.failures[0]?.says}`)).toEqual([]);
    },
  );
});

describe("coverage of mutants", () => {
  test("every property has one, but for those that only skip or observe what a pipe cannot show", () => {
    const covered = new Set(groups.map((group) => group.property));
    const bare = properties.map((one) => one.id).filter((id) => !covered.has(id));
    expect(bare).toEqual(["meta.tolerant", "legacy.logging", "http.loopback", "stdio.framing"]);
  });

  test("every row that decides and is checked has one", () => {
    const covered = new Set(cases.map((one) => rowOn(one.row, one.wire)?.key));
    const open = rows.filter((row) => isGate(row.level) && row.check !== "-" && !covered.has(row.key));
    expect(open.map((row) => row.key)).toEqual([]);
  });
});
