/** `gno://<collection>/<path>`: the canonical form and its parser, exact inverses of each other. spec/gno.md, "URIs". */

export interface DocumentUri {
  readonly collection: string;
  /** Decoded, forward slashes; empty for a whole collection. */
  readonly relPath: string;
  /** From `?index=`. */
  readonly index: string | undefined;
}

export const uriScheme = "gno://";

/** Each segment is percent-encoded on its own, so `%2F` never appears. Half surrogates become U+FFFD. */
export function formatUri(collection: string, relPath: string, index?: string): string {
  const path = relPath.split("/").map(encodeSegment).join("/");
  const query = index === undefined ? "" : `?index=${encodeSegment(index)}`;
  return `${uriScheme}${collection}/${path}${query}`;
}

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.toWellFormed());
}

/** Decodes exactly once. undefined = not such a URI: another scheme, bad percent-encoding, an encoded slash or NUL. */
export function parseUri(text: string): DocumentUri | undefined {
  if (text.slice(0, uriScheme.length).toLowerCase() !== uriScheme) return undefined;
  const rest = text.slice(uriScheme.length);
  // A raw `#` cannot be part of a path, nor can `?`: both are encoded in the canonical form.
  const [, path = "", query = ""] = /^([^?#]*)(?:\?([^#]*))?(?:#.*)?$/s.exec(rest) ?? [];
  const slash = path.indexOf("/");
  const collection = slash < 0 ? path : path.slice(0, slash);
  const relPath = slash < 0 ? "" : decodePath(path.slice(slash + 1));
  const index = indexParameter(query);
  if (collection === "" || relPath === undefined || index === null) return undefined;
  return { collection: collection.toLowerCase(), relPath, index };
}

function decodePath(path: string): string | undefined {
  if (/%2f|%00/i.test(path)) return undefined;
  return decode(path);
}

/** null = there is one, but it is not decodable or given twice. */
function indexParameter(query: string): string | undefined | null {
  const values = query
    .split("&")
    .filter((pair) => pair.startsWith("index="))
    .map((pair) => decode(pair.slice("index=".length)));
  if (values.length > 1 || (values.length === 1 && values[0] === undefined)) return null;
  return values[0];
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
