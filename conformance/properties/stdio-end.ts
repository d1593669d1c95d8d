/** stdio.end: the process leaves when its input ends, and does not lean on stderr. */
import { type Property, stdioWires } from "../property.ts";
import type { StdioConversation } from "../target/stdio.ts";

const rows = ["stdio.leaves-at-end", "stdio.stderr-free"];
/** Longer than a drain of running calls may take. */
const longest = 4_000;

export default {
  id: "stdio.end",
  claim: "The process leaves when its input ends, and serves with stderr unread",
  rows,
  on: stdioWires,
  async run(check) {
    const patienceMs = Math.min(longest, check.options.timeoutMs);
    const idle = check.adopt(await check.stdio.open());
    const { code, ms } = await leave(idle, patienceMs);
    check.expect(
      "stdio.leaves-at-end",
      code === 0 && ms < patienceMs,
      `idle: code ${code} after ${Math.round(ms)} ms`,
    );

    const busy = check.adopt(await check.stdio.open());
    const tool = check.readTools[0];
    void busy.call(tool?.name ?? "", tool?.examples[0]?.input ?? {}).catch(() => {});
    const end = await leave(busy, patienceMs);
    check.expect(
      "stdio.leaves-at-end",
      end.ms < patienceMs,
      `with a call running: still there after ${patienceMs} ms`,
    );

    const deaf = check.adopt(check.stdio.openBare({ stderr: "unread" }));
    await deaf.start();
    const bad = Array.from({ length: 50 }, () => deaf.call("no_such_tool", {}));
    await Promise.all(bad);
    const reply = await deaf.request("tools/list");
    check.expect(
      "stdio.stderr-free",
      reply.result !== undefined,
      "nothing is served while stderr is unread",
      reply,
    );
  },
} satisfies Property;

async function leave(
  talk: StdioConversation,
  patienceMs: number,
): Promise<{ code: number | null | undefined; ms: number }> {
  const started = performance.now();
  talk.channel.end();
  const timer = setTimeout(() => talk.channel.kill(), patienceMs);
  const exit = await talk.channel.exit;
  clearTimeout(timer);
  return { code: exit.code, ms: performance.now() - started };
}
