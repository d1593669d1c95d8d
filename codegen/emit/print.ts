/** How generated text looks: headers, literals and JSON with short values on one line. */
import type { Contract } from "../contract.ts";

const WIDTH = 110;

/** No version, date or digest: they would touch every file on every release. */
export function header(sources: string): string {
  return `// Generated from ${sources}. Do not edit.\n// To change it, edit those and run: npm run codegen\n`;
}

export function contractHeader({ name }: Contract): string {
  return header(`schemas/${name} and spec/${name}.md`);
}

/** A TypeScript literal: keys unquoted where they may be. */
export function literal(value: unknown, indent = 0): string {
  return print(
    value,
    indent,
    0,
    (key) => (/^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) ? key : JSON.stringify(key)),
    true,
  );
}

/** A JSON document, ending with a newline. */
export function json(value: unknown): string {
  return `${print(value, 0, 0, (key) => JSON.stringify(key), false)}\n`;
}

/** @param used columns already taken on the line where the value starts. */
function print(
  value: unknown,
  indent: number,
  used: number,
  quote: (key: string) => string,
  trailing: boolean,
): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isArray = Array.isArray(value);
  const entries: [string, unknown][] = isArray
    ? value.map((item) => ["", item])
    : Object.entries(value)
        .filter(([, inner]) => inner !== undefined)
        .map(([key, inner]) => [`${quote(key)}: `, inner]);
  const [open, close] = isArray ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return open + close;
  const flat = entries
    .map(([key, inner]) => key + print(inner, 0, Number.NEGATIVE_INFINITY, quote, trailing))
    .join(", ");
  const oneLine = isArray ? `[${flat}]` : `{ ${flat} }`;
  if (indent + used + oneLine.length <= WIDTH && !oneLine.includes("\n")) return oneLine;
  const pad = " ".repeat(indent + 2);
  const lines = entries.map(
    ([key, inner]) => pad + key + print(inner, indent + 2, key.length, quote, trailing),
  );
  return `${open}\n${lines.join(",\n")}${trailing ? "," : ""}\n${" ".repeat(indent)}${close}`;
}

/** A doc comment around text of any length. */
export function docComment(text: string, indent = 0): string {
  const pad = " ".repeat(indent);
  const safe = text.replaceAll("*/", "* /");
  if (!safe.includes("\n") && safe.length + indent + 7 <= WIDTH) return `${pad}/** ${safe} */`;
  const lines = safe.split("\n").flatMap((line) => wrap(line, WIDTH - indent - 3));
  return [`${pad}/**`, ...lines.map((line) => `${pad} * ${line}`.trimEnd()), `${pad} */`].join("\n");
}

function wrap(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.length - 1;
    if (lines[last] !== "" && lines[last]!.length + 1 + word.length > width) lines.push(word);
    else lines[last] = lines[last] === "" ? word : `${lines[last]} ${word}`;
  }
  return lines;
}

/** `"A" | "B"`, or `never` for none. */
export function union(words: readonly string[]): string {
  return words.length === 0 ? "never" : words.map((word) => JSON.stringify(word)).join(" | ");
}

/** `multi-get` to `multiGet`. */
export function camel(file: string): string {
  return file.replace(/-([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

/** `gno` to `Gno`. */
export function capital(name: string): string {
  return name.replace(/(?:^|-)([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
