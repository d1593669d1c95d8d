/** meta.tolerant: metadata that the server has no use for does not disturb it. */
import { modernWires, type Property } from "../property.ts";
import { still } from "../state.ts";
import type { Json, Reply } from "../target/target.ts";

const rows = ["meta.unknown-keys", "meta.odd-values"];

export default {
  id: "meta.tolerant",
  claim: "Unknown and malformed optional metadata never breaks a request from inside",
  rows,
  on: modernWires,
  async run(check) {
    const talk = await check.talk();
    const { moving } = check.options.knowledge;
    const tool = check.readTools[0];
    const call = (meta: Json) => talk.call(tool?.name ?? "", tool?.examples[0]?.input ?? {}, { meta });
    const data = (reply: Reply) => JSON.stringify(still(reply.result?.structuredContent, moving));
    const plain = data(await call({}));
    const trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    for (const meta of [{ "com.example/x": { y: [1] } }, { traceparent: trace, tracestate: "a=1" }]) {
      const reply = await call(meta);
      check.expect(
        "meta.unknown-keys",
        data(reply) === plain,
        `${JSON.stringify(meta)} changes the answer`,
        reply,
      );
    }
    for (const meta of [
      { progressToken: {} },
      { progressToken: null },
      { progressToken: 1.5 },
      { traceparent: "junk" },
      { traceparent: 7 },
    ]) {
      const reply = await call(meta);
      const holds = reply.result !== undefined || reply.error?.code === -32602;
      check.expect("meta.odd-values", holds, `${JSON.stringify(meta)}: ${reply.error?.code}`, reply);
    }
  },
} satisfies Property;
