/** `gram-mcp verify`: every block, chain and state of documents, read and checked. */
import { type Verdict, verify } from "../../app/gram/inspect.ts";
import { type Command, jsonOption } from "../command.ts";
import { told } from "./told.ts";

export const gramVerify: Command = {
  words: ["verify"],
  summary: "Check every revision of documents: lengths, chain and state hashes.",
  positionals: [
    {
      name: "path",
      description: "Documents or folders; the current folder when left out",
      required: false,
      rest: "list",
    },
  ],
  options: [jsonOption],

  async run(values, { io }) {
    const given = Array.isArray(values.path) ? values.path.map(String) : [];
    const verdicts: Verdict[] = [];
    for (const path of given.length === 0 ? ["."] : given) verdicts.push(...(await told(() => verify(path))));
    const bad = verdicts.filter(({ problem }) => problem !== null).length;
    if (values.json === true) {
      io.stdout.write(`${JSON.stringify({ documents: verdicts, bad }, null, 2)}\n`);
    } else {
      for (const { path, revisions, problem, torn } of verdicts) {
        const tail = torn === 0 ? "" : `, ${torn} bytes of an unfinished append`;
        const verdict = problem === null ? "ok " : io.paint("red", "BAD");
        io.stdout.write(
          `${verdict} ${path}  ${revisions} revisions${tail}${problem === null ? "" : `  ${problem}`}\n`,
        );
      }
      io.stdout.write(`${verdicts.length} documents, ${bad} bad\n`);
    }
    return bad === 0 ? 0 : 2;
  },
};
