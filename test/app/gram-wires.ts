/** gram-mcp on the four wires: both transports, both revisions of the protocol, each a function from a request to its answer. */
import type { Service } from "../../src/runtime/service.ts";
import type { Fake } from "../transports/fake-service.ts";
import { openHttp } from "../transports/http-client.ts";
import { openLegacyStdio, openStdio } from "../transports/stdio-client.ts";
import { modernRequest, request } from "../transports/wire.ts";

export type Send = (method: string, params: Record<string, unknown>) => Promise<string>;

export const wireNames = ["stdio legacy", "stdio modern", "http legacy", "http modern"] as const;
export type Wire = (typeof wireNames)[number];

/** @returns the text of the answers' messages, as sent */
export async function openWire(wire: Wire, service: Service): Promise<Send> {
  // The clients ask for no more of a fake than a server has.
  const served = { service, log: { error() {}, warn() {}, info() {} } } as unknown as Fake;
  let id = 0;
  if (wire === "http legacy") {
    const session = await (await openHttp({}, served)).legacy();
    return async (method, params) => message((await session.post(request(++id, method, params))).text);
  }
  if (wire === "http modern") {
    const http = await openHttp({}, served);
    return async (method, params) => message((await http.modern(++id, method, params)).text);
  }
  const isModern = wire === "stdio modern";
  const client = isModern ? openStdio(served) : await openLegacyStdio(served);
  return async (method, params) => {
    const sent = isModern ? modernRequest(++id, method, params) : request(++id, method, params);
    client.send(sent);
    await client.answer(sent.id);
    return client.lines.at(-1) as string;
  };
}

/** The last message of an event stream, or the body. */
function message(body: string): string {
  const data = body.split("\n").filter((line) => line.startsWith("data: ") && line.length > "data: ".length);
  return data.at(-1)?.slice("data: ".length) ?? body;
}
