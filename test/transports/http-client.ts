/** Raw HTTP against an in-process server on a free loopback port: any header, any body, the answer as it came. */
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { onTestFinished } from "vitest";
import { createHttpServer, type HttpServer, type HttpServerOptions } from "../../src/transports/http.ts";
import { createFake, type Fake } from "./fake-service.ts";
import { type Answer, initialize, initialized, modern, modernRequest } from "./wire.ts";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The JSON body, or the last message of an event stream. */
  readonly json: Answer;
  readonly messages: readonly Answer[];
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface Outgoing {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Headers;
  readonly body?: unknown;
}

export interface HttpClient {
  readonly fake: Fake;
  readonly server: HttpServer;
  send(outgoing: Outgoing): Promise<Reply>;
  /** The response as soon as its headers are there. */
  open(outgoing: Outgoing): Promise<IncomingMessage>;
  /** A modern call with matching headers. */
  modern(id: unknown, method: string, params?: Record<string, unknown>, headers?: Headers): Promise<Reply>;
  legacy(): Promise<LegacyClient>;
}

export interface LegacyClient {
  readonly session: string;
  post(message: unknown, headers?: Headers): Promise<Reply>;
}

const generous = { requestsPerMinute: 100_000 };

export async function openHttp(
  options: Partial<HttpServerOptions> = {},
  fake: Fake = createFake(),
): Promise<HttpClient> {
  const { limits, ...rest } = options;
  const server = createHttpServer({
    service: fake.service,
    resources: fake.resources,
    log: fake.log,
    port: 0,
    limits: { ...generous, ...limits },
    ...rest,
  });
  const port = await server.listen();
  onTestFinished(() => server.close(0));

  function open({ method = "POST", path = "/mcp", headers = {}, body }: Outgoing): Promise<IncomingMessage> {
    const bytes = body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(asText(body));
    const all: Record<string, string | string[]> = {};
    const defaults: Headers = {
      host: `127.0.0.1:${port}`,
      ...(bytes === undefined
        ? {}
        : { "content-type": "application/json", "content-length": String(bytes.length) }),
      accept: "application/json, text/event-stream",
    };
    for (const [name, value] of Object.entries({ ...defaults, ...headers })) {
      if (value !== undefined) all[name] = value;
    }
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest({
        host: "127.0.0.1",
        port,
        method,
        path,
        headers: all,
        setHost: false,
        agent: false,
      });
      outgoing.on("response", resolve);
      outgoing.on("error", reject);
      outgoing.end(bytes);
    });
  }

  async function send(outgoing: Outgoing): Promise<Reply> {
    return readReply(await open(outgoing));
  }

  return {
    fake,
    server,
    open,
    send,
    modern: (id, method, params = {}, headers = {}) =>
      send({
        headers: { ...modernHeaders(method, params), ...headers },
        body: modernRequest(id, method, params),
      }),
    async legacy() {
      const opened = await send({ body: initialize("open") });
      const session = opened.headers["mcp-session-id"] as string;
      const post = (message: unknown, headers: Headers = {}) =>
        send({ headers: { "mcp-session-id": session, ...headers }, body: message });
      await post(initialized);
      return { session, post };
    },
  };
}

export function modernHeaders(method: string, params: Record<string, unknown> = {}): Headers {
  const name = params.name ?? params.uri;
  return {
    "mcp-protocol-version": modern,
    "mcp-method": method,
    ...(typeof name === "string" ? { "mcp-name": name } : {}),
  };
}

export async function readReply(response: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const messages = parseBody(text, response.headers["content-type"]);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    json: messages.at(-1) as Answer,
    messages,
  };
}

function parseBody(text: string, type: string | undefined): readonly Answer[] {
  if (text === "") return [];
  if (type !== "text/event-stream") return [JSON.parse(text) as Answer];
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice("data: ".length)) as Answer);
}

function asText(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}
