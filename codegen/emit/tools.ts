/** `tools.ts`: what a server needs before the first call, as plain literals. `tools.json`: the whole contract as data. */
import type { Contract, Tool } from "../contract.ts";
import { camel, contractHeader, json, literal } from "./print.ts";

export function emitTools(contract: Contract): string {
  const value = {
    name: contract.name,
    server: contract.server,
    profiles: contract.profiles.map(({ name }) => name),
    defaultProfile: contract.profiles.find(({ isDefault }) => isDefault)?.name,
    tools: contract.tools.map(toolRow),
  };
  const name = camel(contract.name);
  return `${contractHeader(contract)}\nexport const ${name} = ${literal(value)} as const;\n`;
}

function toolRow(tool: Tool): object {
  return {
    name: tool.name,
    title: tool.title,
    descriptions: { full: tool.description, ...tool.descriptions },
    annotations: tool.annotations,
    publishOutput: tool.publishOutput,
    command: tool.command,
    effect: tool.effect,
    idempotent: tool.idempotent,
    lock: tool.lock,
    profiles: tool.profiles,
    errors: tool.errors,
    input: tool.input,
    // Other outputs are first needed when a call ends: see outputs.ts.
    output: tool.publishOutput ? tool.output : undefined,
  };
}

/** The linked model without what only the generator needs; `breaking` compares two of these. */
export function contractDocument(contract: Contract): object {
  return {
    name: contract.name,
    server: contract.server,
    profiles: contract.profiles.map(({ name, isDefault, purpose }) => ({
      name,
      default: isDefault,
      purpose,
    })),
    errors: contract.errors,
    resources: contract.resources,
    routes: contract.routes,
    envelope: contract.envelopes,
    tools: contract.tools.map((tool) => ({
      ...toolRow(tool),
      since: tool.since,
      output: tool.output,
      examples: tool.examples,
    })),
  };
}

export function emitToolsJson(contract: Contract): string {
  return json(contractDocument(contract));
}
