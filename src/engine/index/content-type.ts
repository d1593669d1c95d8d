/** What kind of document a file is: by its own word, by the rules of `index.yml`, or by where it lies. */
import type { ContentTypeRule } from "../config/types.ts";
import type { FileForm } from "./file-kinds.ts";

export interface ContentType {
  readonly id: string;
  readonly source: "frontmatter-type" | "prefix" | "path-ext" | "fallback";
}

const FOLDERS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)(?:meetings?|1-1s?|standups?)\//, "meeting"],
  [/(?:^|\/)(?:specs?|specifications?|rfcs?|adrs?)\//, "spec"],
  [/(?:^|\/)(?:notes?|journals?|daily|inbox|zettel(?:kasten)?)\//, "notes"],
];

export function contentTypeOf(
  relPath: string,
  form: FileForm,
  frontType: string | undefined,
  rules: readonly ContentTypeRule[],
): ContentType {
  const named = frontType === undefined ? undefined : rules.find(({ id }) => id === frontType.toLowerCase());
  if (named !== undefined) return { id: named.id, source: "frontmatter-type" };
  const prefixed = longestPrefix(relPath, rules);
  if (prefixed !== undefined) return { id: prefixed, source: "prefix" };
  if (form === "code") return { id: "code", source: "path-ext" };
  const lower = relPath.toLowerCase();
  const folder = FOLDERS.find(([pattern]) => pattern.test(lower));
  return folder === undefined ? { id: "prose", source: "fallback" } : { id: folder[1], source: "path-ext" };
}

/** Whole segments: the prefix `team` covers `team/a.md`, not `teams/a.md`. */
function longestPrefix(relPath: string, rules: readonly ContentTypeRule[]): string | undefined {
  let best: { id: string; length: number } | undefined;
  for (const { id, prefixes } of rules) {
    for (const given of prefixes) {
      const prefix = given.replace(/^\.?\/+|\/+$/g, "");
      const covers = prefix === "" || relPath === prefix || relPath.startsWith(`${prefix}/`);
      if (covers && (best === undefined || prefix.length > best.length)) best = { id, length: prefix.length };
    }
  }
  return best?.id;
}
