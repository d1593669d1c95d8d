/**
 * What of a sentence can be checked without understanding it: its words, figures, units, names, addresses, and whether it
 * denies. Both sides of a comparison go through this file.
 */
import { foldText } from "../search/fold.ts";
import { stem } from "../search/porter.ts";
import { isStopWord } from "../search/stop-words.ts";
import { toQueryText } from "../search/tokens.ts";

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const ADDRESS = /\b(?:https?:\/\/|www\.|mailto:)[^\s<>()[\]"'`]+|\b[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/giu;
const FIGURE =
  /(?<![\p{L}\p{N}])[-−]?\d[\d.,:/’'\u00a0\u202f-]*\d|(?<![\p{L}\p{N}])[-−]?\d|\d+(?:[.,]\d+)*/gu;
const GROUPED = /^\d{1,3}(?:[,.’'\u00a0\u202f]\d{3})+$/;

const SPELLED: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "zero:0 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirteen:13 " +
    "fourteen:14 fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 twenty:20 thirty:30 forty:40 " +
    "fifty:50 sixty:60 seventy:70 eighty:80 ninety:90"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/** Names of a unit; what is counted decides as much as the figure. */
const UNITS: readonly (readonly string[])[] = [
  "ms millisecond milliseconds",
  "s sec secs second seconds",
  "min mins minute minutes",
  "h hr hrs hour hours hourly",
  "day days daily",
  "week weeks weekly",
  "month months monthly",
  "quarter quarters quarterly",
  "year years yearly annually annual",
  "% percent percentage",
  "kb kib kilobyte kilobytes",
  "mb mib megabyte megabytes",
  "gb gib gigabyte gigabytes",
  "tb tib terabyte terabytes",
  "eur euro euros €",
  "usd dollar dollars $",
  "gbp pound pounds £",
  "mm millimetre millimeter millimetres millimeters",
  "cm centimetre centimeter centimetres centimeters",
  "km kilometre kilometer kilometres kilometers",
  "kg kilogram kilograms kilogramme kilogrammes",
  "million millions",
  "billion billions",
  "thousand thousands",
  "hundred hundreds",
].map((names) => names.split(" "));
const UNIT_OF: ReadonlyMap<string, number> = new Map(
  UNITS.flatMap((names, unit) => names.map((name) => [name, unit] as const)),
);
/** Alone they are too often something else. */
const NEEDS_FIGURE: ReadonlySet<string> = new Set([
  "s",
  "h",
  "min",
  "second",
  "sec",
  "quarter",
  "pound",
  "pounds",
]);

const DENIALS =
  /\b(?:not|no|never|none|nothing|nobody|neither|nor|without|cannot|nowhere|hardly|unable|nicht|kein|keine|keinen|keinem|keiner|keines|nie|niemals|ohne|jamais|aucun|aucune|nunca)\b|n['’]t\b/iu;

export interface Features {
  /** Stems of the words that say what it is about. */
  readonly words: ReadonlySet<string>;
  /** Each with the values that it may be read as: `1,500` is 1500 and 1.5. */
  readonly figures: readonly (readonly string[])[];
  readonly units: ReadonlySet<number>;
  readonly addresses: ReadonlySet<string>;
  readonly denies: boolean;
}

export function featuresOf(text: string): Features {
  const addresses = new Set((text.match(ADDRESS) ?? []).map((found) => found.replace(/[.,;:!?]+$/, "")));
  return {
    words: contentWords(text),
    figures: figuresOf(text),
    units: unitsOf(text),
    addresses,
    denies: DENIALS.test(text),
  };
}

export function contentWords(text: string): ReadonlySet<string> {
  const tokens = foldText(toQueryText(text)).text.match(WORD) ?? [];
  return new Set(tokens.filter((token) => !isStopWord([token])).map(stem));
}

/** Names: what is written large inside a sentence, mixed case, and code; the first word counts unless it is a stop word. */
export function namesOf(sentence: string): string[] {
  const names = new Set<string>();
  for (const [, code] of sentence.matchAll(/`([^`\n]+)`/g)) {
    for (const word of (code as string).match(WORD) ?? []) names.add(word);
  }
  for (const word of sentence.replace(/`[^`\n]+`/g, " ").match(WORD) ?? []) {
    if (/\p{Lu}/u.test(word) && !isStopWord([foldText(word).text])) names.add(word);
  }
  return [...names];
}

/** Whether a text holds a name, in any case and with any ending. */
export function holdsName(words: ReadonlySet<string>, name: string): boolean {
  const own = contentWords(name);
  return [...own].every((word) => words.has(word));
}

function figuresOf(text: string): readonly (readonly string[])[] {
  const figures: string[][] = [];
  for (const found of text.normalize("NFKC").match(FIGURE) ?? []) {
    figures.push(...figureParts(found.replace("−", "-")));
  }
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    if (Object.hasOwn(SPELLED, word)) figures.push([SPELLED[word] as string]);
  }
  return figures;
}

/** A date, a time and a range are their parts. */
function figureParts(figure: string): string[][] {
  const sign = figure.startsWith("-") ? "-" : "";
  const rest = figure.slice(sign.length);
  if (GROUPED.test(rest)) {
    const whole = sign + rest.replace(/\D/g, "");
    return [/^\d{1,3}[.,]\d{3}$/.test(rest) ? [whole, sign + plain(rest)] : [whole]];
  }
  const parts = rest.split(/[-:/’'\u00a0\u202f]|,(?!\d)|\.(?!\d)/).filter((part) => part !== "");
  return parts.map((part, at) => [`${at === 0 ? sign : ""}${plain(part)}`]);
}

function plain(part: string): string {
  if (/^\d+$/.test(part)) return part.replace(/^0+(?=\d)/, "");
  if (/^\d+[.,]\d+$/.test(part)) return part.replace(",", ".").replace(/0+$/, "").replace(/\.$/, "");
  return part;
}

function unitsOf(text: string): ReadonlySet<number> {
  const units = new Set<number>();
  const lower = text.normalize("NFKC").toLowerCase();
  for (const found of lower.matchAll(/(\d\s*)?(\p{L}+|[%€$£])/gu)) {
    const [, figure, name] = found as unknown as [string, string | undefined, string];
    const unit = UNIT_OF.get(name);
    if (unit !== undefined && (figure !== undefined || !NEEDS_FIGURE.has(name))) units.add(unit);
  }
  return units;
}
