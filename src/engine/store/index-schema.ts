/** The rebuildable database, `index-<identity>.sqlite`, as numbered migrations: all of it can be read from files again. */

/** `CNdx`: marks a file as ours. A database with another id is refused and left untouched. */
export const INDEX_APPLICATION_ID = 0x434e6478;

/** Applied in order, one transaction each; `user_version` counts them. Never edit an entry that has shipped. */
export const INDEX_MIGRATIONS: readonly string[] = [
  `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE collection (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  root TEXT NOT NULL,
  -- Device and inode of the root at the last sync: another folder in its place is no proof of deletions.
  root_identity TEXT,
  -- ok | unavailable (root missing) | suspect (mass disappearance, kept) | removed (no longer configured)
  state TEXT NOT NULL DEFAULT 'ok',
  note TEXT,
  synced_at TEXT
);

-- Canonical text by content, shared by files with equal text. hash = sha256 of text, so each row proves itself.
CREATE TABLE mirror (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  total_lines INTEGER NOT NULL,
  -- Policy that made the chunks: NULL = not chunked yet (pending).
  chunk_tokens INTEGER,
  chunk_overlap REAL,
  -- Last, so that the columns before it are read without walking its overflow pages.
  text TEXT NOT NULL
);

CREATE TABLE document (
  id INTEGER PRIMARY KEY,
  collection_id INTEGER NOT NULL REFERENCES collection(id),
  -- Forward slashes, NFC as on disk is kept: the exact name the file system gave.
  rel_path TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  -- First 8 hex of source_hash, without '#'.
  docid TEXT NOT NULL,
  source_hash TEXT NOT NULL,
  size INTEGER NOT NULL,
  mtime_ms REAL NOT NULL,
  -- Tells a change that kept size and mtime (a restored time stamp).
  ctime_ms REAL NOT NULL,
  -- When the bytes were last hashed: an mtime younger than this minus 2 s is not trusted (racy clean).
  checked_ms REAL NOT NULL,
  mirror_id INTEGER REFERENCES mirror(id),
  ingest_version INTEGER NOT NULL,
  mime TEXT NOT NULL,
  ext TEXT NOT NULL,
  title TEXT,
  language TEXT,
  author TEXT,
  content_type TEXT,
  content_type_source TEXT,
  document_date TEXT,
  -- JSON arrays and objects; NULL = none.
  categories TEXT,
  date_fields TEXT,
  relations TEXT,
  -- Flat gno.metadata mapping; metadata_state: ok | invalid
  metadata TEXT,
  metadata_state TEXT NOT NULL DEFAULT 'ok',
  -- JSON array of {code, message}: broken front matter, duplicate key …
  warnings TEXT,
  error_code TEXT,
  error_message TEXT,
  error_at TEXT,
  indexed_at TEXT NOT NULL,
  UNIQUE (collection_id, rel_path)
);
CREATE INDEX document_docid ON document(docid);
CREATE INDEX document_mirror ON document(mirror_id);
-- The author filter compares the distinct names, whatever their case.
CREATE INDEX document_author ON document(author) WHERE author IS NOT NULL;

-- Offsets are UTF-16 code units into mirror.text; lines are 1-based and inclusive.
CREATE TABLE chunk (
  id INTEGER PRIMARY KEY,
  mirror_id INTEGER NOT NULL REFERENCES mirror(id),
  seq INTEGER NOT NULL,
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  language TEXT,
  UNIQUE (mirror_id, seq)
);

-- Every key that a wiki link may name a document by; rank as in spec/gno.md "Link resolution" (lower wins).
CREATE TABLE document_key (
  key TEXT NOT NULL,
  document_id INTEGER NOT NULL REFERENCES document(id),
  rank INTEGER NOT NULL,
  PRIMARY KEY (key, document_id, rank)
) WITHOUT ROWID;
CREATE INDEX document_key_document ON document_key(document_id);

CREATE TABLE link (
  id INTEGER PRIMARY KEY,
  document_id INTEGER NOT NULL REFERENCES document(id),
  kind TEXT NOT NULL,               -- wiki | markdown
  target_ref TEXT NOT NULL,         -- as written, without anchor and collection prefix
  target_key TEXT NOT NULL,         -- wiki: normalised name; markdown: resolved rel_path
  target_tail TEXT NOT NULL,        -- wiki: last segment of the key without .md; markdown: the key
  target_collection TEXT,           -- explicit prefix only
  target_anchor TEXT,
  text TEXT,
  line INTEGER NOT NULL,
  col INTEGER NOT NULL,
  embed INTEGER NOT NULL DEFAULT 0,
  UNIQUE (document_id, line, col, kind)
);
CREATE INDEX link_tail ON link(target_tail);

CREATE TABLE tag (
  tag TEXT NOT NULL,
  document_id INTEGER NOT NULL REFERENCES document(id),
  source TEXT NOT NULL,             -- front_matter | logseq | inline | user
  PRIMARY KEY (tag, document_id, source)
) WITHOUT ROWID;
CREATE INDEX tag_document ON tag(document_id);
`,
  `
-- One row a fingerprint: vectors of two of them are never compared.
CREATE TABLE vector_model (
  -- Never used again, since copies in memory know a model by it.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- As configured: builtin, hf:owner/repo/file.gguf, a path, an address.
  name TEXT NOT NULL,
  -- As people know it: builtin, a file name, a server's model id.
  label TEXT NOT NULL,
  fingerprint TEXT NOT NULL UNIQUE,
  dimension INTEGER NOT NULL,
  -- ready | staged (being filled while an older one of its name answers) | retired (its vectors are being deleted)
  state TEXT NOT NULL,
  -- Of a model that is fitted to the chunks: how many there were then.
  fit INTEGER,
  fit_chunks INTEGER,
  created_at TEXT NOT NULL
);

CREATE TABLE vector_fit (
  model_id INTEGER PRIMARY KEY REFERENCES vector_model(id),
  bytes BLOB NOT NULL
);

-- Which chunk has a vector of which model. Narrow, so that what is missing is found without touching vectors.
CREATE TABLE chunk_vector (
  model_id INTEGER NOT NULL REFERENCES vector_model(id),
  chunk_id INTEGER NOT NULL REFERENCES chunk(id),
  -- First 16 bytes of the sha256 of the chunk's text: equal texts have equal vectors.
  text_hash BLOB NOT NULL,
  PRIMARY KEY (model_id, chunk_id)
) WITHOUT ROWID;
CREATE INDEX chunk_vector_text ON chunk_vector(text_hash);

CREATE TABLE vector (
  -- model_id * 2^40 + chunk_id: a model is one range of rows, a chunk one row in it.
  id INTEGER PRIMARY KEY,
  -- Unit vector, float32 little-endian; NULL = the text has none.
  embedding BLOB
);

-- What changed since a copy in memory was made. The last row stays, so that numbers only rise.
CREATE TABLE vector_change (seq INTEGER PRIMARY KEY, id INTEGER NOT NULL);

-- Whoever deletes a chunk deletes its vectors in the same transaction: a chunk's id may be used again.
CREATE TRIGGER chunk_loses_vectors AFTER DELETE ON chunk BEGIN
  DELETE FROM chunk_vector WHERE chunk_id = old.id AND model_id IN (SELECT id FROM vector_model);
END;
CREATE TRIGGER vector_comes AFTER INSERT ON chunk_vector BEGIN
  INSERT INTO vector_change (id) VALUES ((new.model_id << 40) + new.chunk_id);
END;
CREATE TRIGGER vector_goes AFTER DELETE ON chunk_vector BEGIN
  DELETE FROM vector WHERE id = (old.model_id << 40) + old.chunk_id;
  INSERT INTO vector_change (id) VALUES ((old.model_id << 40) + old.chunk_id);
END;
`,
  `
-- What a document says about others beyond its plain links, which are edges as they stand in "link": relations of its
-- front matter (manual) and the hint of its content type (configured). Targets are keys, looked up when they are asked for.
CREATE TABLE doc_edge (
  id INTEGER PRIMARY KEY,
  document_id INTEGER NOT NULL REFERENCES document(id),
  edge_type TEXT NOT NULL,
  edge_source TEXT NOT NULL,        -- frontmatter-relation | wikilink | markdown-link
  confidence TEXT NOT NULL,         -- manual | configured
  target_kind TEXT NOT NULL,        -- wiki: a name; markdown: a rel_path; docid: without '#'
  target_key TEXT NOT NULL,
  target_collection TEXT
);
CREATE INDEX doc_edge_document ON doc_edge(document_id);
-- Their edges are not written yet.
UPDATE document SET ingest_version = 0 WHERE relations IS NOT NULL;
`,
  `
-- The members of document.metadata, a row for each scalar and each member of a list: filters look values up here.
CREATE TABLE document_value (
  document_id INTEGER NOT NULL REFERENCES document(id),
  key TEXT NOT NULL,
  kind TEXT NOT NULL,               -- text | number | boolean | none (an empty list)
  -- No affinity: text, float, or 0 and 1.
  value NOT NULL,
  listed INTEGER NOT NULL,          -- 1 = member of a list
  PRIMARY KEY (document_id, key, kind, value)
) WITHOUT ROWID;
CREATE INDEX document_value_key ON document_value(key, kind, value, document_id, listed);

-- Numbers become floats as they are in JavaScript: 1152921504606847000 is how it writes 2^60, and another integer.
CREATE VIEW document_value_source AS
SELECT d.id AS document_id, m.key,
  CASE m.type WHEN 'text' THEN 'text' WHEN 'integer' THEN 'number' WHEN 'real' THEN 'number' ELSE 'boolean' END AS kind,
  CASE WHEN m.type IN ('integer', 'real') THEN CAST(m.value AS REAL) ELSE m.value END AS value, 0 AS listed
FROM document d, json_each(d.metadata) m WHERE m.type IN ('text', 'integer', 'real', 'true', 'false')
UNION ALL
SELECT d.id, m.key,
  CASE e.type WHEN 'text' THEN 'text' WHEN 'integer' THEN 'number' WHEN 'real' THEN 'number' ELSE 'boolean' END,
  CASE WHEN e.type IN ('integer', 'real') THEN CAST(e.value AS REAL) ELSE e.value END, 1
FROM document d, json_each(d.metadata) m, json_each(CASE m.type WHEN 'array' THEN m.value ELSE '[]' END) e
WHERE m.type = 'array' AND e.type IN ('text', 'integer', 'real', 'true', 'false')
UNION ALL
SELECT d.id, m.key, 'none', '', 1 FROM document d, json_each(d.metadata) m
WHERE m.type = 'array' AND json_array_length(m.value) = 0;

CREATE TRIGGER document_value_comes AFTER INSERT ON document WHEN new.metadata IS NOT NULL BEGIN
  INSERT OR IGNORE INTO document_value SELECT * FROM document_value_source WHERE document_id = new.id;
END;
CREATE TRIGGER document_value_changes AFTER UPDATE OF metadata ON document WHEN new.metadata IS NOT old.metadata BEGIN
  DELETE FROM document_value WHERE document_id = old.id;
  INSERT OR IGNORE INTO document_value SELECT * FROM document_value_source WHERE document_id = new.id;
END;
CREATE TRIGGER document_value_goes BEFORE DELETE ON document WHEN old.metadata IS NOT NULL BEGIN
  DELETE FROM document_value WHERE document_id = old.id;
END;
INSERT OR IGNORE INTO document_value SELECT * FROM document_value_source;

-- Categories and content types, lower case: where a search for few documents begins.
CREATE TABLE document_category (
  document_id INTEGER NOT NULL REFERENCES document(id),
  category TEXT NOT NULL,
  PRIMARY KEY (document_id, category)
) WITHOUT ROWID;
CREATE INDEX document_category_category ON document_category(category);
CREATE VIEW document_category_source AS
SELECT d.id AS document_id, lower(d.content_type) AS category FROM document d WHERE d.content_type IS NOT NULL
UNION ALL
SELECT d.id, lower(k.value) FROM document d, json_each(d.categories) k;
CREATE TRIGGER document_category_comes AFTER INSERT ON document BEGIN
  INSERT OR IGNORE INTO document_category SELECT * FROM document_category_source WHERE document_id = new.id;
END;
CREATE TRIGGER document_category_changes AFTER UPDATE OF content_type, categories ON document
WHEN new.content_type IS NOT old.content_type OR new.categories IS NOT old.categories BEGIN
  DELETE FROM document_category WHERE document_id = old.id;
  INSERT OR IGNORE INTO document_category SELECT * FROM document_category_source WHERE document_id = new.id;
END;
CREATE TRIGGER document_category_goes BEFORE DELETE ON document BEGIN
  DELETE FROM document_category WHERE document_id = old.id;
END;
INSERT OR IGNORE INTO document_category SELECT * FROM document_category_source;

CREATE INDEX document_modified ON document(mtime_ms);
CREATE INDEX chunk_language ON chunk(language) WHERE language IS NOT NULL;
-- Whose values are not known: as few as there are problems.
CREATE INDEX document_unreadable ON document(collection_id)
  WHERE active = 1 AND (metadata_state <> 'ok' OR (ingest_version < 1 AND metadata IS NULL));
`,
  `
-- Documents whose front matter says that they are facts: what recall looks them up by. The rest stands in their text.
CREATE TABLE memory_fact (
  document_id INTEGER PRIMARY KEY REFERENCES document(id),
  -- NULL = a sound record; else the code of what is wrong with it.
  problem TEXT,
  record_id TEXT,
  content_hash TEXT
);
CREATE INDEX memory_fact_hash ON memory_fact(content_hash);
CREATE TABLE memory_scope (
  scope TEXT NOT NULL,
  document_id INTEGER NOT NULL REFERENCES document(id),
  PRIMARY KEY (scope, document_id)
) WITHOUT ROWID;
CREATE INDEX memory_scope_document ON memory_scope(document_id);
-- The statement alone: scopes and names in the front matter are no words of it.
CREATE VIRTUAL TABLE fts_fact USING fts5(
  text, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
);
CREATE INDEX doc_edge_supersedes ON doc_edge(target_key) WHERE edge_type = 'supersedes';
-- Facts that were written by hand before there were any.
UPDATE document SET ingest_version = 0 WHERE mirror_id IN (
  SELECT id FROM mirror WHERE text LIKE '---%' AND instr(substr(text, 1, 16384), 'memory:') > 0
);
`,
];

/** The two lexical indexes; `rowid` is `document.id`. Built apart because the tokenizer is a config choice. */
export function ftsSchema(stemmed: "porter unicode61" | "unicode61" | "trigram"): string {
  const tokenizers = {
    exact: "unicode61 remove_diacritics 2",
    stem: stemmed === "trigram" ? "trigram" : `${stemmed} remove_diacritics 2`,
  };
  return (["exact", "stem"] as const)
    .map(
      (name) =>
        `CREATE VIRTUAL TABLE fts_${name} USING fts5(path, title, headings, body, content='', contentless_delete=1, tokenize='${tokenizers[name]}');`,
    )
    .join("\n");
}

/** Raised when parsing changes what is stored for unchanged bytes: older rows are re-derived by the next sync. */
export const INGEST_VERSION = 1;
