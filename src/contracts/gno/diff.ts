/** gno_diff: one kept change of one document. spec/gno.md, "Changes". */
import type { GnoDiffOutput, GnoTools } from "../../../generated/gno/types.ts";
import { parseRef } from "../../engine/documents/ref.ts";
import type { Change, Engine, KnownDocument } from "../../engine/engine.ts";
import type { Call, Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { deltaLines, presentChange, readCursor } from "./present-change.ts";
import { decorate } from "./present-document.ts";

type Fail = Pick<Call<"VALIDATION">, "fail">;
type History = GnoDiffOutput["history"];

const notKept = "Texts of earlier versions are not kept; a diff tells of structure alone.";

export const diff = {
  run({ ref, change: wanted }, { engine }, call) {
    const sequence = wanted === undefined ? undefined : readCursor(wanted.trim());
    if (wanted !== undefined && sequence === undefined) {
      return call.fail(
        "VALIDATION",
        "change is no id of a change. Take an id that gno_changes lists, unchanged.",
      );
    }
    const target = find(ref.trim(), engine, call);
    const bounds = engine.changes.bounds();
    if (sequence !== undefined && sequence > bounds.latest) {
      return call.fail("VALIDATION", "change is ahead of the journal: it belongs to another index.");
    }
    const { known, title } = target;
    const found =
      sequence !== undefined
        ? engine.changes.change(sequence)
        : known.document === undefined
          ? undefined
          : engine.changes.latestOf(known.document);
    const own = found !== undefined && found.document === known.document ? found : undefined;
    const expired = sequence !== undefined && sequence <= bounds.floor;
    return {
      schemaVersion: "1.0" as const,
      status:
        own !== undefined
          ? ("available" as const)
          : expired
            ? ("expired" as const)
            : ("unavailable" as const),
      document: {
        id: known.docid,
        uri: decorate(known.uri, engine.indexName),
        title,
        collection: known.collection,
        relPath: known.relPath,
        active: known.active,
      },
      change: own === undefined ? null : presentChange(own, engine.indexName),
      content: { status: "not_retained" as const, reason: "journal_metadata_only" as const },
      history: historyOf(own, sequence !== undefined, expired),
      warnings: [notKept],
    };
  },

  text({ status, document, change, history }) {
    if (change === null) {
      return `No structural change of ${document.uri} to show: ${status} (${history.reason}).`;
    }
    const lines = deltaLines(change);
    const head = `${change.kind} of ${document.uri}, seen ${change.observedAt}`;
    return lines.length === 0
      ? `${head}: headings, links, edges and dates stayed the same.`
      : [`${head}:`, ...lines].join("\n");
  },
} satisfies Tool<GnoTools, "gno_diff", GnoDeps>;

function historyOf(change: Change | undefined, asked: boolean, expired: boolean): History {
  if (change !== undefined) {
    return change.delta.truncated
      ? { status: "partial", reason: "structure_delta_truncated" }
      : { status: "available", reason: null };
  }
  const reason = expired ? "change_expired" : asked ? "change_not_found" : "no_retained_change";
  return { status: "unavailable", reason };
}

interface Target {
  readonly known: Omit<KnownDocument, "document"> & { readonly document: number | undefined };
  readonly title: string | null;
}

/** Documents that are gone are found by what the journal last knew of them. */
function find(ref: string, engine: Engine, call: Fail): Target {
  const resolved = engine.documents.resolve(ref);
  if (resolved.kind === "found") {
    const { docid, uri, collection, relPath, title } = resolved.document;
    const document = engine.changes.documentAt(collection, relPath)?.document;
    return { known: { document, docid, uri, collection, relPath, active: true }, title: title ?? null };
  }
  if (resolved.kind === "other-index") {
    return call.fail(
      "VALIDATION",
      `${ref} belongs to the index ${resolved.index}, this tool reads ${engine.indexName} only.`,
    );
  }
  const gone = resolved.kind === "missing" ? goneDocument(ref, engine) : undefined;
  return gone === undefined ? call.fail("VALIDATION", resolved.message) : { known: gone, title: null };
}

function goneDocument(ref: string, engine: Engine): KnownDocument | undefined {
  const parsed = parseRef(ref, engine.indexName);
  if (parsed.kind === "docid") return engine.changes.documentOf(parsed.docid);
  if (parsed.kind !== "path") return undefined;
  for (const relPath of parsed.relPaths) {
    const known = engine.changes.documentAt(parsed.collection.toLowerCase(), relPath);
    if (known !== undefined) return known;
  }
  return undefined;
}
