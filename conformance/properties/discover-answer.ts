/** discover.answer: server/discover says what the server is, the same way each time. */
import { modernWires, type Property } from "../property.ts";
import { isObject } from "../target/target.ts";

const rows = [
  "discover.served",
  "discover.form",
  "discover.cache-hints",
  "discover.steady",
  "meta.extension-ids",
];
const extensionId =
  /^[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?)*\/[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/;

export default {
  id: "discover.answer",
  claim: "server/discover gives versions, capabilities and cache hints, and the same on every connection",
  rows,
  on: modernWires,
  async run(check) {
    const talk = await check.talk();
    const reply = await talk.request("server/discover");
    const result = reply.result ?? {};
    check.expect("discover.served", reply.result !== undefined, `answered with ${reply.error?.code}`, reply);
    const versions: unknown = result.supportedVersions;
    const formed =
      Array.isArray(versions) &&
      versions.length > 0 &&
      versions.every((one) => typeof one === "string") &&
      isObject(result.capabilities) &&
      result.resultType === "complete";
    check.expect(
      "discover.form",
      formed,
      "versions, capabilities or resultType are missing or of a wrong type",
      reply,
    );
    const hinted =
      Number.isInteger(result.ttlMs) && (result.cacheScope === "public" || result.cacheScope === "private");
    check.expect(
      "discover.cache-hints",
      hinted,
      `ttlMs ${String(result.ttlMs)}, cacheScope ${String(result.cacheScope)}`,
      reply,
    );
    const extensions =
      isObject(result.capabilities) && isObject(result.capabilities.extensions)
        ? Object.keys(result.capabilities.extensions)
        : [];
    const odd = extensions.find((id) => !extensionId.test(id));
    check.expect("meta.extension-ids", odd === undefined, `the extension ${odd}`, reply);

    const first = JSON.stringify(result);
    await talk.list();
    await talk.call(check.readTools[0]?.name ?? "", check.readTools[0]?.examples[0]?.input ?? {});
    const again = await talk.request("server/discover");
    check.expect(
      "discover.steady",
      JSON.stringify(again.result) === first,
      "the answer changed after other calls",
      again,
    );
    const other = await (await check.other()).request("server/discover");
    check.expect(
      "discover.steady",
      JSON.stringify(other.result) === first,
      "another connection gets another answer",
      other,
    );
  },
} satisfies Property;
