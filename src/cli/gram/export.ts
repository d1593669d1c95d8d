/** `gram-mcp export`: a document with its records as plain Markdown that any other tool reads. */
import { markdownOf } from "../../app/gram/inspect.ts";
import { type Command, CommandError } from "../command.ts";
import { told } from "./told.ts";

export const gramExport: Command = {
  words: ["export"],
  summary: "Print a document with its records as Markdown for other tools.",
  positionals: [{ name: "path", description: "The document, or document@revision", required: true }],
  options: [{ name: "md", type: "boolean", description: "As Markdown, the one form there is" }],

  async run(values, { io }) {
    if (values.md === false) throw new CommandError("VALIDATION", "--md is the one form there is.");
    io.stdout.write(await told(() => markdownOf(String(values.path))));
    return 0;
  },
};
