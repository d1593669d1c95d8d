/** message.text: text in any script goes in and comes back unharmed. */
import { everyWire, type Property } from "../property.ts";
import { isObject } from "../target/target.ts";

const rows = ["base.utf-8"];
const samples = [
  "\u{1F600} smile",
  "e\u0301 and é",
  "日本語",
  "line\u2028separator",
  'tab\tquote"backslash\\',
  "‮right to left",
];

export default {
  id: "message.text",
  claim: "Text in any script comes back as it went in",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    for (const { says, exchange } of check.watch.findings("base.utf-8"))
      check.fail("base.utf-8", { says, exchange });
    for (const text of samples) {
      const echo = check.options.knowledge.echo(text);
      if (echo === undefined || !check.listed.some((tool) => tool.name === echo.tool)) {
        return check.skip("base.utf-8", "no tool of the profile repeats a text");
      }
      const reply = await talk.call(echo.tool, echo.arguments);
      const structured = reply.result?.structuredContent;
      const back = isObject(structured) ? echo.read(structured) : undefined;
      check.expect(
        "base.utf-8",
        back === text,
        `${JSON.stringify(text)} came back as ${JSON.stringify(back)}`,
        reply,
      );
    }
  },
} satisfies Property;
