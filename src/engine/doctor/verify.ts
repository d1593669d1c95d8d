/** `gno doctor --verify`: files against index, the index against itself, the durable file. Reads only. */
import type { IndexConfig } from "../config/types.ts";
import { createReader } from "../documents/reader.ts";
import { readChunkingStatus } from "../index/policy.ts";
import { factProblems } from "../memory/problems.ts";
import type { Store } from "../store/open.ts";
import { checkFiles } from "./check-files.ts";
import { checkIndex } from "./check-index.ts";
import { checkVectors } from "./check-vectors.ts";
import { type DoctorReport, Findings } from "./report.ts";

export interface VerifyParts {
  readonly index: Store;
  /** undefined = there is none yet. */
  readonly durable: Store | undefined;
  readonly config: IndexConfig;
  cancelled?(): boolean;
}

export function verify(parts: VerifyParts): DoctorReport {
  const cancelled = parts.cancelled ?? (() => false);
  const findings = new Findings();
  const inside = checkIndex(parts.index, findings, cancelled);
  if (!findings.has("INDEX_DAMAGED")) {
    checkVectors(parts.index, parts.config, findings, cancelled);
    checkFacts(parts, findings);
  }
  checkDurable(parts, findings);
  const { state, pendingMirrors } = readChunkingStatus(parts.index, parts.config.chunking);
  if (state === "pending" || state === "mixed") {
    findings.add({
      code: "CHUNKING_PENDING",
      severity: "warning",
      message: `${pendingMirrors} texts are cut by another chunking policy than the configured one.`,
      advice: "Run `gno update`.",
    });
  }
  const files = checkFiles(parts.index, parts.config, findings, cancelled);
  checkCollections(parts, findings);
  return findings.report({ files, ...inside });
}

/** More of them are a folder of notes that is managed for memory by mistake. */
const MAX_FACT_FINDINGS = 100;

function checkFacts({ index, config }: VerifyParts, findings: Findings): void {
  const names = config.collections.filter((one) => one.memoryManaged === true).map(({ name }) => name);
  if (names.length === 0) return;
  for (const { code, collection, relPath, message } of factProblems(
    createReader(index.raw),
    names,
    MAX_FACT_FINDINGS,
  )) {
    findings.add({
      code,
      severity: "warning",
      collection,
      relPath,
      message,
      advice: "Mend the file and sync; until then it is not recalled.",
    });
  }
}

function checkDurable({ durable, config }: VerifyParts, findings: Findings): void {
  if (durable === undefined) return;
  if (durable.raw.pragma("integrity_check(1)", { simple: true }) !== "ok") {
    findings.add({
      code: "DURABLE_DAMAGED",
      severity: "error",
      message: "The durable database is damaged.",
      advice:
        "Restore it from a backup, or move it away to start without it: notes and index are not affected.",
    });
    return;
  }
  const names = new Set(config.collections.map(({ name }) => name));
  const foreign = durable
    .statement<[], { collection: string; tags: number }>(
      "SELECT collection, count(*) AS tags FROM user_tag GROUP BY collection",
    )
    .all()
    .filter(({ collection }) => !names.has(collection));
  for (const { collection, tags } of foreign) {
    findings.add({
      code: "TAGS_WITHOUT_COLLECTION",
      severity: "info",
      collection,
      message: `${tags} tags belong to a collection that is not configured.`,
      advice: "Nothing: they are used again when the collection is added again.",
    });
  }
}

function checkCollections({ index, config }: VerifyParts, findings: Findings): void {
  const names = new Set(config.collections.map(({ name }) => name));
  const rows = index
    .statement<[], { name: string; state: string; note: string | null }>(
      "SELECT name, state, note FROM collection",
    )
    .all();
  for (const { name, state, note } of rows) {
    if (state === "suspect") {
      findings.add({
        code: "MASS_DISAPPEARANCE",
        severity: "warning",
        collection: name,
        message: note ?? "Many files are gone at once.",
        advice: "Bring the files back and sync, or run `gno update --accept-deletions`.",
      });
    }
    if (!names.has(name)) {
      findings.add({
        code: "NOT_CONFIGURED",
        severity: "info",
        collection: name,
        message: "The collection is indexed but not configured any more.",
        advice: "Add it again to use its entries.",
      });
    }
  }
  const known = new Set(rows.map(({ name }) => name));
  for (const { name } of config.collections) {
    if (known.has(name)) continue;
    findings.add({
      code: "NEVER_SYNCED",
      severity: "warning",
      collection: name,
      message: "The collection was never synced.",
      advice: "Run `gno update`.",
    });
  }
}
