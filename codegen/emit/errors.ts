/** `errors.ts`: the closed union of error codes and what each means on every surface. */
import type { Contract } from "../contract.ts";
import { capital, contractHeader, literal } from "./print.ts";

export function emitErrors(contract: Contract): string {
  const stem = capital(contract.name);
  const union = contract.errors.map(({ code }) => `\n  | ${JSON.stringify(code)}`).join("");
  const value = Object.fromEntries(
    contract.errors.map(({ code, status, exit, meaning }) => [code, { status, exit, meaning }]),
  );
  return `${contractHeader(contract)}
export type ${stem}ErrorCode =${union};

export interface ${stem}ErrorFacts {
  /** HTTP status over REST, where the contract has REST. */
  readonly status?: number;
  /** Exit code of the command line. */
  readonly exit: number;
  readonly meaning: string;
}

export const errors: Readonly<Record<${stem}ErrorCode, ${stem}ErrorFacts>> = ${literal(value)};
`;
}
