/** New spellings of a destination, in the style of the old one. Whether one means the right note is for the caller to test. */
import path from "node:path";
import { parseWiki, resolveTarget } from "../index/links.ts";
import type { Reference } from "./references.ts";

const MARKDOWN_EXTENSION = /\.(?:md|markdown|mdx)$/i;

/**
 * Name, end of a path or whole path, with or without `.md`: as it was. The first that fits is taken.
 * @param whole the old one was the whole path
 */
export function wikiSpellings(written: string, relPath: string, whole: boolean): readonly string[] {
  const lead = /^\.?\//.exec(written)?.[0] ?? "";
  const bare = written.slice(lead.length);
  const kept = MARKDOWN_EXTENSION.test(bare) || !MARKDOWN_EXTENSION.test(relPath);
  const target = kept ? relPath : relPath.replace(MARKDOWN_EXTENSION, "");
  const segments = target.split("/");
  if (!bare.includes("/")) return [lead + (segments.at(-1) as string)];
  if (whole) return [lead + target];
  const same = segments.slice(-bare.split("/").length).join("/");
  // An end of one segment would be a name; the whole path stays a path, also at the root.
  return [...new Set([same, target])]
    .filter((one) => one.includes("/") || one === target)
    .map((one) => lead + one);
}

/** @returns false where the brackets would say something else with it. */
export function fitsWiki(spelling: string): boolean {
  const parts = parseWiki(spelling);
  return (
    parts !== undefined &&
    !/[[\]|\n]/.test(spelling) &&
    parts.targetRef === spelling &&
    parts.targetAnchor === undefined &&
    parts.targetCollection === undefined
  );
}

/** The path from one note to a file, as a destination. undefined = it cannot be written. */
export function markdownSpelling(
  { written, angled }: Pick<Reference, "written" | "angled">,
  from: string,
  relPath: string,
): string | undefined {
  const relative = path.posix.relative(path.posix.dirname(from), relPath);
  if (relative === "" || relative.includes("\\")) return undefined;
  const dotted = written.startsWith("./") || /^[^/]*:/.test(relative);
  const lead = dotted && !relative.startsWith("../") ? "./" : "";
  const tail = written.endsWith("/") && !relative.endsWith("/") ? "/" : "";
  return lead + encodePath(relative, written, angled) + tail;
}

/** What a destination may not hold is percent-encoded; letters beyond ASCII where the old one had them so. */
function encodePath(relPath: string, written: string, angled: boolean): string {
  const encoded = /%(?:[89a-f][0-9a-f])/i.test(written);
  const percent = /%[0-9a-f]{2}/i.test(written);
  const unsafe = angled && !percent ? /[%#?<>\u0000-\u001f\u007f]/ : /[%#?<>()[\]`\s\u0000-\u001f\u007f]/;
  return [...relPath]
    .map((character) =>
      unsafe.test(character) || (encoded && character > "\u007f")
        ? encodeURIComponent(character).replace(/[()*]/g, hex)
        : character,
    )
    .join("");
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** What a relative destination means from another place. */
export function targetFrom(written: string, from: string): string | undefined {
  return resolveTarget(written, from);
}

/** Where a relative path leads, also beyond the root, where it starts with `../`. */
export function lexicalTarget(written: string, from: string): string {
  let decoded = written;
  try {
    decoded = decodeURIComponent(written);
  } catch {
    // Taken as written.
  }
  return path.posix.normalize(path.posix.join(path.posix.dirname(from), decoded)).replace(/(?<=.)\/$/, "");
}
