/**
 * The names by which a wiki link may mean a document, as keys of one look-up table. Rule: a name matches whole path
 * segments, never a part of one, so `[[tasks]]` cannot mean `old-tasks.md`, and no link costs more than a few look-ups.
 *
 * Ranks (lower wins): 1 title, 2 title with `.md`, 5 path, 6 path without `.md`, 7 end of a path without `.md`,
 * 8 end of a path, 11 alias. 3, 4, 9 and 10 are the reverse (the link spells more folders than the document has) and
 * count only when nothing else matches: a link that spells a path means that path.
 */

export interface DocumentKey {
  readonly key: string;
  readonly rank: number;
}

const TITLE_RANK = 1;
const TITLE_MD_RANK = 2;
const PATH_RANK = 5;
const PATH_STEM_RANK = 6;
const PATH_END_STEM_RANK = 7;
const PATH_END_RANK = 8;
export const ALIAS_RANK = 11;

const MARKDOWN_EXTENSION = /\.(?:md|markdown|mdx)$/;

/** NFC, lower case, trimmed: two names that differ in nothing else are one. */
export function wikiKey(name: string): string {
  return name.normalize("NFC").toLowerCase().trim();
}

export function documentKeys(document: {
  readonly relPath: string;
  readonly title: string | undefined;
  readonly aliases: readonly string[];
}): DocumentKey[] {
  const best = new Map<string, number>();
  const add = (key: string, rank: number): void => {
    const known = best.get(key);
    if (key !== "" && (known === undefined || rank < known)) best.set(key, rank);
  };
  if (document.title !== undefined) {
    const title = wikiKey(document.title);
    add(title, TITLE_RANK);
    if (MARKDOWN_EXTENSION.test(title)) add(withoutExtension(title), TITLE_MD_RANK);
  }
  const path = wikiKey(document.relPath);
  add(path, PATH_RANK);
  add(withoutExtension(path), PATH_STEM_RANK);
  for (const end of properEnds(path)) {
    add(withoutExtension(end), PATH_END_STEM_RANK);
    add(end, PATH_END_RANK);
  }
  for (const alias of document.aliases) add(wikiKey(alias), ALIAS_RANK);
  return [...best].map(([key, rank]) => ({ key, rank }));
}

export interface KeyLookup {
  readonly key: string;
  /** Rank of a stored row → rank of the match; 0 = no match. */
  rank(stored: number): number;
}

/** The look-up that decides first. */
export function directLookup(targetKey: string): KeyLookup {
  return { key: targetKey, rank: (stored) => stored };
}

/** Tried, all of them, only when the direct one finds nothing: the target spells folders that are not there. */
export function reverseLookups(targetKey: string): KeyLookup[] {
  return properEnds(targetKey).flatMap((end) => {
    const whole: KeyLookup = {
      key: end,
      rank: (stored) =>
        stored === TITLE_RANK ? 3 : stored === PATH_RANK ? 9 : stored === PATH_STEM_RANK ? 10 : 0,
    };
    const stem = withoutExtension(end);
    if (stem === end) return [whole];
    return [whole, { key: stem, rank: (stored: number) => (stored === TITLE_RANK ? 4 : 0) }];
  });
}

/**
 * What any two matching names have in common: the last segment without `.md`. `link.target_tail` holds it, so that
 * the links that may mean a document are found by equality.
 */
export function nameTail(key: string): string {
  return withoutExtension(key.slice(key.lastIndexOf("/") + 1));
}

function withoutExtension(name: string): string {
  return name.replace(MARKDOWN_EXTENSION, "");
}

/** `a/b/c` → `b/c`, `c` */
function properEnds(path: string): string[] {
  const ends: string[] = [];
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) ends.push(path.slice(at + 1));
  return ends;
}
