/** message.unknown-method: methods that are not there, or no longer. */
import { everyWire, type Property } from "../property.ts";

const rows = ["base.unknown-method", "http.unknown-method"];
const removed = [
  "initialize",
  "ping",
  "logging/setLevel",
  "resources/subscribe",
  "resources/unsubscribe",
  "tasks/result",
];

export default {
  id: "message.unknown-method",
  claim: "Unknown and removed methods are answered with -32601, over modern HTTP with 404",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    const methods = [
      "no/such-method",
      "tools/LIST",
      "constructor",
      ...(check.era === "modern" ? removed : []),
    ];
    for (const method of methods) {
      const params = method.startsWith("resources/") ? { uri: "gno://x/y.md" } : {};
      const reply = await talk.request(method, params);
      const code = reply.error?.code;
      check.expect(
        "base.unknown-method",
        code === -32601,
        `${method} is answered with ${code ?? "a result"}`,
        reply,
      );
      const status = reply.http?.status;
      check.expect(
        "http.unknown-method",
        code === -32601 && status === 404,
        `${method} is answered with ${code ?? "a result"} and status ${status}`,
        reply,
      );
    }
  },
} satisfies Property;
