/** `profiles.ts`: which tools a profile lists, in wire order, with and without the write gate. */
import type { Contract, Tool } from "../contract.ts";
import { contractHeader, literal } from "./print.ts";

export function emitProfiles(contract: Contract): string {
  const value = Object.fromEntries(
    contract.profiles.map(({ name }) => [
      name,
      {
        read: listed(contract, name, false).map(toolName),
        write: listed(contract, name, true).map(toolName),
      },
    ]),
  );
  return `${contractHeader(contract)}
/** Names by profile, in wire order: \`read\` with the write gate closed, \`write\` with it open. */
export const profiles = ${literal(value)} as const;
`;
}

/** Tools that `tools/list` shows in a profile. */
export function listed(contract: Contract, profile: string, writeEnabled: boolean): readonly Tool[] {
  return contract.tools.filter(
    (tool) => tool.profiles.includes(profile) && (writeEnabled || tool.effect === "read"),
  );
}

function toolName({ name }: Tool): string {
  return name;
}
