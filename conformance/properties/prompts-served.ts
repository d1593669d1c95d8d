/** prompts.served: declared prompts are listed, given, and refused where they do not exist. */
import { blockProblem } from "../judge.ts";
import { everyWire, type Property } from "../property.ts";
import { isObject, type Json } from "../target/target.ts";

const rows = ["prompts.list", "prompts.unknown", "prompts.media", "prompts.messages"];

export default {
  id: "prompts.served",
  claim: "Declared prompts are listed and given in the form of the protocol",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    const declared = isObject(talk.opening.capabilities) ? talk.opening.capabilities : {};
    if (!("prompts" in declared)) {
      for (const row of rows) check.skip(row, "prompts are not declared");
      return;
    }
    const reply = await talk.request("prompts/list");
    const prompts = reply.result?.prompts;
    if (!check.expect("prompts.list", Array.isArray(prompts), "prompts/list gives no array", reply)) return;
    const other = await (await check.other()).request("prompts/list");
    check.expect(
      "prompts.list",
      JSON.stringify(other.result?.prompts) === JSON.stringify(prompts),
      "another connection gets another list",
      other,
    );
    const unknown = await talk.request("prompts/get", { name: "no_such_prompt" });
    check.expect(
      "prompts.unknown",
      unknown.error?.code === -32602,
      `an unknown prompt: ${unknown.error?.code ?? "a result"}`,
      unknown,
    );

    for (const prompt of prompts as readonly Json[]) {
      const wanted = (Array.isArray(prompt.arguments) ? prompt.arguments : []) as readonly Json[];
      const args = Object.fromEntries(wanted.map((one) => [String(one.name), "a"]));
      const got = await talk.request("prompts/get", { name: prompt.name, arguments: args });
      const messages = Array.isArray(got.result?.messages) ? (got.result.messages as readonly Json[]) : [];
      for (const message of messages) {
        const role = message.role === "user" || message.role === "assistant";
        check.expect(
          "prompts.messages",
          role && isObject(message.content),
          `${String(prompt.name)} has a message of the role ${String(message.role)}`,
          got,
        );
        const says = blockProblem(message.content);
        check.expect("prompts.media", says === undefined, `${String(prompt.name)} ${says}`, got);
      }
      if (messages.length === 0)
        check.expect(
          "prompts.messages",
          got.error !== undefined,
          `${String(prompt.name)} has no messages`,
          got,
        );
    }
    if ((prompts as readonly Json[]).length === 0)
      for (const row of ["prompts.media", "prompts.messages"]) check.skip(row, "no prompt is listed");
  },
} satisfies Property;
