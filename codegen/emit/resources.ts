/** `resources.ts`: URIs and URI templates that the contract publishes. */
import type { Contract } from "../contract.ts";
import { contractHeader, literal } from "./print.ts";

export function emitResources(contract: Contract): string {
  return `${contractHeader(contract)}
/** \`{name}\` marks a part of a template. \`source\` is the tool whose output is shown, or a word for where it comes from. */
export const resources = ${literal(contract.resources)} as const;
`;
}
