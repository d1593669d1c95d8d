/** One page of a list of rows: the rows that fit, and the cursor of the next page. */
import { fitRows, truncation } from "./budget.ts";
import { cursorFor, type Paging, positionOf } from "./cursor.ts";
import type { Fails } from "./refusals.ts";

/** The row that a page begins with. */
export function startOf(
  cursor: string | undefined,
  paging: Paging,
  call: Fails<"E_CURSOR" | "STALE_CURSOR">,
): number {
  const position = positionOf(cursor, paging, call);
  if (position === undefined) return 0;
  const [at] = position;
  return typeof at === "number" && Number.isSafeInteger(at) && at >= 0
    ? at
    : call.fail("E_CURSOR", `Invalid ${paging.tool} cursor`);
}

/** `{ ...rest, [key]: rows, truncated?, cursor? }` */
export function page<Rest extends object, Key extends string, Row>(
  rest: Rest,
  key: Key,
  rows: readonly Row[],
  limit: number,
  cursor: string | undefined,
  paging: Paging,
  call: Fails<"E_CURSOR" | "STALE_CURSOR">,
) {
  const fitted = fitRows(rows, startOf(cursor, paging, call), limit, { ...rest, [key]: [] });
  return {
    ...rest,
    ...({ [key]: fitted.rows } as { [K in Key]: Row[] }),
    ...truncation(fitted),
    ...(fitted.next === undefined ? {} : { cursor: cursorFor(paging, [fitted.next]) }),
  };
}
