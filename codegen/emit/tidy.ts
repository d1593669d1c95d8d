/** Makes the unformatted output of json-schema-to-typescript pleasant: one indent, no idle parentheses, semicolons. */

/** The same declaration, indented. */
export function tidy(source: string): string {
  const text = indent(dropIdleParens(source).split("\n"))
    .join("\n")
    .replace(/\{\n *\}/g, "{}");
  const isOpen = /^export type /m.test(text) && !text.endsWith(";");
  return `${text.trimEnd()}${isOpen ? ";" : ""}\n`;
}

function indent(lines: readonly string[]): string[] {
  const out: string[] = [];
  let depth = 0;
  let comment = false;
  for (const raw of lines) {
    const line = raw.trim();
    if (line === "") continue;
    if (comment || line.startsWith("/**")) {
      const starts = !comment;
      comment = !line.endsWith("*/");
      out.push(`${"  ".repeat(depth)}${starts ? line : ` ${line}`}`);
      continue;
    }
    const bare = withoutStrings(line);
    const leading = /^[})\]]+/.exec(bare)?.[0].length ?? 0;
    const here = Math.max(0, depth - leading);
    depth += count(bare, /[{([]/g) - count(bare, /[})\]]/g);
    out.push("  ".repeat(here) + line + (needsSemicolon(bare, here) ? ";" : ""));
  }
  return oneLineComments(out);
}

function needsSemicolon(line: string, depth: number): boolean {
  return depth > 0 && !/[{([|&,;]$/.test(line);
}

/** A doc comment of one sentence takes one line. */
function oneLineComments(lines: readonly string[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [first = "", middle = "", last = ""] = lines.slice(at, at + 3);
    if (first.trim() === "/**" && middle.trim().startsWith("* ") && last.trim() === "*/") {
      out.push(`${first} ${middle.trim().slice(2)} */`);
      at += 2;
    } else {
      out.push(first);
    }
  }
  return out;
}

/** `key: (A | B)` and `type X = (A | B)` need no parentheses. */
function dropIdleParens(source: string): string {
  const drop = new Set<number>();
  for (const match of withoutStrings(source).matchAll(/(?:\??: |= )\(/g)) {
    const open = match.index + match[0].length - 1;
    const close = closing(withoutStrings(source), open);
    if (close !== undefined && /^(\n|;|$)/.test(source.slice(close + 1))) {
      drop.add(open);
      drop.add(close);
    }
  }
  return [...source].every((_char, index) => !drop.has(index)) ? source : removeAt(source, drop);
}

function removeAt(source: string, drop: ReadonlySet<number>): string {
  let out = "";
  for (let at = 0; at < source.length; at += 1) if (!drop.has(at)) out += source[at];
  return out;
}

function closing(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

/** The same length with comments and strings blanked, so that what they quote is not taken for code. */
function withoutStrings(text: string): string {
  return text.replace(/\/\*\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"/g, (found) => found.replace(/[^\n]/g, "_"));
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
