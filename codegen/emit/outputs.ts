/** `outputs.ts`: output schemas apart from `tools.ts`, because they are first needed when a call ends. */
import type { Contract } from "../contract.ts";
import { contractHeader, literal } from "./print.ts";

export function emitOutputs(contract: Contract): string {
  const value = Object.fromEntries(contract.tools.map(({ name, output }) => [name, output]));
  return `${contractHeader(contract)}
/** Output schema by tool name. Some tools share one, \`$id\` and all. */
export const outputs: Readonly<Record<string, { readonly [key: string]: unknown }>> = ${literal(value)};
`;
}
