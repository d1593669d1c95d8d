/** The floors: what the bare parts cost in the same run on the same machine. */
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import Database from "better-sqlite3";

/** All files below `root`, with readdir and lstat alone. */
export function walkFloor(root: string): { files: string[]; bytes: number } {
  const files: string[] = [];
  let bytes = 0;
  const visit = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else {
        bytes += lstatSync(path).size;
        files.push(path);
      }
    }
  };
  visit(root);
  return { files, bytes };
}

/** Reads each Markdown file and inserts it once into one FTS5 table, 500 a transaction. */
export function indexFloor(root: string, dbPath: string): { files: number; bytes: number } {
  const db = new Database(dbPath);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = NORMAL");
  db.exec("CREATE VIRTUAL TABLE doc USING fts5(path, body)");
  const insert = db.prepare("INSERT INTO doc (path, body) VALUES (?, ?)");
  const { files } = walkFloor(root);
  let bytes = 0;
  let count = 0;
  for (let at = 0; at < files.length; at += 500) {
    db.transaction(() => {
      for (const file of files.slice(at, at + 500)) {
        if (!/^\.(md|markdown|mdx|txt)$/.test(extname(file))) continue;
        const body = readFileSync(file, "utf8");
        bytes += body.length;
        count += 1;
        insert.run(file, body);
      }
    })();
  }
  db.close();
  return { files: count, bytes };
}
