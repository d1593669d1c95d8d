/**
 * The database of what files cannot rebuild, `durable-<identity>.sqlite`, as numbered migrations. It lies apart, so that a
 * deleted or damaged index never costs user data.
 */

/** `CNdu`: marks a file as ours, as `CNdx` does an index. */
export const DURABLE_APPLICATION_ID = 0x434e6475;

/** Applied in order, one transaction each; `user_version` counts them. Never edit an entry that has shipped. */
export const DURABLE_MIGRATIONS: readonly string[] = [
  `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
-- Tags given through a tool to files that cannot carry them; survive every re-index.
CREATE TABLE user_tag (
  collection TEXT NOT NULL,
  rel_path TEXT NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY (collection, rel_path, tag)
) WITHOUT ROWID;
`,
  `
-- What syncs saw change, without the text of any document. Old rows go from the front; "change_floor" in meta is the
-- last sequence that is gone, "change_floor_ms" when it was observed.
CREATE TABLE change (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The same through renames: the sequence of the document's first change.
  document INTEGER NOT NULL,
  kind TEXT NOT NULL,               -- create | update | rename | inactivate | reactivate
  collection TEXT NOT NULL,
  observed_ms INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  -- Before; NULL for a create.
  old_path TEXT,
  old_source TEXT,
  old_mirror TEXT,
  -- After; it is active unless the kind is inactivate.
  rel_path TEXT NOT NULL,
  source_hash TEXT NOT NULL,
  mirror_hash TEXT,
  -- JSON: headings, links, typedEdges, dates, truncated.
  delta TEXT NOT NULL
);
CREATE INDEX change_collection ON change(collection, sequence);
CREATE INDEX change_document ON change(document, sequence);
-- Each document as its last change left it: what the next sync is compared with, whatever became of the index.
CREATE TABLE change_state (
  collection TEXT NOT NULL,
  rel_path TEXT NOT NULL,
  document INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  active INTEGER NOT NULL,
  source_hash TEXT NOT NULL,
  mirror_hash TEXT,
  PRIMARY KEY (collection, rel_path)
) WITHOUT ROWID;
`,
  `
-- Searches that the user lets us remember. "head" is what lists show, "question" what only one trace shows; in metadata
-- mode neither holds a word of the question. "active_ms" is its last run or event: long after it an open trace is closed.
CREATE TABLE trace (
  trace_id TEXT PRIMARY KEY,
  created_ms INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL,
  active_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL,
  status TEXT NOT NULL,             -- open | completed | partial | failed | cancelled
  bytes INTEGER NOT NULL,           -- with its records
  records INTEGER NOT NULL,
  head TEXT NOT NULL,               -- JSON
  question TEXT NOT NULL            -- JSON
) WITHOUT ROWID;
CREATE INDEX trace_created ON trace(created_ms, trace_id);
CREATE INDEX trace_expires ON trace(expires_ms);
-- Runs, events and judgments in the order they came; "body" is JSON.
CREATE TABLE trace_record (
  trace_id TEXT NOT NULL,
  part TEXT NOT NULL,               -- run | event | judgment
  sequence INTEGER NOT NULL,        -- from 1 in each part
  idempotency_key TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (trace_id, part, sequence)
) WITHOUT ROWID;
CREATE UNIQUE INDEX trace_record_key ON trace_record(trace_id, part, idempotency_key);
-- Exports are told, not kept. One is forgotten with the last trace it held.
CREATE TABLE trace_export (
  export_id TEXT PRIMARY KEY,
  format TEXT NOT NULL,
  artifact_hash TEXT NOT NULL,
  created_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE trace_export_link (
  trace_id TEXT NOT NULL,
  export_id TEXT NOT NULL,
  PRIMARY KEY (trace_id, export_id)
) WITHOUT ROWID;
CREATE INDEX trace_export_link_export ON trace_export_link(export_id);
-- How many and how large they are, so that keeping one more never has to count.
CREATE TABLE trace_total (traces INTEGER NOT NULL, bytes INTEGER NOT NULL);
INSERT INTO trace_total VALUES (0, 0);
CREATE TRIGGER trace_comes AFTER INSERT ON trace BEGIN
  UPDATE trace_total SET traces = traces + 1, bytes = bytes + new.bytes;
END;
CREATE TRIGGER trace_grows AFTER UPDATE OF bytes ON trace BEGIN
  UPDATE trace_total SET bytes = bytes + new.bytes - old.bytes;
END;
CREATE TRIGGER trace_goes AFTER DELETE ON trace BEGIN
  UPDATE trace_total SET traces = traces - 1, bytes = bytes - old.bytes;
  DELETE FROM trace_record WHERE trace_id = old.trace_id;
  DELETE FROM trace_export_link WHERE trace_id = old.trace_id;
  DELETE FROM trace_export WHERE NOT EXISTS
    (SELECT 1 FROM trace_export_link l WHERE l.export_id = trace_export.export_id);
END;
`,
  `
-- The highest revision of a collection's egress policy that was given out; the policy itself stands in index.yml.
CREATE TABLE egress_policy (
  collection TEXT PRIMARY KEY,
  revision INTEGER NOT NULL,
  changed_ms INTEGER NOT NULL
) WITHOUT ROWID;
-- Decisions on content for other machines: no content, no name, no address.
CREATE TABLE egress_receipt (
  audit_id TEXT PRIMARY KEY,
  created_ms INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  receipt TEXT NOT NULL             -- JSON as it is answered
) WITHOUT ROWID;
CREATE INDEX egress_receipt_age ON egress_receipt(created_ms DESC, audit_id, bytes);
`,
];
