/** Modern HTTP: no session, metadata in each body and mirrored in the headers. */
import { accept, type Framing, HttpConversation, type HttpTarget } from "./http.ts";
import type { Poster } from "./post.ts";
import { isObject, type Json, modernMeta, TargetFailure } from "./target.ts";
import type { Watch } from "./watch.ts";

/** Member of the parameters that `Mcp-Name` repeats, by method. */
const named = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

const framing: Framing = {
  era: "modern",
  session: undefined,
  meta: modernMeta,
  headers: modernHeaders,
  end: () => Promise.resolve(),
};

export function httpModernTarget(poster: Poster, watch: Watch): HttpTarget {
  return {
    wire: "http-modern",
    era: "modern",
    transport: "http",
    poster,
    watch,
    async open() {
      const conversation = new HttpConversation(poster, framing, watch);
      const reply = await conversation.request("server/discover");
      if (reply.result === undefined) {
        throw new TargetFailure("refused", "server/discover gave no result", reply.exchange);
      }
      conversation.opening = reply.result;
      return conversation;
    },
    close: () => Promise.resolve(),
  };
}

/** The standard headers that mirror `message`. */
export function modernHeaders(message: Json): Record<string, string | undefined> {
  const params = isObject(message.params) ? message.params : {};
  const meta = isObject(params._meta) ? params._meta : {};
  const version = meta["io.modelcontextprotocol/protocolVersion"];
  const method = typeof message.method === "string" ? message.method : undefined;
  const name = params[named.get(method ?? "") ?? ""];
  return {
    Accept: accept,
    "Content-Type": "application/json",
    "MCP-Protocol-Version": typeof version === "string" ? version : "2026-07-28",
    "Mcp-Method": method,
    "Mcp-Name": typeof name === "string" ? headerValue(name) : undefined,
  };
}

/** A value as a header may carry it: plain where it can, else between the Base64 markers. */
export function headerValue(text: string): string {
  const plain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return plain ? text : encodedValue(text);
}

export function encodedValue(text: string): string {
  return `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}
