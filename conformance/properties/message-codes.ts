/** message.codes: which error codes came during the run, and what their texts give away. */
import { everyWire, type Property } from "../property.ts";
import { isObject } from "../target/target.ts";
import type { SeenCode } from "../target/watch.ts";

const rows = [
  "base.reserved-codes",
  "base.retired-codes",
  "base.legacy-code-range",
  "base.own-codes",
  "base.modern-codes",
  "tools.clean-errors",
  "elicitation.error-form",
  "elicitation.error-only",
];
const defined = new Set([-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022]);
const leaks =
  /\n\s+at .+\(.+:\d+:\d+\)|\bat [\w.]+ \(|node:internal|SQLITE_|SqliteError|\bSELECT\b.+\bFROM\b|TypeError|ReferenceError|\/node_modules\//;

export default {
  id: "message.codes",
  claim: "Error codes are the ones of the era, and error texts give nothing of the host away",
  rows,
  on: everyWire,
  mode: "last",
  async run(check) {
    const talk = await check.talk();
    await talk.request("no/such-method");
    await talk.call("no_such_tool", {});
    await talk.request("resources/read", { uri: "nowhere://nothing" });
    const uri = "gno://no-such-collection/no-such-note.md";
    await talk.request("resources/read", { uri });
    for (const tool of check.readTools)
      await talk.call(tool.name, { ref: uri, collection: "no-such-collection" });

    const { codes, errorTexts } = check.watch;
    const none = (row: string, wrong: (seen: SeenCode) => boolean) => {
      const found = codes.find(wrong);
      check.expect(row, found === undefined, `${found?.code} was sent: ${found?.message}`, found);
    };
    none("base.reserved-codes", ({ code }) => code <= -32020 && code >= -32099 && !defined.has(code));
    none("base.retired-codes", ({ code }) => code === -32002 || code === -32042);
    none("base.legacy-code-range", ({ code }) => code <= -32000 && code >= -32019);
    none("base.own-codes", ({ code }) => code <= -32000 && code >= -32768 && !defined.has(code));
    none("base.modern-codes", ({ code }) => code <= -32020 && code >= -32022);
    none("tools.clean-errors", ({ message }) => leaks.test(message));
    const leak = errorTexts.find((text) => leaks.test(text));
    check.expect("tools.clean-errors", leak === undefined, `a tool error reads: ${leak}`);

    const elicitations = codes.filter(({ code }) => code === -32042);
    if (elicitations.length === 0) {
      check.skip("elicitation.error-form", "-32042 was never sent");
      check.skip("elicitation.error-only", "-32042 was never sent");
    }
    for (const seen of elicitations) {
      const holds = isElicitation(seen.data);
      check.expect("elicitation.error-form", holds, "-32042 does not list what to visit", seen);
      check.expect("elicitation.error-only", holds, "-32042 is used without anything to visit", seen);
    }
  },
} satisfies Property;

function isElicitation(data: unknown): boolean {
  const list = isObject(data) ? data.elicitations : undefined;
  return (
    Array.isArray(list) &&
    list.length > 0 &&
    list.every(
      (one: unknown) =>
        isObject(one) &&
        one.mode === "url" &&
        URL.canParse(String(one.url)) &&
        typeof one.elicitationId === "string" &&
        typeof one.message === "string",
    )
  );
}
