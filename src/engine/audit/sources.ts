/**
 * One reading of all files in the scope: whether they can be read, whether they are what the index holds, and what their
 * front matter claims about where they come from. Files are opened for reading alone and never through a link.
 */
import { hash } from "node:crypto";
import { lstatSync, type Stats } from "node:fs";
import path from "node:path";
import { createReadBuffer, readStable } from "../files/read-stable.ts";
import { openRoot } from "../files/walk.ts";
import { type FrontMatter, readFrontMatter } from "../index/front-matter.ts";
import { judgeRecord } from "../memory/record-rules.ts";
import type { PassRequest } from "./audit-messages.ts";
import { captureSourceFaults } from "./capture-source.ts";
import { type Collector, createCollector, type Draft } from "./findings.ts";
import type { AuditDocument } from "./snapshot.ts";

export interface SourceReading {
  /** Files looked at; fewer than there are when it was cancelled. */
  readonly examined: number;
  readonly unreadable: Collector;
  readonly drift: Collector;
  /** Files that changed each time they were read. */
  readonly changing: number;
  /** Documents with a declared source block. */
  readonly declared: number;
  readonly capture: Collector;
  /** Documents of memory-managed collections. */
  readonly records: number;
  readonly memory: Collector;
  /** As sourceFingerprint, of the moments in which the files were read. */
  readonly fingerprint: string;
}

/** Folders of the collections as they are now; undefined = not there. */
export type Roots = ReadonlyMap<string, string | undefined>;

export function openRoots({ collections }: PassRequest): Roots {
  return new Map(
    collections.map(({ name, path: folder }) => {
      const root = openRoot(folder);
      return [name, root.kind === "ok" ? root.path : undefined];
    }),
  );
}

/** Of the names, sizes and times of the files: told apart before and after, it shows that somebody wrote meanwhile. */
export function sourceFingerprint(documents: readonly AuditDocument[], roots: Roots): string {
  const states = documents.map(({ collection, relPath }) => {
    const root = roots.get(collection);
    return line(collection, relPath, root === undefined ? undefined : look(root + path.sep + relPath));
  });
  return hash("sha256", states.join(""));
}

function line(collection: string, relPath: string, stat: Stats | undefined): string {
  const state = stat === undefined ? "-" : `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`;
  return `${collection}/${relPath}\0${state}\n`;
}

function look(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export interface ReadingOptions {
  readonly pass: PassRequest;
  readonly documents: readonly AuditDocument[];
  readonly roots: Roots;
  readonly cancelled: () => boolean;
  readonly progress: (done: number, total: number) => void;
}

export function readSources({ pass, documents, roots, cancelled, progress }: ReadingOptions): SourceReading {
  const { categories } = pass.request;
  const fresh = categories.includes("freshness");
  const provenance = categories.includes("provenance");
  const managed = new Set(pass.collections.filter((one) => one.memoryManaged).map(({ name }) => name));
  const unreadable = createCollector("freshness.source-readable", "freshness", "warning");
  const drift = createCollector("freshness.source-index-drift", "freshness", "warning");
  const capture = createCollector("provenance.capture-source", "provenance", "warning");
  const memory = createCollector("provenance.memory-record", "provenance", "warning");
  const buffer = createReadBuffer();
  const states: string[] = [];
  let examined = 0;
  let changing = 0;
  let declared = 0;
  let records = 0;
  for (const document of documents) {
    if (cancelled()) break;
    progress(examined, documents.length);
    examined += 1;
    const root = roots.get(document.collection);
    if (root === undefined) {
      states.push(line(document.collection, document.relPath, undefined));
      unreadable.add([unreadableDraft(document, "The folder of the collection is not there.")]);
      continue;
    }
    const read = readStable(root, document.relPath, pass.maxFileBytes, buffer);
    const stat = "stat" in read ? read.stat : look(root + path.sep + document.relPath);
    states.push(line(document.collection, document.relPath, stat));
    if (read.kind === "failed" && read.code === "CHANGING") {
      changing += 1;
      continue;
    }
    if (read.kind === "too-large") {
      drift.add([driftDraft(document, `${read.stat.size} bytes, more than are indexed`)]);
      continue;
    }
    if (read.kind !== "read") {
      unreadable.add([unreadableDraft(document, read.kind === "gone" ? "The file is gone." : read.message)]);
      continue;
    }
    if (fresh) {
      const found = hash("sha256", read.bytes);
      if (found !== document.sourceHash) drift.add([driftDraft(document, `sha256 ${found}`)]);
    }
    if (!provenance) continue;
    const isRecord = managed.has(document.collection);
    const front = frontMatterOf(read.bytes, isRecord);
    const faults = front && captureSourceFaults(front.matter);
    if (faults !== undefined) {
      declared += 1;
      capture.add(faults.map(({ field, message }) => fieldDraft(document, field, "source-field", message)));
    }
    if (isRecord && front !== undefined) {
      records += 1;
      const judged = judgeRecord(front.text, front.matter);
      if (judged.kind === "faults")
        memory.add(
          judged.faults.map(({ field, code, message }) => fieldDraft(document, field, code, message)),
        );
    }
  }
  const fingerprint = hash("sha256", states.join(""));
  return { examined, unreadable, drift, changing, declared, capture, records, memory, fingerprint };
}

/** Front matter is at most this long, in bytes; what follows is not decoded. */
const HEAD_BYTES = 300 * 1024;
const FENCE = Buffer.from("---");
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** undefined = nothing that could declare a source. `whole` files are read to their end. */
function frontMatterOf(
  bytes: Buffer,
  whole: boolean,
): { readonly text: string; readonly matter: FrontMatter } | undefined {
  const start = bytes.subarray(0, 3).equals(BOM) ? 3 : 0;
  const fenced = bytes.subarray(start, start + 3).equals(FENCE);
  if (!whole) {
    if (!fenced) return undefined;
    // Most notes declare none: telling so takes no parser.
    const close = bytes.indexOf("\n---", start);
    const head = bytes.subarray(start, close === -1 ? HEAD_BYTES : close);
    if (!head.includes("source")) return undefined;
  }
  const text = bytes.toString(
    "utf8",
    start,
    whole ? bytes.length : Math.min(bytes.length, start + HEAD_BYTES),
  );
  return { text, matter: readFrontMatter(text) };
}

function unreadableDraft({ uri, relPath }: AuditDocument, why: string): Draft {
  return {
    subject: uri,
    location: null,
    message: `The file behind the document cannot be read. ${why}`,
    evidence: [{ kind: "source-file", summary: why, uri, path: relPath }],
    guidance: ["Bring the file back or make it readable; if it is meant to be gone, run gno update."],
  };
}

function driftDraft({ uri, relPath, sourceHash }: AuditDocument, now: string): Draft {
  return {
    subject: uri,
    location: null,
    message: "The file has changed since it was indexed: searches answer from the old text.",
    evidence: [
      { kind: "indexed", summary: `sha256 ${sourceHash}`, uri, path: relPath },
      { kind: "file", summary: now, path: relPath },
    ],
    guidance: ["Run gno update, or gno_sync, to index the file again."],
  };
}

function fieldDraft({ uri, relPath }: AuditDocument, field: string, kind: string, message: string): Draft {
  return {
    subject: uri,
    location: field,
    message,
    evidence: [{ kind, summary: message, uri, path: relPath }],
    guidance: [`Correct ${field} in the front matter of the file, then run gno update.`],
  };
}
