/** What a file of a memory-managed collection has to hold to be a fact: one fault a rule that it breaks. */
import { createHash } from "node:crypto";
import type { FrontMatter, FrontValue } from "../index/front-matter.ts";
import { utc } from "../notes/source.ts";

export interface RecordFault {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

const MAX_SCOPES = 8;
const SCOPE = /^[\p{L}\p{N}][\p{L}\p{N}._:/@-]{0,63}$/u;

export function memoryRecordFaults(text: string, front: FrontMatter): RecordFault[] {
  const fault = (field: string, code: string, message: string): RecordFault => ({ field, code, message });
  if (front.broken)
    return [fault("memory", "MEMORY_FRONTMATTER_INVALID", "The front matter is no YAML mapping.")];
  const memory = front.entries.get("memory");
  if (memory === undefined)
    return [fault("memory", "MEMORY_FRONTMATTER_MISSING", "The front matter has no memory mapping.")];
  if (memory.kind !== "map")
    return [fault("memory", "MEMORY_FRONTMATTER_INVALID", "The key memory holds no mapping.")];
  const faults: RecordFault[] = [];
  const say = (field: string, code: string, message: string) => faults.push(fault(field, code, message));
  const field = (name: string): string => scalarText(memory.entries.get(name));

  if (!/^mem-[0-9a-f]{16}$/.test(field("recordId")))
    say("recordId", "MEMORY_RECORD_ID_INVALID", "memory.recordId is not mem- and 16 hex digits.");
  const scopes = scopesOf(memory.entries.get("scopes"));
  if (scopes === undefined || scopes.length > MAX_SCOPES || !scopes.every((scope) => SCOPE.test(scope)))
    say("scopes", "MEMORY_SCOPES_INVALID", `memory.scopes is no list of at most ${MAX_SCOPES} scopes.`);
  else if (scopes.length === 0) say("scopes", "MEMORY_SCOPES_EMPTY", "memory.scopes names no scope.");
  for (const name of ["caller", "session"]) {
    if (field(name) === "") say(name, "MEMORY_IDENTITY_MISSING", `memory.${name} is missing or blank.`);
  }
  if (utc(field("createdAt")) === undefined)
    say("createdAt", "MEMORY_CREATED_AT_INVALID", "memory.createdAt is no date.");
  const body = text.slice(front.bodyStart).normalize("NFC").replace(/\s+/g, " ").trim();
  const hash = field("contentHash");
  if (!/^[0-9a-f]{64}$/.test(hash))
    say("contentHash", "MEMORY_CONTENT_HASH_INVALID", "memory.contentHash is no SHA-256.");
  else if (body !== "" && createHash("sha256").update(body).digest("hex") !== hash)
    say("contentHash", "MEMORY_CONTENT_HASH_MISMATCH", "memory.contentHash is not that of the text.");
  if (body === "") say("body", "MEMORY_BODY_EMPTY", "The record has no text.");
  if (!supersedesOnlyDocuments(front.entries.get("relations")))
    say("relations.supersedes", "MEMORY_SUPERSEDES_INVALID", "relations.supersedes holds no gno:// URI.");
  return faults;
}

function scalarText(value: FrontValue | undefined): string {
  return value?.kind === "scalar" && value.value !== null ? value.text.trim() : "";
}

/** undefined = no list of texts. */
function scopesOf(value: FrontValue | undefined): string[] | undefined {
  if (value === undefined) return [];
  if (value.kind !== "list") return undefined;
  const texts = value.items.map((item) => (item.kind === "scalar" ? item.text : undefined));
  if (texts.some((text) => text === undefined)) return undefined;
  const plain = texts.map((text) => (text as string).normalize("NFC").trim().toLowerCase());
  return [...new Set(plain.filter((text) => text !== ""))];
}

function supersedesOnlyDocuments(relations: FrontValue | undefined): boolean {
  const given = relations?.kind === "map" ? relations.entries.get("supersedes") : undefined;
  if (given === undefined) return true;
  const items = given.kind === "list" ? given.items : [given];
  return items.every((item) => item.kind === "scalar" && item.text.startsWith("gno://"));
}
