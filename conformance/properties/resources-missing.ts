/** resources.missing: what is not there, and what is no URI, gives an error and never an empty answer. */
import { everyWire, type Property } from "../property.ts";
import { isObject, type Reply } from "../target/target.ts";

const rows = ["resources.missing", "resources.missing-not-empty", "resources.uri-checked"];
const malformed = [
  "",
  "::",
  "no scheme",
  "gno://",
  "gno://a b/c",
  "gno://notes/%00",
  "gno://notes/\u0000",
  "gno://notes/%zz",
  `gno://notes/${"x".repeat(10_000)}`,
  "other://notes/index.md",
];

export default {
  id: "resources.missing",
  claim: "Missing resources and malformed URIs give the error for them",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    const declared = isObject(talk.opening.capabilities) ? talk.opening.capabilities : {};
    if (!("resources" in declared)) {
      for (const row of rows) check.skip(row, "resources are not declared");
      return;
    }
    const listed = await talk.request("resources/list");
    const schemes = new Set(
      ((listed.result?.resources ?? []) as readonly { uri: string }[]).map((one) => one.uri.split(":")[0]),
    );
    if (schemes.size === 0) schemes.add(check.contract.name);
    for (const scheme of schemes) {
      const uri = `${scheme}://no-such-collection/no-such-note.md`;
      const reply = await talk.request("resources/read", { uri });
      const data = isObject(reply.error?.data) ? reply.error.data : {};
      const right =
        check.era === "modern"
          ? reply.error?.code === -32602
          : reply.error?.code === -32002 && data.uri === uri;
      check.expect("resources.missing", right, `${uri}: ${told(reply)}`, reply);
      check.expect(
        "resources.missing-not-empty",
        reply.result === undefined,
        `${uri}: ${told(reply)}`,
        reply,
      );
    }
    for (const uri of malformed) {
      const reply = await talk.request("resources/read", { uri });
      const code = reply.error?.code;
      const right = code === -32602 || (check.era === "legacy" && code === -32002);
      check.expect(
        "resources.uri-checked",
        right,
        `${JSON.stringify(uri.slice(0, 40))}: ${told(reply)}`,
        reply,
      );
    }
  },
} satisfies Property;

function told(reply: Reply): string {
  return `answered with ${reply.error?.code ?? JSON.stringify(reply.result).slice(0, 80)}`;
}
