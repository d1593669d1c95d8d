/** Where a captured note comes from: checked, dates in UTC, keys in one order. spec/gno.md, "Capture". */

export type NoteSource = Readonly<{ kind: string; capturedAt: string } & Record<string, string>>;

export type SourceCheck =
  | { readonly kind: "ok"; readonly source: NoteSource }
  | { readonly kind: "invalid"; readonly message: string };

/** Ways a note can have come about. */
export const SOURCE_KINDS = new Set(["direct", "web", "email", "meeting", "chat", "file", "api", "unknown"]);
const TEXTS = ["title", "url", "uri", "docid", "mime", "ext", "author", "externalId"];
const MAX_CHARACTERS = 4096;

export function checkSource(given: Readonly<Record<string, string>>, now: string): SourceCheck {
  const invalid = (message: string): SourceCheck => ({ kind: "invalid", message });
  const kind = given.kind ?? "direct";
  if (!SOURCE_KINDS.has(kind)) return invalid(`source.kind is none of ${[...SOURCE_KINDS].join(", ")}.`);
  const capturedAt = given.capturedAt === undefined ? now : utc(given.capturedAt);
  if (capturedAt === undefined)
    return invalid("source.capturedAt is no date. Give one like 2026-03-05T09:00:00Z.");
  const source: Record<string, string> & { kind: string; capturedAt: string } = { kind, capturedAt };
  for (const key of TEXTS) {
    const value = given[key]?.trim();
    if (value === undefined || value === "") continue;
    if (value.length > MAX_CHARACTERS)
      return invalid(`source.${key} is longer than ${MAX_CHARACTERS} characters.`);
    if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value) || !value.isWellFormed()) {
      return invalid(`source.${key} holds a NUL or another control character.`);
    }
    if ((key === "url" || key === "uri") && !URL.canParse(value)) return invalid(`source.${key} is no URL.`);
    source[key] = value;
  }
  if (given.observedAt !== undefined) {
    const observedAt = utc(given.observedAt);
    if (observedAt === undefined)
      return invalid("source.observedAt is no date. Give one like 2026-03-05T09:00:00Z.");
    source.observedAt = observedAt;
  }
  return { kind: "ok", source };
}

/** A date, or a date with time; without a zone it is read as UTC and never in the zone of this machine. */
export function utc(text: string): string | undefined {
  const [, date, time = "T00:00:00", zone = "Z"] =
    /^(\d{4}-\d{2}-\d{2})(?:([Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)([Zz]|[+-]\d{2}:?\d{2})?)?$/.exec(
      text.trim(),
    ) ?? [];
  if (date === undefined) return undefined;
  const moment = new Date(`${date}${time.replace(/^[t ]/, "T")}${zone.toUpperCase()}`);
  // The engine of the language rolls February 30 over into March.
  const calendar = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(moment.getTime()) || !calendar.toISOString().startsWith(date)) return undefined;
  return moment.toISOString();
}
