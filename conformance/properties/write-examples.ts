/** write.examples: with writes on, the published write calls work, and reading shows what they did. */
import { codeOf, isForgotten, judgeAnswer } from "../judge.ts";
import { everyWire, type Property } from "../property.ts";
import { isObject } from "../target/target.ts";

const rows = ["write.examples"];

export default {
  id: "write.examples",
  claim: "With writes on, each write example succeeds or answers a declared error, and reading shows it",
  rows,
  on: everyWire,
  writes: true,
  async run(check) {
    if (check.options.vault === undefined) {
      return check.skip("write.examples", "writes are only tried on scratch files: give --setup");
    }
    const talk = await check.talk();
    const reader = check.readTools.find((tool) => "ref" in ((tool.input.properties ?? {}) as object));
    for (const tool of check.listed.filter((one) => one.effect === "write")) {
      for (const { name, arguments: args } of check.contract.golden(tool).calls) {
        await check.options.knowledge.settle(talk);
        const reply = await talk.call(tool.name, check.options.vault.fillArguments(args), {
          timeoutMs: check.options.timeoutMs * 3,
        });
        const label = `${tool.name}, example "${name}"`;
        const problem = judgeAnswer(check.contract, tool, reply);
        check.expect("write.examples", problem === undefined, `${label}: ${problem?.says}`, reply);
        const failed = reply.result?.isError === true;
        // The first wire finds the scratch files fresh; later ones find what it left.
        const first = check.wire === check.options.wires[0];
        const code = codeOf(reply.result);
        const excused = code !== undefined && check.options.knowledge.isMissing(code) && isForgotten(tool);
        check.expect("write.examples", !failed || !first || excused, `${label} fails with ${code}`, reply);
        const uri = isObject(reply.result?.structuredContent)
          ? reply.result.structuredContent.uri
          : undefined;
        if (failed || typeof uri !== "string" || reader === undefined) continue;
        const read = await talk.call(reader.name, { ref: uri });
        check.expect(
          "write.examples",
          read.result?.isError !== true && read.result !== undefined,
          `${label}: ${reader.name} does not find ${uri}`,
          read,
        );
      }
    }
    await check.options.knowledge.settle(talk);
    check.expect("write.examples", true, "");
  },
} satisfies Property;
