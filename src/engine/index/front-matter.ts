/**
 * The YAML block on top of a note. Parsing never throws and never loses the body: line ends, a closing fence as the
 * very last bytes, doubled keys (the last one counts) and broken YAML all give an answer, with warnings. Values are
 * kept as written: `2024-03-05` is no time stamp and `00123` no number.
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";

export type FrontValue =
  | { readonly kind: "scalar"; readonly text: string; readonly value: string | number | boolean | null }
  | { readonly kind: "list"; readonly items: readonly FrontValue[] }
  | { readonly kind: "map"; readonly entries: ReadonlyMap<string, FrontValue> };

export interface Warning {
  readonly code: string;
  readonly message: string;
}

export interface FrontMatter {
  /** Top-level keys; empty when there is no block or it is broken. */
  readonly entries: ReadonlyMap<string, FrontValue>;
  /** The YAML between the fences, as offsets into the text; undefined = no block. */
  readonly yaml: { readonly from: number; readonly to: number } | undefined;
  readonly broken: boolean;
  /** Where the body starts. */
  readonly bodyStart: number;
  readonly warnings: readonly Warning[];
}

/** A longer block is data, not front matter: the file is read as body alone. */
const MAX_BLOCK = 256 * 1024;
const MAX_DEPTH = 16;
const OPENING = /^---[ \t]*\r?\n/;
const CLOSING = /[ \t]*(?:\r?\n|$)/y;

const nothing: FrontMatter = {
  entries: new Map(),
  yaml: undefined,
  broken: false,
  bodyStart: 0,
  warnings: [],
};

export function readFrontMatter(text: string): FrontMatter {
  const block = findBlock(text);
  if (block === undefined) return nothing;
  const yaml = text.slice(block.from, block.to);
  const simple = readSimple(yaml);
  if (simple !== undefined) {
    return { entries: simple, yaml: block, broken: false, bodyStart: block.bodyStart, warnings: [] };
  }
  return readYaml(yaml, block);
}

interface Block {
  readonly from: number;
  readonly to: number;
  readonly bodyStart: number;
}

function findBlock(text: string): Block | undefined {
  const opening = OPENING.exec(text.slice(0, 256));
  if (opening === null) return undefined;
  const from = opening[0].length;
  // The newline of the opening line may be the one before the closing fence: an empty block.
  for (let at = text.indexOf("\n---", from - 1); at !== -1; at = text.indexOf("\n---", at + 1)) {
    if (at - from > MAX_BLOCK) return undefined;
    CLOSING.lastIndex = at + 4;
    const closing = CLOSING.exec(text);
    if (closing !== null) return { from, to: Math.max(from, at), bodyStart: at + 4 + closing[0].length };
  }
  return undefined;
}

const SIMPLE_LINE = /^([A-Za-z_][\w. -]*?):(?:[ \t]+([A-Za-z0-9][^\r\n]*?))?[ \t]*\r?$/;
const SIMPLE_ITEM = /^ *-[ \t]+([A-Za-z0-9][^\r\n]*?)[ \t]*\r?$/;
/** Not plain words: structure, a comment, or a value with a type of its own. */
const NOT_PLAIN =
  /:[ \t]|:$|[ \t]#|^(?:true|false|null)$|^\d+(?:\.\d*)?(?:e[-+]?\d+)?$|^0(?:x[\da-f]+|o[0-7]+)$/i;

/**
 * Most blocks are lines of `key: plain words` and lists of plain words; reading those directly takes a tenth of the
 * time of a YAML parser. undefined = anything else, for the parser.
 */
function readSimple(yaml: string): Map<string, FrontValue> | undefined {
  const entries = new Map<string, FrontValue>();
  /** The items below the latest key without a value. */
  let items: FrontValue[] | undefined;
  for (const line of yaml.split("\n")) {
    if (line === "" || line === "\r") continue;
    const item = items === undefined ? null : SIMPLE_ITEM.exec(line);
    if (item !== null) {
      const text = item[1] as string;
      if (NOT_PLAIN.test(text)) return undefined;
      items?.push({ kind: "scalar", text, value: text });
      continue;
    }
    const match = SIMPLE_LINE.exec(line);
    if (match === null) return undefined;
    const [, key = "", text] = match;
    if (entries.has(key) || (text !== undefined && NOT_PLAIN.test(text))) return undefined;
    items = text === undefined ? [] : undefined;
    entries.set(
      key,
      text === undefined ? { kind: "list", items: items ?? [] } : { kind: "scalar", text, value: text },
    );
  }
  for (const [key, value] of entries) {
    if (value.kind === "list" && value.items.length === 0)
      entries.set(key, { kind: "scalar", text: "", value: null });
  }
  return entries;
}

/** More opening brackets than any note has: a YAML parser takes seconds on them. */
const MAX_BRACKETS = 2_000;

function broken(block: Block, why: string): FrontMatter {
  return {
    entries: new Map(),
    yaml: block,
    broken: true,
    bodyStart: block.bodyStart,
    warnings: [
      {
        code: "FRONT_MATTER_INVALID",
        message: `The front matter is not valid YAML (${why}). Its values are ignored; the text is indexed.`,
      },
    ],
  };
}

function readYaml(yaml: string, block: Block): FrontMatter {
  if ((yaml.match(/[[{]/g)?.length ?? 0) > MAX_BRACKETS) return broken(block, "it is nested beyond reason");
  const lines = new LineCounter();
  const parsed = parseDocument(`${yaml}\n`, {
    schema: "core",
    uniqueKeys: false,
    lineCounter: lines,
    logLevel: "silent",
  });
  const root = parsed.contents;
  const at = (node: Node | null | undefined): number => 1 + lines.linePos(node?.range?.[0] ?? 0).line;
  const error = parsed.errors[0];
  if (error !== undefined) {
    const line = 1 + (error.linePos?.[0].line ?? 1);
    const reason = error.message.split("\n")[0]?.replace(/ at line \d+.*$/, "") ?? "";
    return broken(block, `line ${line}: ${reason}`);
  }
  // Two thematic breaks around ordinary words are no front matter.
  if (root !== null && !isMap(root) && !(isScalar(root) && root.value === null)) return nothing;
  const warnings: Warning[] = [];
  const convert = (node: unknown, depth: number): FrontValue | undefined => {
    if (depth > MAX_DEPTH) return undefined;
    if (isAlias(node)) {
      const target = node.resolve(parsed);
      // Only plain values: expanding collections through aliases can grow without bound.
      return isScalar(target) ? convert(target, depth + 1) : undefined;
    }
    if (isScalar(node)) return scalar(node);
    if (isSeq(node)) {
      return { kind: "list", items: node.items.flatMap((item) => convert(item, depth + 1) ?? []) };
    }
    if (!isMap(node)) return node === null ? { kind: "scalar", text: "", value: null } : undefined;
    const entries = new Map<string, FrontValue>();
    for (const pair of node.items) {
      const key = isScalar(pair.key) ? (scalar(pair.key).text ?? "") : undefined;
      const value = convert(pair.value, depth + 1);
      if (key === undefined || value === undefined) continue;
      if (entries.has(key)) {
        warnings.push({
          code: "DUPLICATE_KEY",
          message: `\`${key}\` stands twice in the front matter; the value in line ${at(pair.key as Node)} counts.`,
        });
      }
      entries.set(key, value);
    }
    return { kind: "map", entries };
  };
  const value = convert(root, 0);
  return {
    entries: value?.kind === "map" ? value.entries : new Map(),
    yaml: block,
    broken: false,
    bodyStart: block.bodyStart,
    warnings,
  };
}

function scalar(node: {
  value: unknown;
  source?: string;
  type?: string;
}): Extract<FrontValue, { kind: "scalar" }> {
  const { value } = node;
  if (value === null || value === undefined) return { kind: "scalar", text: "", value: null };
  const plain = node.type === undefined || node.type === "PLAIN";
  const text = plain && node.source !== undefined ? node.source : String(value);
  if (typeof value === "string" || typeof value === "boolean") return { kind: "scalar", text, value };
  // `00123` is an identifier: as a number it would lose what was written.
  if (typeof value === "number" && Number.isFinite(value) && !/^[-+]?0\d/.test(text)) {
    return { kind: "scalar", text, value };
  }
  return { kind: "scalar", text, value: text };
}

/** The text of a scalar, or undefined for anything else and for an empty one. */
export function textOf(value: FrontValue | undefined): string | undefined {
  if (value?.kind !== "scalar") return undefined;
  const text = value.text.trim();
  return text === "" ? undefined : text;
}

/** A scalar or a list of scalars, as texts. */
export function textsOf(value: FrontValue | undefined): readonly string[] {
  if (value?.kind === "list") return value.items.flatMap(textsOf);
  const text = textOf(value);
  return text === undefined ? [] : [text];
}
