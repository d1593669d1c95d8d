/** What was written and cannot be shown as meant. The write stands; the writer is told (spec/gram.md, Diagnostics). */
import type { GramState, Op } from "./types.ts";

export type Diagnostic = readonly [
  code: "unresolved_ref" | "unsupported_node" | "unparsed_value",
  where: string,
  text: string,
];

/** Whether a target in another document is there. */
export type Resolver = (target: string) => boolean;

/** @param ops those of the revision: only the places that they touched are looked at */
export function diagnose(_state: GramState, _ops: readonly Op[], _resolves: Resolver): readonly Diagnostic[] {
  return [];
}
