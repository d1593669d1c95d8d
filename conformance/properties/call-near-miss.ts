/** call.near-miss: arguments one step beside the schema are refused in the contract's form and change nothing. */
import type fc from "fast-check";
import { fromSchema } from "../arbitrary/from-schema.ts";
import { nearMiss } from "../arbitrary/near-miss.ts";
import type { Check, Problem } from "../check.ts";
import type { ContractTool } from "../contract.ts";
import { templateProblem } from "../judge.ts";
import { everyWire, type Property } from "../property.ts";
import { changed, snapshot } from "../state.ts";
import type { Json, Reply } from "../target/target.ts";

const rows = ["call.invalid-refused", "call.invalid-no-effect", "tools.invalid-arguments"];

export default {
  id: "call.near-miss",
  claim: "Arguments one step beside the schema are refused in the contract's form and change nothing",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    const before = await snapshot(check, talk);
    for (const tool of check.listed) {
      for (const miss of check.contract.golden(tool).invalid) {
        const args = check.options.vault?.fillArguments(miss.arguments) ?? miss.arguments;
        const reply = await (await check.talk()).call(tool.name, args);
        const problem = refusalProblem(check, tool, reply);
        check.expect(
          "call.invalid-refused",
          problem === undefined,
          `${tool.name}, ${miss.name}: ${problem?.says}`,
          reply,
        );
        const { isError, content } = reply.result ?? {};
        const said = isError === true && Array.isArray(content) && content.length > 0;
        check.expect(
          "tools.invalid-arguments",
          said,
          `${tool.name}, ${miss.name}: no result with isError and text`,
          reply,
        );
      }
      const isValid = check.contract.fitsInput(tool);
      const valid = (fromSchema(tool.input) as fc.Arbitrary<Json>).filter((args) => isValid(args));
      const misses = nearMiss(tool.input, valid, isValid);
      if (misses === undefined) continue;
      await check.sample("call.invalid-refused", tool.name, misses, async ({ arguments: args }) =>
        refusalProblem(check, tool, await (await check.talk()).call(tool.name, args)),
      );
    }
    const says = changed(before, await snapshot(check, await check.talk()));
    check.expect("call.invalid-no-effect", says === undefined, says ?? "");
  },
} satisfies Property;

function refusalProblem(check: Check, tool: ContractTool, reply: Reply): Problem | undefined {
  const { exchange } = reply;
  if (reply.result === undefined)
    return { says: `a protocol error ${reply.error?.code} in place of a result`, exchange };
  const says = templateProblem(check.contract.golden(tool).refusal, reply.result);
  if (says === undefined) return undefined;
  const ran = reply.result.isError === true ? "refused in another form" : "not refused";
  return { says: `${ran}: ${says}`, exchange };
}
