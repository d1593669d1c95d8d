/** http.media: what is not declared as JSON, asks for something else, or is too large, is refused with the status for it. */
import { httpWires, type Property } from "../property.ts";
import type { HttpConversation } from "../target/http.ts";
import { modernMeta, TargetFailure } from "../target/target.ts";

const rows = ["http.media-type", "http.accept-any", "http.body-limit"];
const large = 17 * 1_048_576;

export default {
  id: "http.media",
  claim: "Other media types get 415, other wishes 406, bodies over the limit 413",
  rows,
  on: httpWires,
  async run(check) {
    const talk = (await check.talk()) as HttpConversation;
    const { poster } = check.http;
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/list",
      params: check.era === "modern" ? { _meta: modernMeta() } : {},
    };
    const send = (extra: Record<string, string | undefined>, body: string = JSON.stringify(message)) =>
      poster.send({ headers: { ...talk.framing.headers(message), ...extra }, body, until: () => true });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", undefined]) {
      const answer = await send({ "Content-Type": type });
      check.expect(
        "http.media-type",
        answer.status === 415,
        `the type ${type ?? "none"} is answered with ${answer.status}`,
        answer,
      );
    }
    const charset = await send({ "Content-Type": "application/json; charset=utf-8" });
    check.expect(
      "http.media-type",
      charset.status === 200,
      `JSON with a charset is answered with ${charset.status}`,
      charset,
    );
    for (const accept of ["*/*", undefined, "application/json;q=0.9, text/event-stream;q=0.8"]) {
      const answer = await send({ Accept: accept });
      const holds = answer.status === 200 || answer.status === 406;
      check.expect(
        "http.accept-any",
        holds,
        `Accept ${accept ?? "absent"} is answered with ${answer.status}`,
        answer,
      );
    }
    const padded = JSON.stringify({ ...message, params: { ...message.params, padding: "x".repeat(large) } });
    try {
      const answer = await send({}, padded);
      check.expect(
        "http.body-limit",
        answer.status === 413,
        `a body of 17 MiB is answered with ${answer.status}`,
        answer,
      );
    } catch (error) {
      // A server may close the connection while the body is still coming.
      if (!(error instanceof TargetFailure) || error.kind !== "gone") throw error;
    }
    const after = await talk.request("tools/list");
    check.expect(
      "http.body-limit",
      after.result !== undefined,
      "nothing is served after a large body",
      after,
    );
  },
} satisfies Property;
