/**
 * `golden/wire/`: one probe call per wire, as it is sent and as it is answered. Third parties who write a client or a
 * server by hand read these first. `{name}` stands for a value of the server, `{…}` for the data of the tool's golden.
 */
import type { Contract, Revision, Tool } from "../contract.ts";
import { DATA, result } from "./golden.ts";
import { json } from "./print.ts";

const LEGACY = "2025-11-25";
const MODERN = "2026-07-28";
const CLIENT = { name: "probe", version: "1.0.0" };
const ACCEPT = "application/json, text/event-stream";

/** Paths below `golden/wire`, with their text. */
export function* emitWires(contract: Contract, revisions: readonly Revision[]): Generator<[string, string]> {
  const tool = probe(contract);
  if (tool === undefined) return;
  const known = new Set(revisions.map(({ revision }) => revision));
  if (known.has(LEGACY)) {
    yield ["stdio-legacy.json", json(stdio(contract, tool, legacySteps(contract, tool)))];
    yield ["http-legacy.json", json(http(contract, tool, legacyHttp(contract, tool)))];
  }
  if (known.has(MODERN)) {
    yield ["stdio-modern.json", json(stdio(contract, tool, [modernStep(contract, tool)]))];
    yield ["http-modern.json", json(http(contract, tool, [modernHttp(contract, tool)]))];
  }
}

interface Step {
  readonly request: object;
  /** Absent for a notification. */
  readonly response?: object;
}

/** The cheapest call: the first reading tool with an example without arguments, else the first tool. */
function probe(contract: Contract): Tool | undefined {
  const isBare = (tool: Tool): boolean =>
    tool.effect === "read" && tool.examples.some(({ input }) => Object.keys(input).length === 0);
  return contract.tools.find(isBare) ?? contract.tools[0];
}

function callParams(tool: Tool): { name: string; arguments: object } {
  const example = tool.examples.find(({ input }) => Object.keys(input).length === 0) ?? tool.examples[0]!;
  return { name: tool.name, arguments: example.input };
}

function answer(contract: Contract): object {
  return result(contract.envelopes.find((row) => row.case === "ok")!, { data: DATA });
}

function legacySteps(contract: Contract, tool: Tool): Step[] {
  return [
    {
      request: {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: LEGACY, capabilities: {}, clientInfo: CLIENT },
      },
      response: {
        jsonrpc: "2.0",
        id: 1,
        result: { protocolVersion: LEGACY, capabilities: DATA, serverInfo: contract.server },
      },
    },
    { request: { jsonrpc: "2.0", method: "notifications/initialized" } },
    {
      request: { jsonrpc: "2.0", id: 2, method: "tools/call", params: callParams(tool) },
      response: { jsonrpc: "2.0", id: 2, result: answer(contract) },
    },
  ];
}

function modernStep(contract: Contract, tool: Tool): Step {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": CLIENT,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    request: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...callParams(tool), _meta: meta } },
    response: {
      jsonrpc: "2.0",
      id: 1,
      result: {
        ...answer(contract),
        resultType: "complete",
        _meta: { "io.modelcontextprotocol/serverInfo": contract.server },
      },
    },
  };
}

/** Each message is one line, ended by a line feed. */
function stdio(contract: Contract, tool: Tool, steps: readonly Step[]): object {
  return {
    contract: contract.name,
    tool: tool.name,
    steps: steps.map(({ request, response }) => ({
      request: JSON.stringify(request),
      ...(response === undefined ? {} : { response }),
    })),
  };
}

interface Exchange {
  readonly head: Readonly<Record<string, string>>;
  readonly step: Step;
  readonly status: number;
  readonly answerHead: Readonly<Record<string, string>>;
}

function legacyHttp(contract: Contract, tool: Tool): Exchange[] {
  const session = { "MCP-Protocol-Version": LEGACY, "Mcp-Session-Id": "{session}" };
  return legacySteps(contract, tool).map((step, index) => ({
    head: index === 0 ? {} : session,
    step,
    status: step.response === undefined ? 202 : 200,
    answerHead: {
      ...(step.response === undefined ? {} : { "Content-Type": "text/event-stream" }),
      ...(index === 0 ? { "Mcp-Session-Id": "{session}" } : {}),
    },
  }));
}

function modernHttp(contract: Contract, tool: Tool): Exchange {
  return {
    head: { "MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/call", "Mcp-Name": tool.name },
    step: modernStep(contract, tool),
    status: 200,
    answerHead: { "Content-Type": "application/json" },
  };
}

/** An answer of type text/event-stream carries the response in the `data` of one event. */
function http(contract: Contract, tool: Tool, exchanges: readonly Exchange[]): object {
  return {
    contract: contract.name,
    tool: tool.name,
    steps: exchanges.map(({ head, step, status, answerHead }) => ({
      request: {
        line: "POST /mcp HTTP/1.1",
        head: { Host: "{host}", "Content-Type": "application/json", Accept: ACCEPT, ...head },
        body: JSON.stringify(step.request),
      },
      response: { status, head: answerHead, ...(step.response === undefined ? {} : { body: step.response }) },
    })),
  };
}
