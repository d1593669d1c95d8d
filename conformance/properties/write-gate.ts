/** write.gate: with writes off, write tools are not there, and over HTTP a write call is refused before it is looked at. */
import type { Check } from "../check.ts";
import { everyWire, type Property } from "../property.ts";
import { changed, snapshot } from "../state.ts";
import { isObject, modernMeta, type Provoked } from "../target/target.ts";

const rows = ["write.absent", "write.refused"];

export default {
  id: "write.gate",
  claim: "With writes off, write tools are not listed and write calls are refused before dispatch",
  rows,
  on: everyWire,
  async run(check) {
    if (check.options.write) {
      for (const row of rows) check.skip(row, "the server was started with writes enabled");
      return;
    }
    const talk = await check.talk();
    const names = new Set((await talk.list()).map((tool) => tool.name));
    const writers = check.contract.tools.filter((tool) => tool.effect === "write");
    const shown = writers.find((tool) => names.has(tool.name));
    check.expect("write.absent", shown === undefined, `${shown?.name} is listed`);
    if (writers.length === 0) return check.skip("write.refused", "the contract has no write tool");

    const before = await snapshot(check, talk);
    for (const [index, tool] of writers.entries()) {
      const args = check.options.vault?.fillArguments(tool.examples[0]?.input ?? {}) ?? {};
      const meta = check.era === "modern" ? { _meta: modernMeta() } : {};
      const call = (more: object) => ({
        jsonrpc: "2.0",
        id: 9_000 + index,
        method: "tools/call",
        params: { name: tool.name, arguments: args, ...more },
      });
      const current = await check.talk();
      if (check.transport === "stdio") {
        const reply = await current.call(tool.name, args);
        check.expect(
          "write.refused",
          reply.error?.code === -32602,
          `${tool.name}: ${reply.error?.code ?? "a result"}`,
          reply,
        );
        continue;
      }
      judgeRefusal(check, tool.name, await current.provoke(JSON.stringify(call(meta))));
      if (index > 0) continue;
      // A bad envelope and company in a batch change nothing: the gate comes first.
      judgeRefusal(
        check,
        `${tool.name} in a batch`,
        await current.provoke(
          JSON.stringify([{ jsonrpc: "2.0", id: 1, method: "ping", params: meta }, call(meta)]),
        ),
      );
      if (check.era === "modern") {
        const odd = { _meta: { ...modernMeta(), "io.modelcontextprotocol/clientCapabilities": 7 } };
        judgeRefusal(
          check,
          `${tool.name} in a bad envelope`,
          await current.provoke(JSON.stringify(call(odd))),
        );
      }
    }
    const says = changed(before, await snapshot(check, await check.talk()));
    check.expect("write.refused", says === undefined, says ?? "");
  },
} satisfies Property;

function judgeRefusal(check: Check, what: string, got: Provoked): void {
  const want = check.options.knowledge.writeRefusal;
  const [answer] = got.answers;
  const data = isObject(answer?.error?.data) ? answer.error.data : {};
  const holds =
    got.http?.status === want.status &&
    got.answers.length === 1 &&
    answer?.error?.code === want.code &&
    data.code === want.data &&
    (answer.id === null || answer.id === undefined) &&
    Object.keys(data).length === 1;
  const says = `${what}: status ${got.http?.status}, code ${answer?.error?.code}, id ${JSON.stringify(answer?.id)}, data ${JSON.stringify(data)}`;
  check.expect("write.refused", holds, says, got);
}
