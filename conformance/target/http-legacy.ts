/** Legacy HTTP: `initialize` opens a session, later requests carry its id. */
import { accept, type Framing, HttpConversation, type HttpTarget } from "./http.ts";
import type { Answer, Poster } from "./post.ts";
import { clientInfo, compact, type Json, legacyRevision, TargetFailure } from "./target.ts";
import type { Watch } from "./watch.ts";

export interface LegacyTarget extends HttpTarget {
  /** `initialize` alone; the session's id is in the answer's headers. */
  initialize(
    extra?: InitializeOptions,
  ): Promise<{ conversation: HttpConversation; answer: Answer; result: Json }>;
}

export interface InitializeOptions {
  readonly protocolVersion?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function httpLegacyTarget(poster: Poster, watch: Watch): LegacyTarget {
  const live = new Set<HttpConversation>();

  const initialize: LegacyTarget["initialize"] = async (extra = {}) => {
    const protocolVersion = extra.protocolVersion ?? legacyRevision;
    const bare = new HttpConversation(poster, framingOf(poster, undefined, undefined), watch);
    const reply = await bare.request(
      "initialize",
      { protocolVersion, capabilities: {}, clientInfo },
      { id: 0, ...(extra.headers === undefined ? {} : { headers: extra.headers }) },
    );
    if (reply.result === undefined) {
      throw new TargetFailure("refused", `initialize was answered with ${reply.error?.code}`, reply.exchange);
    }
    const answer = reply.http as Answer;
    const version = String(reply.result.protocolVersion);
    const framing = framingOf(poster, answer.headers["mcp-session-id"], version);
    const conversation = new HttpConversation(poster, framing, watch);
    conversation.opening = reply.result;
    live.add(conversation);
    return { conversation, answer, result: reply.result };
  };

  return {
    wire: "http-legacy",
    era: "legacy",
    transport: "http",
    poster,
    watch,
    initialize,
    async open() {
      const { conversation } = await initialize();
      const body = `{"jsonrpc":"2.0","method":"notifications/initialized"}`;
      await poster.send({ headers: conversation.framing.headers({}), body });
      return conversation;
    },
    async close() {
      await Promise.all([...live].map((one) => one.close()));
    },
  };
}

function framingOf(poster: Poster, session: string | undefined, version: string | undefined): Framing {
  const headers = {
    Accept: accept,
    "Content-Type": "application/json",
    "Mcp-Session-Id": session,
    "MCP-Protocol-Version": version,
  };
  return {
    era: "legacy",
    session,
    meta: (extra) => compact(extra ?? {}),
    headers: () => headers,
    async end() {
      if (session !== undefined) await poster.send({ method: "DELETE", headers });
    },
  };
}
