/** `generated/mcp/requirements.ts`: the rows of every revision as data, for the suite and its both-ways gate. */
import type { Revision } from "../contract.ts";
import { header, literal } from "./print.ts";

export function emitRequirements(revisions: readonly Revision[]): string {
  const rows = revisions.flatMap(({ revision, requirements }) =>
    requirements.map((row) => ({ revision, ...row })),
  );
  const sources = revisions.map(({ revision }) => `spec/mcp-${revision}.md`).join(" and ");
  return `${header(sources)}
export interface Requirement {
  /** Protocol revision whose file holds the row. */
  readonly revision: string;
  readonly id: string;
  readonly level: "MUST" | "MUST NOT" | "SHOULD" | "SHOULD NOT" | "SPEC" | "DEF";
  readonly transport: readonly ("stdio" | "http")[];
  readonly statement: string;
  /** Conformance property that proves it; \`-\` when nothing does yet. */
  readonly check: string;
  readonly since: string;
}

export const requirements: readonly Requirement[] = ${literal(rows)};
`;
}
