/** `gno context add|list|rm`: the guidance that answers show beside documents. */
import { ContextError, type Contexts, createContexts } from "../../app/contexts.ts";
import { type Command, CommandError, type Context, jsonOption, type Values } from "../command.ts";
import { requireConfig } from "./tool.ts";

const scope = {
  name: "scope",
  description: "/ for everything, a collection, or a gno:// URI of a folder or document",
  required: true,
};

export const contextAdd: Command = {
  words: ["context", "add"],
  summary: "Add guidance that answers show beside the documents of a place.",
  positionals: [
    scope,
    {
      name: "text",
      description: "The guidance; - reads it from standard input",
      required: true,
      rest: "words",
    },
  ],
  options: [jsonOption],
  async run(values, context) {
    const text = values.text === "-" ? await context.io.readStdin() : String(values.text);
    return answer(values, context, (contexts) => {
      const added = contexts.add(String(values.scope), text);
      return { data: { added }, text: `Added for ${added.scopeKey}` };
    });
  },
};

export const contextList: Command = {
  words: ["context", "list"],
  summary: "List the configured guidance, in the order of the configuration.",
  positionals: [],
  options: [jsonOption],
  run: (values, context) =>
    answer(values, context, (contexts) => {
      const all = contexts.list();
      const lines = all.map(
        ({ scopeType, scopeKey, text }) =>
          `${context.io.paint("bold", scopeKey)}  ${context.io.paint("dim", scopeType)}\n  ${text.trim().replaceAll("\n", "\n  ")}`,
      );
      const none = "No contexts yet. Add one: gno context add <scope> <text>";
      return { data: { contexts: all }, text: all.length === 0 ? none : lines.join("\n") };
    }),
};

export const contextRemove: Command = {
  words: ["context", "rm"],
  summary: "Remove the guidance of a place.",
  positionals: [scope],
  options: [jsonOption],
  run: (values, context) =>
    answer(values, context, (contexts) => {
      const removed = contexts.remove(String(values.scope));
      return {
        data: { removed },
        text: `Removed: ${removed.length} for ${removed[0]?.scopeKey}`,
      };
    }),
};

async function answer(
  values: Values,
  { config, io }: Context,
  run: (contexts: Contexts) => { readonly data: unknown; readonly text: string },
): Promise<number> {
  requireConfig(config);
  try {
    const { data, text } = run(createContexts(config.configFile));
    io.stdout.write(values.json ? `${JSON.stringify(data, null, 2)}\n` : `${text}\n`);
    return 0;
  } catch (error) {
    if (error instanceof ContextError) throw new CommandError(error.code, error.message);
    throw error;
  }
}
