/** message.ids: ids come back as they went, and do not mix callers up. */
import { everyWire, type Property } from "../property.ts";
import type { Id } from "../target/target.ts";

const rows = ["base.id-echoed", "base.error-keeps-id", "base.same-id-apart"];
const ids: readonly Id[] = [0, 1, -1, Number.MAX_SAFE_INTEGER, "1", "", "é", "e-1"];

export default {
  id: "message.ids",
  claim: "A response carries the id of its request with the same value and type",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    for (const id of ids) {
      const reply = await talk
        .request("tools/list", {}, { id, timeoutMs: Math.min(3_000, check.options.timeoutMs) })
        .catch(() => undefined);
      const says = `no response with the id ${JSON.stringify(id)}`;
      check.expect("base.id-echoed", reply?.message?.id === id, says, reply);
      if (reply === undefined) break;
    }
    const faults = [
      () => talk.request("no/such-method", {}, { id: "e-1" }),
      () => talk.call("no_such_tool", {}, { id: "e-1" }),
    ];
    for (const fault of faults) {
      const reply = await fault();
      check.expect(
        "base.error-keeps-id",
        reply.message?.error !== undefined && reply.message.id === "e-1",
        "the error lacks the id e-1",
        reply,
      );
    }
    await apart();

    async function apart() {
      if (check.transport === "stdio") return;
      const other = await check.fresh();
      const tool = check.readTools.find((one) => one.name.endsWith("_search")) ?? check.readTools[0];
      if (tool === undefined) return check.skip("base.same-id-apart", "there is no read tool");
      for (let round = 0; round < 20; round++) {
        const [one, two] = await Promise.all([
          talk.call(tool.name, { query: `left ${round}` }, { id: 1 }),
          other.call(tool.name, { query: `right ${round}` }, { id: 1 }),
        ]);
        const mixed =
          JSON.stringify(one.result).includes("right") || JSON.stringify(two.result).includes("left");
        check.expect("base.same-id-apart", !mixed, "a caller got the answer of another", mixed ? one : two);
        if (mixed) return;
      }
    }
  },
} satisfies Property;
