/** The log: one line an event on stderr, never stdout, which belongs to the protocol. */
import type { AppConfig } from "./config.ts";

type Level = AppConfig["logLevel"];
type Fields = Readonly<Record<string, unknown>>;

export interface AppLog {
  error(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
}

const rank = { error: 0, warn: 1, info: 2 } as const;

/** `write` gets whole lines; tests pass an array's push. */
export function createLog(
  name: string,
  level: Level,
  write: (line: string) => void = (line) => process.stderr.write(line),
): AppLog {
  const at = (own: Level) => (message: string, fields?: Fields) => {
    if (rank[own] <= rank[level]) write(`${name}: ${own}: ${oneLine(message)}${fieldsText(fields)}\n`);
  };
  return { error: at("error"), warn: at("warn"), info: at("info") };
}

// A message may hold text of a file; a line break in it must not forge a second log line.
function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ").trim();
}

function fieldsText(fields: Fields | undefined): string {
  if (fields === undefined) return "";
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}=${fieldText(value)}`)
    .join("");
}

// Their text says what happened and what to do; a stack would bury it. By name: the log loads before the engine.
const foreseen: ReadonlySet<string> = new Set([
  "ChunkingPolicyConflict",
  "ConfigError",
  "EmbeddingUnavailable",
  "ModelNameError",
  "PullError",
  "StoreError",
  "ToolError",
]);

function fieldText(value: unknown): string {
  if (value instanceof Error) {
    const text = foreseen.has(value.name) ? value.message : (value.stack ?? value.message);
    return JSON.stringify(oneLine(text));
  }
  if (typeof value === "string") return /^[\w./:#@-]+$/.test(value) ? value : JSON.stringify(value);
  return JSON.stringify(value) ?? String(value);
}
