/**
 * The chunking policy of an index: who may change it, which mirrors still have another one, and how they are redone.
 * Rule: a client that has not seen the latest claim may neither claim nor write chunks. spec/gno.md, "Chunking policy".
 */
import { DEFAULT_CHUNKING } from "../config/defaults.ts";
import type { ChunkingPolicy } from "../config/types.ts";
import type { ChunkingStatus } from "../engine.ts";
import type { Store } from "../store/open.ts";

export class ChunkingPolicyConflict extends Error {
  readonly code = "CHUNKING_POLICY_CONFLICT";

  constructor() {
    super(
      "Another client changed the chunking policy of this index since it was opened here. Reopen the index (restart this program) and try again.",
    );
    this.name = "ChunkingPolicyConflict";
  }
}

export interface PolicyTarget {
  readonly policy: ChunkingPolicy;
  readonly generation: number;
  /** False while the index stores no target: then it is the default. */
  readonly stored: boolean;
}

export function readTarget(store: Store): PolicyTarget {
  const rows = store
    .statement<[], { key: string; value: string }>(
      "SELECT key, value FROM meta WHERE key IN ('chunk_target', 'chunk_generation')",
    )
    .all();
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const target = values.get("chunk_target");
  return {
    policy: target === undefined ? DEFAULT_CHUNKING : (JSON.parse(target) as ChunkingPolicy),
    generation: Number(values.get("chunk_generation") ?? 0),
    stored: target !== undefined,
  };
}

function samePolicy(a: ChunkingPolicy, b: ChunkingPolicy): boolean {
  return a.maxTokens === b.maxTokens && a.overlapPercent === b.overlapPercent;
}

/**
 * Makes `wanted` the target, or finds that it is.
 * @returns the generation to remember from now on
 * @throws ChunkingPolicyConflict
 */
export function claimPolicy(store: Store, wanted: ChunkingPolicy, remembered: number): number {
  return store.write(() => {
    const target = readTarget(store);
    if (target.generation !== remembered) throw new ChunkingPolicyConflict();
    if (samePolicy(target.policy, wanted)) return remembered;
    const set = store.statement("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)");
    set.run(
      "chunk_target",
      JSON.stringify({ maxTokens: wanted.maxTokens, overlapPercent: wanted.overlapPercent }),
    );
    set.run("chunk_generation", String(remembered + 1));
    return remembered + 1;
  });
}

/** To be called inside each transaction that writes chunks. */
export function checkGeneration(store: Store, remembered: number): void {
  const now = store
    .statement<[], { value: string }>("SELECT value FROM meta WHERE key = 'chunk_generation'")
    .get();
  if (Number(now?.value ?? 0) !== remembered) throw new ChunkingPolicyConflict();
}

/** Reading never rechunks and never claims. */
export function readChunkingStatus(store: Store, configured: ChunkingPolicy): ChunkingStatus {
  const layouts = store
    .statement<
      [],
      { chunk_tokens: number | null; chunk_overlap: number | null; mirrors: number; documents: number }
    >(
      `SELECT m.chunk_tokens, m.chunk_overlap, count(*) AS mirrors,
         sum((SELECT count(*) FROM document d WHERE d.mirror_id = m.id AND d.active = 1)) AS documents
       FROM mirror m GROUP BY m.chunk_tokens, m.chunk_overlap`,
    )
    .all()
    .map((row) => ({
      policy:
        row.chunk_tokens === null || row.chunk_overlap === null
          ? undefined
          : { maxTokens: row.chunk_tokens, overlapPercent: row.chunk_overlap },
      mirrors: row.mirrors,
      documents: row.documents,
    }));
  const pending = layouts.filter(({ policy }) => policy === undefined || !samePolicy(policy, configured));
  const total = (key: "mirrors" | "documents"): number => pending.reduce((sum, row) => sum + row[key], 0);
  const known = layouts.flatMap(({ policy }) => policy ?? []);
  const only = known.length === 1 ? known[0] : undefined;
  return {
    configured,
    applied: only,
    state:
      known.length === 0 ? "empty" : known.length > 1 ? "mixed" : pending.length > 0 ? "pending" : "current",
    pendingDocuments: total("documents"),
    pendingMirrors: total("mirrors"),
  };
}
