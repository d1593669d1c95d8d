/** http.origin: pages of other sites and foreign host names reach nothing. */
import { httpWires, type Property } from "../property.ts";
import type { HttpConversation } from "../target/http.ts";
import type { Answer } from "../target/post.ts";
import { modernMeta } from "../target/target.ts";

const rows = [
  "http.origin-refused",
  "http.origin-everywhere",
  "http.origin-own",
  "http.host-foreign",
  "http.no-cors",
];
const evil = [
  "http://evil.example",
  "https://localhost.evil.example",
  "http://127.0.0.1.evil.example",
  "null",
  "garbage",
];

export default {
  id: "http.origin",
  claim: "Foreign origins and hosts are refused on every method, the server's own are served",
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
    const body = JSON.stringify(message);
    const send = (method: string, extra: Record<string, string>): Promise<Answer> =>
      poster.send({
        method,
        headers: { ...talk.framing.headers(message), ...extra },
        ...(method === "POST" ? { body } : {}),
        until: () => true,
        quietMs: 500,
      });
    for (const Origin of evil) {
      const answer = await send("POST", { Origin });
      check.expect(
        "http.origin-refused",
        answer.status === 403,
        `POST from ${Origin} is answered with ${answer.status}`,
        answer,
      );
    }
    for (const method of ["GET", "DELETE", "OPTIONS"]) {
      const answer = await send(method, { Origin: "http://evil.example" });
      for (const row of [
        "http.origin-everywhere",
        ...(check.era === "legacy" ? ["http.origin-refused"] : []),
      ]) {
        check.expect(
          row,
          answer.status === 403,
          `${method} from a foreign origin is answered with ${answer.status}`,
          answer,
        );
      }
      const grant = Object.keys(answer.headers).find((name) => name.startsWith("access-control-allow"));
      check.expect(
        "http.no-cors",
        grant === undefined,
        `${method} from a foreign origin is granted ${grant}`,
        answer,
      );
    }
    const own = await send("POST", { Origin: poster.url.origin });
    check.expect(
      "http.origin-own",
      own.status === 200,
      `the server's own origin is answered with ${own.status}`,
      own,
    );
    const port = poster.url.port === "" ? "" : `:${poster.url.port}`;
    const foreign = await send("POST", { Host: `evil.example${port}` });
    const refused = [400, 403, 421].includes(foreign.status);
    check.expect(
      "http.host-foreign",
      refused,
      `the host evil.example is answered with ${foreign.status}`,
      foreign,
    );
    const twice = await poster.raw(
      `GET ${poster.url.pathname} HTTP/1.1\r\nHost: ${poster.url.host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    );
    if (twice !== undefined) {
      const bad = [400, 403, 421].includes(twice.status);
      check.expect("http.host-foreign", bad, `two hosts are answered with ${twice.status}`, twice);
    }
  },
} satisfies Property;
