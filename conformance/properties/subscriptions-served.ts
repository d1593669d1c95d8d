/** subscriptions.served: who announces changes lets itself be listened to; who does not says so. */
import { modernWires, type Property } from "../property.ts";
import { isObject, type Json, type Message, modernMeta } from "../target/target.ts";

const rows = [
  "subscriptions.acknowledged",
  "subscriptions.tagged",
  "subscriptions.filter-needed",
  "listen.refused",
];
const kinds = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
const tag = "io.modelcontextprotocol/subscriptionId";

export default {
  id: "subscriptions.served",
  claim: "A server that announces changes acknowledges and tags subscriptions; another refuses them",
  rows,
  on: modernWires,
  async run(check) {
    const talk = await check.other();
    const method = "subscriptions/listen";
    if (!announces(talk.opening.capabilities)) {
      const reply = await talk.request(method, { notifications: kinds });
      const status = reply.http === undefined || reply.http.status === 404;
      check.expect(
        "listen.refused",
        reply.error?.code === -32601 && status,
        `answered with ${reply.error?.code ?? "a result"}, status ${reply.http?.status}`,
        reply,
      );
      for (const row of rows.slice(0, 3)) check.skip(row, "the server announces no changes");
      return;
    }
    check.skip("listen.refused", "the server announces changes");
    for (const id of [0, "s-1"]) {
      const request = { jsonrpc: "2.0", id, method, params: { notifications: kinds, _meta: modernMeta() } };
      const got = await talk.provoke(JSON.stringify(request));
      const [first] = got.answers;
      check.expect(
        "subscriptions.acknowledged",
        first?.method === "notifications/subscriptions/acknowledged",
        `the first message is ${String(first?.method)}`,
        got,
      );
      const untagged = got.answers.find((one) => one.method !== undefined && tagOf(one) !== id);
      check.expect(
        "subscriptions.tagged",
        untagged === undefined,
        `a message has the tag ${JSON.stringify(untagged && tagOf(untagged))}`,
        got,
      );
    }
    const bare = await talk.request(method);
    check.expect(
      "subscriptions.filter-needed",
      bare.error?.code === -32602,
      `without a filter: ${bare.error?.code ?? "a result"}`,
      bare,
    );
  },
} satisfies Property;

function announces(capabilities: unknown): boolean {
  const groups = isObject(capabilities) ? Object.values(capabilities) : [];
  return groups.some((group) => isObject(group) && (group.listChanged === true || group.subscribe === true));
}

function tagOf(message: Message): unknown {
  const params: Json = isObject(message.params) ? message.params : {};
  return isObject(params._meta) ? params._meta[tag] : undefined;
}
