/** Single values out of an owner's fields. */
import type { Owner } from "./types.ts";

/** The value of a field, the first one of a repeating field. */
export function textOfField(owner: Owner, field: string): string | undefined {
  const value = owner.fields.get(field);
  return typeof value === "string" ? value : value?.[0];
}

export function valuesOfField(owner: Owner, field: string): readonly string[] {
  const value = owner.fields.get(field);
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}
