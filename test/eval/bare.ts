/** The yardstick: bare FTS5 at its best (porter, any word but stop words, title weighted twice) over the same files. */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import Database from "better-sqlite3";
import { walkFloor } from "../bench/floors.ts";
import type { EvalSet } from "./sets.ts";

const STOP = new Set(
  "a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it its may me more must no not of on one only or other our out over she should so some such than that the their them then there these they this those to under up was we were what when where which who why will with would you your".split(
    " ",
  ),
);

export function bareFts(set: EvalSet): (query: string, limit: number) => string[] {
  const db = new Database(":memory:");
  db.exec(
    "CREATE VIRTUAL TABLE doc USING fts5(path UNINDEXED, title, body, tokenize='porter unicode61 remove_diacritics 2')",
  );
  const insert = db.prepare("INSERT INTO doc (path, title, body) VALUES (?, ?, ?)");
  db.transaction(() => {
    for (const file of walkFloor(set.root).files) {
      if (!/\.(md|mdx|markdown)$/.test(file)) continue;
      const text = readFileSync(file, "utf8");
      const [, title = "", body = text] = /^# (.*)\n([\s\S]*)$/.exec(text) ?? [];
      insert.run(relative(set.root, file), title, body);
    }
  })();
  const select = db
    .prepare("SELECT path FROM doc WHERE doc MATCH ? ORDER BY bm25(doc, 0, 2.0, 1.0) LIMIT ?")
    .pluck();
  return (query, limit) => {
    const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const content = words.filter((word) => !STOP.has(word));
    const match = (content.length > 0 ? content : words).map((word) => `"${word}"`).join(" OR ");
    return match === "" ? [] : (select.all(match, limit) as string[]);
  };
}
