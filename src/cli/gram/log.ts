/** `gram-mcp log`: the revisions of a document, newest first. */
import { logOf } from "../../app/gram/inspect.ts";
import { type Command, jsonOption } from "../command.ts";
import { told } from "./told.ts";

export const gramLog: Command = {
  words: ["log"],
  summary: "Show the revisions of a document: when, by whom, and what they changed.",
  positionals: [{ name: "path", description: "The document", required: true }],
  options: [jsonOption],

  async run(values, { io }) {
    const { document, damaged, revisions } = await told(() => logOf(String(values.path)));
    if (values.json === true) io.stdout.write(`${JSON.stringify({ document, revisions }, null, 2)}\n`);
    else {
      for (const { rev, at, by, hash, changes } of revisions) {
        io.stdout.write(`${io.paint("bold", `revision ${rev}`)}  ${at}  ${hash}  ${by}\n`);
        for (const { owner, op, what } of changes) io.stdout.write(`  ${op} ${owner}: ${what.join(", ")}\n`);
      }
    }
    if (damaged === undefined) return 0;
    io.stderr.write(`Revision ${damaged.revision} is damaged: ${damaged.reason}.\n`);
    return 2;
  },
};
