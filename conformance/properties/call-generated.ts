/** call.generated: whatever fits a tool's input schema gets a right answer. */
import { callsOf } from "../arbitrary/calls.ts";
import { judgeAnswer } from "../judge.ts";
import { everyWire, type Property } from "../property.ts";

const rows = ["call.valid-answered", "call.error-form", "tools.result-form", "tools.output-fits"];

export default {
  id: "call.generated",
  claim: "Arguments that fit the schema get an answer that fits the output schema, or a declared error",
  rows,
  on: everyWire,
  async run(check) {
    const { knowledge } = check.options;
    const pool = await knowledge.pool(await check.talk());
    for (const tool of check.readTools) {
      const isValid = check.contract.fitsInput(tool);
      await check.sample(
        "call.valid-answered",
        tool.name,
        callsOf(tool, {
          pool,
          isValid: (args) => isValid(args),
          isLawful: (args) => knowledge.isLawful(tool.name, args),
        }),
        async (args) => {
          const reply = await (await check.talk()).call(tool.name, args);
          return judgeAnswer(check.contract, tool, reply);
        },
      );
    }
    const published = check.readTools.some((tool) => tool.publishOutput);
    if (!published) check.skip("tools.output-fits", "no tool publishes an output schema");
    else check.expect("tools.output-fits", true, "");
    for (const row of ["call.error-form", "tools.result-form"]) check.expect(row, true, "");
  },
} satisfies Property;
