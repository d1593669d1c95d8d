/** call.lenient: one documented conversion, where the schema admits no text, and nothing beyond it. */
import type { ContractTool } from "../contract.ts";
import { everyWire, type Property } from "../property.ts";
import { firstDifference, still } from "../state.ts";
import { isObject, type Json, type Reply } from "../target/target.ts";

const rows = ["call.lenient", "tools.no-arguments"];

export default {
  id: "call.lenient",
  claim:
    "Numbers, booleans, arrays and objects sent as text are taken, null means absent, nothing else is converted",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    const { moving } = check.options.knowledge;
    const data = (reply: Reply) =>
      JSON.stringify(still(reply.result?.structuredContent ?? reply.result, moving)) ?? "";
    for (const tool of check.readTools) {
      const example = tool.examples[0];
      if (example === undefined) continue;
      const base = check.options.vault?.fillArguments(example.input) ?? example.input;
      for (const { key, plain, text } of conversions(tool)) {
        const one = await talk.call(tool.name, { ...base, [key]: plain });
        const two = await talk.call(tool.name, { ...base, [key]: text });
        const says = `${tool.name}: ${key} as ${JSON.stringify(text)} and as ${JSON.stringify(plain)} differ: ${firstDifference(data(one), data(two))}`;
        check.expect("call.lenient", data(one) === data(two), says, two);
      }
      const refusesWithData = isObject(check.contract.golden(tool).refusal.structuredContent);
      for (const { key, value } of refused(tool)) {
        const reply = await talk.call(tool.name, { ...base, [key]: value });
        const says = `${tool.name} takes ${key}: ${JSON.stringify(value)}`;
        check.expect(
          "call.lenient",
          reply.result?.isError === true && isObject(reply.result.structuredContent) === refusesWithData,
          says,
          reply,
        );
      }
      const nulls = Object.fromEntries(optionalKeys(tool).map((key) => [key, null]));
      const needed = Object.fromEntries(Object.entries(base).filter(([key]) => !(key in nulls)));
      const [bare, blank] = [
        await talk.call(tool.name, needed),
        await talk.call(tool.name, { ...needed, ...nulls }),
      ];
      check.expect(
        "call.lenient",
        data(bare) === data(blank),
        `${tool.name}: null for optional keys is not the same as leaving them out`,
        blank,
      );
    }
    const free = check.readTools.filter(
      (tool) => !Array.isArray(tool.input.required) || tool.input.required.length === 0,
    );
    for (const tool of free) {
      const [empty, reply] = [await talk.call(tool.name, {}), await talk.call(tool.name, undefined)];
      const same = reply.result !== undefined && data(empty) === data(reply);
      check.expect(
        "tools.no-arguments",
        same,
        `${tool.name} without arguments is not the same as with {}`,
        reply,
      );
    }
    if (free.length === 0) check.skip("tools.no-arguments", "every tool has a required argument");
    check.expect("call.lenient", true, "");
  },
} satisfies Property;

interface Conversion {
  readonly key: string;
  readonly plain: unknown;
  readonly text: string;
}

function* conversions(tool: ContractTool): Generator<Conversion> {
  for (const [key, schema] of topProperties(tool)) {
    if (isType(schema, "integer")) yield { key, plain: 5, text: "5" };
    else if (isType(schema, "number")) yield { key, plain: 0.5, text: "0.5" };
    else if (isType(schema, "boolean")) {
      yield { key, plain: true, text: "true" };
      yield { key, plain: false, text: "false" };
    } else if (isType(schema, "array") && isObject(schema.items) && isType(schema.items, "string")) {
      yield { key, plain: ["a"], text: '["a"]' };
    }
  }
}

function* refused(tool: ContractTool): Generator<{ key: string; value: unknown }> {
  for (const [key, schema] of topProperties(tool)) {
    if (isType(schema, "integer")) {
      for (const value of ["", "5.9", "0x10", "five", true]) yield { key, value };
    }
    if (isType(schema, "boolean")) for (const value of ["", "no", "0", "yes", 1]) yield { key, value };
  }
}

function topProperties(tool: ContractTool): readonly (readonly [string, Json])[] {
  return Object.entries(isObject(tool.input.properties) ? tool.input.properties : {}) as [string, Json][];
}

function optionalKeys(tool: ContractTool): readonly string[] {
  const required = new Set(
    Array.isArray(tool.input.required) ? (tool.input.required as readonly string[]) : [],
  );
  return topProperties(tool)
    .map(([key]) => key)
    .filter((key) => !required.has(key));
}

function isType(schema: Json, type: string): boolean {
  return schema.type === type;
}
