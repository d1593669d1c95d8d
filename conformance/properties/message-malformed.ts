/** message.malformed: bytes that are no request get the error that says so, and the server goes on. */
import { everyWire, type Property } from "../property.ts";
import { modernMeta, type Provoked } from "../target/target.ts";

const rows = ["base.bad-json", "base.not-a-request", "base.odd-id", "base.bad-utf-8", "base.unreadable-id"];

export default {
  id: "message.malformed",
  claim: "Bytes that are no request are refused in their own way, and the server goes on",
  rows,
  on: everyWire,
  async run(check) {
    const talk = await check.fresh();
    const params = check.era === "modern" ? { _meta: modernMeta() } : {};
    const provoke = async (bytes: string | Uint8Array) => {
      const current = talk.alive ? talk : await check.fresh();
      return current.provoke(bytes);
    };

    for (const text of ['{"jsonrpc":', "{]", '{"jsonrpc":"2.0","id":1,"method":"tools/list"']) {
      const got = await provoke(text);
      check.expect("base.bad-json", refused(got, -32700) && got.alive, `${text}: ${told(got)}`, got);
      const invented = got.answers.find((one) => one.id !== undefined && one.id !== null);
      check.expect(
        "base.unreadable-id",
        invented === undefined,
        `the error has the id ${JSON.stringify(invented?.id)}`,
        got,
      );
      const nulls = got.answers.some((one) => one.id === null);
      if (nulls && !check.options.knowledge.nullIds)
        check.notes.push(`${check.wire}: refusals carry id null; absent is better`);
    }

    const method = "tools/list";
    const shapes: readonly unknown[] = [
      42,
      "text",
      null,
      {},
      { jsonrpc: "1.0", id: 5, method, params },
      { jsonrpc: "2.0", id: 5, method: 7, params },
      { jsonrpc: "2.0", id: 5, method, params: "x" },
    ];
    for (const shape of shapes) {
      const text = JSON.stringify(shape);
      const got = await provoke(text);
      const codes = got.answers.map((one) => one.error?.code);
      // A legacy server may keep silent; bad params of a known method may be -32602.
      const silent = check.era === "legacy" && got.answers.length === 0;
      const holds =
        (silent || codes.some((code) => code === -32600 || (code === -32602 && text.includes('"x"')))) &&
        !served(got);
      check.expect("base.not-a-request", holds && got.alive, `${text}: ${told(got)}`, got);
    }

    for (const id of [null, true, {}, 1.5]) {
      const got = await provoke(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      check.expect(
        "base.odd-id",
        !served(got) && got.alive,
        `the id ${JSON.stringify(id)} gets a result`,
        got,
      );
    }

    const [head, tail] = [
      `{"jsonrpc":"2.0","id":6,"method":"tools/call","params":${JSON.stringify({ name: "no_such_tool", arguments: { a: "?" }, ...params })}}`,
    ].flatMap((text) => text.split("?"));
    const got = await provoke(
      Buffer.concat([Buffer.from(head ?? ""), Buffer.from([0xff, 0xfe]), Buffer.from(tail ?? "")]),
    );
    check.expect("base.bad-utf-8", refused(got, -32700) && got.alive, told(got), got);
  },
} satisfies Property;

function refused(got: Provoked, code: number): boolean {
  const said = got.answers.some((one) => one.error?.code === code);
  return said && (got.http === undefined || got.http.status === 400);
}

function served(got: Provoked): boolean {
  return got.answers.some((one) => one.result !== undefined);
}

function told(got: Provoked): string {
  const answers = got.answers
    .map((one) => (one.error === undefined ? "a result" : one.error.code))
    .join(", ");
  const status = got.http === undefined ? "" : ` with status ${got.http.status}`;
  return `answered with ${answers || "nothing"}${status}${got.alive ? "" : ", and the server is gone"}`;
}
