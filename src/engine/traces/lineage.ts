/** Which collections the evidence of a trace came from. spec/gno.md, "Traces". */
import type { CollectionPolicy } from "../egress/decide.ts";
import { type EgressLineage, lineageOf } from "../egress/lineage.ts";
import type { NewRecord, TraceEvidence } from "./types.ts";

const MAX_SOURCES = 128;

/** Evidence inside the payload of a run or an event. */
export function evidenceOf(payload: Readonly<Record<string, unknown>>): readonly TraceEvidence[] {
  return [payload.ranked, payload.evidence].flatMap((list) =>
    Array.isArray(list) ? (list as TraceEvidence[]) : [],
  );
}

/** Collections of all evidence, sorted. */
export function collectionsOf(records: readonly Pick<NewRecord, "payload">[]): readonly string[] {
  const names = records.flatMap(({ payload }) =>
    evidenceOf(payload).flatMap(({ uri }) => {
      const name = uri === undefined ? undefined : /^gno:\/\/([^/]+)\//.exec(uri)?.[1];
      return name === undefined ? [] : [name];
    }),
  );
  return [...new Set(names)].sort().slice(0, MAX_SOURCES);
}

/** undefined = no collection is involved. */
export function lineageOfSome(policies: readonly CollectionPolicy[]): EgressLineage | undefined {
  const names = [...new Set(policies.map(({ collection }) => collection))].sort().slice(0, MAX_SOURCES);
  if (names.length === 0) return undefined;
  return lineageOf(policies.filter(({ collection }) => names.includes(collection)));
}
