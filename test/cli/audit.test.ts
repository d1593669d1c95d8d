/** `gno audit`: its exit codes and its table. */
import { describe, expect, test } from "vitest";
import { exitOf, table } from "../../src/cli/commands/audit.ts";
import { plain } from "../../src/cli/io.ts";

const counts = (total: number) => ({ findings: { total, returned: total }, examined: { documents: 2 } });

describe("the exit code", () => {
  test.each([
    { status: "complete", total: 0, exit: 0 },
    { status: "complete", total: 3, exit: 4 },
    { status: "partial", total: 3, exit: 5 },
    { status: "changed_during_audit", total: 0, exit: 5 },
    { status: "failed", total: 0, exit: 2 },
  ] as const)("of $status with $total findings is $exit", ({ status, total, exit }) => {
    expect(exitOf({ status, counts: counts(total) })).toBe(exit);
  });
});

test("the table names each rule, then its findings, and says what is left out", () => {
  const finding = {
    severity: "warning",
    subject: "gno://notes/a.md",
    location: "L1:C2",
    message: "The link [[x\u001b[31m]] leads to no document.",
    guidance: ["Mend it."],
  } as const;
  const report = {
    status: "complete",
    rules: [
      {
        ruleId: "links.local-targets",
        status: "fail",
        message: "Links: 2.",
        findings: [finding],
        findingCount: 2,
      },
      { ruleId: "links.orphans", status: "pass", message: "All fine.", findings: [], findingCount: 0 },
    ],
    counts: counts(2),
    durationMs: 1_234,
  } as const;
  expect(table(report, plain)).toBe(`fail         links.local-targets  Links: 2.
pass         links.orphans        All fine.

links.local-targets (2)
  gno://notes/a.md L1:C2  The link [[x [31m]] leads to no document.
  … 1 more; raise --max-findings or narrow the scope
  → Mend it.

complete: 2 findings in 2 documents (1.2 s)`);
});
