/** Mutants of the properties about pipes, HTTP and sessions. */
import { randomUUID } from "node:crypto";
import { errorInstead, type Mutants, on, paramsOf, resultInstead, without, withResult } from "./mutant.ts";

export const purity: Mutants = {
  property: "stdio.purity",
  list: [
    ...(["stdio-modern", "stdio-legacy"] as const).flatMap((wire) => [
      {
        name: "greets on stdout",
        row: "stdio.only-messages",
        wire,
        flaws: () => ({ line: (text: string) => `ready\n${text}\n` }),
      },
      {
        name: "writes messages over several lines",
        row: "stdio.one-line",
        wire,
        smoke: "none",
        flaws: () => ({
          line: (text: string) =>
            text.includes('"content"') ? `${text.replace('"content"', '\n"content"')}\n` : `${text}\n`,
        }),
      },
    ]),
    {
      name: "asks the client",
      row: "stdio.no-requests",
      wire: "stdio-modern",
      flaws: () => ({
        before: ({ request }) =>
          request.method === "tools/call" ? [{ jsonrpc: "2.0", id: 1, method: "roots/list" }] : [],
      }),
    },
  ],
};

export const end: Mutants = {
  property: "stdio.end",
  list: [
    {
      name: "stays when its input ends",
      row: "stdio.leaves-at-end",
      wire: "stdio-modern",
      flaws: () => ({ stays: true }),
    },
    {
      name: "stands still while nobody reads what it says beside",
      row: "stdio.stderr-free",
      wire: "stdio-modern",
      flaws: () => ({ deafAfter: 40 }),
    },
  ],
};

export const endpoint: Mutants = {
  property: "http.endpoint",
  list: [
    {
      name: "answers with 201",
      row: "http.endpoint",
      wire: "http-modern",
      flaws: () => ({ head: (status) => (status === 200 ? 201 : status) }),
    },
    {
      name: "answers as plain text",
      row: "http.answer-type",
      wire: "http-modern",
      flaws: () => ({
        head: (status, headers) => {
          headers["Content-Type"] = "text/plain";
          return status;
        },
      }),
    },
    {
      name: "goes on with a stream that it does not keep",
      row: "stream.event-id-refused",
      wire: "http-modern",
      flaws: () => ({ skip: ["event-id"] }),
    },
    {
      name: "keeps the stream open after the response",
      row: "http.stream-ends",
      wire: "http-modern",
      flaws: () => ({ lingers: true, before: () => [] }),
      smoke: "none",
    },
  ],
};

export const origin: Mutants = {
  property: "http.origin",
  list: [
    ...(["http-legacy", "http-modern"] as const).map((wire) => ({
      name: "lets any page in",
      row: "http.origin-refused",
      wire,
      flaws: () => ({ skip: ["origin" as const] }),
    })),
    {
      name: "checks the origin of POST only",
      row: "http.origin-everywhere",
      wire: "http-modern",
      flaws: () => ({ skip: ["origin-everywhere"] }),
    },
    {
      name: "answers for any host",
      row: "http.host-foreign",
      wire: "http-modern",
      flaws: () => ({ skip: ["host"] }),
    },
  ],
};

export const headers: Mutants = {
  property: "http.headers",
  list: [
    {
      name: "minds white space around a value",
      row: "http.header-space",
      wire: "http-modern",
      flaws: () => ({ skip: ["header-space"] }),
    },
    {
      name: "needs no version header",
      row: "http.version-header",
      wire: "http-modern",
      flaws: () => ({ skip: ["version-header"] }),
    },
    {
      name: "takes another version header",
      row: "http.version-differs",
      wire: "http-modern",
      flaws: () => ({ skip: ["version-differs"] }),
    },
    {
      name: "needs no method header",
      row: "http.method-header",
      wire: "http-modern",
      flaws: () => ({ skip: ["method-header"] }),
    },
    {
      name: "takes another method header",
      row: "http.method-differs",
      wire: "http-modern",
      flaws: () => ({ skip: ["method-differs"] }),
    },
    {
      name: "needs no name header",
      row: "http.name-header",
      wire: "http-modern",
      flaws: () => ({ skip: ["name-header"] }),
    },
    {
      name: "takes another name header",
      row: "http.name-differs",
      wire: "http-modern",
      flaws: () => ({ skip: ["name-differs"] }),
    },
    {
      name: "compares encoded names as they are",
      row: "http.name-decoded",
      wire: "http-modern",
      flaws: () => ({ skip: ["name-decoding"] }),
    },
    {
      name: "takes names that do not decode",
      row: "http.name-broken",
      wire: "http-modern",
      flaws: () => ({ skip: ["name-broken"] }),
    },
    {
      name: "wants headers spelled its way",
      row: "http.header-case",
      wire: "http-modern",
      flaws: () => ({ skip: ["header-case"] }),
    },
    {
      name: "takes values in any case",
      row: "http.header-value-case",
      wire: "http-modern",
      flaws: () => ({ skip: ["header-values"] }),
    },
  ],
};

export const media: Mutants = {
  property: "http.media",
  list: [
    {
      name: "takes web forms",
      row: "http.media-type",
      wire: "http-modern",
      flaws: () => ({ skip: ["media-type"] }),
    },
  ],
};

export const sessionId: Mutants = {
  property: "http.session-id",
  list: [
    {
      name: "passes over a session id",
      row: "session-id.refused",
      wire: "http-modern",
      flaws: () => ({ skip: ["session-id"] }),
    },
  ],
};

export const opening: Mutants = {
  property: "legacy.opening",
  list: [
    {
      name: "does not say who it is",
      row: "init.form",
      wire: "stdio-legacy",
      smoke: "list.stable",
      flaws: () => ({
        respond: on("initialize", (response) =>
          withResult(response, (result) => without(result, "serverInfo")),
        ),
      }),
    },
    {
      name: "offers an older version than asked",
      row: "init.version-kept",
      wire: "http-legacy",
      flaws: () => ({
        respond: on("initialize", (response) =>
          withResult(response, (result) => ({ ...result, protocolVersion: "2025-06-18" })),
        ),
      }),
    },
    {
      name: "agrees to any version",
      row: "init.version-offered",
      wire: "stdio-legacy",
      flaws: () => ({
        respond: on("initialize", (response, request) =>
          withResult(response, (result) => ({
            ...result,
            protocolVersion: paramsOf(request).protocolVersion,
          })),
        ),
      }),
    },
    {
      name: "offers the oldest version",
      row: "init.newest-offered",
      wire: "stdio-legacy",
      flaws: () => ({
        respond: on("initialize", (response, request) =>
          withResult(response, (result) =>
            paramsOf(request).protocolVersion === "1999-01-01"
              ? { ...result, protocolVersion: "2025-03-26" }
              : result,
          ),
        ),
      }),
    },
    {
      name: "does not answer a cancelled initialize",
      row: "init.cancel-harmless",
      wire: "stdio-legacy",
      flaws: () => {
        const cancelled = new Set<unknown>();
        return {
          heard: (message) => {
            if (message.method === "notifications/cancelled") cancelled.add(paramsOf(message).requestId);
          },
          respond: on("initialize", (response) => (cancelled.delete(response.id) ? undefined : response)),
        };
      },
    },
    {
      name: "runs tools before initialize",
      row: "init.needed",
      wire: "stdio-legacy",
      flaws: () => ({ skip: ["initialized"] }),
    },
    ...(["stdio-legacy", "http-legacy"] as const).map((wire) => ({
      name: "says more than pong",
      row: "ping.pong",
      wire,
      flaws: () => ({ respond: on("ping", (response) => resultInstead(response, { pong: true })) }),
    })),
  ],
};

export const legacyResults: Mutants = {
  property: "legacy.results",
  list: [
    {
      name: "wants metadata from legacy clients",
      row: "legacy.no-modern-needs",
      wire: "http-legacy",
      flaws: () => ({ respond: on("tools/call", (response) => errorInstead(response, -32602)) }),
    },
    {
      name: "adds members of the newer revision",
      row: "legacy.no-modern-members",
      wire: "stdio-legacy",
      flaws: () => ({
        respond: on("tools/list", (response) => withResult(response, (result) => ({ ...result, ttlMs: 0 }))),
      }),
    },
    ...(["stdio-legacy", "http-legacy"] as const).map((wire) => ({
      name: "makes a task that it did not declare",
      row: "tools.task-ignored",
      wire,
      flaws: () => ({
        respond: on("tools/call", (response, request) =>
          "task" in paramsOf(request) ? resultInstead(response, { task: { taskId: "t" } }) : response,
        ),
      }),
    })),
  ],
};

export const sessions: Mutants = {
  property: "legacy.sessions",
  list: [
    {
      name: "takes the id of a session for a token",
      row: "session.no-access",
      wire: "http-legacy",
      headers: { Authorization: "Bearer of-the-test" },
      flaws: () => ({ token: "of-the-test" }),
    },
    {
      name: "takes any version header",
      row: "http.version-header-bad",
      wire: "http-legacy",
      flaws: () => ({ skip: ["legacy-version"] }),
    },
    {
      name: "has ids with accents",
      row: "session.characters",
      wire: "http-legacy",
      flaws: () => ({ session: () => `é${randomUUID()}` }),
    },
    {
      name: "counts its sessions",
      row: "session.random",
      wire: "http-legacy",
      flaws: () => {
        let count = 1_000;
        return { session: () => `session-${count++}` };
      },
    },
    {
      name: "keeps ended sessions",
      row: "session.ended",
      wire: "http-legacy",
      flaws: () => ({ skip: ["session-end"] }),
    },
    {
      name: "serves without a session",
      row: "session.missing",
      wire: "http-legacy",
      flaws: () => ({ skip: ["session"] }),
    },
    {
      name: "serves any session id",
      row: "session.unknown",
      wire: "http-legacy",
      flaws: () => ({ skip: ["session"] }),
    },
    {
      name: "fails at DELETE",
      row: "session.delete",
      wire: "http-legacy",
      flaws: () => ({
        head: (status, _headers, at) => (at.request === undefined && status === 200 ? 500 : status),
      }),
    },
    {
      name: "adopts the client's id",
      row: "session.no-fixation",
      wire: "http-legacy",
      flaws: () => ({ session: (_count, asked) => asked ?? randomUUID() }),
    },
  ],
};

export const streams: Mutants = {
  property: "legacy.streams",
  list: [
    {
      name: "answers GET with JSON",
      row: "http.get-stream",
      wire: "http-legacy",
      flaws: () => ({ skip: ["get-stream"] }),
    },
    {
      name: "answers as plain text",
      row: "http.answer-type",
      wire: "http-legacy",
      smoke: "none",
      flaws: () => ({
        head: (status, head, at) => {
          if (at.request?.method === "tools/call") head["Content-Type"] = "text/plain";
          return status;
        },
      }),
    },
    {
      name: "gives every event one id",
      row: "stream.event-ids",
      wire: "http-legacy",
      flaws: () => ({ eventId: () => "1" }),
    },
    {
      name: "sends responses to the GET stream too",
      row: "stream.one-place",
      wire: "http-legacy",
      flaws: () => ({ skip: ["own-stream"] }),
    },
    {
      name: "sends responses where nobody asked",
      row: "stream.no-response-on-get",
      wire: "http-legacy",
      flaws: () => ({ skip: ["own-stream"] }),
    },
    {
      name: "keeps the stream open after the response",
      row: "stream.ends",
      wire: "http-legacy",
      smoke: "none",
      flaws: () => ({ lingers: true }),
    },
  ],
};

export const rate: Mutants = {
  property: "call.rate",
  list: [
    {
      name: "runs a call and answers it with 429",
      row: "tools.rate-limited",
      wire: "http-modern",
      flaws: () => {
        let told = false;
        return {
          head: (status, headers, { request }) => {
            if (told || request?.method !== "tools/list") return status;
            told = true;
            headers["Retry-After"] = "0";
            return 429;
          },
        };
      },
    },
  ],
};
