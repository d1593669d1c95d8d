/** Every rule that the suite can report: rows of the two revisions and rows of the published contracts. */
import { requirements } from "../generated/mcp/requirements.ts";
import { contractRows } from "./contract-rows.ts";
import type { Era, Transport, Wire } from "./target/target.ts";

export type Level = "MUST" | "MUST NOT" | "SHOULD" | "SHOULD NOT" | "SPEC" | "DEF";

export interface Row {
  /** `2026-07-28/http.origin-refused`, `contract/list.golden`: what reports and baselines name. */
  readonly key: string;
  readonly id: string;
  readonly era: Era | "both";
  readonly level: Level;
  readonly transport: readonly Transport[];
  readonly statement: string;
  /** Property id, `-` for none. */
  readonly check: string;
}

const eraOf: Readonly<Record<string, Era>> = { "2025-11-25": "legacy", "2026-07-28": "modern" };

export const rows: readonly Row[] = [
  ...requirements.map(
    (row): Row => ({
      key: `${row.revision}/${row.id}`,
      id: row.id,
      era: eraOf[row.revision]!,
      level: row.level,
      transport: row.transport,
      statement: row.statement,
      check: row.check,
    }),
  ),
  ...contractRows,
];

const byKey = new Map(rows.map((row) => [row.key, row]));
const revision: Readonly<Record<Era, string>> = { legacy: "2025-11-25", modern: "2026-07-28" };

/** The row that an id means on a wire; `undefined` where the revision or the transport has no such rule. */
export function rowOn(id: string, wire: Wire): Row | undefined {
  const [transport, era] = wire.split("-") as [Transport, Era];
  const row = byKey.get(`contract/${id}`) ?? byKey.get(`${revision[era]}/${id}`);
  return row?.transport.includes(transport) ? row : undefined;
}

export function rowByKey(key: string): Row | undefined {
  return byKey.get(key);
}

/** Rows that decide the exit code. */
export function isGate(level: Level): boolean {
  return level === "MUST" || level === "MUST NOT" || level === "SPEC";
}

export function isMust(level: Level): boolean {
  return level === "MUST" || level === "MUST NOT";
}

export function isWish(level: Level): boolean {
  return level === "SHOULD" || level === "SHOULD NOT";
}
