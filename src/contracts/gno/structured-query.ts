/** Typed retrieval entries: `queryModes` and multi-line queries in one form. spec/gno.md, "Structured queries". */

export interface QueryEntry {
  readonly mode: "term" | "intent" | "hyde";
  readonly text: string;
}

export interface StructuredQuery {
  /** What is searched first and shown as the query. */
  readonly base: string;
  readonly terms: readonly string[];
  readonly intents: readonly string[];
  readonly hyde: string | undefined;
}

export type ParsedQuery =
  | { readonly kind: "ok"; readonly query: StructuredQuery; readonly typed: boolean }
  | { readonly kind: "invalid"; readonly message: string };

const typedLine = /^\s*(term|intent|hyde)\s*:(.*)$/i;
const anyPrefix = /^\s*([A-Za-z][\w-]*):(\s.*|)$/;

/** A query with line breaks is structured only when at least one of its lines is typed. */
export function parseQuery(query: string, modes: readonly QueryEntry[] = []): ParsedQuery {
  const entries: QueryEntry[] = [];
  const untyped: string[] = [];
  const lines = query.split(/\r\n|\r|\n/);
  const structured = lines.length > 1 && lines.some((line) => typedLine.test(line));
  if (structured) {
    for (const line of lines) {
      if (line.trim() === "") continue;
      const typed = typedLine.exec(line);
      if (typed !== null) {
        const text = (typed[2] as string).trim();
        if (text === "") return invalid(`The line "${line.trim()}" has no text after its prefix.`);
        entries.push({ mode: (typed[1] as string).toLowerCase() as QueryEntry["mode"], text });
        continue;
      }
      const other = anyPrefix.exec(line);
      if (other !== null) {
        return invalid(
          `"${other[1]}:" is no line type. Use term:, intent: or hyde:, or a line without a prefix.`,
        );
      }
      untyped.push(line.trim());
    }
  }
  for (const entry of modes) {
    const text = entry.text.trim();
    if (text === "") return invalid(`The ${entry.mode} entry of queryModes has no text.`);
    entries.push({ mode: entry.mode, text });
  }
  const of = (mode: QueryEntry["mode"]) =>
    entries.filter((entry) => entry.mode === mode).map((entry) => entry.text);
  const [terms, intents, hydes] = [of("term"), of("intent"), of("hyde")];
  if (hydes.length > 1) return invalid("Only one hyde passage is allowed.");
  const base = structured ? untyped.join(" ") || terms.join(" ") || intents.join(" ") : query;
  if (structured && base === "")
    return invalid("A query of only hyde lines has nothing to search for; add a term line.");
  return { kind: "ok", typed: entries.length > 0, query: { base, terms, intents, hyde: hydes[0] } };
}

function invalid(message: string): ParsedQuery {
  return { kind: "invalid", message };
}
