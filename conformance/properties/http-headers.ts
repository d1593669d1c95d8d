/** http.headers: the standard headers repeat the body, and a request whose headers do not is refused before it runs. */
import type { Check } from "../check.ts";
import type { Property } from "../property.ts";
import type { HttpConversation } from "../target/http.ts";
import { encodedValue, modernHeaders } from "../target/http-modern.ts";
import { isObject, type Json, modernMeta, type Reply } from "../target/target.ts";

const rows = [
  "http.version-header",
  "http.version-differs",
  "http.method-header",
  "http.method-differs",
  "http.name-header",
  "http.name-differs",
  "http.name-decoded",
  "http.name-broken",
  "http.header-case",
  "http.header-value-case",
  "http.header-space",
  "http.param-unknown",
];
const version = "MCP-Protocol-Version";
const versionKey = "io.modelcontextprotocol/protocolVersion";

export default {
  id: "http.headers",
  claim: "The standard headers repeat the body; a request whose headers do not is refused before it runs",
  rows,
  on: ["http-modern"],
  async run(check) {
    const talk = (await check.talk()) as HttpConversation;
    const tool = check.readTools[0];
    const call = { name: tool?.name ?? "", arguments: tool?.examples[0]?.input ?? {} };
    const send = (
      method: string,
      params: Json,
      headers: Readonly<Record<string, string | undefined>>,
      meta?: Json,
    ) => talk.request(method, params, { headers, ...(meta === undefined ? {} : { meta }) });
    const refused = (row: string, what: string, reply: Reply) => {
      const holds = reply.http?.status === 400 && reply.error?.code === -32020 && reply.result === undefined;
      check.expect(row, holds, `${what}: ${told(reply)}`, reply);
    };

    refused(
      "http.version-header",
      "no version header",
      await send("tools/list", {}, { [version]: undefined }),
    );
    refused(
      "http.version-differs",
      "another version in the header",
      await send("tools/list", {}, { [version]: "2025-11-25" }),
    );
    const meta = { [versionKey]: "v999.0.0" };
    refused(
      "http.version-differs",
      "another version in the body",
      await send("tools/list", {}, { [version]: "2026-07-28" }, meta),
    );
    refused("http.method-header", "no Mcp-Method", await send("tools/list", {}, { "Mcp-Method": undefined }));
    refused(
      "http.method-differs",
      "tools/list in the header, tools/call in the body",
      await send("tools/call", call, { "Mcp-Method": "tools/list" }),
    );
    for (const [method, params] of named(check, call)) {
      refused(
        "http.name-header",
        `${method} without Mcp-Name`,
        await send(method, params, { "Mcp-Name": undefined }),
      );
      refused(
        "http.name-differs",
        `${method} with another Mcp-Name`,
        await send(method, params, { "Mcp-Name": "something-else" }),
      );
    }
    for (const name of [call.name, "=?base64?eA==?=", "é"]) {
      const reply = await send("tools/call", { ...call, name }, { "Mcp-Name": encodedValue(name) });
      const right = name === call.name ? reply.result !== undefined : reply.error?.code === -32602;
      check.expect("http.name-decoded", right, `the encoded name ${name}: ${told(reply)}`, reply);
    }
    for (const value of ["=?base64?!!!?=", "=?base64?YQ=?=", "=?base64?/w==?="]) {
      refused("http.name-broken", `the name ${value}`, await send("tools/call", call, { "Mcp-Name": value }));
    }
    for (const header of ["mcp-method", "MCP-METHOD"]) {
      const reply = await send("tools/list", {}, { "Mcp-Method": undefined, [header]: "tools/list" });
      check.expect(
        "http.header-case",
        reply.result !== undefined,
        `the header name ${header}: ${told(reply)}`,
        reply,
      );
    }
    refused(
      "http.header-value-case",
      "Mcp-Method: TOOLS/LIST",
      await send("tools/list", {}, { "Mcp-Method": "TOOLS/LIST" }),
    );
    const spare = await send("tools/list", {}, { "Mcp-Param-Nothing": "x" });
    check.expect("http.param-unknown", spare.result !== undefined, told(spare), spare);
    await spaced(check);
  },
} satisfies Property;

/** Requests whose name is mirrored, as far as the server has them. */
function named(check: Check, call: Json): readonly (readonly [string, Json])[] {
  const declared = isObject(check.line.shared?.opening.capabilities)
    ? check.line.shared.opening.capabilities
    : {};
  return [
    ["tools/call", call] as const,
    ...("resources" in declared ? [["resources/read", { uri: "gno://no-such/none.md" }] as const] : []),
    ...("prompts" in declared ? [["prompts/get", { name: "none" }] as const] : []),
  ];
}

async function spaced(check: Check): Promise<void> {
  const { poster } = check.http;
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: modernMeta() } };
  const body = JSON.stringify(message);
  const head = Object.entries(modernHeaders(message)).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}:   ${value} \t`],
  );
  const lines = [
    `POST ${poster.url.pathname} HTTP/1.1`,
    `Host: ${poster.url.host}`,
    ...head,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  const answer = await poster.raw(`${lines.join("\r\n")}\r\n\r\n${body}`);
  if (answer === undefined) return check.skip("http.header-space", "raw bytes are only sent over plain HTTP");
  check.expect(
    "http.header-space",
    answer.status === 200,
    `spaces around values: status ${answer.status}`,
    answer,
  );
}

function told(reply: Reply): string {
  return `${reply.error?.code ?? "a result"} with status ${reply.http?.status}`;
}
