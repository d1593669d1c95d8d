/** `gno doctor`: shows what is wrong and what to do; `--verify` compares every file with the index. */
import type { Check, Diagnosis } from "../../app/doctor.ts";
import { type Command, jsonOption } from "../command.ts";
import type { Paint } from "../io.ts";

const marks = { ok: "✓", info: "·", warning: "!", error: "✗" } as const;
const colors = { ok: "green", info: "dim", warning: "yellow", error: "red" } as const;

export const doctor: Command = {
  words: ["doctor"],
  summary: "Check the installation; with --verify also every file against the index.",
  positionals: [],
  options: [
    {
      name: "verify",
      type: "boolean",
      description: "Compare every file with the index and the index with itself",
    },
    {
      name: "online",
      type: "boolean",
      description: "Ask the configured model servers whether they are there",
    },
    jsonOption,
  ],

  async run(values, { config, io }) {
    // The comparison keeps this thread busy and only reads: Ctrl-C may end it at once.
    process.removeAllListeners("SIGINT");
    const [{ diagnose, withChecks }, { diagnoseModels }] = await Promise.all([
      import("../../app/doctor.ts"),
      import("../../app/doctor-models.ts"),
    ]);
    const models = await diagnoseModels(config, values.online === true);
    const diagnosis = withChecks(diagnose(config, values.verify === true), models);
    io.stdout.write(
      values.json ? `${JSON.stringify(diagnosis, null, 2)}\n` : `${render(diagnosis, io.paint)}\n`,
    );
    return diagnosis.healthy ? 0 : 2;
  },
};

function render({ version, node, checks, verify, healthy }: Diagnosis, paint: Paint): string {
  const lines = [`gno ${version} on Node ${node}`, ...checks.map((check) => row(check, paint))];
  if (verify !== undefined) {
    const { files, documents, chunks } = verify.checked;
    lines.push("", `Compared ${files} files with ${documents} documents and ${chunks} chunks.`);
    for (const { code, severity, collection, relPath, message, advice } of verify.findings) {
      const place = [collection, relPath].filter((part) => part !== undefined).join("/");
      lines.push(row({ name: place === "" ? code : place, state: severity, message, advice }, paint));
    }
    const listed = verify.findings.length;
    const found = Object.values(verify.counts).reduce((sum, count) => sum + count, 0);
    if (found > listed) lines.push(`  … ${found - listed} more of the same kinds`);
  }
  lines.push("", healthy ? "All is well." : "Something needs attention.");
  return lines.join("\n");
}

function row({ name, state, message, advice }: Check, paint: Paint): string {
  const hint = advice === undefined ? "" : `\n    ${advice}`;
  return `${paint(colors[state], marks[state])} ${name}: ${message}${hint}`;
}
