/** Files against index: what is missing on either side, and what has other bytes than were indexed. */
import { hash } from "node:crypto";
import { DEFAULT_MAX_FILE_BYTES } from "../config/defaults.ts";
import type { CollectionConfig, IndexConfig } from "../config/types.ts";
import { createReadBuffer, readStable } from "../files/read-stable.ts";
import { createScope } from "../files/scope.ts";
import { openRoot, walk } from "../files/walk.ts";
import type { Store } from "../store/open.ts";
import type { Findings } from "./report.ts";

interface Row {
  readonly rel_path: string;
  readonly active: 0 | 1;
  readonly source_hash: string;
  readonly error_code: string | null;
  readonly error_message: string | null;
  seen?: boolean;
}

const SYNC = "Run `gno update`.";

/** @returns the number of files looked at */
export function checkFiles(
  index: Store,
  config: IndexConfig,
  findings: Findings,
  cancelled: () => boolean,
): number {
  let files = 0;
  for (const collection of config.collections)
    files += checkCollection(index, config, collection, findings, cancelled);
  return files;
}

function checkCollection(
  index: Store,
  config: IndexConfig,
  collection: CollectionConfig,
  findings: Findings,
  cancelled: () => boolean,
): number {
  const { name } = collection;
  const root = openRoot(collection.path);
  if (root.kind === "unavailable") {
    findings.add({
      code: "ROOT_UNAVAILABLE",
      severity: "error",
      collection: name,
      message: root.message,
      advice: `Bring the folder back, correct \`path\` in index.yml, or run \`gno collection remove ${name}\`.`,
    });
    return 0;
  }
  const rows = new Map(
    index
      .statement<[string], Row>(
        `SELECT d.rel_path, d.active, d.source_hash, d.error_code, d.error_message
         FROM document d JOIN collection c ON c.id = d.collection_id WHERE c.name = ?`,
      )
      .all(name)
      .map((row) => [row.rel_path, row]),
  );
  const maxBytes = config.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES;
  const buffer = createReadBuffer();
  let files = 0;
  const walked = walk(root.path, createScope(collection), (relPath) => {
    files++;
    const row = rows.get(relPath);
    if (row !== undefined) row.seen = true;
    const about = { collection: name, relPath };
    if (row === undefined || (row.active === 0 && row.error_code === null)) {
      findings.add({
        code: "NOT_INDEXED",
        severity: "warning",
        ...about,
        message: "The file is not indexed.",
        advice: SYNC,
      });
      return !cancelled();
    }
    if (row.error_code !== null) {
      findings.add({
        code: row.error_code,
        severity: row.active === 1 ? "warning" : "info",
        ...about,
        message: row.error_message ?? "The file was not indexed.",
        advice: row.active === 1 ? SYNC : "Nothing, if the file need not be found.",
      });
      if (row.active === 0) return !cancelled();
    }
    const read = readStable(root.path, relPath, maxBytes, buffer);
    if (read.kind === "read" && hash("sha256", read.bytes) !== row.source_hash) {
      findings.add({
        code: "CHANGED",
        severity: "warning",
        ...about,
        message: "The file has other bytes than were indexed.",
        advice: SYNC,
      });
    }
    return !cancelled();
  });
  if (cancelled()) return files;
  const hidden = walked.unreadable.map((folder) => (folder === "" ? "" : `${folder}/`));
  for (const folder of walked.unreadable) {
    findings.add({
      code: "FOLDER_UNREADABLE",
      severity: "warning",
      collection: name,
      relPath: `${folder}/`,
      message: "The folder cannot be listed.",
      advice: "Check its permissions.",
    });
  }
  for (const row of rows.values()) {
    if (row.seen || row.active === 0 || hidden.some((prefix) => row.rel_path.startsWith(prefix))) continue;
    findings.add({
      code: "FILE_GONE",
      severity: "warning",
      collection: name,
      relPath: row.rel_path,
      message: "The file is indexed but gone, or left out by now.",
      advice: `${SYNC} It says so when it keeps entries on purpose.`,
    });
  }
  return files;
}
