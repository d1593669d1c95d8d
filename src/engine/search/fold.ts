/**
 * How SQLite's `unicode61 remove_diacritics 2` sees a character: part of a word or not, and folded to what. Used to
 * find again in a text what the index has matched, so it has to agree with the tokenizer.
 */

const wordCharacter = /^[\p{L}\p{N}\p{Co}]$/u;
/** Bit per code point from U+0300 on: marks that belong to the word before them. */
const markBits = [0x08029fdf, 0x000361f8] as const;
const latinWithMarks = /^([A-Za-z])\p{M}+$/u;

/** A letter, digit or private-use character: these make words, all else parts them. */
export function isWordCharacter(codePoint: number): boolean {
  if (codePoint < 128) {
    return (
      (codePoint >= 97 && codePoint <= 122) ||
      (codePoint >= 65 && codePoint <= 90) ||
      (codePoint >= 48 && codePoint <= 57)
    );
  }
  return wordCharacter.test(String.fromCodePoint(codePoint));
}

/** A combining mark that continues a word and is dropped from it. */
export function isDroppedMark(codePoint: number): boolean {
  const offset = codePoint - 0x300;
  if (offset < 0 || offset > 49) return false;
  return ((markBits[offset < 32 ? 0 : 1] >>> (offset % 32)) & 1) === 1;
}

/** Letters with two lower-case forms, which the tokenizer holds as one. */
const variants: Readonly<Record<string, string>> = {
  "\u00b5": "μ",
  "\u017f": "s",
  "\u03c2": "σ",
  "\u03d0": "β",
  "\u03d1": "θ",
  "\u03d5": "φ",
  "\u03d6": "π",
  "\u03f0": "κ",
  "\u03f1": "ρ",
  "\u03f5": "ε",
  "\u1e9b": "s",
};

/** Lower case, and Latin letters without their marks. One character in, one out. */
export function foldCharacter(character: string): string {
  const variant = variants[character];
  if (variant !== undefined) return variant;
  const lower = character.toLowerCase();
  const single = lower.length === character.length ? lower : character;
  const base = latinWithMarks.exec(single.normalize("NFD"));
  return base === null ? single : (base[1] as string).toLowerCase();
}

const isAscii = /^[\0-\x7f]*$/;
/** Characters whose folding is more than their case. */
const special = /[\u00b5\u00c0-\u0331\u1e00-\u1eff\uff01-\uff9f]/;
const foldable = /[\u00b5\u00c0-\u024f\u03c2\u03d0-\u03f5\u1e00-\u1eff]/g;
const changesLength = /[\u00df\u1e9e\uff01-\uff9f]|[\u0300-\u0331]/;

/** False = a comparison that ignores case finds in the text itself what the index has matched. */
export function needsFolding(text: string): boolean {
  return special.test(text);
}

/** A text folded, and where each of its characters stood before. */
export interface FoldedText {
  readonly text: string;
  /** Offset in the original of each folded code unit; undefined = unchanged. */
  readonly offsets: Uint32Array | undefined;
}

/** `ß` is `ss`, full-width forms are plain ones, marks are gone: as both indexes hold the text. */
export function foldText(text: string): FoldedText {
  const lower = text.toLowerCase();
  if (isAscii.test(text)) return { text: lower, offsets: undefined };
  if (lower.length !== text.length || changesLength.test(lower)) return foldWithOffsets(text);
  return { text: lower.replace(foldable, foldCharacter), offsets: undefined };
}

function foldWithOffsets(text: string): FoldedText {
  const parts: string[] = [];
  const offsets = new Uint32Array(text.length * 2 + 1);
  let at = 0;
  let written = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) as number;
    const folded = isDroppedMark(codePoint) ? "" : foldWide(character, codePoint);
    for (let unit = 0; unit < folded.length; unit++) offsets[written++] = at;
    parts.push(folded);
    at += character.length;
  }
  offsets[written] = text.length;
  return { text: parts.join(""), offsets };
}

/** At most two units for each one, which is what the offsets have room for. */
function foldWide(character: string, codePoint: number): string {
  if (codePoint < 128) return character.toLowerCase();
  if (codePoint === 0xdf || codePoint === 0x1e9e) return "ss";
  if (codePoint >= 0xff01 && codePoint <= 0xff9f) return foldCharacter(character.normalize("NFKC"));
  return foldCharacter(character);
}
