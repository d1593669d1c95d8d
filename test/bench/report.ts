/** One row a measure, each beside the floor of the same run, and the table that shows them. */

export interface Row {
  readonly group: string;
  readonly measure: string;
  readonly value: number;
  readonly unit: string;
  /** What the floor is, in words, and its value in the same unit. */
  readonly floor?: { readonly what: string; readonly value: number };
  /** Largest good and largest tolerable value, already computed from the floor. */
  readonly aim?: { readonly rule: string; readonly value: number };
  readonly limit?: { readonly rule: string; readonly value: number };
}

export type Verdict = "ok" | "over aim" | "over limit" | "-";

export function verdict(row: Row): Verdict {
  if (row.limit !== undefined && row.value > row.limit.value) return "over limit";
  if (row.aim !== undefined && row.value > row.aim.value) return "over aim";
  return row.aim === undefined ? "-" : "ok";
}

/** Builds aim and limit of the form `floor × factor + extra`. */
export function bounds(
  floor: number,
  aim: [factor: number, extra?: number],
  limit: [factor: number, extra?: number],
  unit: string,
) {
  const rule = ([factor, extra = 0]: [number, number?]) => `× ${factor}${extra ? ` + ${extra} ${unit}` : ""}`;
  const value = ([factor, extra = 0]: [number, number?]) => floor * factor + extra;
  return { aim: { rule: rule(aim), value: value(aim) }, limit: { rule: rule(limit), value: value(limit) } };
}

export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.group,
    row.measure,
    `${figure(row.value)} ${row.unit}`,
    row.floor === undefined ? "-" : `${figure(row.floor.value)} ${row.unit} (${row.floor.what})`,
    row.floor === undefined || row.floor.value === 0 ? "-" : `${figure(row.value / row.floor.value)} ×`,
    row.aim === undefined ? "-" : `≤ ${figure(row.aim.value)} (${row.aim.rule})`,
    row.limit === undefined ? "-" : `${figure(row.limit.value)} (${row.limit.rule})`,
    verdict(row),
  ]);
  const head = ["what", "measure", "value", "floor", "ratio", "aim", "never worse than", "verdict"];
  return [head, head.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`).join("\n");
}

function figure(value: number): string {
  if (value === 0) return "0";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return value.toFixed(digits);
}
