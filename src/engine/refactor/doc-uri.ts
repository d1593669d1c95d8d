/** Addresses in plans and receipts name the index unless it is the default one: a digest is over what the caller sees. */
import { formatUri } from "../documents/uri.ts";

export function uriOf(collection: string, relPath: string, indexName: string): string {
  return formatUri(collection, relPath, indexName === "default" ? undefined : indexName);
}
