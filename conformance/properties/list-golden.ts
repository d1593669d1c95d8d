/** list.golden: tools/list is the published list of the profile and the write gate, key for key and in its order. */
import { everyWire, type Property } from "../property.ts";
import { firstDifference } from "../state.ts";
import { isObject, type ListedTool } from "../target/target.ts";

const rows = ["list.golden", "list.server", "tools.list", "schema.unchanged"];

export default {
  id: "list.golden",
  claim: "tools/list equals the published list of the profile and the write gate",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    const reply = await talk.request("tools/list");
    const tools = await talk.list();
    const want = check.contract.list(check.options.profile, check.options.write);
    check.expect(
      "tools.list",
      Array.isArray(reply.result?.tools),
      "tools/list gives no array of tools",
      reply,
    );
    const says = difference(want, tools);
    check.expect("list.golden", says === undefined, says ?? "", reply);
    const changed = want.find((tool) => {
      const got = tools.find((one) => one.name === tool.name);
      return got !== undefined && JSON.stringify(got.inputSchema) !== JSON.stringify(tool.inputSchema);
    });
    check.expect(
      "schema.unchanged",
      changed === undefined,
      `the input schema of ${changed?.name} is not the published one`,
      reply,
    );
    const meta = isObject(talk.opening._meta) ? talk.opening._meta : {};
    const named = talk.opening.serverInfo ?? meta["io.modelcontextprotocol/serverInfo"];
    const { name, version } = isObject(named) ? named : {};
    const own = check.contract.server;
    check.expect(
      "list.server",
      name === own.name && version === own.version,
      `the server calls itself ${String(name)} ${String(version)}, the contract ${own.name} ${own.version}`,
    );
  },
} satisfies Property;

function difference(want: readonly ListedTool[], got: readonly ListedTool[]): string | undefined {
  if (JSON.stringify(want) === JSON.stringify(got)) return undefined;
  const names = got.map((tool) => tool.name);
  const missing = want.filter((tool) => !names.includes(tool.name)).map((tool) => tool.name);
  if (missing.length > 0) return `missing: ${missing.join(", ")}`;
  const extra = names.filter((name) => !want.some((tool) => tool.name === name));
  if (extra.length > 0) return `not in the published list: ${extra.join(", ")}`;
  if (names.join() !== want.map((tool) => tool.name).join()) return `the order is ${names.join(", ")}`;
  const at = want.findIndex((tool, index) => JSON.stringify(tool) !== JSON.stringify(got[index]));
  return `${names[at]}: ${firstDifference(JSON.stringify(want[at]), JSON.stringify(got[at]))}`;
}
