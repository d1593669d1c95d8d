/** legacy.results: legacy clients get legacy answers. */
import { legacyWires, type Property } from "../property.ts";
import { isObject, type Json, type Reply } from "../target/target.ts";

const rows = ["legacy.no-modern-needs", "legacy.no-modern-members", "tools.task-ignored"];
const members = ["resultType", "ttlMs", "cacheScope", "supportedVersions"];

export default {
  id: "legacy.results",
  claim: "Requests need no metadata, and answers carry no member of a later revision",
  rows,
  on: legacyWires,
  async run(check) {
    const talk = await check.talk();
    const declared = isObject(talk.opening.capabilities) ? talk.opening.capabilities : {};
    const tool = check.readTools[0];
    const call: Json = { name: tool?.name, arguments: tool?.examples[0]?.input ?? {} };
    const requests: [string, Json][] = [
      ["tools/list", {}],
      ["tools/call", call],
    ];
    if ("resources" in declared) requests.push(["resources/list", {}], ["resources/templates/list", {}]);
    if ("prompts" in declared) requests.push(["prompts/list", {}]);
    judge("initialize", { result: talk.opening } as Reply);
    for (const [method, params] of requests) {
      const reply = await talk.request(method, params);
      check.expect(
        "legacy.no-modern-needs",
        reply.result !== undefined,
        `${method} is answered with ${reply.error?.code}`,
        reply,
      );
      judge(method, reply);
    }
    const capable = isObject(declared.tasks);
    if (capable) return check.skip("tools.task-ignored", "the server declares tasks");
    const task = await talk.request("tools/call", { ...call, task: { ttl: 1_000 } });
    const plain = Array.isArray(task.result?.content) && !("task" in (task.result ?? {}));
    check.expect("tools.task-ignored", plain, "a call with `task` has no plain result", task);

    function judge(method: string, reply: Reply) {
      const meta = isObject(reply.result?._meta) ? reply.result._meta : {};
      const extra =
        members.find((member) => member in (reply.result ?? {})) ??
        Object.keys(meta).find((key) => key.endsWith("/serverInfo"));
      const evidence = "exchange" in reply ? reply : undefined;
      check.expect("legacy.no-modern-members", extra === undefined, `${method} carries ${extra}`, evidence);
    }
  },
} satisfies Property;
