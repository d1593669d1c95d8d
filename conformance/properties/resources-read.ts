/** resources.read: what is listed can be read, and what is read is well formed. */
import { contentsProblem, isBase64 } from "../judge.ts";
import { everyWire, type Property } from "../property.ts";
import { isObject, type Json } from "../target/target.ts";

const rows = ["resources.listed-readable", "resources.one-content", "resources.binary"];

export default {
  id: "resources.read",
  claim: "Listed resources can be read, as text or as Base64",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.talk();
    const declared = isObject(talk.opening.capabilities) ? talk.opening.capabilities : {};
    const listed = "resources" in declared ? await talk.request("resources/list") : undefined;
    const uris = ((listed?.result?.resources ?? []) as readonly Json[]).map((one) => String(one.uri));
    if (uris.length === 0) {
      for (const row of rows)
        check.skip(row, listed === undefined ? "resources are not declared" : "no resource is listed");
      return;
    }
    let blobs = 0;
    for (const uri of uris.slice(0, 12)) {
      const reply = await talk.request("resources/read", { uri });
      const contents = reply.result?.contents;
      const holds = Array.isArray(contents) && contents.length > 0;
      check.expect(
        "resources.listed-readable",
        holds,
        `${uri} is listed and cannot be read: ${reply.error?.code}`,
        reply,
      );
      for (const item of holds ? (contents as readonly Json[]) : []) {
        const says = contentsProblem(item);
        check.expect("resources.one-content", says === undefined, `a content of ${uri} ${says}`, reply);
        if (item.blob === undefined) continue;
        blobs++;
        check.expect("resources.binary", isBase64(item.blob), `the blob of ${uri} is no Base64`, reply);
      }
    }
    if (blobs === 0) check.skip("resources.binary", "no resource that was read is binary");
  },
} satisfies Property;
