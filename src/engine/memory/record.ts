/**
 * A fact as a Markdown file, both ways. Files are the user's: whatever an editor left in them is read again, and what
 * is no sound record any more is named by a code and a sentence, never guessed at. spec/gno.md, "Memory".
 */
import { parseUri } from "../documents/uri.ts";
import { isoDate } from "../index/dates.ts";
import { edgeTypeOf } from "../index/edges.ts";
import {
  type FrontMatter,
  type FrontValue,
  readFrontMatter,
  textOf,
  textsOf,
} from "../index/front-matter.ts";
import { quoted } from "../notes/front-matter.ts";
import { contentHash, normaliseScopes, normaliseText, sha256 } from "./normalise.ts";

export interface FactRecord {
  readonly recordId: string;
  readonly text: string;
  readonly scopes: readonly string[];
  readonly caller: string;
  readonly session: string;
  readonly createdAt: string;
  readonly contentHash: string;
  readonly supersedes: readonly string[];
  readonly source: string | undefined;
}

export type ReadRecord =
  | { readonly kind: "fact"; readonly record: FactRecord }
  | { readonly kind: "problem"; readonly code: string; readonly message: string };

const RECORD_ID = /^mem-[0-9a-f]{16}$/;
const SHA = /^[0-9a-f]{64}$/;

class Problem extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Reads a file that should be a fact. */
export function readRecord(text: string, front: FrontMatter = readFrontMatter(text)): ReadRecord {
  try {
    return { kind: "fact", record: read(text, front) };
  } catch (error) {
    if (error instanceof Problem) return { kind: "problem", code: error.code, message: error.message };
    throw error;
  }
}

/** Whether a file of any collection looks like a fact: it says so, or did before its front matter was broken. */
export function seemsFact(text: string, front: FrontMatter): boolean {
  if (front.broken && front.yaml !== undefined) {
    const yaml = text.slice(front.yaml.from, front.yaml.to);
    return /^memory[ \t]*:/m.test(yaml) && /\bmem-[0-9a-f]{16}\b|\bcontentHash\b/.test(yaml);
  }
  const memory = front.entries.get("memory");
  return memory?.kind === "map" && (memory.entries.has("recordId") || memory.entries.has("contentHash"));
}

function read(text: string, front: FrontMatter): FactRecord {
  if (front.broken)
    throw new Problem("MEMORY_FRONTMATTER_INVALID", "The front matter is no valid YAML. Mend it, then sync.");
  const memory = front.entries.get("memory");
  if (memory === undefined)
    throw new Problem(
      "MEMORY_FRONTMATTER_MISSING",
      "The file has no `memory` mapping in its front matter, so it is no fact. Move it to another collection, or remember its statement.",
    );
  if (memory.kind !== "map")
    throw new Problem(
      "MEMORY_FRONTMATTER_INVALID",
      "`memory` in the front matter is no mapping. Write its keys below it, indented.",
    );
  const value = (key: string): string => textOf(memory.entries.get(key)) ?? "";
  const recordId = value("recordId");
  if (!RECORD_ID.test(recordId))
    throw new Problem("MEMORY_RECORD_ID_INVALID", "memory.recordId is not `mem-` and 16 hex digits.");
  const scopes = scopesOf(memory.entries.get("scopes"));
  const [caller, session] = [value("caller"), value("session")];
  if (caller === "" || session === "")
    throw new Problem(
      "MEMORY_IDENTITY_MISSING",
      "memory.caller or memory.session is blank. Say who wrote the fact, and where.",
    );
  const createdAt = isoDate(value("createdAt"));
  if (createdAt === undefined)
    throw new Problem(
      "MEMORY_CREATED_AT_INVALID",
      "memory.createdAt is no date. Write one like 2026-03-05T09:00:00Z.",
    );
  const body = text.slice(front.bodyStart).trim();
  if (normaliseText(body) === "")
    throw new Problem("MEMORY_BODY_EMPTY", "There is no text below the front matter.");
  const hash = value("contentHash");
  const right = contentHash(body);
  if (!SHA.test(hash))
    throw new Problem(
      "MEMORY_CONTENT_HASH_INVALID",
      `memory.contentHash is no SHA-256 in lower case. That of the text is ${right}.`,
    );
  if (hash !== right)
    throw new Problem(
      "MEMORY_CONTENT_HASH_MISMATCH",
      `The text was changed after it was stored. Set memory.contentHash to ${right} to keep it as it is now, or remember the new text as a successor of the old.`,
    );
  return {
    recordId,
    text: body,
    scopes,
    caller,
    session,
    createdAt: createdAt.length === 10 ? `${createdAt}T00:00:00.000Z` : createdAt,
    contentHash: hash,
    supersedes: supersedesOf(front),
    source: value("source") === "" ? undefined : value("source"),
  };
}

function scopesOf(value: FrontValue | undefined): readonly string[] {
  const items = value?.kind === "list" ? value.items : value === undefined ? [] : [value];
  const texts = items.map((item) => (item.kind === "scalar" ? item.text : undefined));
  if (texts.includes(undefined))
    throw new Problem("MEMORY_SCOPES_INVALID", "memory.scopes is no list of texts.");
  const scopes = normaliseScopes(texts as string[]);
  if (scopes.kind === "none") throw new Problem("MEMORY_SCOPES_EMPTY", "memory.scopes names no scope.");
  if (scopes.kind === "invalid")
    throw new Problem("MEMORY_SCOPES_INVALID", `memory.scopes: ${scopes.message}`);
  return scopes.scopes;
}

function supersedesOf(front: FrontMatter): readonly string[] {
  const relations = front.entries.get("relations");
  if (relations?.kind !== "map") return [];
  const refs = [...relations.entries].flatMap(([name, value]) =>
    edgeTypeOf(name) === "supersedes" ? textsOf(value) : [],
  );
  const bad = refs.find((ref) => (parseUri(ref)?.relPath ?? "") === "");
  if (bad !== undefined)
    throw new Problem(
      "MEMORY_SUPERSEDES_INVALID",
      `relations.supersedes holds ${JSON.stringify(bad.slice(0, 80))}, which is no gno:// URI of a fact.`,
    );
  return refs;
}

const TITLE_CHARACTERS = 80;

/** The whole file. */
export function composeRecord(record: FactRecord): string {
  const title = [...normaliseText(record.text)].slice(0, TITLE_CHARACTERS).join("").trim();
  return [
    "---",
    `title: ${quoted(title)}`,
    "memory:",
    `  recordId: ${record.recordId}`,
    "  scopes:",
    ...record.scopes.map((scope) => `    - ${quoted(scope)}`),
    `  caller: ${quoted(record.caller)}`,
    `  session: ${quoted(record.session)}`,
    `  createdAt: ${quoted(record.createdAt)}`,
    `  contentHash: ${quoted(record.contentHash)}`,
    ...(record.source === undefined ? [] : [`  source: ${quoted(record.source)}`]),
    ...(record.supersedes.length === 0
      ? []
      : ["relations:", "  supersedes:", ...record.supersedes.map((uri) => `    - ${quoted(uri)}`)]),
    "---",
    "",
    record.text,
    "",
  ].join("\n");
}

export function recordIdOf(
  record: Pick<FactRecord, "contentHash" | "createdAt" | "caller" | "session">,
): string {
  const { contentHash: hash, createdAt, caller, session } = record;
  return `mem-${sha256([hash, createdAt, caller, session].join("\n")).slice(0, 16)}`;
}

export function factPath({ createdAt, recordId }: Pick<FactRecord, "createdAt" | "recordId">): string {
  return `facts/${createdAt.slice(0, 10)}/${recordId}.md`;
}
