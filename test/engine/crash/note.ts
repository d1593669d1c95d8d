/** Notes that prove themselves: a reader of the file alone can tell a whole one from a part of one. */
import { createHash } from "node:crypto";

export interface Seen {
  readonly token: string;
  readonly version: number;
}

/** `token` is one searchable word; the size varies so that kills fall into writes of many lengths. */
export function noteText(token: string, version: number, words: number): string {
  const text = `Note ${token} version ${version}\n\n${"lorem ipsum dolor ".repeat(words)}\n`;
  return `${text}\nend of ${token} ${digest(text)}\n`;
}

/** @returns undefined for a text that is not one whole note. */
export function readNote(text: string): Seen | undefined {
  const start = text.search(/^Note \S+ version \d+$/m);
  const end = text.lastIndexOf("\nend of ");
  if (start < 0 || end < start) return undefined;
  const body = text.slice(start, end);
  const [, token = "", version = ""] = /^Note (\S+) version (\d+)$/m.exec(body) ?? [];
  return text.slice(end) === `\nend of ${token} ${digest(body)}\n`
    ? { token, version: Number(version) }
    : undefined;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
