/** `routes.ts`: the REST table. A contract without REST has an empty one. */
import type { Contract } from "../contract.ts";
import { contractHeader, literal } from "./print.ts";

export function emitRoutes(contract: Contract): string {
  return `${contractHeader(contract)}
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly tool: string;
  /** Keys of the tool's input that the query string may carry. */
  readonly query: readonly string[];
  /** Status of a good answer. */
  readonly status: number;
}

export const routes: readonly Route[] = ${literal(contract.routes)};
`;
}
