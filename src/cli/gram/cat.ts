/** `gram-mcp cat`: the body of a document at a revision, as it was written. */
import { bodyOf } from "../../app/gram/inspect.ts";
import type { Command } from "../command.ts";
import { told } from "./told.ts";

export const gramCat: Command = {
  words: ["cat"],
  summary: "Print the body of a document, now or at a revision.",
  positionals: [{ name: "path", description: "The document, or document@revision", required: true }],
  options: [],

  async run(values, { io }) {
    const text = await told(() => bodyOf(String(values.path)));
    if (text !== "") io.stdout.write(`${text}\n`);
    return 0;
  },
};
