/** The Tags port: over active documents of configured collections, whatever the source of a tag. */
import type { ConfigStore } from "./config/types.ts";
import type { Reader } from "./documents/reader.ts";
import type { Document } from "./documents/types.ts";

export interface Tags {
  /** Count descending, then tag ascending; `prefix` matches itself and its children. */
  list(filter: {
    collection?: string;
    prefix?: string;
  }): readonly { readonly tag: string; readonly count: number }[];
  of(document: Document): readonly string[];
}

export interface TagsOptions {
  readonly reader: Reader;
  readonly config: Pick<ConfigStore, "load">;
}

export function createTags({ reader, config }: TagsOptions): Tags {
  return {
    list({ collection, prefix }) {
      const configured = (config.load()?.collections ?? []).map(({ name }) => name);
      const names = collection === undefined ? configured : configured.filter((name) => name === collection);
      // `/` and `0` are neighbours, so the children of a tag are one range of the key.
      const within = prefix === undefined ? "" : "AND (t.tag = ? OR (t.tag >= ? AND t.tag < ?))";
      return reader.all<{ tag: string; count: number }>(
        `SELECT t.tag, count(DISTINCT t.document_id) AS count
         FROM tag t JOIN document d ON d.id = t.document_id JOIN collection c ON c.id = d.collection_id
         WHERE d.active = 1 AND c.name IN (SELECT value FROM json_each(?)) ${within}
         GROUP BY t.tag ORDER BY count DESC, t.tag`,
        JSON.stringify(names),
        ...(prefix === undefined ? [] : [prefix, `${prefix}/`, `${prefix}0`]),
      );
    },

    of(document) {
      return reader
        .all<{ tag: string }>("SELECT DISTINCT tag FROM tag WHERE document_id = ? ORDER BY tag", document.id)
        .map(({ tag }) => tag);
    },
  };
}
