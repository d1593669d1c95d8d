/** cancel.races: whenever a cancellation comes, a request has at most one answer, and the server serves on. */
import { everyWire, type Property } from "../property.ts";
import type { StdioConversation } from "../target/stdio.ts";

const rows = ["cancel.races"];
const calls = 40;

export default {
  id: "cancel.races",
  claim: "A cancelled request gets at most one answer, and later ones are served",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.other();
    const tool = check.readTools[0];
    const [name, args] = [tool?.name ?? "", tool?.examples[0]?.input ?? {}];
    const answered = new Set<number>();
    const running = Array.from({ length: calls }, async (_, index) => {
      const id = 8_000 + index;
      // Over modern HTTP leaving is the cancellation: some callers wait no longer than a moment.
      const leaves = check.wire === "http-modern" && index % 2 === 0;
      const reply = talk.call(name, args, { id, timeoutMs: leaves ? 1 + (index % 5) : 1_200 });
      if (check.wire !== "http-modern") {
        const cancel = JSON.stringify({
          jsonrpc: "2.0",
          method: "notifications/cancelled",
          params: { requestId: id },
        });
        if (check.transport === "stdio") (talk as StdioConversation).channel.write(`${cancel}\n`);
        else void talk.provoke(cancel).catch(() => {});
      }
      await reply.then(() => answered.add(id)).catch(() => {});
    });
    await Promise.all(running);
    if (check.transport === "stdio") {
      const twice = (talk as StdioConversation).strays().find((one) => answered.has(one.id as number));
      check.expect(
        "cancel.races",
        twice === undefined,
        `the request ${String(twice?.id)} was answered twice`,
      );
    }
    const reply = await (await check.talk()).call(name, args);
    check.expect("cancel.races", reply.result !== undefined, "a later call is not served", reply);
    const same = await talk.call(name, args);
    check.expect(
      "cancel.races",
      same.result !== undefined,
      "a later call on the same channel is not served",
      same,
    );
  },
} satisfies Property;
