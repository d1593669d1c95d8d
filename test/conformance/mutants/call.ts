/** Mutants of the properties about lists and calls. */

import { isObject, type Json } from "../../../conformance/target/target.ts";
import { errorInstead, type Mutants, on, paramsOf, resultInstead, withResult } from "./mutant.ts";

const every = ["stdio-legacy", "stdio-modern", "http-legacy", "http-modern"] as const;

const inFirst = (change: (schema: Json) => Json) => ({
  tools: (tools: readonly { readonly inputSchema: Json }[]) =>
    tools.map((tool, index) =>
      index === 0 ? { ...tool, inputSchema: change(tool.inputSchema) } : tool,
    ) as never,
});

export const golden: Mutants = {
  property: "list.golden",
  list: [
    ...every.map((wire) => ({
      name: "lists the tools in another order",
      row: "list.golden",
      wire,
      smoke: "message.ids",
      flaws: () => ({ tools: (tools: readonly never[]) => tools.toReversed() }),
    })),
    {
      name: "calls itself something else",
      row: "list.server",
      wire: "stdio-legacy",
      smoke: "message.ids",
      flaws: () => ({
        respond: on("initialize", (response) =>
          withResult(response, (result) => ({ ...result, serverInfo: { name: "x", version: "0" } })),
        ),
      }),
    },
    {
      name: "gives an object in place of the list",
      row: "tools.list",
      wire: "stdio-modern",
      smoke: "none",
      flaws: () => ({
        respond: on("tools/list", (response) => withResult(response, (result) => ({ ...result, tools: {} }))),
      }),
    },
    {
      name: "drops a keyword from a schema",
      row: "schema.unchanged",
      wire: "http-modern",
      smoke: "message.ids",
      flaws: () => inFirst(({ $schema: _gone, ...rest }) => rest),
    },
  ],
};

export const stable: Mutants = {
  property: "list.stable",
  list: [
    {
      name: "hides a tool after some calls",
      row: "tools.history-free",
      wire: "stdio-modern",
      flaws: () => ({ tools: (tools, { count }) => (count > 10 ? tools.slice(1) : tools) }),
    },
    {
      name: "shuffles its tools",
      row: "tools.order",
      wire: "http-modern",
      smoke: "message.ids",
      flaws: () => ({ tools: (tools, { count }) => (count % 2 === 0 ? tools : tools.toReversed()) }),
    },
  ],
};

export const schemas: Mutants = {
  property: "list.schemas",
  list: [
    {
      name: "takes arrays as arguments",
      row: "tools.input-object",
      wire: "stdio-modern",
      smoke: "message.ids",
      flaws: () => inFirst((schema) => ({ ...schema, type: "array" })),
    },
    {
      name: "publishes a schema with a broken pattern",
      row: "tools.schemas-valid",
      wire: "http-modern",
      smoke: "message.ids",
      flaws: () =>
        inFirst((schema) => ({ ...schema, properties: { query: { type: "string", minLength: "x" } } })),
    },
    {
      name: "refers to a schema on the network",
      row: "schema.no-fetch",
      wire: "stdio-modern",
      smoke: "message.ids",
      flaws: () =>
        inFirst((schema) => ({
          ...schema,
          properties: { query: { $ref: "https://example.com/query.json" } },
        })),
    },
    {
      name: "announces draft-07",
      row: "list.strict",
      wire: "stdio-legacy",
      smoke: "message.ids",
      flaws: () => inFirst((schema) => ({ ...schema, $schema: "http://json-schema.org/draft-07/schema#" })),
    },
    {
      name: "annotates with text",
      row: "tools.annotations",
      wire: "http-modern",
      smoke: "message.ids",
      flaws: () => ({
        tools: (tools) => tools.map((tool) => ({ ...tool, annotations: { readOnlyHint: "yes" } })),
      }),
    },
    {
      name: "has a name with a space",
      row: "tools.names",
      wire: "stdio-modern",
      smoke: "message.ids",
      flaws: () => ({
        tools: (tools) => tools.map((tool, index) => (index === 1 ? { ...tool, name: "a tool" } : tool)),
      }),
    },
    {
      name: "has a name that clients cannot prefix",
      row: "list.portable-names",
      wire: "http-legacy",
      smoke: "message.ids",
      flaws: () => ({
        tools: (tools) => tools.map((tool, index) => (index === 1 ? { ...tool, name: "gno.query" } : tool)),
      }),
    },
    {
      name: "marks a header that is no token",
      row: "http.param-annotations",
      wire: "http-modern",
      smoke: "message.ids",
      flaws: () =>
        inFirst((schema) => ({
          ...schema,
          properties: { query: { type: "string", "x-mcp-header": "no token" } },
        })),
    },
    {
      name: "mirrors a secret in a header",
      row: "http.param-secrets",
      wire: "http-modern",
      smoke: "message.ids",
      flaws: () =>
        inFirst((schema) => ({
          ...schema,
          properties: { password: { type: "string", "x-mcp-header": "Word" } },
        })),
    },
  ],
};

export const pages: Mutants = {
  property: "list.pages",
  list: [
    ...(["stdio-modern", "stdio-legacy"] as const).map((wire) => ({
      name: "gives an item twice",
      row: "page.complete",
      wire,
      flaws: () => {
        let first: unknown;
        return {
          respond: on("resources/list", (response, request) =>
            withResult(response, (result) => {
              const list = result.resources as readonly unknown[];
              first ??= list[0];
              return "cursor" in paramsOf(request) ? { ...result, resources: [first, ...list] } : result;
            }),
          ),
        };
      },
    })),
    {
      name: "takes any cursor",
      row: "page.bad-cursor",
      wire: "stdio-legacy",
      flaws: () => ({ skip: ["cursor"] }),
    },
    {
      name: "gives pages of two scopes",
      row: "cache.one-scope",
      wire: "http-modern",
      flaws: () => ({
        respond: on("resources/list", (response, request) =>
          withResult(response, (result) =>
            "cursor" in paramsOf(request) ? { ...result, cacheScope: "public" } : result,
          ),
        ),
      }),
    },
  ],
};

export const examples: Mutants = {
  property: "call.examples",
  list: every.map((wire) => ({
    name: "leaves a member out of a document",
    row: "call.examples",
    wire,
    flaws: () => ({
      result: (result: Json, name: string) => {
        if (name !== "gno_get" || !isObject(result.structuredContent) || result.isError === true)
          return result;
        const { docid: _gone, ...rest } = result.structuredContent;
        return { ...result, structuredContent: rest };
      },
    }),
  })),
};

export const generated: Mutants = {
  property: "call.generated",
  list: [
    ...every.map((wire) => ({
      name: "gives nothing when much is asked",
      row: "call.valid-answered",
      wire,
      flaws: () => ({
        result: (result: Json, _name: string, args: Json) =>
          Number(args.limit) > 20
            ? { content: [{ type: "text", text: "none" }], structuredContent: {} }
            : result,
      }),
    })),
    {
      name: "fails with a code that nobody declared",
      row: "call.error-form",
      wire: "stdio-modern",
      flaws: () => ({
        result: (result) =>
          result.isError === true
            ? { ...result, structuredContent: { error: "OOPS", message: "no" } }
            : result,
      }),
    },
    {
      name: "gives text where blocks belong",
      row: "tools.result-form",
      wire: "http-modern",
      flaws: () => ({ result: (result) => ({ ...result, content: "Done." }) }),
    },
  ],
};

const lessThanPublished = {
  result: (result: Json, name: string) =>
    name === "gno_status" ? { ...result, structuredContent: { nothing: 1 } } : result,
};

export const published: Mutants = {
  property: "call.generated",
  list: (["stdio-legacy", "http-modern"] as const).map((wire) => ({
    name: "gives data that its published schema does not admit",
    row: "tools.output-fits",
    wire,
    publish: true as const,
    flaws: () => lessThanPublished,
  })),
};

export const publishedAbsent: Mutants = {
  property: "call.examples",
  list: [
    {
      name: "publishes an output schema and gives no data",
      row: "tools.output-present",
      wire: "stdio-modern",
      publish: true,
      flaws: () => ({
        result: ({ structuredContent: _gone, ...rest }, name) =>
          name === "gno_peek" ? rest : { ...rest, structuredContent: _gone },
      }),
    },
  ],
};

export const nearMiss: Mutants = {
  property: "call.near-miss",
  list: [
    ...every.map((wire) => ({
      name: "runs whatever comes",
      row: "call.invalid-refused",
      wire,
      flaws: () => ({ skip: ["arguments" as const] }),
    })),
    {
      name: "changes something before it refuses",
      row: "call.invalid-no-effect",
      wire: "http-modern",
      flaws: () => ({ refused: (model) => model.touch() }),
    },
    ...(["stdio-modern", "http-legacy"] as const).map((wire) => ({
      name: "refuses arguments as a protocol error",
      row: "tools.invalid-arguments",
      wire,
      flaws: () => ({
        respond: on("tools/call", (response) =>
          isObject(response.result) &&
          response.result.isError === true &&
          response.result.structuredContent === undefined
            ? errorInstead(response, -32602)
            : response,
        ),
      }),
    })),
  ],
};

export const unknownTool: Mutants = {
  property: "call.unknown-tool",
  list: [
    ...every.flatMap((wire) =>
      ["tools.unknown", "call.unknown-refused"].map((row) => ({
        name: "answers for tools that it does not have",
        row,
        wire,
        flaws: () => ({ skip: ["unknown-tool" as const] }),
      })),
    ),
    {
      name: "takes an array as arguments",
      row: "tools.malformed-call",
      wire: "stdio-modern",
      flaws: () => ({ skip: ["call-shape"] }),
    },
  ],
};

export const readOnly: Mutants = {
  property: "call.read-only",
  list: [
    ...(["stdio-legacy", "http-modern"] as const).map((wire) => ({
      name: "changes something when it is read",
      row: "call.read-only",
      wire,
      flaws: () => ({
        result: (result: Json, name: string, _args: Json, { model }: { model: { touch(): void } }) => {
          if (name === "gno_get") model.touch();
          return result;
        },
      }),
    })),
    {
      name: "calls itself read-only and is not",
      row: "tools.hints-true",
      wire: "stdio-modern",
      flaws: () => ({
        result: (result, name, _args, { model }) => {
          if (name === "gno_peek") model.touch();
          return result;
        },
      }),
    },
    {
      name: "answers otherwise each time",
      row: "call.repeatable",
      wire: "stdio-modern",
      flaws: () => ({
        result: (result, name, _args, { count }) =>
          name === "gno_list_tags" && isObject(result.structuredContent)
            ? { ...result, structuredContent: { ...result.structuredContent, count } }
            : result,
      }),
    },
  ],
};

export const errors: Mutants = {
  property: "call.errors",
  list: (["stdio-legacy", "http-modern"] as const).map((wire) => ({
    name: "fails and calls it a success",
    row: "call.error-marked",
    wire,
    flaws: () => ({
      result: (result: Json) =>
        result.isError === true ? { content: [{ type: "text", text: "error: not found" }] } : result,
    }),
  })),
};

export const lenient: Mutants = {
  property: "call.lenient",
  list: [
    {
      name: "reads 5.9 as 5",
      row: "call.lenient",
      wire: "stdio-modern",
      flaws: () => ({
        lenient: (args) => {
          if (!isObject(args) || (typeof args.limit !== "string" && typeof args.limit !== "number"))
            return args;
          return { ...args, limit: Number.parseInt(String(args.limit), 10) };
        },
      }),
    },
    {
      name: "wants arguments where none are needed",
      row: "tools.no-arguments",
      wire: "http-modern",
      flaws: () => ({
        respond: on("tools/call", (response, request) =>
          "arguments" in paramsOf(request) ? response : errorInstead(response, -32602),
        ),
      }),
    },
  ],
};

export const writeGate: Mutants = {
  property: "write.gate",
  list: [
    ...(["http-legacy", "http-modern"] as const).map((wire) => ({
      name: "looks at write calls although writes are off",
      row: "write.refused",
      wire,
      flaws: () => ({ skip: ["write-gate" as const] }),
    })),
    ...(["stdio-legacy", "stdio-modern"] as const).map((wire) => ({
      name: "has an answer for write calls although writes are off",
      row: "write.refused",
      wire,
      flaws: () => ({ skip: ["unknown-tool" as const] }),
    })),
    ...every.map((wire) => ({
      name: "lists a write tool although writes are off",
      row: "write.absent",
      wire,
      smoke: "message.ids",
      flaws: () => ({
        tools: (
          tools: readonly never[],
          {
            model,
          }: { model: { contract: { list(profile: string, write: boolean): readonly { name: string }[] } } },
        ) =>
          [...tools, model.contract.list("full", true).find(({ name }) => name === "gno_capture")] as never,
      }),
    })),
  ],
};

export const writeExamples: Mutants = {
  property: "write.examples",
  list: [
    {
      name: "says that it wrote a note that nobody finds",
      row: "write.examples",
      wire: "stdio-modern",
      write: true,
      flaws: () => ({
        result: (result, name) =>
          name === "gno_capture" && isObject(result.structuredContent)
            ? { ...result, structuredContent: { ...result.structuredContent, uri: "gno://notes/lost.md" } }
            : result,
      }),
    },
  ],
};

export const writeGenerated: Mutants = {
  property: "write.generated",
  list: [
    {
      name: "fails at titles with a code of its own",
      row: "write.valid-answered",
      wire: "http-legacy",
      write: true,
      flaws: () => ({
        result: (result, name, args) =>
          name === "gno_capture" && "title" in args
            ? {
                content: [{ type: "text", text: "Error: no" }],
                structuredContent: { error: "TITLE", message: "no" },
                isError: true,
              }
            : result,
      }),
    },
  ],
};

export const wiresEqual: Mutants = {
  property: "wires.equal",
  list: [
    {
      name: "says less over HTTP",
      row: "wires.equal",
      wire: "stdio-legacy",
      flaws: () => ({
        result: (result, name, _args, { transport }) =>
          name === "gno_links" && transport === "http" && isObject(result.structuredContent)
            ? { ...result, structuredContent: { ...result.structuredContent, links: [] } }
            : result,
      }),
    },
  ],
};

export const interleaved: Mutants = {
  property: "wires.interleaved",
  list: [
    {
      name: "serves one era at a time",
      row: "version.eras-beside",
      wire: "http-modern",
      flaws: () => {
        let sessions = 0;
        return {
          respond: (response, { era, request }) => {
            if (request.method === "initialize") sessions++;
            return era === "modern" && sessions > 0 && request.method === "tools/call"
              ? errorInstead(response, -32603)
              : response;
          },
        };
      },
    },
    {
      name: "answers legacy calls in the newer form",
      row: "eras.at-once",
      wire: "http-legacy",
      flaws: () => ({
        respond: on("tools/call", (response) =>
          withResult(response, (result) => ({ ...result, resultType: "complete" })),
        ),
      }),
    },
  ],
};

export const resourceList: Mutants = {
  property: "resources.list",
  list: [
    {
      name: "cannot list what it declares",
      row: "resources.list",
      wire: "http-modern",
      flaws: () => ({ respond: on("resources/list", (response) => errorInstead(response, -32603)) }),
    },
    {
      name: "has a broken template",
      row: "resources.templates",
      wire: "stdio-modern",
      flaws: () => ({
        respond: on("resources/templates/list", (response) =>
          withResult(response, (result) => ({
            ...result,
            resourceTemplates: [{ uriTemplate: "gno://{a", name: "x" }],
          })),
        ),
      }),
    },
    {
      name: "speaks to robots",
      row: "resources.annotations",
      wire: "stdio-modern",
      flaws: () => ({
        respond: on("resources/list", (response) =>
          withResult(response, (result) => ({
            ...result,
            resources: (result.resources as Json[]).map((one) => ({
              ...one,
              annotations: { audience: ["robot"] },
            })),
          })),
        ),
      }),
    },
  ],
};

const contents = (response: Json, item: Json) =>
  withResult(response, (result) => ({ ...result, contents: [{ uri: "gno://x/y", ...item }] }));

export const resourceRead: Mutants = {
  property: "resources.read",
  list: [
    {
      name: "lists what cannot be read",
      row: "resources.listed-readable",
      wire: "stdio-modern",
      flaws: () => ({ respond: on("resources/read", (response) => errorInstead(response, -32602)) }),
    },
    {
      name: "gives text and bytes at once",
      row: "resources.one-content",
      wire: "http-modern",
      flaws: () => ({
        respond: on("resources/read", (response) => contents(response, { text: "a", blob: "YQ==" })),
      }),
    },
    {
      name: "gives bytes that are no Base64",
      row: "resources.binary",
      wire: "stdio-modern",
      flaws: () => ({ respond: on("resources/read", (response) => contents(response, { blob: "***" })) }),
    },
  ],
};

export const resourceMissing: Mutants = {
  property: "resources.missing",
  list: [
    {
      name: "has a code of its own for what is missing",
      row: "resources.missing",
      wire: "http-modern",
      flaws: () => ({
        respond: on("resources/read", (response) =>
          "error" in response ? errorInstead(response, -32603) : response,
        ),
      }),
    },
    {
      name: "gives nothing for what is missing",
      row: "resources.missing-not-empty",
      wire: "stdio-modern",
      flaws: () => ({ skip: ["uri"] }),
    },
    ...(["stdio-legacy", "http-modern"] as const).map((wire) => ({
      name: "takes any text as a URI",
      row: "resources.uri-checked",
      wire,
      flaws: () => ({ skip: ["uri" as const] }),
    })),
  ],
};

export const traversal: Mutants = {
  property: "resources.traversal",
  list: (["stdio-legacy", "http-modern"] as const).map((wire) => ({
    name: "follows dots out of the folder",
    row: "resources.no-traversal",
    wire,
    flaws: () => ({
      respond: on("resources/read", (response, request) =>
        String(paramsOf(request).uri).includes("%2e%2e")
          ? resultInstead(response, { contents: [] })
          : response,
      ),
    }),
  })),
};

const prompts = (messages: readonly Json[]) => ({
  capabilities: (own: Json) => ({ ...own, prompts: {} }),
  respond: (response: Json, { request }: { request: { method?: unknown; params?: unknown } }) => {
    if (request.method === "prompts/list")
      return resultInstead(response, { prompts: [{ name: "p" }], resultType: "complete" });
    const own = request.method === "prompts/get" && isObject(request.params) && request.params.name === "p";
    return own ? resultInstead(response, { messages, resultType: "complete" }) : response;
  },
});

export const promptsServed: Mutants = {
  property: "prompts.served",
  list: [
    ...(["stdio-modern", "stdio-legacy"] as const).map((wire) => ({
      name: "declares prompts and has no list",
      row: "prompts.list",
      wire,
      flaws: () => ({ capabilities: (own: Json) => ({ ...own, prompts: {} }) }),
    })),
    {
      name: "speaks as a robot",
      row: "prompts.messages",
      wire: "http-modern",
      flaws: () => prompts([{ role: "robot", content: { type: "text", text: "a" } }]),
    },
    {
      name: "shows an image that is no Base64",
      row: "prompts.media",
      wire: "stdio-modern",
      flaws: () =>
        prompts([{ role: "user", content: { type: "image", data: "***", mimeType: "image/png" } }]),
    },
  ],
};

const announces = { capabilities: (own: Json) => ({ ...own, tools: { listChanged: true } }) };
const told = (method: string, id: unknown) => ({
  jsonrpc: "2.0",
  method,
  params: { _meta: { "io.modelcontextprotocol/subscriptionId": id } },
});

export const subscriptions: Mutants = {
  property: "subscriptions.served",
  list: [
    {
      name: "lets itself be listened to and announces nothing",
      row: "listen.refused",
      wire: "http-modern",
      flaws: () => ({
        respond: on("subscriptions/listen", (response) =>
          resultInstead(response, { resultType: "complete" }),
        ),
      }),
    },
    {
      name: "announces before it acknowledges",
      row: "subscriptions.acknowledged",
      wire: "stdio-modern",
      flaws: () => ({
        ...announces,
        before: ({ request }) =>
          request.method === "subscriptions/listen"
            ? [told("notifications/tools/list_changed", request.id)]
            : [],
        respond: on("subscriptions/listen", () => undefined),
      }),
      smoke: "list.stable",
    },
    {
      name: "tags with text where a number was given",
      row: "subscriptions.tagged",
      wire: "stdio-modern",
      flaws: () => ({
        ...announces,
        before: ({ request }) =>
          request.method === "subscriptions/listen"
            ? [told("notifications/subscriptions/acknowledged", String(request.id))]
            : [],
        respond: on("subscriptions/listen", () => undefined),
      }),
      smoke: "list.stable",
    },
    {
      name: "listens without a filter",
      row: "subscriptions.filter-needed",
      wire: "stdio-modern",
      flaws: () => ({
        ...announces,
        respond: on("subscriptions/listen", (response) =>
          resultInstead(response, { resultType: "complete" }),
        ),
      }),
    },
  ],
};
