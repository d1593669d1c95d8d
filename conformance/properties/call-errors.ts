/** call.errors: failures say that they are failures, with a code that a program can read and words that help. */
import { codeOf, errorProblem } from "../judge.ts";
import { everyWire, type Property } from "../property.ts";

const rows = ["call.error-marked"];
const missing: Readonly<Record<string, string>> = {
  ref: "gno://no-such-collection/no-such-note.md",
  collection: "no-such-collection",
  jobId: "00000000-0000-4000-8000-000000000000",
};

export default {
  id: "call.errors",
  claim: "A failure is marked as one and carries a declared code and a hint",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    for (const tool of check.readTools) {
      const properties = Object.keys((tool.input.properties ?? {}) as object);
      const key = Object.keys(missing).find((one) => properties.includes(one));
      if (key === undefined || !tool.errors.some((code) => check.options.knowledge.isMissing(code))) continue;
      const args = { ...tool.examples[0]?.input, [key]: missing[key] };
      const reply = await talk.call(tool.name, args);
      const { result } = reply;
      const label = `${tool.name} with an unknown ${key}`;
      check.expect(
        "call.error-marked",
        result?.isError === true,
        `${label} is not marked as a failure`,
        reply,
      );
      if (result?.isError !== true) continue;
      const says = errorProblem(check.contract, tool, result);
      check.expect("call.error-marked", says === undefined, `${label} ${says}`, reply);
      const code = codeOf(result) ?? "";
      check.expect(
        "call.error-marked",
        check.options.knowledge.isMissing(code),
        `${label} fails with ${code}`,
        reply,
      );
    }
    check.expect("call.error-marked", true, "");
  },
} satisfies Property;
