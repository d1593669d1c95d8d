/** Tells two states of a file apart without reading it. */

export function stampOf({ size, mtimeMs }: { readonly size: number; readonly mtimeMs: number }): string {
  return `${size}:${mtimeMs}`;
}
