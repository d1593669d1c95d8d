import fc from "fast-check";
import { expect, test } from "vitest";
import { openLegacyStdio } from "./stdio-client.ts";
import { envelope, request } from "./wire.ts";

const valid = [
  request(1, "tools/call", {
    name: "fake_echo",
    arguments: { text: "é😀", limit: 3, where: { op: "eq", value: 1 } },
  }),
  request("x", "resources/read", { uri: "fake://a", _meta: envelope() }),
  request(2, "tools/list", { _meta: { progressToken: 7 } }),
  { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
].map((message) => Buffer.from(JSON.stringify(message)));

/** A valid line with some of its bytes replaced, cut out or doubled. */
const mutated = fc
  .tuple(
    fc.constantFrom(...valid),
    fc.array(
      fc.record({ at: fc.nat(400), byte: fc.nat(255), how: fc.constantFrom("set", "cut", "double") }),
      {
        minLength: 1,
        maxLength: 6,
      },
    ),
  )
  .map(([line, edits]) => {
    let bytes = line;
    for (const { at, byte, how } of edits) {
      const index = at % bytes.length;
      const middle =
        how === "set"
          ? Buffer.from([byte])
          : how === "cut"
            ? Buffer.alloc(0)
            : bytes.subarray(index, index + 9);
      bytes = Buffer.concat([bytes.subarray(0, index), middle, bytes.subarray(index + 1)]);
      if (bytes.length === 0) bytes = Buffer.from("x");
    }
    return bytes;
  });

/** Whatever bytes a line has, it gets one answer or none, all of it JSON-RPC, and the next line is served. */
test("a mutated line never takes the server down", async () => {
  const client = await openLegacyStdio();
  const opened = client.lines.length;
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(mutated, async (bytes) => {
      // A call may be answered after the next line: only the sum is bounded.
      sent += bytes.toString("latin1").split("\n").length + 1;
      client.write(Buffer.concat([bytes, Buffer.from("\n")]));
      const id = `ping ${sent}`;
      client.send(request(id, "ping"));
      expect((await client.answer(id)).result).toEqual({});
      expect(client.lines.length - opened).toBeLessThanOrEqual(sent);
      expect(JSON.parse(client.lines.at(-1)!)).toMatchObject({ jsonrpc: "2.0" });
    }),
    { numRuns: 1_000 },
  );
});
