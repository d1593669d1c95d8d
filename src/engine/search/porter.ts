/** Porter's stemmer as SQLite's `porter` tokenizer runs it, to find again in a text what the stemmed index matched. */

type Rule = readonly [suffix: string, replacement: string];

const step2: readonly Rule[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["logi", "log"],
  ["bli", "ble"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
];

const step3: readonly Rule[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];

const step4: readonly Rule[] = [
  "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split(" "),
]
  .flat()
  .map((suffix) => [suffix, ""] as const);

/** @param word folded; words of other scripts, under 3 or over 64 bytes pass as they are. */
export function stem(word: string): string {
  if (word.length < 3 || word.length > 64 || !/^[a-z0-9]+$/.test(word)) return word;
  let text = plurals(word);
  text = pastAndGerund(text);
  if (text.endsWith("y") && hasVowel(text.slice(0, -1))) text = `${text.slice(0, -1)}i`;
  text = replaceSuffix(text, step2, (rest) => measure(rest) > 0);
  text = replaceSuffix(text, step3, (rest) => measure(rest) > 0);
  text = replaceSuffix(
    text,
    step4,
    (rest, suffix) => measure(rest) > 1 && (suffix !== "ion" || /[st]$/.test(rest)),
  );
  return finalLetters(text);
}

function plurals(text: string): string {
  if (!text.endsWith("s") || text.endsWith("ss")) return text;
  if (text.length > 4 && text.endsWith("sses")) return text.slice(0, -2);
  if (text.length > 3 && text.endsWith("ies")) return text.slice(0, -2);
  return text.slice(0, -1);
}

function pastAndGerund(text: string): string {
  if (text.length > 3 && text.endsWith("eed"))
    return measure(text.slice(0, -3)) > 0 ? text.slice(0, -1) : text;
  const rest = text.replace(/(?:ed|ing)$/, "");
  if (rest === text || rest === "" || !hasVowel(rest)) return text;
  if (/(?:at|bl|iz)$/.test(rest) && rest.length > 2) return `${rest}e`;
  const last = rest.at(-1) as string;
  if (!isVowel(last) && !"lsz".includes(last) && last === rest.at(-2)) return rest.slice(0, -1);
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest;
}

function finalLetters(text: string): string {
  let result = text;
  if (result.endsWith("e")) {
    const rest = result.slice(0, -1);
    const syllables = measure(rest);
    if (syllables > 1 || (syllables === 1 && !endsShort(rest))) result = rest;
  }
  if (result.endsWith("ll") && measure(result.slice(0, -1)) > 1) return result.slice(0, -1);
  return result;
}

/** The longest suffix decides; when its condition fails nothing else is tried. */
function replaceSuffix(
  text: string,
  rules: readonly Rule[],
  allows: (rest: string, suffix: string) => boolean,
): string {
  let longest: Rule | undefined;
  for (const rule of rules) {
    if (
      text.length > rule[0].length &&
      text.endsWith(rule[0]) &&
      rule[0].length > (longest?.[0].length ?? 0)
    ) {
      longest = rule;
    }
  }
  if (longest === undefined) return text;
  const rest = text.slice(0, -longest[0].length);
  return allows(rest, longest[0]) ? rest + longest[1] : text;
}

function isVowel(letter: string): boolean {
  return "aeiou".includes(letter);
}

/** v and c per letter; y is a vowel after a consonant. */
function shape(text: string): string {
  let result = "";
  for (const letter of text) {
    const vowel = isVowel(letter) || (letter === "y" && result.endsWith("c"));
    result += vowel ? "v" : "c";
  }
  return result;
}

function hasVowel(text: string): boolean {
  return shape(text).includes("v");
}

/** Number of vowel-consonant sequences. */
function measure(text: string): number {
  return shape(text).match(/v+c/g)?.length ?? 0;
}

/** Consonant, vowel, consonant other than w, x and y. */
function endsShort(text: string): boolean {
  return shape(text).endsWith("cvc") && !/[wxy]$/.test(text);
}
