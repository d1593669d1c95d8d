/** meta.required: what a modern request has to carry, and what it may leave out. */
import { modernWires, type Property } from "../property.ts";
import { modernHeaders } from "../target/http-modern.ts";
import { type Json, modernMeta, modernRevision, type Reply } from "../target/target.ts";

const rows = [
  "meta.missing",
  "meta.version-missing",
  "meta.capabilities-missing",
  "meta.client-info-optional",
  "meta.wrong-types",
];
const version = "io.modelcontextprotocol/protocolVersion";
const capabilities = "io.modelcontextprotocol/clientCapabilities";
const info = "io.modelcontextprotocol/clientInfo";

export default {
  id: "meta.required",
  claim: "A modern request carries version and capabilities, and is refused without",
  rows,
  on: modernWires,
  async run(check) {
    const talk = await check.talk();
    const tool = check.readTools[0];
    const requests: readonly (readonly [string, Json])[] = [
      ["tools/list", {}],
      ["tools/call", { name: tool?.name, arguments: tool?.examples[0]?.input ?? {} }],
    ];
    const whole = modernMeta();
    let id = 5_000;
    const ask = (method: string, params: Json) => {
      id += 1;
      const message = { jsonrpc: "2.0", id, method, params };
      // The version header stays when the key in the body is gone: the body is what is judged.
      const headers = { ...modernHeaders(message), "MCP-Protocol-Version": modernRevision };
      return talk.ask(id, message, { headers });
    };
    for (const [method, params] of requests) {
      const refuse = async (row: string, meta: Json | undefined) => {
        const reply = await ask(method, meta === undefined ? params : { ...params, _meta: meta });
        check.expect(row, isRefused(reply), `${method} with ${JSON.stringify(meta)}: ${told(reply)}`, reply);
      };
      await refuse("meta.missing", undefined);
      await refuse("meta.version-missing", without(whole, version));
      await refuse("meta.capabilities-missing", without(whole, capabilities));
      for (const odd of [{ [capabilities]: [] }, { [capabilities]: "x" }, { [version]: 1 }]) {
        await refuse("meta.wrong-types", { ...whole, ...odd });
      }
      const reply = await ask(method, { ...params, _meta: without(whole, info) });
      check.expect(
        "meta.client-info-optional",
        reply.result !== undefined,
        `${method} without clientInfo: ${told(reply)}`,
        reply,
      );
    }
  },
} satisfies Property;

function without(meta: Json, key: string): Json {
  return Object.fromEntries(Object.entries(meta).filter(([name]) => name !== key));
}

function isRefused(reply: Reply): boolean {
  return reply.error?.code === -32602 && (reply.http === undefined || reply.http.status === 400);
}

function told(reply: Reply): string {
  const status = reply.http === undefined ? "" : `, status ${reply.http.status}`;
  return `${reply.error?.code ?? "a result"}${status}`;
}
