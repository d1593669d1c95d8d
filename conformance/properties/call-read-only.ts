/** call.read-only: read tools change nothing and answer the same call the same way. */
import { everyWire, type Property } from "../property.ts";
import { changed, firstDifference, snapshot, still } from "../state.ts";

const rows = ["call.read-only", "call.repeatable", "tools.hints-true"];

export default {
  id: "call.read-only",
  claim: "Read tools change nothing and answer the same call with the same data",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    const { moving } = check.options.knowledge;
    const before = await snapshot(check, talk);
    for (const tool of check.readTools) {
      for (const { arguments: args } of check.contract.golden(tool).calls.slice(0, 3)) {
        const [one, two] = [await talk.call(tool.name, args), await talk.call(tool.name, args)];
        const [first, second] = [one, two].map(
          (reply) => JSON.stringify(still(reply.result?.structuredContent, moving)) ?? "",
        );
        check.expect(
          "call.repeatable",
          first === second,
          `${tool.name}: ${firstDifference(first ?? "", second ?? "")}`,
          two,
        );
      }
    }
    const says = changed(before, await snapshot(check, talk));
    check.expect("call.read-only", says === undefined, says ?? "");
    const hinted = check.listed.some(
      (tool) =>
        check.contract.list(check.options.profile, check.options.write).find((one) => one.name === tool.name)
          ?.annotations?.readOnlyHint === true,
    );
    if (hinted) check.expect("tools.hints-true", says === undefined, says ?? "");
    else check.skip("tools.hints-true", "no tool calls itself read-only");
  },
} satisfies Property;
