/** message.batch: arrays are refused as a whole; no member runs. */
import { everyWire, type Property } from "../property.ts";
import { changed, snapshot } from "../state.ts";
import { modernMeta } from "../target/target.ts";

const rows = ["base.array-refused", "batch.refused"];

export default {
  id: "message.batch",
  claim: "A batch is refused as a whole and nothing of it runs",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    const before = await snapshot(check, talk);
    const meta = check.era === "modern" ? { _meta: modernMeta() } : {};
    const list = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/list", params: meta });
    const call = (id: number) => {
      const tool = check.readTools[0];
      const params = { name: tool?.name, arguments: tool?.examples[0]?.input ?? {}, ...meta };
      return { jsonrpc: "2.0", id, method: "tools/call", params };
    };
    for (const batch of [[list(901), call(902)], [list(903)], []]) {
      const current = await check.talk();
      const got = await current.provoke(JSON.stringify(batch));
      const ran = got.answers.some((one) => one.result !== undefined);
      const code = got.answers.some((one) => one.error?.code === -32600);
      const status = got.http === undefined || got.http.status === 400;
      const codes = got.answers.map((one) => one.error?.code ?? "a result").join(", ") || "nothing";
      const says = `a batch of ${batch.length} is answered with ${codes}${got.http === undefined ? "" : `, status ${got.http.status}`}`;
      check.expect("batch.refused", !ran && code && status && got.alive, says, got);
      check.expect("base.array-refused", !ran && got.alive, says, got);
    }
    const says = changed(before, await snapshot(check, await check.talk()));
    check.expect("base.array-refused", says === undefined, says ?? "");
  },
} satisfies Property;
