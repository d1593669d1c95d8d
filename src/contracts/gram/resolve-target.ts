/** Resolves targets in other documents by their ids. */
import type { Resolver } from "../../engine/gram/diagnose.ts";
import type { GramState, Op } from "../../engine/gram/types.ts";
import type { GramDeps } from "./deps.ts";

export async function resolverOf(
  _state: GramState,
  _ops: readonly Op[],
  _deps: Pick<GramDeps, "vault" | "reader">,
): Promise<Resolver> {
  return () => true;
}
