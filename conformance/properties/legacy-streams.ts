/** legacy.streams: what comes on which stream of a session. */
import type { Check } from "../check.ts";
import type { Property } from "../property.ts";
import type { HttpConversation } from "../target/http.ts";
import { mediaType, textsOf } from "../target/post.ts";
import { parseFrames } from "../target/sse.ts";
import { parseMessage } from "../target/target.ts";

const rows = [
  "http.get-stream",
  "http.answer-type",
  "stream.event-ids",
  "stream.one-place",
  "stream.no-response-on-get",
  "stream.ends",
  "stream.foreign-event-id",
];

export default {
  id: "legacy.streams",
  claim: "Responses come on the stream of their request and nowhere else, and end it",
  rows,
  on: ["http-legacy"],
  async run(check) {
    const talk = (await check.fresh()) as HttpConversation;
    const get = { ...talk.framing.headers({}), Accept: "text/event-stream", "Content-Type": undefined };
    const listening = check.http.poster.send({ method: "GET", headers: get, quietMs: 1_200 });
    const tool = check.readTools[0];
    const ids: string[] = [];
    const responses = new Map<unknown, number>();
    let streams = 0;
    for (let round = 0; round < 5; round++) {
      const reply = await talk.call(tool?.name ?? "", tool?.examples[0]?.input ?? {});
      const type = reply.http === undefined ? "" : mediaType(reply.http);
      const known = type.startsWith("application/json") || type.startsWith("text/event-stream");
      check.expect(
        "http.answer-type",
        known && reply.message !== undefined,
        `the answer has the type ${type || "none"}`,
        reply,
      );
      responses.set(reply.message?.id, 1);
      if (!type.startsWith("text/event-stream")) continue;
      streams++;
      ids.push(
        ...parseFrames((reply.http as { text?: string }).text ?? "").flatMap((frame) =>
          frame.id ? [frame.id] : [],
        ),
      );
      check.expect("stream.ends", !reply.lingered, "the stream stays open after the response", reply);
    }
    if (streams === 0) check.skip("stream.ends", "answers come as JSON");
    const stream = await listening;
    const isStream = stream.status === 200 && mediaType(stream).startsWith("text/event-stream");
    check.expect(
      "http.get-stream",
      isStream || stream.status === 405,
      `GET is answered with ${stream.status} ${mediaType(stream)}`,
      stream,
    );
    if (isStream) {
      const messages = textsOf(stream).map(parseMessage);
      const response = messages.find((one) => one !== undefined && one.method === undefined);
      check.expect(
        "stream.no-response-on-get",
        response === undefined,
        "a response came on the GET stream",
        stream,
      );
      check.expect(
        "stream.one-place",
        response === undefined || !responses.has(response.id),
        "a response came twice",
        stream,
      );
      ids.push(...parseFrames(stream.text).flatMap((frame) => (frame.id ? [frame.id] : [])));
    } else {
      for (const row of ["stream.no-response-on-get", "stream.one-place"])
        check.skip(row, "there is no GET stream");
    }
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (ids.length === 0) check.skip("stream.event-ids", "streams have no event ids");
    else check.expect("stream.event-ids", twice === undefined, `the event id ${twice} came twice`);
    await foreign(check, ids[0] ?? "1");
  },
} satisfies Property;

async function foreign(check: Check, id: string): Promise<void> {
  const other = (await check.fresh()) as HttpConversation;
  const headers = {
    ...other.framing.headers({}),
    Accept: "text/event-stream",
    "Content-Type": undefined,
    "Last-Event-ID": id,
  };
  const answer = await check.http.poster.send({ method: "GET", headers, quietMs: 500 });
  const replayed = answer.status === 200 && textsOf(answer).length > 0;
  check.expect("stream.foreign-event-id", !replayed, "another session's event id replays messages", answer);
}
