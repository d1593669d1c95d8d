/** write.generated: write tools, too, answer whatever fits their schema; only scratch files are written to. */
import type fc from "fast-check";
import { fromSchema } from "../arbitrary/from-schema.ts";
import { judgeAnswer } from "../judge.ts";
import { everyWire, type Property } from "../property.ts";
import type { Json } from "../target/target.ts";

const rows = ["write.valid-answered"];

export default {
  id: "write.generated",
  claim: "Arguments that fit a write tool's schema get an answer that fits, or a declared error",
  rows,
  on: everyWire,
  writes: true,
  async run(check) {
    const { knowledge, vault, timeoutMs } = check.options;
    if (vault === undefined)
      return check.skip("write.valid-answered", "writes are only tried on scratch files: give --setup");
    const talk = await check.talk();
    const pool = await knowledge.pool(talk);
    for (const tool of check.listed.filter(
      (one) => one.effect === "write" && !knowledge.destructive.has(one.name),
    )) {
      const isValid = check.contract.fitsInput(tool);
      const built = (fromSchema(tool.input, { pool }) as fc.Arbitrary<Json>).filter((args) => isValid(args));
      await check.sample("write.valid-answered", tool.name, built, async (args) => {
        const current = await check.talk();
        const reply = await current.call(tool.name, args, { timeoutMs: timeoutMs * 3 });
        const problem = judgeAnswer(check.contract, tool, reply);
        return problem === undefined
          ? undefined
          : { says: problem.says, ...(problem.exchange === undefined ? {} : { exchange: problem.exchange }) };
      });
      await knowledge.settle(await check.talk());
    }
    check.expect("write.valid-answered", true, "");
  },
} satisfies Property;
