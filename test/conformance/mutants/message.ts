/** Mutants of the message properties. */
import type { Json } from "../../../conformance/target/target.ts";
import {
  complete,
  errorInstead,
  type Mutants,
  metaOf,
  on,
  paramsOf,
  resultInstead,
  withError,
  without,
  withResult,
} from "./mutant.ts";

const every = ["stdio-legacy", "stdio-modern", "http-legacy", "http-modern"] as const;
const notification = (method: string, params: object) => [{ jsonrpc: "2.0", method, params }];
const question = (method: string) => [{ jsonrpc: "2.0", id: "q-1", method, params: {} }];

export const shape: Mutants = {
  property: "message.shape",
  list: [
    {
      name: "says jsonrpc 1.0",
      row: "base.jsonrpc-version",
      wire: "stdio-modern",
      flaws: () => ({ respond: (response) => ({ ...response, jsonrpc: "1.0" }) }),
    },
    {
      name: "says jsonrpc 1.0",
      row: "base.jsonrpc-version",
      wire: "http-legacy",
      flaws: () => ({ respond: (response) => ({ ...response, jsonrpc: "1.0" }) }),
    },
    {
      name: "sends an error beside the result",
      row: "base.result-or-error",
      wire: "http-modern",
      flaws: () => ({
        respond: on("tools/call", (response) => ({ ...response, error: { code: 1, message: "also" } })),
      }),
    },
    {
      name: "sends an error beside the result",
      row: "base.result-or-error",
      wire: "stdio-legacy",
      flaws: () => ({
        respond: on("tools/call", (response) => ({ ...response, error: { code: 1, message: "also" } })),
      }),
    },
    {
      name: "sends a code that is text",
      row: "base.error-form",
      wire: "stdio-legacy",
      flaws: () => ({ respond: (response) => withError(response, (error) => ({ ...error, code: "E1" })) }),
    },
    {
      name: "sends a code that is text",
      row: "base.error-form",
      wire: "http-modern",
      flaws: () => ({ respond: (response) => withError(response, (error) => ({ ...error, code: "E1" })) }),
    },
    {
      name: "does not say who it is",
      row: "meta.server-info",
      wire: "http-modern",
      smoke: "list.stable",
      flaws: () => ({ respond: (response) => withResult(response, (result) => without(result, "_meta")) }),
    },
    {
      name: "sends a key that breaks the grammar",
      row: "meta.key-grammar",
      wire: "stdio-modern",
      flaws: () => ({
        respond: on("tools/call", (response) =>
          withResult(response, (result) => ({
            ...result,
            _meta: { ...(result._meta as object), "-bad key": 1 },
          })),
        ),
      }),
    },
    {
      name: "asks the client over HTTP",
      row: "http.no-requests",
      wire: "http-modern",
      flaws: () => ({
        before: ({ request }) => (request.method === "tools/call" ? question("roots/list") : []),
      }),
    },
    {
      name: "leaves out resultType",
      row: "result.type",
      wire: "http-modern",
      flaws: () => ({
        respond: on("tools/call", (response) =>
          withResult(response, (result) => without(result, "resultType")),
        ),
      }),
    },
    {
      name: "answers with a task nobody can have",
      row: "result.other-types",
      wire: "stdio-modern",
      flaws: () => ({
        respond: on("tools/call", (response) =>
          withResult(response, (result) => ({ ...result, resultType: "task" })),
        ),
      }),
    },
    {
      name: "asks for a sample that was not declared",
      row: "init.negotiated-only",
      wire: "stdio-legacy",
      flaws: () => ({
        before: ({ request }) => (request.method === "tools/call" ? question("sampling/createMessage") : []),
      }),
    },
    {
      name: "elicits though nobody declared it",
      row: "elicitation.declared",
      wire: "http-legacy",
      flaws: () => ({
        before: ({ request }) => (request.method === "tools/call" ? question("elicitation/create") : []),
      }),
    },
    {
      name: "logs unasked",
      row: "log.asked",
      wire: "stdio-modern",
      flaws: () => ({
        before: ({ request }) =>
          request.method === "tools/call"
            ? notification("notifications/message", { level: "info", data: "x" })
            : [],
      }),
    },
    {
      name: "logs without declaring it",
      row: "log.declared",
      wire: "http-modern",
      flaws: () => ({
        before: ({ request }) =>
          request.method === "tools/call"
            ? notification("notifications/message", { level: "info", data: "x" })
            : [],
      }),
    },
    {
      name: "reports progress that nobody asked for",
      row: "progress.asked",
      wire: "stdio-legacy",
      flaws: () => ({
        before: ({ request }) =>
          request.method === "tools/list"
            ? notification("notifications/progress", { progressToken: "mine", progress: 1 })
            : [],
      }),
    },
    {
      name: "reports progress that nobody asked for",
      row: "progress.asked",
      wire: "http-modern",
      flaws: () => ({
        before: ({ request }) =>
          request.method === "tools/list"
            ? notification("notifications/progress", { progressToken: "mine", progress: 1 })
            : [],
      }),
    },
    {
      name: "reports progress under another token",
      row: "progress.own-token",
      wire: "http-modern",
      flaws: () => ({
        before: ({ request }) =>
          "progressToken" in metaOf(request)
            ? notification("notifications/progress", { progressToken: "other", progress: 1 })
            : [],
      }),
    },
    {
      name: "reports progress that falls",
      row: "progress.rising",
      wire: "stdio-modern",
      flaws: () => ({
        before: ({ request }) => {
          const { progressToken } = metaOf(request);
          if (progressToken === undefined) return [];
          const at = (progress: number) =>
            notification("notifications/progress", { progressToken, progress });
          return [...at(5), ...at(3)];
        },
      }),
    },
    {
      name: "reports progress that falls",
      row: "progress.rising",
      wire: "http-legacy",
      flaws: () => ({
        before: ({ request }) => {
          const { progressToken } = metaOf(request);
          if (progressToken === undefined) return [];
          const at = (progress: number) =>
            notification("notifications/progress", { progressToken, progress });
          return [...at(5), ...at(3)];
        },
      }),
    },
    {
      name: "reports progress after the response",
      row: "progress.ends",
      wire: "stdio-modern",
      flaws: () => {
        let ended: unknown;
        return {
          before: ({ request }) => {
            if (ended !== undefined)
              return notification("notifications/progress", { progressToken: ended, progress: 9 });
            ended = metaOf(request).progressToken;
            return [];
          },
        };
      },
    },
    {
      name: "cancels what it does not own",
      row: "subscriptions.no-other-cancel",
      wire: "stdio-modern",
      flaws: () => ({
        before: ({ request }) =>
          request.method === "tools/call" ? notification("notifications/cancelled", { requestId: 1 }) : [],
      }),
    },
    {
      name: "asks for input and for nothing",
      row: "input.something-asked",
      wire: "stdio-modern",
      flaws: () => ({
        respond: on("tools/call", (response) => resultInstead(response, { resultType: "input_required" })),
      }),
    },
    {
      name: "asks for something that does not exist",
      row: "input.known-kinds",
      wire: "http-modern",
      flaws: () => ({
        respond: on("tools/call", (response) =>
          resultInstead(response, {
            resultType: "input_required",
            inputRequests: { a: { method: "x/y", params: {} } },
          }),
        ),
      }),
    },
    {
      name: "asks for roots that were not declared",
      row: "input.declared-kinds",
      wire: "http-modern",
      flaws: () => ({
        respond: on("tools/call", (response) =>
          resultInstead(response, {
            resultType: "input_required",
            inputRequests: { a: { method: "roots/list" } },
          }),
        ),
      }),
    },
  ],
};

export const codes: Mutants = {
  property: "message.codes",
  list: [
    {
      name: "uses a reserved code",
      row: "base.reserved-codes",
      wire: "http-modern",
      flaws: () => ({
        respond: on("tools/call", (response) => withError(response, (error) => ({ ...error, code: -32050 }))),
      }),
    },
    {
      name: "uses the older code for a missing resource",
      row: "base.retired-codes",
      wire: "stdio-modern",
      flaws: () => ({
        respond: on("resources/read", (response) =>
          withError(response, (error) => ({ ...error, code: -32002 })),
        ),
      }),
    },
    {
      name: "sends a modern code to a legacy client",
      row: "base.modern-codes",
      wire: "stdio-legacy",
      flaws: () => ({ respond: (response) => withError(response, (error) => ({ ...error, code: -32022 })) }),
    },
    {
      name: "shows a stack",
      row: "tools.clean-errors",
      wire: "stdio-modern",
      flaws: () => ({
        result: (result) =>
          result.isError === true
            ? {
                ...result,
                content: [{ type: "text", text: "Error: no\n    at read (/srv/app/store.js:12:3)" }],
              }
            : result,
      }),
    },
    {
      name: "asks to visit nothing",
      row: "elicitation.error-form",
      wire: "http-legacy",
      flaws: () => ({
        respond: on("tools/call", (response) =>
          withError(response, () => ({ code: -32042, message: "visit" })),
        ),
      }),
    },
    {
      name: "uses the code of URL elicitation for an unknown tool",
      row: "elicitation.error-only",
      wire: "stdio-legacy",
      flaws: () => ({
        respond: on("tools/call", (response) => withError(response, () => ({ code: -32042, message: "no" }))),
      }),
    },
  ],
};

export const ids: Mutants = {
  property: "message.ids",
  list: [
    ...every.map((wire) => ({
      name: "turns large ids into text",
      row: "base.id-echoed",
      wire,
      flaws: () => ({
        respond: (response: Json) =>
          Number(response.id) > 1e9 ? { ...response, id: String(response.id) } : response,
      }),
    })),
    ...every.map((wire) => ({
      name: "forgets the id in errors",
      row: "base.error-keeps-id",
      wire,
      flaws: () => ({
        respond: (response: Json) => ("error" in response ? { ...response, id: null } : response),
      }),
    })),
  ],
};

export const malformed: Mutants = {
  property: "message.malformed",
  list: [
    {
      name: "passes over bad JSON in silence",
      row: "base.bad-json",
      wire: "stdio-modern",
      flaws: () => ({ skip: ["json"] }),
    },
    {
      name: "passes over bad JSON in silence, in the older era",
      row: "base.bad-json",
      wire: "http-legacy",
      flaws: () => ({ skip: ["json"] }),
    },
    {
      name: "serves what is no request",
      row: "base.not-a-request",
      wire: "http-modern",
      flaws: () => ({ skip: ["shape"] }),
    },
    {
      name: "answers a request whose id is true",
      row: "base.odd-id",
      wire: "stdio-modern",
      flaws: () => ({ skip: ["shape"] }),
    },
    {
      name: "replaces bytes that are no UTF-8",
      row: "base.bad-utf-8",
      wire: "http-modern",
      flaws: () => ({ skip: ["utf-8"] }),
    },
    {
      name: "invents an id",
      row: "base.unreadable-id",
      wire: "stdio-modern",
      flaws: () => ({ line: (text) => `${text.replace('"id":null', '"id":7')}\n` }),
    },
  ],
};

export const batch: Mutants = {
  property: "message.batch",
  list: (["stdio-modern", "stdio-legacy", "http-modern", "http-legacy"] as const).flatMap((wire) =>
    ["batch.refused", "base.array-refused"].map((row) => ({
      name: "runs a batch",
      row,
      wire,
      flaws: () => ({ skip: ["batch" as const] }),
    })),
  ),
};

export const unknownMethod: Mutants = {
  property: "message.unknown-method",
  list: [
    {
      name: "answers any method",
      row: "base.unknown-method",
      wire: "stdio-legacy",
      flaws: () => ({ skip: ["method"] }),
    },
    {
      name: "answers any method, in the newer era",
      row: "base.unknown-method",
      wire: "stdio-modern",
      flaws: () => ({ skip: ["method"] }),
    },
    {
      name: "answers an unknown method with 200",
      row: "http.unknown-method",
      wire: "http-modern",
      flaws: () => ({ head: (status) => (status === 404 ? 200 : status) }),
    },
  ],
};

export const notifications: Mutants = {
  property: "message.notification",
  list: [
    ...(["stdio-modern", "stdio-legacy"] as const).map((wire) => ({
      name: "answers notifications",
      row: "base.notification-unanswered",
      wire,
      flaws: () => ({ notified: () => ({ jsonrpc: "2.0", id: null, result: {} }) }),
    })),
    ...(["http-modern", "http-legacy"] as const).flatMap((wire) => [
      {
        name: "answers a notification with 200",
        row: "http.notification-accepted",
        wire,
        flaws: () => ({ head: (status: number) => (status === 202 ? 200 : status) }),
      },
      {
        name: "answers a bad notification with 500",
        row: "http.notification-refused",
        wire,
        flaws: () => ({ head: (status: number) => (status === 202 ? 500 : status) }),
      },
    ]),
  ],
};

export const text: Mutants = {
  property: "message.text",
  list: (["stdio-modern", "stdio-legacy"] as const).map((wire) => ({
    name: "writes in Latin letters only",
    row: "base.utf-8",
    wire,
    smoke: "list.stable",
    flaws: () => ({ line: (line: string) => `${line.replaceAll(/[^\u0000-\u007f]/g, "?")}\n` }),
  })),
};

export const hostile: Mutants = {
  property: "call.hostile",
  list: (["stdio-modern", "http-legacy"] as const).map((wire) => ({
    name: "breaks on arguments that are long",
    row: "tools.inputs-validated",
    wire,
    flaws: () => ({
      lenient: (args: unknown) => {
        if (JSON.stringify(args).length > 5_000) throw new Error("too long");
        return args;
      },
    }),
  })),
};

export const races: Mutants = {
  property: "cancel.races",
  list: (["stdio-modern", "stdio-legacy"] as const).map((wire) => ({
    name: "answers twice",
    row: "cancel.races",
    wire,
    flaws: () => ({
      before: ({ request }) =>
        request.method === "tools/call" && Number(request.id) >= 8_000
          ? [{ jsonrpc: "2.0", id: request.id, result: { content: [], ...complete } }]
          : [],
    }),
  })),
};

export const metadata: Mutants = {
  property: "meta.required",
  list: [
    {
      name: "needs no metadata",
      row: "meta.missing",
      wire: "http-modern",
      flaws: () => ({ skip: ["envelope"] }),
    },
    {
      name: "needs no version",
      row: "meta.version-missing",
      wire: "stdio-modern",
      flaws: () => ({ skip: ["envelope-version"] }),
    },
    {
      name: "needs no capabilities",
      row: "meta.capabilities-missing",
      wire: "http-modern",
      flaws: () => ({ skip: ["envelope-capabilities"] }),
    },
    {
      name: "demands the client's name",
      row: "meta.client-info-optional",
      wire: "stdio-modern",
      flaws: () => ({
        respond: (response, { request }) =>
          "io.modelcontextprotocol/clientInfo" in metaOf(request) ? response : errorInstead(response, -32602),
      }),
    },
  ],
};

export const stateless: Mutants = {
  property: "meta.stateless",
  list: [
    {
      name: "remembers the metadata of the last request",
      row: "meta.nothing-remembered",
      wire: "stdio-modern",
      flaws: () => ({ remembers: true }),
    },
    {
      name: "wants discovery first",
      row: "meta.no-prior-request",
      wire: "stdio-modern",
      flaws: () => {
        return {
          respond: (response, { request, count }) =>
            request.method === "tools/call" && count === 1 ? errorInstead(response, -32600) : response,
        };
      },
    },
    {
      name: "treats one client better",
      row: "meta.client-neutral",
      wire: "http-modern",
      flaws: () => ({
        respond: on("tools/call", (response, request) =>
          JSON.stringify(metaOf(request)).includes("cursor") ? errorInstead(response, -32602) : response,
        ),
      }),
    },
  ],
};

export const versions: Mutants = {
  property: "version.refused",
  list: [
    {
      name: "serves any version",
      row: "version.unsupported",
      wire: "stdio-modern",
      flaws: () => ({ skip: ["version"] }),
    },
    {
      name: "does not repeat the version",
      row: "version.requested",
      wire: "http-modern",
      flaws: () => ({
        respond: (response) =>
          withError(response, (error) => ({ ...error, data: { supported: ["2026-07-28"], requested: "?" } })),
      }),
    },
    {
      name: "refuses a version with 200",
      row: "version.status",
      wire: "http-modern",
      flaws: () => ({ head: (status) => (status === 400 ? 200 : status) }),
    },
    {
      name: "serves a version that it does not list",
      row: "version.disabled",
      wire: "stdio-modern",
      flaws: () => ({
        respond: (response, { request }) =>
          metaOf(request)["io.modelcontextprotocol/protocolVersion"] === "2025-11-25"
            ? resultInstead(response, { tools: [], ...complete })
            : response,
      }),
    },
    {
      name: "lists versions that discovery does not",
      row: "version.listed-works",
      wire: "http-modern",
      flaws: () => ({
        respond: (response, { request }) =>
          withError(response, (error) => ({
            ...error,
            data: {
              supported: ["2026-07-28", "2099-01-01"],
              requested: metaOf(request)["io.modelcontextprotocol/protocolVersion"],
            },
          })),
      }),
    },
  ],
};

export const discovery: Mutants = {
  property: "discover.answer",
  list: [
    {
      name: "does not know server/discover",
      row: "discover.served",
      wire: "http-modern",
      smoke: "none",
      flaws: () => ({ respond: on("server/discover", (response) => errorInstead(response, -32601)) }),
    },
    {
      name: "gives one version as text",
      row: "discover.form",
      wire: "stdio-modern",
      flaws: () => ({
        respond: on("server/discover", (response) =>
          withResult(response, (result) => ({ ...result, supportedVersions: "2026-07-28" })),
        ),
      }),
    },
    {
      name: "gives no cache hints",
      row: "discover.cache-hints",
      wire: "http-modern",
      flaws: () => ({
        respond: on("server/discover", (response) =>
          withResult(response, (result) => without(result, "ttlMs")),
        ),
      }),
    },
    {
      name: "counts its visitors",
      row: "discover.steady",
      wire: "stdio-modern",
      flaws: () => ({
        respond: (response, { request, count }) =>
          request.method === "server/discover"
            ? withResult(response, (result) => ({ ...result, count }))
            : response,
      }),
    },
    {
      name: "has an extension without a prefix",
      row: "meta.extension-ids",
      wire: "stdio-modern",
      flaws: () => ({ capabilities: (own) => ({ ...own, extensions: { bare: {} } }) }),
    },
  ],
};

export const capabilities: Mutants = {
  property: "capability.honest",
  list: [
    {
      name: "serves prompts that it does not declare",
      row: "discover.declares",
      wire: "http-modern",
      flaws: () => ({
        respond: on("prompts/list", (response) => resultInstead(response, { prompts: [], ...complete })),
      }),
    },
    ...(["stdio-modern", "stdio-legacy"] as const).map((wire) => ({
      name: "answers an undeclared method as a wrong parameter",
      row: "base.undeclared-method",
      wire,
      flaws: () => ({ respond: on("prompts/get", (response) => errorInstead(response, -32602)) }),
    })),
  ],
};

export const results: Mutants = {
  property: "result.types",
  list: [
    {
      name: "says complete and lacks the list",
      row: "result.complete",
      wire: "stdio-modern",
      flaws: () => ({
        respond: on("resources/list", (response) =>
          withResult(response, (result) => without(result, "resources")),
        ),
      }),
    },
    {
      name: "asks for input where it may not",
      row: "result.input-required",
      wire: "http-modern",
      flaws: () => ({
        respond: on("resources/list", (response, request) =>
          "requestState" in paramsOf(request)
            ? resultInstead(response, { resultType: "input_required", requestState: "x" })
            : response,
        ),
      }),
    },
  ],
};

export const hints: Mutants = {
  property: "cache.hints",
  list: [
    {
      name: "gives no hints on a read",
      row: "cache.hints",
      wire: "http-modern",
      flaws: () => ({
        respond: on("resources/read", (response) =>
          withResult(response, (result) => without(result, "cacheScope")),
        ),
      }),
    },
    {
      name: "holds for less than no time",
      row: "cache.ttl",
      wire: "stdio-modern",
      flaws: () => ({
        respond: on("resources/list", (response) =>
          withResult(response, (result) => ({ ...result, ttlMs: -1 })),
        ),
      }),
    },
    {
      name: "has a scope of its own",
      row: "cache.scope",
      wire: "stdio-modern",
      flaws: () => ({
        respond: on("resources/list", (response) =>
          withResult(response, (result) => ({ ...result, cacheScope: "shared" })),
        ),
      }),
    },
  ],
};
