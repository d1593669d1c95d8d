/** resources.traversal: no spelling of a path leads out of what is served, through resources and through tools. */
import { everyWire, type Property } from "../property.ts";
import { isObject } from "../target/target.ts";

const rows = ["resources.no-traversal"];
const climbs = [
  "../../../../../../etc/passwd",
  "%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
  "..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
  "/etc/passwd",
  "....//....//....//etc/passwd",
  "..\\..\\..\\..\\etc\\passwd",
  "%252e%252e/%252e%252e/etc/passwd",
  ".",
  "..",
];

export default {
  id: "resources.traversal",
  claim: "No spelling of a path leads out of what is served",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    const pool = await check.options.knowledge.pool(talk);
    const declared = isObject(talk.opening.capabilities) ? talk.opening.capabilities : {};
    const collection = pool.collection?.[0] ?? "notes";
    const uris = [
      "file:///etc/passwd",
      ...climbs.map((path) => `${check.contract.name}://${collection}/${path}`),
    ];
    if ("resources" in declared) {
      for (const uri of uris) {
        const reply = await talk.request("resources/read", { uri });
        check.expect("resources.no-traversal", reply.result === undefined, `${uri} is read`, reply);
      }
    }
    const readers = check.readTools.filter((tool) => "ref" in ((tool.input.properties ?? {}) as object));
    for (const tool of readers) {
      for (const ref of [...uris, ...climbs.map((path) => `${collection}/${path}`)]) {
        const reply = await talk.call(tool.name, { ref });
        const holds = reply.result?.isError === true || reply.error !== undefined;
        check.expect("resources.no-traversal", holds, `${tool.name} takes ${ref}`, reply);
      }
    }
    if (!("resources" in declared) && readers.length === 0)
      check.skip("resources.no-traversal", "nothing takes a path");
  },
} satisfies Property;
