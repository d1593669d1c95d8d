/** stdio.purity: stdout carries messages and nothing else, one a line, from start to exit. */
import { type Property, stdioWires } from "../property.ts";

const rows = ["stdio.only-messages", "stdio.one-line", "stdio.no-requests"];

export default {
  id: "stdio.purity",
  claim: "Standard output carries messages, one a line, and nothing else",
  rows,
  on: stdioWires,
  mode: "last",
  async run(check) {
    const talk = check.adopt(await check.stdio.open());
    await talk.list();
    let broken = false;
    for (const tool of check.readTools) {
      for (const example of tool.examples) {
        const reply = await talk.call(tool.name, example.input);
        broken ||= reply.text.includes("\\n");
      }
    }
    await talk.call("no_such_tool", {});
    await talk.close();
    for (const row of rows) {
      const source = row === "stdio.no-requests" ? row : "stdio.only-messages";
      const findings = check.watch.findings(source);
      for (const { says, exchange } of findings) check.fail(row, { says, exchange });
      if (findings.length > 0) continue;
      if (row === "stdio.one-line" && !broken) check.skip(row, "no answer had a line break in its text");
      else check.expect(row, true, "");
    }
  },
} satisfies Property;
