/**
 * `gno doctor --verify`: files against index, the index against itself and against one built anew, the durable file, and
 * what interrupted writes left. Changes nothing.
 */
import type { IndexConfig } from "../config/types.ts";
import { createReader } from "../documents/reader.ts";
import { readChunkingStatus } from "../index/policy.ts";
import { factProblems } from "../memory/problems.ts";
import type { Store } from "../store/open.ts";
import { checkDurable } from "./check-durable.ts";
import { checkFiles } from "./check-files.ts";
import { checkIndex } from "./check-index.ts";
import { checkLeftovers, leftovers } from "./check-leftovers.ts";
import { checkRebuilt } from "./check-rebuilt.ts";
import { checkVectors } from "./check-vectors.ts";
import { type DoctorReport, Findings } from "./report.ts";

export interface VerifyParts {
  readonly index: Store;
  /** undefined = there is none yet. */
  readonly durable: Store | undefined;
  readonly config: IndexConfig;
  /** Where notes about unfinished writes lie; without it they are not looked for. */
  readonly dataFolder?: string;
  cancelled?(): boolean;
}

export function verify(parts: VerifyParts): DoctorReport {
  const cancelled = parts.cancelled ?? (() => false);
  const findings = new Findings();
  const left = parts.dataFolder === undefined ? [] : leftovers(parts.config, parts.dataFolder);
  const inside = checkIndex(parts.index, findings, cancelled);
  if (!findings.has("INDEX_DAMAGED")) {
    checkVectors(parts.index, parts.config, findings, cancelled);
    checkFacts(parts, findings);
  }
  const sound = !findings.has("INDEX_DAMAGED");
  if (parts.durable !== undefined) {
    checkDurable(parts.durable, sound ? parts.index : undefined, parts.config, findings);
    if (!findings.has("DURABLE_DAMAGED")) checkTags(parts.durable, parts.config, findings);
  }
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
  // An index that is at odds with itself has to be built anew whatever it says.
  const inOrder = !["TEXT_DAMAGED", "CHUNKS_WRONG", "FULL_TEXT_MISSING", "FULL_TEXT_SURPLUS", "ORPHANS"].some(
    (code) => findings.has(code),
  );
  if (sound && inOrder && !cancelled()) {
    const durable = findings.has("DURABLE_DAMAGED") ? undefined : parts.durable;
    checkRebuilt(parts.index, durable, parts.config, findings, cancelled);
  }
  checkLeftovers(left, findings);
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

function checkTags(durable: Store, config: IndexConfig, findings: Findings): void {
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
