/** `gno audit`: the report as a table with an exit code of its own. Ctrl-C ends it with what it knows. */
import { withApp } from "../../app/direct.ts";
import { tools } from "../../app/tools.ts";
import { call } from "../call-tool.ts";
import type { Command, Context, Values } from "../command.ts";
import type { Paint } from "../io.ts";
import { createProgress } from "../progress.ts";
import { printable } from "../render.ts";
import { toolOptions } from "../tool-options.ts";
import { requireConfig, toolCommand } from "./tool.ts";

interface Finding {
  readonly severity: "error" | "warning" | "info";
  readonly subject: string;
  readonly location: string | null;
  readonly message: string;
  readonly guidance: readonly string[];
}

interface Report {
  readonly status: "complete" | "partial" | "changed_during_audit" | "failed";
  readonly rules: readonly {
    readonly ruleId: string;
    readonly status: "pass" | "fail" | "skip" | "unavailable" | "inconclusive";
    readonly message: string;
    readonly findings: readonly Finding[];
    readonly findingCount: number;
  }[];
  readonly counts: {
    readonly findings: { readonly total: number; readonly returned: number };
    readonly examined: { readonly documents: number };
  };
  readonly durationMs: number;
}

export function auditCommand(): Command {
  const command = toolCommand("audit");
  if (command === undefined) throw new Error("The contract has no tool that audits.");
  return {
    ...command,
    summary: `${command.summary} Exit code: 0 nothing found, 4 findings, 5 the report is not complete.`,
    run,
  };
}

async function run(values: Values, context: Context): Promise<number> {
  const tool = tools.find(({ name }) => name === "gno_audit");
  if (tool === undefined) throw new Error("The contract has no tool that audits.");
  const { io, signal, config } = context;
  requireConfig(config);
  const progress = createProgress(io);
  const report = await withApp(config, async (app) => {
    // A call that is cancelled answers nothing. Here the user sees what was found until then.
    const stop = () => void app.engine().then((engine) => engine.audit.stop());
    signal.addEventListener("abort", stop, { once: true });
    try {
      const uncancelled = { ...context, signal: new AbortController().signal };
      const { data } = await call(
        app,
        tool,
        toolOptions(tool).toArguments(values),
        uncancelled,
        progress.update,
      );
      return data as Report;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }).finally(progress.end);
  const text = values.json === true ? JSON.stringify(report, null, 2) : table(report, io.paint);
  io.stdout.write(`${text}\n`);
  return exitOf(report);
}

/** 0 clean, 4 findings; 5 when the report is not the whole truth, 2 when there is none. */
export function exitOf({ status, counts }: Pick<Report, "status" | "counts">): number {
  if (status === "failed") return 2;
  if (status !== "complete") return 5;
  return counts.findings.total > 0 ? 4 : 0;
}

const colours = {
  pass: "green",
  fail: "red",
  skip: "dim",
  unavailable: "yellow",
  inconclusive: "yellow",
} as const;

export function table({ status, rules, counts, durationMs }: Report, paint: Paint): string {
  const width = Math.max(...rules.map(({ ruleId }) => ruleId.length));
  const overview = rules.map(
    (rule) =>
      `${paint(colours[rule.status], rule.status.padEnd(12))} ${rule.ruleId.padEnd(width)}  ${printable(rule.message)}`,
  );
  const details = rules
    .filter(({ findings }) => findings.length > 0)
    .map(({ ruleId, findings, findingCount }) => {
      const more = findingCount - findings.length;
      return [
        paint("bold", `${ruleId} (${findingCount})`),
        ...findings.map((finding) => `  ${place(finding, paint)}  ${printable(finding.message)}`),
        ...(more > 0 ? [paint("dim", `  … ${more} more; raise --max-findings or narrow the scope`)] : []),
        ...[...new Set(findings.flatMap(({ guidance }) => guidance))]
          .slice(0, 2)
          .map((one) => paint("dim", `  → ${printable(one)}`)),
      ].join("\n");
    });
  const { documents } = counts.examined;
  const { total } = counts.findings;
  const summary =
    `${status.replaceAll("_", " ")}: ${total} finding${total === 1 ? "" : "s"} in ${documents} document` +
    `${documents === 1 ? "" : "s"} (${(durationMs / 1000).toFixed(1)} s)`;
  return [overview.join("\n"), ...details, paint("bold", summary)].join("\n\n");
}

function place({ subject, location }: Finding, paint: Paint): string {
  return paint("cyan", printable(location === null ? subject : `${subject} ${location}`));
}
