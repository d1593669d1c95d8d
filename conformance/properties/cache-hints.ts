/** cache.hints: lists and reads say how long and for whom they hold. */
import { modernWires, type Property } from "../property.ts";
import { isObject, type Json } from "../target/target.ts";

const rows = ["cache.hints", "cache.ttl", "cache.scope"];

export default {
  id: "cache.hints",
  claim: "List and read results say how long and for whom they hold",
  rows,
  on: modernWires,
  async run(check) {
    const talk = await check.talk();
    const declared = isObject(talk.opening.capabilities) ? talk.opening.capabilities : {};
    const methods: [string, Json][] = [
      ["server/discover", {}],
      ["tools/list", {}],
    ];
    if ("resources" in declared) {
      methods.push(["resources/list", {}], ["resources/templates/list", {}]);
      const listed = await talk.request("resources/list");
      const [first] = (listed.result?.resources ?? []) as readonly { uri: string }[];
      if (first !== undefined) methods.push(["resources/read", { uri: first.uri }]);
    }
    if ("prompts" in declared) methods.push(["prompts/list", {}]);
    for (const [method, params] of methods) {
      const reply = await talk.request(method, params);
      const { ttlMs, cacheScope } = reply.result ?? {};
      check.expect(
        "cache.hints",
        ttlMs !== undefined && cacheScope !== undefined,
        `${method} lacks ttlMs or cacheScope`,
        reply,
      );
      check.expect(
        "cache.ttl",
        Number.isInteger(ttlMs) && (ttlMs as number) >= 0,
        `${method} has ttlMs ${JSON.stringify(ttlMs)}`,
        reply,
      );
      check.expect(
        "cache.scope",
        cacheScope === "public" || cacheScope === "private",
        `${method} has cacheScope ${JSON.stringify(cacheScope)}`,
        reply,
      );
    }
  },
} satisfies Property;
