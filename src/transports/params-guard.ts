/**
 * Parameters that the SDK would answer with -32603 or a dump of its parser: refused before it, in words. Returns the
 * sentence for -32602, or undefined.
 */
import { isObject, type Params } from "./message.ts";

export function paramsFault(method: string, params: Params | undefined): string | undefined {
  for (const [key, value] of Object.entries(params ?? {})) {
    // These are quoted in answers, and strict JSON readers refuse half a surrogate pair.
    if (typeof value === "string" && !value.isWellFormed())
      return `Invalid params: ${key.toWellFormed()} holds half of a surrogate pair, which is no Unicode text`;
  }
  if (method === "tools/call") return callFault(params);
  if (method === "initialize") return initializeFault(params);
  return undefined;
}

function callFault(params: Params | undefined): string | undefined {
  if (typeof params?.name !== "string") return "Invalid params: tools/call needs the name of a tool";
  const args = params.arguments;
  if (args !== undefined && args !== null && !isObject(args)) {
    return "Invalid params: the arguments of a tool are a JSON object";
  }
  // What a form left blank: the same as no arguments.
  if (args === null) delete (params as { arguments?: unknown }).arguments;
  return undefined;
}

function initializeFault(params: Params | undefined): string | undefined {
  if (typeof params?.protocolVersion !== "string") {
    return "Invalid params: initialize needs a protocolVersion, such as 2025-11-25";
  }
  if (!isObject(params.capabilities))
    return "Invalid params: initialize needs the client's capabilities, an object";
  const info = params.clientInfo;
  if (!isObject(info) || typeof info.name !== "string" || typeof info.version !== "string") {
    return "Invalid params: initialize needs clientInfo with name and version";
  }
  return undefined;
}
