/** http.session-id: a modern request has no session; an id that comes along is ignored or refused, as the contract says. */
import type { Property } from "../property.ts";

const rows = ["http.session-id-ignored", "session-id.refused"];

export default {
  id: "http.session-id",
  claim: "A session id on a modern request is treated as the contract says, and none is minted",
  rows,
  on: ["http-modern"],
  async run(check) {
    const talk = await check.talk();
    const plain = await talk.request("tools/list");
    const minted = plain.http?.headers["mcp-session-id"];
    const reply = await talk.request(
      "tools/list",
      {},
      { headers: { "Mcp-Session-Id": "0b9f2a34-6c1d-4f57-8a2e-5d3c7e9b1f60" } },
    );
    const says = `answered with ${reply.error?.code ?? "a result"} and status ${reply.http?.status}`;
    if (check.options.knowledge.refusesSessionId) {
      check.expect(
        "session-id.refused",
        reply.error?.code === -32600 && reply.http?.status === 400,
        says,
        reply,
      );
      check.expect("session-id.refused", minted === undefined, `the id ${minted} was minted`, plain);
    } else {
      check.skip("session-id.refused", "the contract ignores session ids on modern requests");
    }
    const echoed = reply.http?.headers["mcp-session-id"];
    check.expect(
      "http.session-id-ignored",
      reply.result !== undefined && echoed === undefined && minted === undefined,
      says,
      reply,
    );
  },
} satisfies Property;
