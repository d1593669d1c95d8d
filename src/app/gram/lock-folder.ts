/** Where the lock of a folder lies, inside it, so that every process that writes below the folder meets it. */
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

export const LOCK_FOLDER = ".gram-mcp";

/** The locks that a server may hold while it writes a document: of every folder above it where one has written, else of its own. */
export function lockFoldersOf(document: string): readonly string[] {
  const own = dirname(realpathSync(document));
  const found: string[] = [];
  for (let at = own; ; at = dirname(at)) {
    if (existsSync(join(at, LOCK_FOLDER))) found.unshift(join(at, LOCK_FOLDER));
    if (at === dirname(at)) break;
  }
  return found.length > 0 ? found : [join(own, LOCK_FOLDER)];
}
