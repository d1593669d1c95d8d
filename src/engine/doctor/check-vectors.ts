/** The stored vectors against the chunks: each chunk that is marked has one of the right size, made of its own text. */
import type { IndexConfig } from "../config/types.ts";
import type { Store } from "../store/open.ts";
import { coverage } from "../vector/coverage.ts";
import { createInUse, labelOf } from "../vector/in-use.ts";
import { modelRows, textHash } from "../vector/rows.ts";
import type { Findings } from "./report.ts";

const CLEAR =
  "Run `gno collection clear-embeddings <name> --mode all` for each collection, then `gno embed`.";

const FAULTS: readonly (readonly [code: string, what: (count: number) => string, sql: string])[] = [
  [
    "VECTORS_WITHOUT_CHUNK",
    (count) => `${count} vectors belong to no chunk.`,
    `SELECT (SELECT count(*) FROM vector v WHERE NOT EXISTS (
         SELECT 1 FROM chunk_vector c WHERE c.model_id = v.id >> 40 AND c.chunk_id = v.id & ((1 << 40) - 1)))
       + (SELECT count(*) FROM chunk_vector c WHERE NOT EXISTS (SELECT 1 FROM chunk k WHERE k.id = c.chunk_id))
       + (SELECT count(*) FROM chunk_vector c WHERE NOT EXISTS (SELECT 1 FROM vector_model m WHERE m.id = c.model_id))`,
  ],
  [
    "CHUNKS_WITHOUT_VECTOR",
    (count) => `${count} chunks are marked as embedded and have no vector.`,
    `SELECT count(*) FROM chunk_vector c WHERE NOT EXISTS (
       SELECT 1 FROM vector v WHERE v.id = (c.model_id << 40) + c.chunk_id)`,
  ],
  [
    "VECTOR_SIZE",
    (count) => `${count} vectors have another size than their model.`,
    `SELECT count(*) FROM vector_model m JOIN vector v ON v.id BETWEEN m.id << 40 AND ((m.id + 1) << 40) - 1
     WHERE v.embedding IS NOT NULL AND length(v.embedding) <> 4 * m.dimension`,
  ],
  [
    "VECTOR_MODEL_DAMAGED",
    (count) => `The fit of ${count} built-in models is not there.`,
    `SELECT count(*) FROM vector_model m WHERE m.fit > 0 AND m.state <> 'retired'
       AND NOT EXISTS (SELECT 1 FROM vector_fit f WHERE f.model_id = m.id)`,
  ],
  [
    "VECTOR_LOG_EMPTY",
    () => "The log of changes is empty: copies in memory would not notice them.",
    "SELECT EXISTS (SELECT 1 FROM chunk_vector) AND NOT EXISTS (SELECT 1 FROM vector_change)",
  ],
];

export function checkVectors(
  index: Store,
  config: IndexConfig,
  findings: Findings,
  cancelled: () => boolean,
): void {
  for (const [code, what, sql] of FAULTS) {
    const count = index.raw.prepare<[], number>(sql).pluck().get() ?? 0;
    if (count > 0) findings.add({ code, severity: "error", message: what(count), advice: CLEAR });
  }
  checkTexts(index, findings, cancelled);
  checkBacklog(index, config, findings);
}

interface Row {
  readonly mirror: number;
  readonly start: number;
  readonly end: number;
  readonly hash: Buffer;
}

/** A vector says of which text it was made. */
function checkTexts(index: Store, findings: Findings, cancelled: () => boolean): void {
  const rows = index.raw
    .prepare<[], Row>(
      `SELECT c.mirror_id AS mirror, c.start, c."end", v.text_hash AS hash
       FROM chunk_vector v JOIN chunk c ON c.id = v.chunk_id ORDER BY c.mirror_id`,
    )
    .iterate();
  const read = index.statement<[number], { text: string }>("SELECT text FROM mirror WHERE id = ?");
  let text = "";
  let of: number | undefined;
  let wrong = 0;
  for (const { mirror, start, end, hash } of rows) {
    if (of !== mirror) {
      text = read.get(mirror)?.text ?? "";
      of = mirror;
      if (cancelled()) break;
    }
    if (!textHash(text.slice(start, end)).equals(hash)) wrong += 1;
  }
  if (wrong === 0) return;
  findings.add({
    code: "VECTOR_OF_OTHER_TEXT",
    severity: "error",
    message: `${wrong} vectors were made of another text than their chunk has.`,
    advice: CLEAR,
  });
}

function checkBacklog(index: Store, config: IndexConfig, findings: Findings): void {
  // Whoever never embedded anything is not told to.
  if (modelRows(index).length === 0) return;
  const inUse = createInUse(index, { load: () => config });
  for (const [name, collections] of inUse.groups()) {
    const { live, embedded } = coverage(index, inUse.row(name)?.id, collections);
    if (embedded === live) continue;
    findings.add({
      code: "VECTORS_PENDING",
      severity: "info",
      message: `${live - embedded} of ${live} chunks have no vector of ${labelOf(name)}; they are found by their words alone.`,
      advice: "Run `gno embed`.",
    });
  }
}
