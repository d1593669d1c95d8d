/** capability.honest: what is declared is served, and what is not declared is not there. */
import { everyWire, type Property } from "../property.ts";
import { isObject, type Json } from "../target/target.ts";

const rows = ["base.undeclared-method", "discover.declares"];
const served: readonly (readonly [capability: string, method: string, params: Json])[] = [
  ["tools", "tools/list", {}],
  ["resources", "resources/list", {}],
  ["resources", "resources/templates/list", {}],
  ["prompts", "prompts/list", {}],
  ["prompts", "prompts/get", { name: "none" }],
  [
    "completions",
    "completion/complete",
    { ref: { type: "ref/prompt", name: "none" }, argument: { name: "a", value: "" } },
  ],
];

export default {
  id: "capability.honest",
  claim: "Declared capabilities are served, undeclared ones are unknown methods",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    const declared = isObject(talk.opening.capabilities) ? talk.opening.capabilities : {};
    for (const [capability, method, params] of served) {
      const reply = await talk.request(method, params);
      if (capability in declared) {
        const there = reply.error?.code !== -32601;
        check.expect("discover.declares", there, `${capability} is declared and ${method} is unknown`, reply);
      } else {
        const code = reply.error?.code;
        check.expect(
          "base.undeclared-method",
          code === -32601,
          `${capability} is not declared and ${method} is answered with ${code ?? "a result"}`,
          reply,
        );
        check.expect(
          "discover.declares",
          reply.result === undefined,
          `${method} is served and ${capability} is not declared`,
          reply,
        );
      }
    }
    if (served.every(([capability]) => capability in declared)) {
      check.skip("base.undeclared-method", "every capability is declared");
    }
  },
} satisfies Property;
