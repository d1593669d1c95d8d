/** stdio.framing: messages are lines, however their bytes arrive. */
import { type Property, stdioWires } from "../property.ts";
import { pause } from "../target/pace.ts";
import type { StdioConversation } from "../target/stdio.ts";
import { modernMeta } from "../target/target.ts";

const rows = ["stdio.write-sizes", "stdio.line-ends", "stdio.long-line"];

export default {
  id: "stdio.framing",
  claim: "Messages are lines, however their bytes arrive",
  rows,
  on: stdioWires,
  async run(check) {
    const params = check.era === "modern" ? { _meta: modernMeta() } : {};
    const line = (id: number) => JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list", params });
    const talk = check.adopt(await check.stdio.open());

    for (const byte of Buffer.from(`${line(7_001)}\n`)) talk.channel.write(Buffer.from([byte]));
    check.expect(
      "stdio.write-sizes",
      (await answered(talk, [7_001])) === 1,
      "a request written byte by byte is not answered",
    );
    const many = Array.from({ length: 50 }, (_, index) => 7_100 + index);
    talk.channel.write(many.map((id) => `${line(id)}\n`).join(""));
    const got = await answered(talk, many);
    check.expect(
      "stdio.write-sizes",
      got === many.length,
      `of ${many.length} requests in one write ${got} are answered`,
    );

    talk.channel.write(`\n\r\n${line(7_200)}\r\n`);
    const holds = (await answered(talk, [7_200])) === 1;
    check.expect(
      "stdio.line-ends",
      holds && talk.alive,
      "a request that ends with CRLF after blank lines is not answered",
    );

    const tool = check.readTools[0]?.name ?? "";
    const padding = { name: tool, arguments: { padding: "x".repeat(1_048_576) }, ...params };
    const reply = await talk
      .ask(7_300, { jsonrpc: "2.0", id: 7_300, method: "tools/call", params: padding })
      .catch(() => undefined);
    check.expect("stdio.long-line", reply !== undefined, "a line of one MiB is not answered", reply);
    const after = await talk.request("tools/list").catch(() => undefined);
    check.expect(
      "stdio.long-line",
      after?.result !== undefined,
      "nothing is served after a line of one MiB",
      after,
    );
  },
} satisfies Property;

/** How many of `ids` are answered with a result within three seconds. */
async function answered(talk: StdioConversation, ids: readonly number[]): Promise<number> {
  const seen = new Set<unknown>();
  for (let round = 0; round < 60 && seen.size < ids.length && talk.alive; round++) {
    await pause(50);
    for (const message of talk.strays())
      if (message.result !== undefined && ids.includes(message.id as number)) seen.add(message.id);
  }
  return seen.size;
}
