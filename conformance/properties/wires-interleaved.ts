/** wires.interleaved: clients of both eras at one server do not get into each other's way. */
import type { Check, Line } from "../check.ts";
import { everyWire, type Property } from "../property.ts";
import type { StdioConversation } from "../target/stdio.ts";
import { modernMeta } from "../target/target.ts";

const rows = ["version.eras-beside", "eras.at-once", "eras.session-survives", "eras.modern-on-legacy-pipe"];

export default {
  id: "wires.interleaved",
  claim: "Clients of both eras are served at once and do not end each other's work",
  rows,
  on: everyWire,
  mode: "together",
  async run(check) {
    const line = (wire: string) => check.lines.find((one) => one.wire === wire);
    const [legacy, modern, pipe] = [line("http-legacy"), line("http-modern"), line("stdio-legacy")];
    if (legacy !== undefined && modern !== undefined) await overHttp(check, legacy, modern);
    if (pipe !== undefined) await onLegacyPipe(check, pipe);
    for (const one of check.lines) {
      check.line = one;
      for (const row of rows) check.skip(row, "the server was not given in both eras");
    }
  },
} satisfies Property;

async function overHttp(check: Check, legacy: Line, modern: Line): Promise<void> {
  const tool = check.readTools[0];
  const [name, args] = [tool?.name ?? "", tool?.examples[0]?.input ?? {}];
  const [old, fresh] = [await check.fresh(legacy), await check.talk(modern)];
  const calls = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? old : fresh).call(name, args));
  const replies = await Promise.all(calls);
  const lost = replies.findIndex((reply) => reply.result === undefined);
  const stray = replies.find(
    (reply, index) => (reply.result?.resultType !== undefined) !== (index % 2 === 1),
  );
  check.line = modern;
  check.expect(
    "version.eras-beside",
    lost === -1 || lost % 2 === 0,
    "a modern call beside a legacy session is not served",
    replies[lost],
  );
  check.line = legacy;
  check.expect(
    "eras.at-once",
    lost === -1,
    "a call is not served while the other era is busy",
    replies[lost],
  );
  check.expect("eras.at-once", stray === undefined, "a result has the form of the other era", stray);

  const work = fresh.call(name, args);
  await old.close();
  const after = await work;
  check.expect(
    "eras.session-survives",
    after.result !== undefined,
    "a modern call is lost when a legacy session ends",
    after,
  );
  const again = await (await check.fresh(legacy)).call(name, args);
  check.expect(
    "eras.session-survives",
    again.result !== undefined,
    "no legacy session works after one has ended",
    again,
  );
}

async function onLegacyPipe(check: Check, pipe: Line): Promise<void> {
  check.line = pipe;
  const talk = (await check.fresh(pipe)) as StdioConversation;
  const params = { _meta: modernMeta() };
  const reply = await talk
    .ask("m-1", { jsonrpc: "2.0", id: "m-1", method: "server/discover", params })
    .catch(() => undefined);
  check.expect(
    "eras.modern-on-legacy-pipe",
    reply?.message !== undefined,
    "a modern request on a legacy pipe gets no answer",
    reply,
  );
  const ping = await talk.request("ping").catch(() => undefined);
  check.expect(
    "eras.modern-on-legacy-pipe",
    ping?.result !== undefined,
    "the legacy conversation is over after a modern request",
    ping,
  );
}
