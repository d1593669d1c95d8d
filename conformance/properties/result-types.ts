/** result.types: a result that says complete has what its method promises; only three methods may ask back. */
import { modernWires, type Property } from "../property.ts";
import { isObject, type Json } from "../target/target.ts";

const rows = ["result.complete", "result.input-required"];

export default {
  id: "result.types",
  claim: "Results say complete and have what their method promises; lists never ask for input",
  rows,
  on: modernWires,
  async run(check) {
    const talk = await check.talk();
    const declared = isObject(talk.opening.capabilities) ? talk.opening.capabilities : {};
    const tool = check.readTools[0];
    const methods: readonly (readonly [method: string, params: Json, member: string, capability: string])[] =
      [
        ["server/discover", {}, "supportedVersions", "tools"],
        ["tools/list", {}, "tools", "tools"],
        ["tools/call", { name: tool?.name, arguments: tool?.examples[0]?.input ?? {} }, "content", "tools"],
        ["resources/list", {}, "resources", "resources"],
        ["resources/templates/list", {}, "resourceTemplates", "resources"],
        ["prompts/list", {}, "prompts", "prompts"],
      ];
    for (const [method, params, member, capability] of methods) {
      if (!(capability in declared)) continue;
      const reply = await talk.request(method, params);
      const { result } = reply;
      const holds = result?.resultType === "complete" && Array.isArray(result[member]);
      check.expect(
        "result.complete",
        holds,
        `${method}: resultType ${String(result?.resultType)}, ${member} ${typeof result?.[member]}`,
        reply,
      );
      if (method === "tools/call") continue;
      const stray = await talk.request(method, {
        ...params,
        inputResponses: { a: { action: "accept" } },
        requestState: "x",
      });
      check.expect(
        "result.input-required",
        stray.result?.resultType !== "input_required",
        `${method} asks for input`,
        stray,
      );
    }
  },
} satisfies Property;
