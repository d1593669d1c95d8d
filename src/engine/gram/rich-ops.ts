/** Rich changes to one block as operations. */
import type { RichChange } from "./changes.ts";
import { PlanError } from "./plan-record.ts";
import type { Block, Op } from "./types.ts";

export function richOps(_owner: string, block: Block, _changes: readonly RichChange[]): readonly Op[] {
  throw new PlanError(`${block.node} takes no rich changes`);
}
