/** call.hostile: whatever stands in `arguments`, a server answers and lives on. */
import fc from "fast-check";
import { everyWire, type Property } from "../property.ts";

const rows = ["tools.inputs-validated"];

export default {
  id: "call.hostile",
  claim: "Whatever is sent as arguments, the answer is a result or a client error, and the server goes on",
  rows,
  on: everyWire,
  async run(check) {
    const odd = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom<unknown>(
        "x".repeat(20_000),
        deep(200),
        { ["__proto__"]: 1 },
        { constructor: { prototype: 1 } },
      ),
    );
    for (const tool of check.readTools) {
      const keys = Object.keys((tool.input.properties ?? {}) as object);
      const keyed = fc.dictionary(fc.constantFrom(...keys, "x"), odd);
      await check.sample("tools.inputs-validated", tool.name, fc.oneof(keyed, keyed, odd), async (args) => {
        const reply = await (await check.talk()).call(tool.name, wellFormed(args));
        const status = reply.http?.status ?? 200;
        if (status >= 500 || reply.error?.code === -32603) {
          return {
            says: `answered with ${reply.error?.code ?? ""} and status ${status}`,
            exchange: reply.exchange,
          };
        }
        if (reply.result === undefined && reply.error === undefined) {
          return { says: "neither a result nor an error", exchange: reply.exchange };
        }
        return undefined;
      });
    }
  },
} satisfies Property;

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** Lone surrogates cannot be written as UTF-8. */
function wellFormed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).toWellFormed());
}
