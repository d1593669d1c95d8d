/** call.unknown-tool: names outside the contract, the profile and the write gate, and calls that are no calls. */
import { everyWire, type Property } from "../property.ts";
import type { Reply } from "../target/target.ts";

const rows = ["tools.unknown", "tools.malformed-call", "call.unknown-refused"];

export default {
  id: "call.unknown-tool",
  claim: "Unknown names and malformed calls are protocol errors",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    const known = check.listed[0]?.name ?? "tool";
    const strange = [
      "no_such_tool",
      known.toUpperCase(),
      ` ${known}`,
      "constructor",
      "toString",
      "__proto__",
      "é",
    ];
    for (const name of strange) {
      const reply = await talk.call(name, {});
      check.expect("tools.unknown", isInvalidParams(reply), `${JSON.stringify(name)}: ${told(reply)}`, reply);
    }
    const outside = check.contract.tools.filter(
      (tool) => tool.effect === "read" && !check.listed.includes(tool),
    );
    for (const tool of outside) {
      const reply = await talk.call(tool.name, tool.examples[0]?.input ?? {});
      check.expect("call.unknown-refused", isInvalidParams(reply), `${tool.name}: ${told(reply)}`, reply);
    }
    const nothing = await talk.call(`${check.contract.name}_no_such_tool`, {});
    check.expect("call.unknown-refused", isInvalidParams(nothing), told(nothing), nothing);
    const malformed = [
      {},
      { name: 5 },
      { name: null },
      { name: known, arguments: [] },
      { name: known, arguments: "{" },
    ];
    for (const params of malformed) {
      // Over HTTP the name header is missing or differs then: any protocol error is right.
      const reply = await talk.request("tools/call", params);
      check.expect(
        "tools.malformed-call",
        reply.error !== undefined,
        `${JSON.stringify(params)}: ${told(reply)}`,
        reply,
      );
    }
  },
} satisfies Property;

function isInvalidParams(reply: Reply): boolean {
  return reply.error?.code === -32602 && reply.result === undefined;
}

function told(reply: Reply): string {
  if (reply.error !== undefined) return `answered with ${reply.error.code}`;
  return reply.result?.isError === true ? "answered with a tool error" : "answered with a result";
}
