/** `gno collection list`: the configured folders with their counts. */
import { withApp } from "../../app/direct.ts";
import { call } from "../call-tool.ts";
import { type Command, jsonOption } from "../command.ts";

interface Shown {
  readonly name: string;
  readonly path?: string;
  readonly documentCount: number;
  readonly state?: string;
  readonly note?: string;
}

export const collectionList: Command = {
  words: ["collection", "list"],
  summary: "List the configured collections with their folders and counts.",
  positionals: [],
  options: [jsonOption],

  async run(values, context) {
    const { io } = context;
    const { data } = await withApp(context.config, (app) => call(app, { name: "gno_status" }, {}, context));
    const { collections } = data as { collections: readonly Shown[] };
    if (values.json) {
      io.stdout.write(`${JSON.stringify({ collections }, null, 2)}\n`);
    } else if (collections.length === 0) {
      io.stdout.write("No collections yet. Add one: gno collection add <folder>\n");
    } else {
      for (const { name, path, documentCount, state, note } of collections) {
        const trouble =
          state === undefined || state === "ok"
            ? ""
            : io.paint("yellow", ` ${state}${note ? `: ${note}` : ""}`);
        io.stdout.write(
          `${io.paint("bold", name)}  ${documentCount} documents  ${io.paint("dim", path ?? "")}${trouble}\n`,
        );
      }
    }
    return 0;
  },
};
