/** Nesting is bounded before anything walks a value: a few kilobytes of brackets must not overflow a stack. */

/** Deepest nesting of arrays and objects that is served. */
export const maxDepth = 64;

export function deeperThan(limit: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (limit === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (deeperThan(limit - 1, item)) return true;
    return false;
  }
  for (const key in value) {
    if (deeperThan(limit - 1, (value as Record<string, unknown>)[key])) return true;
  }
  return false;
}
