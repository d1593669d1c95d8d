/** When a decision was carried out: the date of the earliest event in its document that implements it. */
import { dateOf, type Span, spanOf } from "./dates.ts";
import type { GramRecord, GramState } from "./types.ts";

/**
 * @param until only events that had begun by the end of this span count
 * @returns the date as written; of events that begin together the first in the document
 */
export function implementedAt(decision: GramRecord, state: GramState, until?: Span): string | undefined {
  if (decision.type !== "decision") return undefined;
  let earliest: { readonly start: number; readonly date: string } | undefined;
  for (const event of state.records) {
    if (event.type !== "event") continue;
    const date = dateOf(event);
    const span = date === undefined ? undefined : spanOf(date);
    if (date === undefined || span === undefined || (until !== undefined && span.start > until.end)) continue;
    if (earliest !== undefined && earliest.start <= span.start) continue;
    if (
      event.links.some(
        ([predicate, target]) => predicate === "implements" && isTarget(target, decision, state),
      )
    ) {
      earliest = { start: span.start, date };
    }
  }
  return earliest?.date;
}

function isTarget(target: string, decision: GramRecord, state: GramState): boolean {
  return target === decision.id || target === `${state.id}/${decision.id}`;
}
