/** gno_get: one document, or a range of its lines. spec/gno.md, "Reading". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { withDocument } from "./find-document.ts";
import { capabilities, decorate, numbered, sliceLines, source } from "./present-document.ts";

/** Bytes of content in one answer; a longer document is read on with `fromLine`. */
export const maxContentBytes = 1024 * 1024;

export const get = {
  run({ ref, fromLine, lineCount }, deps, call) {
    return withDocument(ref, deps, call, (document, engine) => {
      const text =
        engine.documents.text(document) ??
        call.fail(
          "NOT_FOUND",
          `${document.uri} has no indexed text: its file is not a readable text document. Open it at its source.`,
        );
      const range = sliceLines(text, fromLine, lineCount, maxContentBytes);
      return {
        docid: document.docid,
        uri: decorate(document.uri, engine.indexName),
        ...(document.title === undefined ? {} : { title: document.title }),
        content: range.content,
        totalLines: range.totalLines,
        ...(range.returned === undefined ? {} : { returnedLines: range.returned }),
        ...(document.language === undefined ? {} : { language: document.language }),
        source: source(document, call.caller),
        ...(document.mirrorHash === undefined ? {} : { conversion: { mirrorHash: document.mirrorHash } }),
        capabilities: capabilities(document, true),
        tags: [...engine.tags.of(document)],
      };
    });
  },

  text(data, { lineNumbers, fromLine, lineCount }) {
    const range = data.returnedLines;
    const head = [
      `Document: ${data.uri} (${data.docid})`,
      ...(data.title === undefined ? [] : [`Title: ${data.title}`]),
      `Lines: ${data.totalLines}`,
      `Path: ${data.source.absPath ?? data.source.relPath}`,
    ];
    if (range === undefined) {
      return `${head.join("\n")}\n\nThe document ends at line ${data.totalLines}; nothing stands at line ${fromLine}.`;
    }
    const body = lineNumbers ? numbered(data.content, range.start) : data.content;
    const wanted =
      lineCount === undefined ? data.totalLines : Math.min(data.totalLines, fromLine + lineCount - 1);
    const more =
      range.end < wanted
        ? `\n\n… ${wanted - range.end} more lines; continue with fromLine=${range.end + 1}`
        : "";
    return `${head.join("\n")}\n\n--- lines ${range.start}-${range.end} of ${data.totalLines} ---\n${body}${more}`;
  },
} satisfies Tool<GnoTools, "gno_get", GnoDeps>;
