/**
 * The rules of a fact's file: what it says when it keeps them, and every one that it breaks. Recall and the index ask for
 * the first fault, the audit for all: there is one list of rules for both. spec/gno.md, "Memory".
 */
import { parseUri } from "../documents/uri.ts";
import { isoDate } from "../index/dates.ts";
import { edgeTypeOf } from "../index/edges.ts";
import { type FrontMatter, type FrontValue, textOf, textsOf } from "../index/front-matter.ts";
import { contentHash, normaliseScopes, normaliseText } from "./normalise.ts";
import type { FactRecord } from "./types.ts";

export interface RecordFault {
  /** Key of the front matter, or `body`. */
  readonly field: string;
  readonly code: string;
  /** What is wrong and what to do about it. */
  readonly message: string;
}

export type JudgedRecord =
  | { readonly kind: "fact"; readonly record: FactRecord }
  /** At least one; in the order in which the rules stand. */
  | { readonly kind: "faults"; readonly faults: readonly [RecordFault, ...RecordFault[]] };

const RECORD_ID = /^mem-[0-9a-f]{16}$/;
const SHA = /^[0-9a-f]{64}$/;

export function judgeRecord(text: string, front: FrontMatter): JudgedRecord {
  if (front.broken)
    return whole("MEMORY_FRONTMATTER_INVALID", "The front matter is no valid YAML. Mend it, then sync.");
  const memory = front.entries.get("memory");
  if (memory === undefined)
    return whole(
      "MEMORY_FRONTMATTER_MISSING",
      "The file has no `memory` mapping in its front matter, so it is no fact. Move it to another collection, or remember its statement.",
    );
  if (memory.kind !== "map")
    return whole(
      "MEMORY_FRONTMATTER_INVALID",
      "`memory` in the front matter is no mapping. Write its keys below it, indented.",
    );

  const faults: RecordFault[] = [];
  const rule = (holds: boolean, field: string, code: string, message: string) => {
    if (!holds) faults.push({ field, code, message });
  };
  const value = (key: string): string => textOf(memory.entries.get(key)) ?? "";
  const recordId = value("recordId");
  rule(
    RECORD_ID.test(recordId),
    "recordId",
    "MEMORY_RECORD_ID_INVALID",
    "memory.recordId is not `mem-` and 16 hex digits.",
  );
  const scopes = scopesOf(memory.entries.get("scopes"));
  if ("code" in scopes) faults.push(scopes);
  for (const key of ["caller", "session"]) {
    rule(
      value(key) !== "",
      key,
      "MEMORY_IDENTITY_MISSING",
      `memory.${key} is blank. Say who wrote the fact, and where.`,
    );
  }
  const createdAt = isoDate(value("createdAt")) ?? "";
  rule(
    createdAt !== "",
    "createdAt",
    "MEMORY_CREATED_AT_INVALID",
    "memory.createdAt is no date. Write one like 2026-03-05T09:00:00Z.",
  );
  const body = text.slice(front.bodyStart).trim();
  const blank = normaliseText(body) === "";
  rule(!blank, "body", "MEMORY_BODY_EMPTY", "There is no text below the front matter.");
  const [hash, right] = [value("contentHash"), contentHash(body)];
  rule(
    SHA.test(hash),
    "contentHash",
    "MEMORY_CONTENT_HASH_INVALID",
    `memory.contentHash is no SHA-256 in lower case. That of the text is ${right}.`,
  );
  rule(
    blank || !SHA.test(hash) || hash === right,
    "contentHash",
    "MEMORY_CONTENT_HASH_MISMATCH",
    `The text was changed after it was stored. Set memory.contentHash to ${right} to keep it as it is now, or remember the new text as a successor of the old.`,
  );
  const supersedes = supersededBy(front);
  const bad = supersedes.find((ref) => (parseUri(ref)?.relPath ?? "") === "");
  rule(
    bad === undefined,
    "relations.supersedes",
    "MEMORY_SUPERSEDES_INVALID",
    `relations.supersedes holds ${JSON.stringify(bad?.slice(0, 80))}, which is no gno:// URI of a fact.`,
  );

  const [first, ...rest] = faults;
  if (first !== undefined || "code" in scopes) return { kind: "faults", faults: [first!, ...rest] };
  const record: FactRecord = {
    recordId,
    text: body,
    scopes: scopes.scopes,
    caller: value("caller"),
    session: value("session"),
    createdAt: createdAt.length === 10 ? `${createdAt}T00:00:00.000Z` : createdAt,
    contentHash: hash,
    supersedes,
    source: value("source") === "" ? undefined : value("source"),
  };
  return { kind: "fact", record };
}

function whole(code: string, message: string): JudgedRecord {
  return { kind: "faults", faults: [{ field: "memory", code, message }] };
}

function scopesOf(value: FrontValue | undefined): { readonly scopes: readonly string[] } | RecordFault {
  const fault = (code: string, message: string): RecordFault => ({ field: "scopes", code, message });
  const items = value?.kind === "list" ? value.items : value === undefined ? [] : [value];
  const texts = items.map((item) => (item.kind === "scalar" ? item.text : undefined));
  if (texts.includes(undefined)) return fault("MEMORY_SCOPES_INVALID", "memory.scopes is no list of texts.");
  const scopes = normaliseScopes(texts as string[]);
  if (scopes.kind === "none") return fault("MEMORY_SCOPES_EMPTY", "memory.scopes names no scope.");
  if (scopes.kind === "invalid") return fault("MEMORY_SCOPES_INVALID", `memory.scopes: ${scopes.message}`);
  return { scopes: scopes.scopes };
}

function supersededBy(front: FrontMatter): readonly string[] {
  const relations = front.entries.get("relations");
  if (relations?.kind !== "map") return [];
  return [...relations.entries].flatMap(([name, value]) =>
    edgeTypeOf(name) === "supersedes" ? textsOf(value) : [],
  );
}
