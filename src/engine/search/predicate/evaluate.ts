/** What a predicate means, in plain code: the reference that the SQL has to equal. spec/gno.md, "Typed filter". */
import type { MetadataValues, Predicate, Scalar } from "./types.ts";

/** @param values undefined = a valid document without values; one with broken or unread values is never asked */
export function evaluate(predicate: Predicate, values: MetadataValues | undefined): boolean {
  switch (predicate.op) {
    case "and":
      return predicate.predicates.every((child) => evaluate(child, values));
    case "or":
      return predicate.predicates.some((child) => evaluate(child, values));
    case "not":
      return !evaluate(predicate.predicate, values);
    default:
      return holds(predicate, fieldOf(values, predicate.key));
  }
}

type Field = Scalar | readonly Scalar[] | undefined;
type Leaf = Exclude<Predicate, { op: "and" | "or" | "not" }>;

function fieldOf(values: MetadataValues | undefined, key: string): Field {
  return values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
}

function holds(leaf: Leaf, field: Field): boolean {
  if (leaf.op === "exists") return (field !== undefined) === leaf.value;
  if (field === undefined) return false;
  const members: readonly Scalar[] = isList(field) ? field : [field];
  switch (leaf.op) {
    case "eq":
      return field === leaf.value;
    case "ne":
      return typeof field === typeof leaf.value && field !== leaf.value;
    case "gt":
      return typeof field === "number" && field > leaf.value;
    case "gte":
      return typeof field === "number" && field >= leaf.value;
    case "lt":
      return typeof field === "number" && field < leaf.value;
    case "lte":
      return typeof field === "number" && field <= leaf.value;
    case "in":
      return (leaf.values as readonly Scalar[]).some((value) => members.includes(value));
    case "nin":
      return !(leaf.values as readonly Scalar[]).some((value) => members.includes(value));
    case "all":
      return isList(field) && (leaf.values as readonly Scalar[]).every((value) => members.includes(value));
  }
}

function isList(field: Scalar | readonly Scalar[]): field is readonly Scalar[] {
  return typeof field === "object";
}
