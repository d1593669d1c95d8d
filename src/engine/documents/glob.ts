/** Glob of multi-get: `*` is any run (also across `/`), `?` one character, all else literal, anchored at both ends. */

/** Linear in practice and never exponential: on a mismatch only the last `*` is tried again. */
export function globMatches(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let resume = 0;
  while (t < text.length) {
    if (pattern[p] === "*") {
      star = p++;
      resume = t;
    } else if (p < pattern.length && pattern[p] === "?") {
      p += 1;
      t += characterLength(text, t);
    } else if (p < pattern.length && pattern[p] === text[t]) {
      p += 1;
      t += 1;
    } else if (star >= 0) {
      resume += characterLength(text, resume);
      p = star + 1;
      t = resume;
    } else return false;
  }
  while (pattern[p] === "*") p += 1;
  return p === pattern.length;
}

/** Code units of the character at `at`, so that `?` never halves a surrogate pair. */
function characterLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
