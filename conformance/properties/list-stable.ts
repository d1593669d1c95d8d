/** list.stable: the tools and their order depend on nothing that happened before. */
import { everyWire, type Property } from "../property.ts";

const rows = ["tools.history-free", "tools.order"];

export default {
  id: "list.stable",
  claim: "tools/list gives the same tools in the same order after other calls and on other connections",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    const first = JSON.stringify(await talk.list());
    const order = names(first);
    for (let round = 0; round < 5; round++) {
      const again = JSON.stringify(await talk.list());
      check.expect("tools.order", names(again) === order, `round ${round + 2} has the order ${names(again)}`);
    }
    for (const tool of check.readTools.slice(0, 4)) {
      await talk.call(tool.name, tool.examples[0]?.input ?? {});
    }
    check.expect(
      "tools.history-free",
      JSON.stringify(await talk.list()) === first,
      "the list changed after calls",
    );
    const other = await check.other();
    const there = JSON.stringify(await other.list());
    check.expect("tools.history-free", there === first, "another connection gets another list");
    check.expect("tools.order", names(there) === order, `another connection gets the order ${names(there)}`);
  },
} satisfies Property;

function names(list: string): string {
  return (JSON.parse(list) as { name: string }[]).map((tool) => tool.name).join(", ");
}
