/** gno_section: makes a locator of a section, or finds the section that one means now. spec/gno.md, "Sections". */
import type { GnoSectionOutput, GnoTools } from "../../../generated/gno/types.ts";
import type { Document, Engine } from "../../engine/engine.ts";
import { listSections, type Section } from "../../engine/sections/list.ts";
import { type Resolution, resolveTarget } from "../../engine/sections/resolve.ts";
import { buildTarget, fits, targetProblem } from "../../engine/sections/target.ts";
import type { Call, Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { findDocument } from "./find-document.ts";
import { decorate, oneLine } from "./present-document.ts";

type Fail = Pick<Call<"NOT_FOUND" | "INVALID_INPUT" | "VALIDATION">, "fail">;
type Target = GnoSectionOutput["target"];

const maxUri = 1024;
const maxCandidates = 32;

export const section = {
  run({ action, ref, anchor, line, target }, { engine }, call) {
    if (action === "create") {
      const selected = selector(anchor, line, target, call);
      return create(open(ref, engine, call), selected, call);
    }
    if (anchor !== undefined || line !== undefined || target === undefined) {
      return call.fail("VALIDATION", "resolve takes ref and target, without anchor and line.");
    }
    const problem = targetProblem(target);
    if (problem !== undefined) return call.fail("VALIDATION", `target is not usable: ${problem}.`);
    const opened = open(ref, engine, call);
    return resolved(target, opened, resolveTarget(target, opened));
  },

  text(data) {
    return `${summary(data)}\n\n${JSON.stringify(data, null, 2)}`;
  },
} satisfies Tool<GnoTools, "gno_section", GnoDeps>;

type Selector = { readonly anchor: string } | { readonly line: number };

function selector(
  anchor: string | undefined,
  line: number | undefined,
  target: unknown,
  call: Fail,
): Selector {
  if (target !== undefined) return call.fail("VALIDATION", "create takes no target; it answers with one.");
  if (anchor !== undefined && line === undefined) return { anchor };
  if (line !== undefined && anchor === undefined) return { line };
  return call.fail("VALIDATION", "create takes exactly one of anchor and line.");
}

interface Opened {
  /** As shown. */
  readonly shown: string;
  readonly uri: string;
  readonly fingerprint: string;
  readonly text: string;
  readonly sections: readonly Section[];
}

function open(ref: string, engine: Engine, call: Fail): Opened {
  const document: Document = findDocument(ref, engine, call);
  const shown = decorate(document.uri, engine.indexName);
  if (shown.length > maxUri) {
    return call.fail(
      "VALIDATION",
      `The address of the document is longer than ${maxUri} characters, so its sections have no locators.`,
    );
  }
  const text = engine.documents.text(document);
  if (text === undefined || document.mirrorHash === undefined) {
    return call.fail("NOT_FOUND", `${shown} has no indexed text, so it has no sections.`);
  }
  return {
    shown,
    uri: document.uri,
    fingerprint: document.mirrorHash,
    text,
    sections: listSections(text, document.relPath),
  };
}

function create(opened: Opened, selected: Selector, call: Fail): GnoSectionOutput {
  const { sections, shown } = opened;
  const found =
    "anchor" in selected
      ? sections.find(({ anchor }) => anchor === selected.anchor.normalize("NFC"))
      : sections.find(({ line }) => line === selected.line);
  if (found === undefined) return call.fail("NOT_FOUND", notThere(opened, selected));
  const built = buildTarget(opened, opened.text, found);
  if (built.kind === "too-large") {
    return call.fail("VALIDATION", `The section has no locator: ${built.message}.`);
  }
  return { schemaVersion: "1.0", action: "create", uri: shown, target: built.target as Target };
}

function notThere({ sections, shown }: Opened, selected: Selector): string {
  if (sections.length === 0) return `${shown} has no sections: no ATX heading (# Title) stands in it.`;
  if ("anchor" in selected) {
    const some = sections.slice(0, 5).map(({ anchor }) => oneLine(anchor, 60));
    return `${shown} has no section with the anchor ${oneLine(selected.anchor, 60)}. It has ${some.join(", ")}${sections.length > 5 ? " …" : ""}.`;
  }
  const before = sections.findLast(({ line }) => line < selected.line) ?? (sections[0] as Section);
  return `No heading stands at line ${selected.line} of ${shown}. The nearest one is at line ${before.line}: ${oneLine(before.title, 60)}.`;
}

function resolved(target: Target, opened: Opened, resolution: Resolution): GnoSectionOutput {
  const { status, reason, section: found, candidates } = resolution;
  const shown = candidates.filter(fits).slice(0, maxCandidates);
  return {
    schemaVersion: "1.0",
    action: "resolve",
    uri: opened.shown,
    target,
    status,
    currentFingerprint: opened.fingerprint,
    ...(found === undefined
      ? {}
      : {
          citation: {
            uri: opened.shown,
            anchor: found.anchor,
            title: found.title,
            lineStart: found.line,
            lineEnd: found.endLine,
            sourceFingerprint: opened.fingerprint,
          },
        }),
    diagnostics: {
      ...(reason === undefined ? {} : { reason }),
      ...(candidates.length === 0
        ? {}
        : {
            candidates: shown.map(({ anchor, line, title, headingPath, occurrence }) => ({
              anchor,
              line,
              title,
              headingPath: [...headingPath] as Target["headingPath"],
              occurrence,
            })),
            candidateCount: candidates.length,
            candidatesTruncated: shown.length < candidates.length,
          }),
    },
  };
}

function summary({ action, uri, target, status, citation, diagnostics }: GnoSectionOutput): string {
  const path = oneLine(target.headingPath.join(" > "), 200);
  if (action === "create") {
    return `Locator of "${path}" in ${uri}.\nRead it: gno_get ref=${uri} fromLine=${target.hints.line}`;
  }
  if (citation !== undefined) {
    const count = citation.lineEnd - citation.lineStart + 1;
    return `Section "${path}" is ${status} at lines ${citation.lineStart}-${citation.lineEnd} of ${uri}.\nRead it: gno_get ref=${uri} fromLine=${citation.lineStart} lineCount=${count}`;
  }
  return `Section "${path}" is ${status} in ${uri} (${diagnostics?.reason}).\nNot safe to cite: find the section again before you rely on it.`;
}
