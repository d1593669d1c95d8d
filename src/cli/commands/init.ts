/** `gno init`: writes a fresh config and, when a folder is named, adds and indexes it. */
import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { createConfig } from "../../app/init.ts";
import { expandHome } from "../../app/paths.ts";
import { tools } from "../../app/tools.ts";
import { type Command, CommandError, jsonOption } from "../command.ts";
import { runTool } from "./tool.ts";

const tokenizers = ["unicode61", "porter", "trigram", "snowball english"] as const;

export const init: Command = {
  words: ["init"],
  summary: "Write a fresh configuration, and index a folder when one is named.",
  positionals: [{ name: "folder", description: "Folder of notes to add and index", required: false }],
  options: [
    {
      name: "name",
      type: "string",
      hint: "text",
      description: "Name of the collection; the folder's name when left out",
    },
    { name: "pattern", type: "string", hint: "glob", description: "Files to index", default: "**/*.md" },
    {
      name: "include",
      type: "string",
      hint: "ext",
      multiple: true,
      description: "Extension to index. Repeatable.",
    },
    {
      name: "exclude",
      type: "string",
      hint: "name",
      multiple: true,
      description: "Name or glob to leave out. Repeatable.",
    },
    {
      name: "tokenizer",
      type: "string",
      hint: tokenizers.join("|"),
      description: "How words are stemmed; fixed after this",
      default: "snowball english",
    },
    jsonOption,
  ],

  async run(values, context) {
    const { config, io } = context;
    const tokenizer = tokenizers.find((each) => each === (values.tokenizer ?? "snowball english"));
    if (tokenizer === undefined)
      throw new CommandError("VALIDATION", `--tokenizer is one of: ${tokenizers.join(", ")}.`);
    const folder =
      typeof values.folder === "string" ? resolve(expandHome(values.folder, homedir())) : undefined;
    // Nothing is written when the folder is a typing error.
    if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw new CommandError("PATH_NOT_FOUND", `There is no folder ${folder}. Name one that exists.`);
    }
    if (existsSync(config.configFile)) {
      throw new CommandError(
        "DUPLICATE",
        `${config.configFile} exists already. Add a folder with: gno collection add ${folder ?? "<folder>"}`,
      );
    }
    createConfig(config, { ftsTokenizer: tokenizer });
    if (!io.quiet) io.stderr.write(`Wrote ${config.configFile}\n`);
    if (folder === undefined) {
      if (values.json) io.stdout.write(`${JSON.stringify({ configPath: config.configFile }, null, 2)}\n`);
      else io.stdout.write("Next, add a folder: gno collection add <folder>\n");
      return 0;
    }
    const add = tools.find(({ name }) => name === "gno_add_collection");
    if (add === undefined) throw new Error("The contract has no tool that adds a collection.");
    const { name, pattern, include, exclude } = values;
    const given = Object.entries({ name, pattern, include, exclude }).filter(
      ([, value]) => value !== undefined,
    );
    await runTool(add, { path: folder, ...Object.fromEntries(given) }, context, values.json === true);
    if (!io.quiet && !values.json) io.stderr.write('Next, search it: gno search "some words"\n');
    return 0;
  },
};
