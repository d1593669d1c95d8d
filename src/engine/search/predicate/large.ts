/**
 * A predicate of very many conditions, of which each would be a look-up for each document: its values are read once and
 * judged by `evaluate` itself, and only of documents that are candidates.
 */
import type { Reader } from "../../documents/reader.ts";
import { evaluate } from "./evaluate.ts";
import { readable } from "./sql.ts";
import type { Predicate } from "./types.ts";

/** Look-ups for a document that cost about as much as reading its values. */
const largest = 8;

export function isLarge(predicate: Predicate): boolean {
  return leaves(predicate) > largest;
}

function leaves(predicate: Predicate): number {
  switch (predicate.op) {
    case "and":
    case "or":
      return predicate.predicates.reduce((sum, child) => sum + leaves(child), 0);
    case "not":
      return leaves(predicate.predicate);
    default:
      return 1;
  }
}

export function memberTest(reader: Reader, predicate: Predicate): (documentId: number) => boolean {
  return (id) => {
    const row = reader.get<{ metadata: string | null }>(
      `SELECT d.metadata FROM document d WHERE d.id = ? AND ${readable}`,
      id,
    );
    return (
      row !== undefined && evaluate(predicate, row.metadata === null ? undefined : JSON.parse(row.metadata))
    );
  };
}
