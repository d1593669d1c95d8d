/** legacy.opening: the handshake, its versions, and what may come before and after it. */
import type { Check } from "../check.ts";
import { legacyWires, type Property } from "../property.ts";
import { pause } from "../target/pace.ts";
import type { StdioConversation } from "../target/stdio.ts";
import {
  type Conversation,
  clientInfo,
  isObject,
  type Json,
  legacyRevision,
  type Reply,
} from "../target/target.ts";

const rows = [
  "init.form",
  "init.version-kept",
  "init.version-offered",
  "init.newest-offered",
  "init.quiet-before",
  "init.needed",
  "init.second",
  "init.cancel-harmless",
  "ping.pong",
];

export default {
  id: "legacy.opening",
  claim: "The handshake agrees on a version that works, and nothing feature-like happens before it",
  rows,
  on: legacyWires,
  async run(check) {
    const opened = await initialize(check, legacyRevision);
    const { result } = opened;
    const info = isObject(result.serverInfo) ? result.serverInfo : {};
    const formed =
      typeof result.protocolVersion === "string" &&
      isObject(result.capabilities) &&
      typeof info.name === "string" &&
      typeof info.version === "string";
    check.expect("init.form", formed, "the version, the capabilities or serverInfo are missing");
    check.expect(
      "init.version-kept",
      result.protocolVersion === legacyRevision,
      `${legacyRevision} became ${String(result.protocolVersion)}`,
    );

    const early = await opened.conversation.request("ping");
    check.expect(
      "ping.pong",
      isPong(early),
      "ping before notifications/initialized has no empty result",
      early,
    );
    if (check.transport === "stdio") {
      const talk = opened.conversation as StdioConversation;
      await pause(300);
      const loud = talk
        .strays()
        .find((one) => one.method !== "ping" && one.method !== "notifications/message");
      check.expect("init.quiet-before", loud === undefined, `the server sent ${String(loud?.method)}`);
    }
    await opened.conversation.notify("notifications/initialized");
    const late = await opened.conversation.request("ping");
    check.expect("ping.pong", isPong(late), "ping has no empty result", late);
    const again = await opened.conversation.request("initialize", handshake("2025-06-18"));
    const list = await opened.conversation.request("tools/list");
    check.expect(
      "init.second",
      list.result !== undefined,
      "the session is broken after a second initialize",
      list,
    );
    void again;

    const other = await initialize(check, "1999-01-01");
    const offered = String(other.result.protocolVersion);
    await other.conversation.notify("notifications/initialized");
    const works = await other.conversation.request("tools/list");
    check.expect(
      "init.version-offered",
      offered !== "1999-01-01" && works.result !== undefined,
      `1999-01-01 became ${offered}`,
      works,
    );
    check.expect("init.newest-offered", offered === legacyRevision, `1999-01-01 became ${offered}`);

    await tooEarly(check);
    if (check.transport === "stdio") await cancelled(check);
  },
} satisfies Property;

function handshake(protocolVersion: string): Json {
  return { protocolVersion, capabilities: {}, clientInfo };
}

async function initialize(
  check: Check,
  version: string,
): Promise<{ conversation: Conversation; result: Json }> {
  if (check.transport === "http") {
    const { conversation, result } = await check.legacyHttp.initialize({ protocolVersion: version });
    return { conversation: check.adopt(conversation), result };
  }
  const conversation = check.adopt(check.stdio.openBare());
  const reply = await conversation.request("initialize", handshake(version));
  return { conversation, result: reply.result ?? {} };
}

async function tooEarly(check: Check): Promise<void> {
  const tool = check.readTools[0];
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: tool?.name, arguments: tool?.examples[0]?.input ?? {} },
  };
  if (check.transport === "stdio") {
    const bare = check.adopt(check.stdio.openBare());
    const reply = await bare.ask(1, message, { timeoutMs: 1_500 }).catch(() => undefined);
    check.expect(
      "init.needed",
      reply?.result === undefined,
      "a tool call before initialize is served",
      reply,
    );
    return;
  }
  const { conversation } = await check.legacyHttp.initialize();
  check.adopt(conversation);
  if (conversation.session === undefined) return check.skip("init.needed", "the server keeps no sessions");
  const answer = await conversation.provoke(JSON.stringify(message), {
    "Mcp-Session-Id": undefined,
    "MCP-Protocol-Version": undefined,
  });
  const served = answer.answers.some((one) => one.result !== undefined);
  check.expect("init.needed", !served, "a tool call before initialize is served", answer);
}

async function cancelled(check: Check): Promise<void> {
  const bare = check.adopt(check.stdio.openBare());
  const opening = bare.request("initialize", handshake(legacyRevision), { id: 1 });
  bare.channel.write(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n`);
  const reply = await opening.catch(() => undefined);
  const pong = await bare.request("ping", {}, { id: 2 }).catch(() => undefined);
  check.expect(
    "init.cancel-harmless",
    reply?.result !== undefined,
    "initialize is not answered after a cancellation",
    reply,
  );
  check.expect(
    "init.cancel-harmless",
    pong !== undefined && isPong(pong),
    "ping is not answered after a cancelled initialize",
    pong,
  );
}

function isPong(reply: Reply): boolean {
  return reply.result !== undefined && Object.keys(reply.result).every((key) => key === "_meta");
}
