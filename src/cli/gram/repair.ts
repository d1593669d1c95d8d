/** `gram-mcp repair`: drops a damaged last revision, with the person's consent. */
import { join, resolve } from "node:path";
import { LOCK_FOLDER, lockFoldersOf } from "../../app/gram/lock-folder.ts";
import { damageOf, repair } from "../../app/gram/repair.ts";
import { type Command, jsonOption } from "../command.ts";
import { confirm } from "../confirm.ts";
import { told } from "./told.ts";

export const gramRepair: Command = {
  words: ["repair"],
  summary: "Drop a damaged last revision of a document, after keeping a copy of it.",
  positionals: [{ name: "path", description: "The document", required: true }],
  options: [
    {
      name: "root",
      type: "string",
      hint: "folder",
      description: "The served folder; otherwise every folder above with a .gram-mcp counts as one",
    },
    jsonOption,
  ],

  async run(values, context) {
    const path = String(values.path);
    const { io } = context;
    const say = (data: object, text: string) =>
      io.stdout.write(values.json === true ? `${JSON.stringify({ path, ...data }, null, 2)}\n` : `${text}\n`);
    const damage = await told(() => damageOf(path));
    if (damage === undefined) {
      say({ repaired: false }, `${path} is not damaged.`);
      return 0;
    }
    const { revision, reason, back } = damage;
    const question = `Revision ${revision} of ${path} is damaged: ${reason}. Drop it and go back to revision ${back}, keeping a copy?`;
    if (!(await confirm(question, context))) {
      say({ repaired: false }, "Nothing was changed.");
      return 1;
    }
    const locks =
      typeof values.root === "string" ? [join(resolve(values.root), LOCK_FOLDER)] : lockFoldersOf(path);
    const copy = await told(() => repair(path, damage, locks, context.signal));
    say(
      { repaired: true, revision: back, copy },
      `${path} stands at revision ${back}. What was dropped is kept in ${copy}.`,
    );
    return 0;
  },
};
