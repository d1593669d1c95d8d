/** gno_get: one document, or a range of its lines. spec/gno.md, "Reading". */
import { createHash } from "node:crypto";
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Engine, TraceEvidence } from "../../engine/engine.ts";
import type { Call, Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { withDocument } from "./find-document.ts";
import { capabilities, decorate, numbered, sliceLines, source } from "./present-document.ts";
import { announce, identityOf } from "./trace-call.ts";

/** Bytes of content in one answer; a longer document is read on with `fromLine`. */
export const maxContentBytes = 1024 * 1024;

export const get = {
  async run({ ref, fromLine, lineCount, traceId }, deps, call) {
    if (traceId !== undefined) requireOpen(traceId, deps.engine, call);
    let read: TraceEvidence | undefined;
    const data = await withDocument(ref, deps, call, (document, engine) => {
      const text =
        engine.documents.text(document) ??
        call.fail(
          "NOT_FOUND",
          `${document.uri} has no indexed text: its file is not a readable text document. Open it at its source.`,
        );
      const range = sliceLines(text, fromLine, lineCount, maxContentBytes);
      if (traceId !== undefined && range.returned !== undefined) {
        read = {
          ...identityOf(document, engine.indexName),
          startLine: range.returned.start,
          endLine: range.returned.end,
          passageHash: createHash("sha256").update(range.content).digest("hex"),
        };
      }
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
    if (traceId !== undefined && read !== undefined) await remember(traceId, read, deps.engine, call);
    return data;
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

/** A read that continues a trace fails before anything is read when there is nothing to continue. */
function requireOpen(
  traceId: string,
  { traces }: Pick<Engine, "traces">,
  call: Pick<Call<"NOT_FOUND" | "CONSTRAINT_VIOLATION">, "fail">,
): void {
  const status = traces.status(traceId);
  if (status === undefined) {
    call.fail(
      "NOT_FOUND",
      "There is no retrieval trace of this `traceId`. Leave it out to read without a trace.",
    );
  }
  if (status !== "open") {
    call.fail(
      "CONSTRAINT_VIOLATION",
      `The retrieval trace is closed (${status}) and takes no more reads. Leave out \`traceId\`, or search anew.`,
    );
  }
}

/** The lines went out, and were opened: two events, named in the answer when they are kept. */
async function remember(
  traceId: string,
  read: TraceEvidence,
  { traces }: Pick<Engine, "traces">,
  call: Pick<Call, "meta">,
): Promise<void> {
  if (!traces.enabled()) return;
  const payload = { evidence: [read] };
  const kept = await traces.append(traceId, [
    { part: "event", kind: "get", payload },
    { part: "event", kind: "open", payload },
  ]);
  if (kept) announce(call, traceId);
}
