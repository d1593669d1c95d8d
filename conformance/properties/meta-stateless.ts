/** meta.stateless: nothing is carried from one modern request to the next. */

import { modernWires, type Property } from "../property.ts";
import { still } from "../state.ts";
import { modernHeaders } from "../target/http-modern.ts";
import { type Conversation, modernMeta, modernRevision, type Reply } from "../target/target.ts";

const rows = [
  "meta.nothing-remembered",
  "meta.no-prior-request",
  "meta.no-affinity",
  "meta.client-neutral",
  "stdio.no-conversation",
];

export default {
  id: "meta.stateless",
  claim: "A modern request depends on nothing that was sent before it",
  rows,
  on: modernWires,
  async run(check) {
    const { moving } = check.options.knowledge;
    const tool = check.readTools[0];
    const [name, args] = [tool?.name ?? "", tool?.examples[0]?.input ?? {}];
    const data = (reply: Reply) =>
      JSON.stringify(still(reply.result?.structuredContent ?? reply.result, moving));

    const bare: Conversation =
      check.transport === "stdio" ? check.adopt(check.stdio.openBare()) : await check.fresh();
    const opening = await bare.call(name, args);
    check.expect(
      "meta.no-prior-request",
      opening.result !== undefined,
      "a tool call as the first message is not served",
      opening,
    );

    await bare.request("tools/list");
    const message = { jsonrpc: "2.0", id: 6_001, method: "tools/list", params: {} };
    const headers = { ...modernHeaders(message), "MCP-Protocol-Version": modernRevision };
    const forgotten = await bare.ask(6_001, message, { headers });
    check.expect(
      "meta.nothing-remembered",
      forgotten.error?.code === -32602,
      "a request without metadata is served after one with it",
      forgotten,
    );

    const talk = await check.talk();
    const [here, there] = [await talk.call(name, args), await bare.call(name, args)];
    check.expect(
      "meta.no-affinity",
      data(here) === data(there),
      "two connections get different answers",
      there,
    );

    const names = ["claude-code", "cursor", "x".repeat(200)];
    const seen = new Set<string>();
    for (const client of names) {
      const meta = { "io.modelcontextprotocol/clientInfo": { name: client, version: "0" } };
      const list = await talk.request("tools/list", {}, { meta });
      seen.add(`${JSON.stringify(list.result?.tools)}${data(await talk.call(name, args, { meta }))}`);
    }
    check.expect("meta.client-neutral", seen.size === 1, "the answer depends on the client's name");

    const clients = ["one", "two"].map((client) =>
      modernMeta({ "io.modelcontextprotocol/clientInfo": { name: client, version: "0" } }),
    );
    const answers = new Set<string>();
    for (const meta of [...clients, ...clients]) answers.add(data(await talk.call(name, args, { meta })));
    check.expect(
      "stdio.no-conversation",
      answers.size === 1,
      "two clients on one channel get different answers",
    );
  },
} satisfies Property;
