/** How gno shows a document: decorated URI, source, capabilities, numbered lines. Host paths go to local callers only. */
import type { Document } from "../../engine/engine.ts";
import type { Caller } from "../../runtime/tool.ts";

/** URIs are stored bare; answers name the index unless it is the default one. */
export function decorate(uri: string, indexName: string): string {
  return indexName === "default" ? uri : `${uri}?index=${encodeURIComponent(indexName)}`;
}

/** `source` of every answer that shows a document. */
export function source(document: Document, caller: Pick<Caller, "local">) {
  return {
    ...(caller.local ? { absPath: document.absPath } : {}),
    relPath: document.relPath,
    mime: document.mime,
    ext: document.ext,
    modifiedAt: document.modifiedAt,
    ...(document.documentDate === undefined ? {} : { documentDate: document.documentDate }),
    sizeBytes: document.sizeBytes,
    sourceHash: document.sourceHash,
  };
}

const markdown = new Set([".md", ".markdown", ".mdx"]);

/** What a caller may do with the document's file. */
export function capabilities(document: Document, hasContent: boolean) {
  if (document.editable) {
    return {
      editable: true,
      tagsEditable: true,
      tagsWriteback: markdown.has(document.ext.toLowerCase()),
      canCreateEditableCopy: false,
      mode: "editable" as const,
    };
  }
  return {
    editable: false,
    tagsEditable: true,
    tagsWriteback: false,
    canCreateEditableCopy: hasContent,
    mode: "read_only" as const,
    reason: "The source is not a text file, so it cannot be edited in place.",
  };
}

/** `N: line` with the numbers that the lines have in the document. */
export function numbered(content: string, firstLine: number): string {
  return content
    .split("\n")
    .map((line, index) => `${firstLine + index}: ${line}`)
    .join("\n");
}

export interface LineRange {
  readonly content: string;
  readonly totalLines: number;
  /** undefined when no line was returned. */
  readonly returned: { readonly start: number; readonly end: number } | undefined;
}

/**
 * Lines `from`..`from + count - 1`, clamped, and never more than `maxBytes` of UTF-8: whole lines as long as one fits,
 * else the head of the first one.
 */
export function sliceLines(
  text: string,
  from: number,
  count: number | undefined,
  maxBytes: number,
): LineRange {
  const lines = text.split("\n");
  const totalLines = lines.length;
  if (from > totalLines) return { content: "", totalLines, returned: undefined };
  const last = count === undefined ? totalLines : Math.min(totalLines, from + count - 1);
  let bytes = 0;
  let end = from - 1;
  while (end < last) {
    const size = Buffer.byteLength(lines[end] as string) + 1;
    if (bytes + size > maxBytes + 1) break;
    bytes += size;
    end += 1;
  }
  if (end === from - 1) {
    return {
      content: cutBytes(lines[end] as string, maxBytes),
      totalLines,
      returned: { start: from, end: from },
    };
  }
  return { content: lines.slice(from - 1, end).join("\n"), totalLines, returned: { start: from, end } };
}

/** The longest head of `text` with at most `maxBytes` of UTF-8 that does not split a character. */
export function cutBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  // 10xxxxxx continues a character: step back to its first byte.
  while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}

/** One line, for lists: line breaks and runs of spaces become one space, cut at `max` characters. */
export function oneLine(text: string, max: number): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= max ? flat : `${flat.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
