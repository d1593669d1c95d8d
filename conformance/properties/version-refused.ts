/** version.refused: versions that are not served are refused with the list of those that are. */
import { modernWires, type Property } from "../property.ts";
import { isObject } from "../target/target.ts";

const rows = [
  "version.unsupported",
  "version.requested",
  "version.status",
  "version.disabled",
  "version.listed-works",
];
const key = "io.modelcontextprotocol/protocolVersion";

export default {
  id: "version.refused",
  claim: "A version that is not served is refused with -32022 and the versions that are",
  rows,
  on: modernWires,
  async run(check) {
    const talk = await check.talk();
    const listed = talk.opening.supportedVersions as readonly string[];
    const unknown = ["1900-01-01", "v999.0.0", "2027-01-01"];
    const disabled = ["2025-11-25"].filter((version) => !listed.includes(version));
    if (disabled.length === 0) check.skip("version.disabled", "the older revision is listed");
    for (const version of [...unknown, ...disabled]) {
      const row = unknown.includes(version) ? "version.unsupported" : "version.disabled";
      const reply = await talk.request("tools/list", {}, { meta: { [key]: version } });
      const data = isObject(reply.error?.data) ? reply.error.data : {};
      const supported = Array.isArray(data.supported) ? (data.supported as string[]) : [];
      const says = `${version} is answered with ${reply.error?.code ?? "a result"}`;
      check.expect(row, reply.error?.code === -32022 && supported.length > 0, says, reply);
      check.expect(
        "version.requested",
        data.requested === version,
        `data.requested is ${JSON.stringify(data.requested)}`,
        reply,
      );
      check.expect(
        "version.status",
        reply.http?.status === 400,
        `${says} and status ${reply.http?.status}`,
        reply,
      );
      const same = supported.toSorted().join() === listed.toSorted().join();
      check.expect(
        "version.listed-works",
        same,
        `the error lists ${supported.join(", ")}, discovery ${listed.join(", ")}`,
        reply,
      );
    }
    for (const version of listed) {
      const reply = await talk.request("tools/list", {}, { meta: { [key]: version } });
      check.expect(
        "version.listed-works",
        reply.result !== undefined,
        `${version} is listed and does not work`,
        reply,
      );
    }
  },
} satisfies Property;
