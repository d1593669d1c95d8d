/** http.endpoint: one path takes POST, answers in one of two media types, and refuses what is no request. */
import type { Property } from "../property.ts";
import type { HttpConversation } from "../target/http.ts";
import { modernHeaders } from "../target/http-modern.ts";
import { mediaType } from "../target/post.ts";
import { modernMeta } from "../target/target.ts";

const rows = [
  "http.endpoint",
  "http.answer-type",
  "http.response-refused",
  "http.stream-ends",
  "http.get-delete",
  "stream.event-id-refused",
];

export default {
  id: "http.endpoint",
  claim: "The endpoint takes POST, answers as JSON or as an event stream, and refuses what is no request",
  rows,
  on: ["http-modern"],
  async run(check) {
    const talk = (await check.talk()) as HttpConversation;
    const { poster } = check.http;
    const tool = check.readTools[0];
    const replies = [
      await talk.request("server/discover"),
      await talk.request("tools/list"),
      await talk.call(tool?.name ?? "", tool?.examples[0]?.input ?? {}),
    ];
    let streams = 0;
    for (const reply of replies) {
      check.expect(
        "http.endpoint",
        reply.http?.status === 200,
        `POST is answered with ${reply.http?.status}`,
        reply,
      );
      const type = reply.http === undefined ? "" : mediaType(reply.http);
      const known = type.startsWith("application/json") || type.startsWith("text/event-stream");
      check.expect("http.answer-type", known, `the answer has the type ${type || "none"}`, reply);
      if (!type.startsWith("text/event-stream")) continue;
      streams++;
      check.expect("http.stream-ends", !reply.lingered, "the stream stays open after the response", reply);
    }
    if (streams === 0) check.skip("http.stream-ends", "answers come as JSON");

    const response = await talk.provoke(`{"jsonrpc":"2.0","id":1,"result":{}}`);
    const status = response.http?.status ?? 0;
    check.expect(
      "http.response-refused",
      status >= 400 && status < 500,
      `a response is answered with ${status}`,
      response,
    );

    for (const method of ["GET", "DELETE"]) {
      const answer = await poster.send({ method, headers: { Accept: "text/event-stream" }, quietMs: 500 });
      check.expect(
        "http.get-delete",
        answer.status === 405,
        `${method} is answered with ${answer.status}`,
        answer,
      );
    }

    const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: modernMeta() } };
    const resumed = await poster.send({
      headers: { ...modernHeaders(body), "Last-Event-ID": "1" },
      body: JSON.stringify(body),
    });
    check.expect(
      "stream.event-id-refused",
      resumed.status === 400,
      `a request with Last-Event-ID is answered with ${resumed.status}`,
      resumed,
    );
  },
} satisfies Property;
