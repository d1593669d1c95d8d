/** Rules on links: targets that are not there, targets that are several, documents that nothing leads to or from. */
import { lstatSync, readdirSync } from "node:fs";
import path from "node:path";
import type { LinkPlace } from "../graph/load.ts";
import { extensionOf, isKnownExtension } from "../index/file-kinds.ts";
import { type Collector, createCollector } from "./findings.ts";
import { pathFilter, type Snapshot } from "./snapshot.ts";
import type { Roots } from "./sources.ts";
import type { AuditRequest } from "./types.ts";

export interface LinkFaults {
  readonly broken: Collector;
  readonly ambiguous: Collector;
  readonly orphans: Collector;
}

export function judgeLinks(snapshot: Snapshot, request: AuditRequest, roots: Roots): LinkFaults {
  const broken = createCollector("links.local-targets", "links", "warning");
  const ambiguous = createCollector("links.ambiguous-targets", "links", "warning");
  const uriOf = new Map(snapshot.graph?.documents.map(({ rowId, uri }) => [rowId, uri]));
  const isAttachment = attachments(roots);
  for (const { rowId, uri, collection, relPath } of snapshot.documents) {
    const links = snapshot.doubtful.get(rowId);
    if (links === undefined) continue;
    const dead = links.filter((link) => link.match === undefined && !isAttachment(link, collection, relPath));
    broken.add(
      dead.map((link) => ({
        subject: uri,
        location: placeOf(link),
        message: `The link ${written(link)} leads to no document.`,
        evidence: [
          {
            kind: `${link.kind}-link`,
            summary: `${written(link)} names nothing that is indexed`,
            uri,
            path: relPath,
          },
        ],
        guidance: ["Correct the target, or create the document it names, then run gno update."],
      })),
    );
    ambiguous.add(
      links.flatMap((link) => {
        if (link.match === undefined) return [];
        const { rowId: taken, count } = link.match;
        const target = uriOf.get(taken);
        return [
          {
            subject: uri,
            location: placeOf(link),
            message: `The link ${written(link)} fits ${count} documents.`,
            evidence: [
              {
                kind: `${link.kind}-link`,
                summary: `${written(link)} fits ${count} documents`,
                uri,
                path: relPath,
              },
              ...(target === undefined
                ? []
                : [{ kind: "taken", summary: "The one that is taken.", uri: target }]),
            ],
            guidance: ["Spell the folder of the target, so that one document fits."],
          },
        ];
      }),
    );
  }
  return { broken, ambiguous, orphans: judgeOrphans(snapshot, request) };
}

function judgeOrphans({ documents, graph }: Snapshot, request: AuditRequest): Collector {
  const orphans = createCollector("links.orphans", "links", "info");
  if (graph === undefined) return orphans;
  const linked = new Set<number>();
  for (const { source, target } of [...graph.links.flat(), ...graph.written]) {
    // A link to itself connects a document with nothing.
    if (source === target) continue;
    linked.add(source).add(target);
  }
  const isLinked = (rowId: number): boolean => linked.has(graph.indexOf.get(rowId) ?? -1);
  const roots = new Set(request.orphanRoots);
  const isIgnored =
    request.orphanIgnorePrefixes.length === 0 ? () => false : pathFilter(request.orphanIgnorePrefixes);
  // Copies of one text are one document to a reader: a link to any of them counts, and the first stands for all.
  const settled = new Set<number>();
  for (const { rowId, mirrorId } of documents)
    if (mirrorId !== null && isLinked(rowId)) settled.add(mirrorId);
  for (const { rowId, mirrorId, uri, relPath } of documents) {
    if (isLinked(rowId) || roots.has(uri) || isIgnored(relPath)) continue;
    if (mirrorId !== null) {
      if (settled.has(mirrorId)) continue;
      settled.add(mirrorId);
    }
    orphans.add([
      {
        subject: uri,
        location: null,
        message: "No link leads to this document or from it.",
        evidence: [{ kind: "links", summary: "0 resolved links in, 0 out", uri, path: relPath }],
        guidance: [
          "Link it from where it belongs, or name it in orphanRoots when it is meant to stand alone.",
        ],
      },
    ]);
  }
  return orphans;
}

function placeOf({ line, col }: LinkPlace): string {
  return `L${line}:C${col}`;
}

function written({ kind, targetRef, targetCollection }: LinkPlace): string {
  const shown = targetRef.length > 200 ? `${targetRef.slice(0, 200).toWellFormed()}…` : targetRef;
  if (kind === "markdown") return `(${shown})`;
  return targetCollection === null ? `[[${shown}]]` : `[[${targetCollection}:${shown}]]`;
}

/** Files that are there without being documents: a link to a picture or a folder is whole. */
function attachments(roots: Roots): (link: LinkPlace, collection: string, relPath: string) => boolean {
  const names = new Map<string, ReadonlySet<string>>();
  // Pages of one site name the same missing targets again and again.
  const seen = new Map<string, boolean>();
  const isThere = (root: string, relPath: string): boolean => {
    const file = path.posix.join(root, relPath);
    const known = seen.get(file) ?? exists(root, relPath);
    seen.set(file, known);
    return known;
  };
  return ({ kind, targetRef, targetKey, targetCollection }, source, relPath) => {
    const collection = targetCollection ?? source;
    const root = roots.get(collection);
    if (root === undefined) return false;
    if (kind === "markdown") return isThere(root, targetKey);
    const extension = extensionOf(targetRef);
    if (extension === "" || isKnownExtension(extension)) return false;
    if (isThere(root, targetRef) || isThere(root, path.posix.join(path.posix.dirname(relPath), targetRef))) {
      return true;
    }
    // A wiki link names a file wherever it lies.
    const known = names.get(collection) ?? fileNames(root);
    names.set(collection, known);
    return known.has(path.posix.basename(targetRef).normalize("NFC").toLowerCase());
  };
}

function exists(root: string, relPath: string): boolean {
  const plain = path.posix.normalize(relPath);
  if (plain.startsWith("..") || path.posix.isAbsolute(plain)) return false;
  try {
    return lstatSync(path.join(root, plain), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

const MAX_NAMES = 200_000;

/** Names of all files below, without hidden folders; links are not followed. */
function fileNames(root: string): ReadonlySet<string> {
  const names = new Set<string>();
  const open = [root];
  for (let folder = open.pop(); folder !== undefined && names.size < MAX_NAMES; folder = open.pop()) {
    try {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isDirectory()) {
          if (!entry.name.startsWith(".") && entry.name !== "node_modules")
            open.push(path.join(folder, entry.name));
        } else names.add(entry.name.normalize("NFC").toLowerCase());
      }
    } catch {
      // A folder that cannot be read names nothing.
    }
  }
  return names;
}
