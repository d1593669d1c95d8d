/** Names of indexes: which are allowed, and when two of them mean the same index. spec/gno.md, "Index names". */

const allowed = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u;

/** @returns what is wrong with the name, undefined when nothing is. */
export function indexNameProblem(name: string): string | undefined {
  if (name.length === 0 || name.length > 64) return "An index name has 1 to 64 characters.";
  if (!allowed.test(name) || /[ .]$/.test(name) || name.includes("..")) {
    return "An index name starts with a letter or digit, holds only letters, digits, blanks, `.`, `_` and `-`, and ends with neither a blank nor a dot.";
  }
  if (Buffer.byteLength(indexIdentity(name)) > 242) return "The index name is too long for a file name.";
  return undefined;
}

/** Names with the same identity are one index. */
export function indexIdentity(name: string): string {
  return name.normalize("NFC").toLowerCase().toUpperCase().toLowerCase().normalize("NFC");
}
