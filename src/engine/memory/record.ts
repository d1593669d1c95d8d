/**
 * A fact as a Markdown file, both ways. Files are the user's: whatever an editor left in them is read again, and what
 * is no sound record any more is named by a code and a sentence, never guessed at. spec/gno.md, "Memory".
 */
import { type FrontMatter, readFrontMatter } from "../index/front-matter.ts";
import { quoted } from "../notes/front-matter.ts";
import { normaliseText, sha256 } from "./normalise.ts";
import { judgeRecord } from "./record-rules.ts";
import type { FactRecord } from "./types.ts";

export type { FactRecord } from "./types.ts";

export type ReadRecord =
  | { readonly kind: "fact"; readonly record: FactRecord }
  | { readonly kind: "problem"; readonly code: string; readonly message: string };

/** Reads a file that should be a fact. */
export function readRecord(text: string, front: FrontMatter = readFrontMatter(text)): ReadRecord {
  const judged = judgeRecord(text, front);
  if (judged.kind === "fact") return judged;
  const [{ code, message }] = judged.faults;
  return { kind: "problem", code, message };
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
