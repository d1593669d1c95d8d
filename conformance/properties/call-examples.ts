/** call.examples: the published example calls of read tools work, and their answers fit. */
import type { Check } from "../check.ts";
import type { ContractTool } from "../contract.ts";
import { codeOf, isForgotten, judgeAnswer } from "../judge.ts";
import { everyWire, type Property } from "../property.ts";
import { canonical, firstDifference, still } from "../state.ts";
import { isObject, type Json, type Reply } from "../target/target.ts";

const rows = ["call.examples", "call.examples-equal", "tools.output-present", "tools.structured-as-text"];

export default {
  id: "call.examples",
  claim: "Each published example call succeeds, and its answer fits the tool's schema",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    for (const tool of check.readTools) {
      for (const example of check.contract.golden(tool).calls) {
        const args = check.options.vault?.fillArguments(example.arguments) ?? example.arguments;
        const reply = await talk.call(tool.name, args);
        judgeExample(check, tool, example.name, reply);
        compare(check, tool, example.name, reply);
      }
    }
    const published = check.readTools.filter((tool) => tool.publishOutput);
    if (published.length === 0) check.skip("tools.output-present", "no tool publishes an output schema");
    if (check.options.vault === undefined) {
      check.notes.push(
        "without --setup, examples may answer that there is no such thing; give --setup to hold them to success",
      );
    }
  },
} satisfies Property;

function judgeExample(check: Check, tool: ContractTool, name: string, reply: Reply): void {
  const label = `${tool.name}, example "${name}"`;
  const data = reply.result?.structuredContent;
  if (tool.publishOutput && reply.result !== undefined && reply.result.isError !== true) {
    check.expect("tools.output-present", isObject(data), `${label} has no structuredContent`, reply);
  }
  const problem = judgeAnswer(check.contract, tool, reply);
  check.expect("call.examples", problem === undefined, `${label}: ${problem?.says}`, reply);
  if (problem !== undefined) return;
  if (reply.result?.isError === true) {
    const code = codeOf(reply.result) ?? "no code";
    const excused =
      check.options.knowledge.isMissing(code) && (check.options.vault === undefined || isForgotten(tool));
    check.expect("call.examples", excused, `${label} fails with ${code}`, reply);
    return;
  }
  check.expect(
    "tools.structured-as-text",
    isRepeated(reply.result, data),
    `${label} has no text that is its data as JSON`,
    reply,
  );
}

/** Without the example files nothing says that the answers have to be the published ones. */
function compare(check: Check, tool: ContractTool, name: string, reply: Reply): void {
  const { vault, knowledge } = check.options;
  if (vault === undefined) {
    check.skip("call.examples-equal", "no example files were set up");
    return;
  }
  const ok = check.contract.golden(tool).ok.find((one) => one.name === name);
  if (ok === undefined || knowledge.local.has(tool.name)) return;
  if (reply.result?.isError === true && isForgotten(tool)) return;
  const aside = new Set([...knowledge.moving, ...knowledge.hosted]);
  const seen = (result: Json | undefined) => canonical(still(result?.structuredContent, aside));
  const [want, got] = [seen(ok.result), seen(reply.result)];
  const says = `${tool.name}, example "${name}": ${firstDifference(want, got)}`;
  check.expect("call.examples-equal", want === got, says, reply);
}

function isRepeated(result: Json | undefined, data: unknown): boolean {
  const blocks = Array.isArray(result?.content) ? (result.content as readonly Json[]) : [];
  return blocks.some((block) => {
    try {
      return canonical(JSON.parse(String(block.text))) === canonical(data);
    } catch {
      return false;
    }
  });
}
