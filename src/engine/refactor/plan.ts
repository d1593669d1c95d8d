/** From a relocation to its plan: what would change and whether it may, from the files as they are now. Writes nothing. */
import { lstatSync } from "node:fs";
import path from "node:path";
import { canonical, sha256 } from "../canonical.ts";
import type {
  AffectedDocument,
  CollectionConfig,
  DocRef,
  ExaminedReference,
  PreviewResult,
  ReasonCode,
  RefactorPlan,
  Relocation,
} from "../engine.ts";
import type { FileSystem } from "../files/file-system.ts";
import { locate } from "../files/paths.ts";
import { CAPS, type Note, readCatalogue } from "./catalogue.ts";
import { uriOf } from "./doc-uri.ts";
import { type Examined, examine, type Finding, rewriteable } from "./examine.ts";
import { foreignReferences, type LinkingFile } from "./foreign.ts";
import { goneMessage } from "./gone.ts";
import { createSlices, type Slices } from "./slices.ts";
import { type Target, targetOf } from "./target.ts";

export interface PlanOptions {
  readonly files: FileSystem;
  readonly own: readonly string[];
  readonly maxFileBytes: () => number;
  /** Row ids of active documents by path. */
  readonly ids: (collection: string) => ReadonlyMap<string, number>;
  /** Files of other collections whose links name this one. */
  readonly linking: (collection: string) => readonly LinkingFile[];
  readonly indexName: string;
}

export type Planned =
  /** `texts`: the new texts of notes by path, without a byte-order mark. */
  | {
      readonly kind: "planned";
      readonly plan: RefactorPlan;
      /** Of the collection, without links in it. */
      readonly root: string;
      readonly notes: ReadonlyMap<string, Note>;
      readonly texts: ReadonlyMap<string, string>;
      readonly targetFile: string;
    }
  | Exclude<PreviewResult, { kind: "plan" }>;

const BOUNDARY: RefactorPlan["mutationBoundary"] = {
  filesystemCommit: "atomic_all_or_rollback",
  indexConvergence: "post_commit_separate",
  syncFailureDoesNotRollbackFilesystem: true,
};
const MAX_CODES = 64;
const MAX_WARNING = 512;

export async function planRelocation(
  options: PlanOptions,
  collection: CollectionConfig,
  relocation: Relocation,
  signal: AbortSignal,
): Promise<Planned> {
  const { document } = relocation;
  const from = await locate(collection.path, document.relPath, options.files);
  const there = from.kind === "ok" ? await options.files.info(from.file) : undefined;
  const gone: Planned = {
    kind: "gone",
    message: goneMessage(from.kind, collection.name, document.relPath),
  };
  if (there?.kind !== "file") return gone;
  if (!document.editable || (there.mode & 0o222) === 0) {
    return { kind: "read-only", message: `${document.relPath} is read-only. It was left where it is.` };
  }
  const slices = createSlices(signal);
  const read = await readCatalogue(collection, {
    maxFileBytes: options.maxFileBytes(),
    ids: options.ids(collection.name),
    slices,
  });
  if (read.kind === "root-missing") return { kind: "gone", message: read.message };
  const target = await targetOf(options, collection, relocation);
  const source = read.notes.get(document.relPath);
  if (source === undefined && !read.cuts.some(isCutShort)) return gone;

  const draft = await draftOf(options, collection, source, target, read.notes, slices);
  const cuts = [...read.cuts, ...(draft.findings.length > CAPS.references ? ["references"] : [])];
  await slices();
  const plan = assemble(options, collection, relocation, { source, target, draft, cuts });
  return {
    kind: "planned",
    plan,
    root: read.root,
    notes: read.notes,
    texts: draft.texts,
    targetFile: target.kind === "ok" ? target.file : "",
  };
}

function isCutShort(cut: string): boolean {
  return cut !== "unreadable_folder";
}

interface Draft extends Examined {
  readonly foreign: readonly ExaminedReference[];
}

async function draftOf(
  options: PlanOptions,
  collection: CollectionConfig,
  source: Note | undefined,
  target: Target,
  notes: ReadonlyMap<string, Note>,
  slices: Slices,
): Promise<Draft> {
  // Over another note's name nothing can be told of links that would lead to either.
  if (source === undefined || target.kind === "blocked" || target.occupied)
    return { findings: [], texts: new Map(), foreign: [] };
  const examined = await examine({
    collection: collection.name,
    notes,
    source,
    newPath: target.relPath,
    exists: (relPath) => isThere(path.join(collection.path, relPath)),
    slices,
  });
  const readOnly = new Set<Note>();
  for (const note of rewriteable(examined.findings).keys()) {
    const spot = await locate(collection.path, note.relPath, options.files);
    const info = spot.kind === "ok" ? await options.files.info(spot.file) : undefined;
    if (info === undefined || (info.mode & 0o222) === 0) readOnly.add(note);
  }
  const findings = examined.findings.map((one): Finding => {
    if (one.classification !== "rewriteable" || !readOnly.has(one.note)) return one;
    const { proposed: _, ...rest } = one;
    return { ...rest, classification: "unsupported", reasonCode: "read_only_document" };
  });
  const foreign = foreignReferences(options.linking(collection.name), {
    collection: collection.name,
    notes,
    source,
    newPath: target.relPath,
    newText: examined.texts.get(source.relPath) ?? source.text,
    indexName: options.indexName,
    maxFileBytes: options.maxFileBytes(),
  });
  return { findings, texts: examined.texts, foreign };
}

interface Parts {
  readonly source: Note | undefined;
  readonly target: Target;
  readonly draft: Draft;
  readonly cuts: readonly string[];
}

function assemble(
  { indexName }: PlanOptions,
  collection: CollectionConfig,
  { operation, document }: Relocation,
  { source, target, draft, cuts }: Parts,
): RefactorPlan {
  const refTo = (relPath: string): DocRef => ({
    uri: uriOf(collection.name, relPath, indexName),
    relPath,
    collection: collection.name,
  });
  const shown = draft.findings.slice(0, CAPS.references).map((finding) => ({
    finding,
    entry: entryOf(finding, refTo(finding.note.relPath).uri),
  }));
  const own = shown.map(({ entry }) => entry);
  const byNote = new Map<Note, ExaminedReference[]>();
  for (const { finding, entry } of shown)
    byNote.set(finding.note, [...(byNote.get(finding.note) ?? []), entry]);
  const examinedReferences =
    target.kind === "blocked"
      ? [diagnostic(refTo(document.relPath), target.message)]
      : [...own, ...draft.foreign];
  examinedReferences.sort(inOrder);
  const affectedDocuments = [...rewriteable(draft.findings).keys()].map((note): AffectedDocument => {
    const entries = [...(byNote.get(note) ?? [])].sort(inOrder);
    return {
      uri: refTo(note.relPath).uri,
      relPath: note.relPath,
      contentFingerprint: note.hash,
      edits: entries.flatMap(({ edit }) => edit ?? []),
      examined: entries,
    };
  });
  affectedDocuments.sort((a, b) => (a.relPath < b.relPath ? -1 : 1));
  const blocking = new Set<ReasonCode>();
  if (target.kind === "blocked") blocking.add("unsafe_target");
  else if (target.occupied) blocking.add("occupied_target");
  for (const { classification, reasonCode } of examinedReferences) {
    if (classification !== "rewriteable" && classification !== "unchanged" && reasonCode !== undefined) {
      blocking.add(reasonCode);
    }
  }
  const count = (classification: ExaminedReference["classification"]): number =>
    examinedReferences.filter((one) => one.classification === classification).length;
  const kinds = (kind: ExaminedReference["kind"]): number =>
    examinedReferences.filter((one) => one.kind === kind).length;
  const occupied = target.kind === "ok" && target.occupied ? "occupied" : "free";
  const warnings = [
    ...(target.kind === "blocked" ? [`plan_invalid:${target.message}`] : []),
    ...cuts.map((cut) => `plan_truncated:${cut}`),
  ].map((warning) => warning.slice(0, MAX_WARNING));
  const plan: Omit<RefactorPlan, "planDigest"> = {
    schemaVersion: "1.0",
    operation,
    conflictPolicy: "fail",
    source: refTo(document.relPath),
    target: refTo(target.relPath),
    affectedDocuments,
    examinedReferences,
    preconditions: {
      sourceContentFingerprint: source?.hash ?? document.sourceHash,
      affectedContentFingerprints: affectedDocuments.map(({ uri, contentFingerprint }) => ({
        uri,
        fingerprint: contentFingerprint,
      })),
      targetPathFingerprint: sha256(`${collection.name}:${target.relPath}:${occupied}`),
    },
    safety: {
      rewriteableCount: count("rewriteable"),
      unchangedCount: count("unchanged"),
      ambiguousCount: count("ambiguous"),
      unsupportedCount: count("unsupported"),
      malformedCount: 0,
      invalidCount: count("invalid"),
      backlinkCount: draft.findings.filter(({ backlink }) => backlink).length,
      wikiLinkCount: kinds("wiki"),
      markdownLinkCount: kinds("markdown"),
      blockingReasonCodes: [...blocking].sort().slice(0, MAX_CODES),
      warnings: warnings.slice(0, MAX_CODES),
    },
    canApply: blocking.size === 0 && cuts.length === 0 && target.kind === "ok",
    mutationBoundary: BOUNDARY,
  };
  return { ...plan, planDigest: sha256(canonical(plan)) };
}

function entryOf(
  { note, reference, classification, reasonCode, proposed }: Finding,
  documentUri: string,
): ExaminedReference {
  const { form, written, destination, line, col } = reference;
  return {
    documentUri,
    documentRelPath: note.relPath,
    kind:
      form === "wiki" || form === "markdown"
        ? form
        : form === "definition"
          ? "markdown_definition"
          : "opaque",
    classification,
    ...(reasonCode === undefined ? {} : { reasonCode }),
    originalDestination: written,
    ...(proposed === undefined
      ? {}
      : {
          proposedDestination: proposed,
          edit: {
            coordinateSpace: "utf16_code_units" as const,
            startOffset: destination.from,
            endOffset: destination.to,
            originalDestination: written,
            replacementDestination: proposed,
          },
        }),
    startLine: line,
    startCol: col,
  };
}

function diagnostic({ uri, relPath }: DocRef, message: string): ExaminedReference {
  return {
    documentUri: uri,
    documentRelPath: relPath,
    kind: "opaque",
    classification: "invalid",
    reasonCode: "unsafe_target",
    originalDestination: message,
  };
}

function inOrder(a: ExaminedReference, b: ExaminedReference): number {
  return (
    compare(a.documentRelPath, b.documentRelPath) ||
    (a.startLine ?? 0) - (b.startLine ?? 0) ||
    (a.startCol ?? 0) - (b.startCol ?? 0) ||
    compare(a.originalDestination ?? "", b.originalDestination ?? "") ||
    compare(a.documentUri, b.documentUri)
  );
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A path that no disk takes.
    return false;
  }
}
