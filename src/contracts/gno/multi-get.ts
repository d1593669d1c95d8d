/** gno_multi_get: several documents by list or glob; what cannot be read is listed, never an error. spec/gno.md, "Reading". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Document, Documents, Engine, Resolved } from "../../engine/engine.ts";
import type { Caller, Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { withIndex } from "./find-document.ts";
import { cutBytes, decorate, numbered, source } from "./present-document.ts";

/** Most documents that one answer lists, and most bytes of content in it: the rest is named in `skipped`. */
export const maxDocuments = 100;
export const maxTotalBytes = 1024 * 1024;

type Output = GnoTools["gno_multi_get"]["output"];
type Skip = Output["skipped"][number];
type Wanted = { readonly ref: string; readonly resolved: Resolved };

export const multiGet = {
  async run({ refs, pattern, maxBytes }, deps, call) {
    const { engine } = deps;
    if ((refs === undefined) === (pattern === undefined)) {
      return call.fail("INVALID_INPUT", "Give exactly one of `refs` and `pattern`.");
    }
    if (pattern !== undefined) {
      const found = engine.documents.matching(pattern, maxDocuments + 1);
      const wanted = found
        .slice(0, maxDocuments)
        .map((document): Wanted => ({ ref: document.uri, resolved: { kind: "found", document } }));
      const beyond: Skip[] = found.length > maxDocuments ? [{ ref: pattern, reason: "output_limit" }] : [];
      return collect(wanted, beyond, engine, maxBytes, call.caller);
    }
    const wanted = (refs as string[]).map(
      (ref): Wanted => ({ ref, resolved: engine.documents.resolve(ref) }),
    );
    const named = new Set(
      wanted.map(({ resolved }) => (resolved.kind === "other-index" ? resolved.index : undefined)),
    );
    if (named.size > 1) {
      return call.fail(
        "INVALID_INPUT",
        "The refs belong to different indexes. Ask for each index in its own call.",
      );
    }
    const [index] = named;
    if (index === undefined) return collect(wanted, [], engine, maxBytes, call.caller);
    return withIndex(index, deps, call, (other) => {
      const there = wanted.map(({ ref, resolved }) => ({
        ref,
        resolved: resolved.kind === "other-index" ? other.documents.resolve(resolved.ref) : resolved,
      }));
      return collect(there, [], other, maxBytes, call.caller);
    });
  },

  text(data, { lineNumbers }) {
    const { returned, requested } = data.meta;
    const cut = data.documents.filter((document) => document.truncated).length;
    const head = `Retrieved ${returned} of ${requested} documents${cut === 0 ? "" : ` (${cut} cut at maxBytes)`}`;
    const blocks = data.documents.map((document) => {
      const title = document.title === undefined ? "" : ` ${document.title}`;
      const body = lineNumbers ? numbered(document.content, 1) : document.content;
      const end = document.truncated ? `\n… cut; read on with gno_get ${document.uri}` : "";
      return `=== ${document.docid} ${document.uri}${title} (${document.totalLines} lines)\n${body}${end}`;
    });
    const skipped =
      data.skipped.length === 0
        ? []
        : [`Skipped:\n${data.skipped.map(({ ref, reason }) => `- ${ref}: ${reason}`).join("\n")}`];
    return [head, ...blocks, ...skipped].join("\n\n");
  },
} satisfies Tool<GnoTools, "gno_multi_get", GnoDeps>;

function collect(
  wanted: readonly Wanted[],
  beyond: readonly Skip[],
  engine: Pick<Engine, "indexName" | "documents">,
  maxBytes: number,
  caller: Pick<Caller, "local">,
): Output {
  const documents: Output["documents"] = [];
  const skipped: Skip[] = [];
  let room = maxTotalBytes;
  for (const { ref, resolved } of wanted) {
    const read =
      resolved.kind === "found" ? readable(resolved.document, engine.documents) : reasonOf(resolved);
    if ("reason" in read) {
      skipped.push({ ref, reason: read.reason });
    } else if (documents.length === maxDocuments || room < Math.min(maxBytes, Buffer.byteLength(read.text))) {
      skipped.push({ ref, reason: "output_limit" });
    } else {
      const content = cutBytes(read.text, maxBytes);
      room -= Buffer.byteLength(content);
      documents.push({
        docid: read.document.docid,
        uri: decorate(read.document.uri, engine.indexName),
        ...(read.document.title === undefined ? {} : { title: read.document.title }),
        content,
        truncated: content.length < read.text.length,
        totalLines: read.text.split("\n").length,
        source: source(read.document, caller),
      });
    }
  }
  return {
    documents,
    skipped: [...skipped, ...beyond],
    meta: {
      requested: wanted.length,
      returned: documents.length,
      skipped: skipped.length + beyond.length,
      maxBytes,
    },
  };
}

type Read = { readonly document: Document; readonly text: string } | { readonly reason: Skip["reason"] };

function readable(document: Document, documents: Documents): Read {
  const text = documents.text(document);
  return text === undefined ? { reason: "conversion_error" } : { document, text };
}

function reasonOf(resolved: Exclude<Resolved, { kind: "found" }>): Read {
  return { reason: resolved.kind === "invalid" ? "invalid_ref" : "not_found" };
}
