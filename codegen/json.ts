/** JSON with places: parses a source file, refuses doubled keys, and finds the line of a pointer. */
import { isMap, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type { Problems } from "./problems.ts";

export interface JsonFile {
  readonly path: string;
  readonly value: unknown;
  /** Line of the value that the pointer names, or of its nearest ancestor that is there. */
  line(pointer: string): number;
}

export function parseJson(path: string, text: string, problems: Problems): JsonFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    problems.add(path, syntaxLine(text, error), `not JSON: ${(error as Error).message.split("\n")[0]}`);
    return undefined;
  }
  const lines = new LineCounter();
  // JSON is a subset of YAML 1.2, and this parser knows positions and sees doubled keys, which JSON.parse drops.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, version: "1.2" });
  for (const error of document.errors) {
    if (error.code === "DUPLICATE_KEY") {
      problems.add(path, lines.linePos(error.pos[0]).line, "this key stands twice in its object; keep one");
    }
  }
  return {
    path,
    value,
    line: (pointer) => {
      const offset = offsetOf(document.contents, pointerParts(pointer));
      return offset === undefined ? 1 : lines.linePos(offset).line;
    },
  };
}

function pointerParts(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function pointerOf(parts: readonly (string | number)[]): string {
  return parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The key's own place where there is one: errors about `"type"` point at that line, not at its value. */
function offsetOf(root: Node | null, parts: readonly string[]): number | undefined {
  let node: unknown = root;
  let offset = root?.range?.[0];
  for (const part of parts) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String((key as { value?: unknown }).value) === part);
      if (pair === undefined) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(part)];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
    } else {
      break;
    }
  }
  return offset;
}

function syntaxLine(text: string, error: unknown): number {
  const position = /position (\d+)/.exec((error as Error).message)?.[1];
  return position === undefined ? 1 : text.slice(0, Number(position)).split("\n").length;
}
