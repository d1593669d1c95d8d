/** legacy.sessions: session ids are the server's own, unguessable, needed, and end for good. */
import { randomUUID } from "node:crypto";
import type { Check } from "../check.ts";
import type { Property } from "../property.ts";
import type { HttpConversation } from "../target/http.ts";

const rows = [
  "http.version-header-bad",
  "http.version-header-absent",
  "session.characters",
  "session.random",
  "session.missing",
  "session.ended",
  "session.unknown",
  "session.delete",
  "session.no-fixation",
  "session.no-access",
  "session.apart",
];
const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`;

export default {
  id: "legacy.sessions",
  claim: "Sessions have unguessable ids of the server's own, are asked for, and end for good",
  rows,
  on: ["http-legacy"],
  async run(check) {
    const talk = (await check.fresh()) as HttpConversation;
    const post = async (headers: Record<string, string | undefined>, from = talk) => {
      const answer = await check.http.poster.send({
        headers: { ...from.framing.headers({}), ...headers },
        body: list,
        until: () => true,
      });
      from.judge(answer);
      return answer;
    };
    for (const version of ["1999-01-01", "banana"]) {
      const answer = await post({ "MCP-Protocol-Version": version });
      check.expect(
        "http.version-header-bad",
        answer.status === 400,
        `the version ${version} is answered with ${answer.status}`,
        answer,
      );
    }
    const absent = await post({ "MCP-Protocol-Version": undefined });
    check.expect(
      "http.version-header-absent",
      absent.status === 200,
      `answered with ${absent.status}`,
      absent,
    );
    if (talk.session === undefined) {
      for (const row of rows.slice(2)) check.skip(row, "the server keeps no sessions");
      return;
    }
    const missing = await post({ "Mcp-Session-Id": undefined });
    check.expect("session.missing", missing.status === 400, `answered with ${missing.status}`, missing);
    const unknown = await post({ "Mcp-Session-Id": randomUUID() });
    check.expect("session.unknown", unknown.status === 404, `answered with ${unknown.status}`, unknown);

    const ending = (await check.fresh()) as HttpConversation;
    const gone = await check.http.poster.send({ method: "DELETE", headers: ending.framing.headers({}) });
    check.expect(
      "session.delete",
      gone.status === 405 || (gone.status >= 200 && gone.status < 300),
      `DELETE is answered with ${gone.status}`,
      gone,
    );
    if (gone.status === 405) check.skip("session.ended", "sessions cannot be ended");
    else {
      const after = await post({}, ending);
      check.expect(
        "session.ended",
        after.status === 404,
        `POST to an ended session is answered with ${after.status}`,
        after,
      );
      const get = await check.http.poster.send({
        method: "GET",
        headers: { ...ending.framing.headers({}), Accept: "text/event-stream" },
        quietMs: 500,
      });
      check.expect(
        "session.ended",
        get.status === 404,
        `GET on an ended session is answered with ${get.status}`,
        get,
      );
    }
    if (check.options.authorized) {
      const stolen = await post({ Authorization: undefined });
      check.expect(
        "session.no-access",
        stolen.status === 401,
        `a session id without a token is answered with ${stolen.status}`,
        stolen,
      );
    } else check.skip("session.no-access", "no token was given with --header");
    await fixation(check, post);
    await apart(check);
    await randomness(check);
  },
} satisfies Property;

async function fixation(
  check: Check,
  post: (headers: Record<string, string>) => Promise<{ status: number }>,
): Promise<void> {
  const chosen = "attacker-1";
  const fixed = await check.legacyHttp
    .initialize({ headers: { "Mcp-Session-Id": chosen } })
    .catch(() => undefined);
  if (fixed !== undefined) check.adopt(fixed.conversation);
  check.expect(
    "session.no-fixation",
    fixed?.conversation.session !== chosen,
    "the client's id became the session's",
  );
  const later = await post({ "Mcp-Session-Id": chosen });
  check.expect(
    "session.no-fixation",
    later.status !== 200,
    `the client's id is answered with ${later.status}`,
  );
}

async function apart(check: Check): Promise<void> {
  const four = await Promise.all([1, 2, 3, 4].map(() => check.fresh()));
  await Promise.all(four.slice(0, 2).map((one) => one.close()));
  const left = await Promise.all(four.slice(2).map((one) => one.request("tools/list")));
  const lost = left.find((reply) => reply.result === undefined);
  check.expect("session.apart", lost === undefined, "a session is gone after others have ended", lost);
}

async function randomness(check: Check): Promise<void> {
  const ids: string[] = [];
  for (let round = 0; round < 24; round++) {
    const { conversation } = await check.legacyHttp.initialize();
    ids.push(conversation.session ?? "");
    await conversation.close();
  }
  const odd = ids.find((id) => !/^[\x21-\x7e]+$/.test(id));
  check.expect("session.characters", odd === undefined, `the id ${JSON.stringify(odd)}`);
  check.expect("session.random", new Set(ids).size === ids.length, "an id was given twice");
  const prefix = sharedPrefix(ids);
  check.expect("session.random", prefix.length <= 8, `all ids start with ${prefix}`);
  check.expect("session.random", ids.toSorted().join() !== ids.join(), "ids come in order");
  const alphabet = new Set(ids.join("")).size;
  const bits = Math.min(...ids.map((id) => id.length)) * Math.log2(Math.max(2, alphabet));
  check.expect("session.random", bits >= 120, `an id holds at most ${Math.round(bits)} bits`);
}

function sharedPrefix(ids: readonly string[]): string {
  let length = 0;
  while (length < (ids[0]?.length ?? 0) && ids.every((id) => id[length] === ids[0]?.[length])) length++;
  return ids[0]?.slice(0, length) ?? "";
}
