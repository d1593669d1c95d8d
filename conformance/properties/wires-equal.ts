/** wires.equal: a caller cannot tell from the data which wire it came over. */
import type { Line } from "../check.ts";
import { everyWire, type Property } from "../property.ts";
import { firstDifference, still } from "../state.ts";

const rows = ["wires.equal"];

export default {
  id: "wires.equal",
  claim: "All wires list the same tools and answer the same call with the same structured content",
  rows,
  on: everyWire,
  mode: "together",
  async run(check) {
    const [first, ...others] = check.lines;
    if (first === undefined || others.length === 0)
      return check.skip("wires.equal", "only one wire was given");
    const { local, moving } = check.options.knowledge;
    const tools = async (line: Line) => JSON.stringify(await (await check.talk(line)).list());
    const want = await tools(first);
    for (const other of others) {
      const got = await tools(other);
      check.expect(
        "wires.equal",
        got === want,
        `tools/list on ${first.wire} and ${other.wire}: ${firstDifference(want, got)}`,
      );
    }
    for (const tool of check.readTools.filter((one) => !local.has(one.name))) {
      for (const { name, arguments: args } of check.contract.golden(tool).calls) {
        const call = async (line: Line) => (await check.talk(line)).call(tool.name, args);
        const data = (structured: unknown) => JSON.stringify(still(structured, moving)) ?? "";
        const base = data((await call(first)).result?.structuredContent);
        for (const other of others) {
          const reply = await call(other);
          const got = data(reply.result?.structuredContent);
          const says = `${tool.name}, example "${name}", on ${first.wire} and ${other.wire}: ${firstDifference(base, got)}`;
          check.expect("wires.equal", got === base, says, reply);
        }
      }
    }
  },
} satisfies Property;
