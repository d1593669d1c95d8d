/** gno's envelope: the one place that turns an Outcome into its wire form. spec/gno.md, "Envelope". */
import type { Issue, Outcome, WireResult } from "../../runtime/outcome.ts";

const invalidParams = -32602;
const internalError = -32603;

/** Human text beside the data; a failure names its code; refused arguments are text alone. */
export function present(tool: string, outcome: Outcome): WireResult {
  switch (outcome.kind) {
    case "ok":
      return {
        kind: "result",
        result: {
          content: [{ type: "text", text: outcome.text }],
          structuredContent: outcome.data as Readonly<Record<string, unknown>>,
          ...(outcome.meta === undefined ? {} : { _meta: outcome.meta }),
        },
      };
    case "error": {
      const { code, text } = failure(tool, outcome.code, outcome.message);
      return {
        kind: "result",
        result: {
          content: [{ type: "text", text }],
          structuredContent: { error: code, message: outcome.message },
          isError: true,
        },
      };
    }
    case "invalid":
      return {
        kind: "result",
        result: { content: [{ type: "text", text: invalidText(tool, outcome.issues) }], isError: true },
      };
    case "unknown":
      return { kind: "protocol-error", code: invalidParams, message: `Unknown tool: ${outcome.tool}` };
    case "cancelled":
      // No transport sends this: who cancelled a call gets no answer.
      return { kind: "protocol-error", code: internalError, message: "The call was cancelled" };
  }
}

const capsuleTools = new Set(["gno_context", "gno_context_verify"]);

/** Codes of the capsule tools are lower case and stand in the text. */
function failure(tool: string, code: string, message: string): { code: string; text: string } {
  if (!capsuleTools.has(tool)) return { code, text: `Error: ${message}` };
  const own = code === "RUNTIME" ? "runtime_error" : code;
  return { code: own, text: `Error [${own}]: ${message}` };
}

/** Each issue with its place, so that a caller can mend them all at once. */
function invalidText(tool: string, issues: readonly Issue[]): string {
  const lines = issues.map(({ at, message }) => (at === "" ? message : `${placeOf(at)}: ${message}`));
  return lines.length === 1
    ? `Invalid arguments for ${tool}: ${lines[0]}`
    : `Invalid arguments for ${tool}:\n${lines.map((line) => `- ${line}`).join("\n")}`;
}

/** `/filter/predicates/2/value` as people write it: `filter.predicates.2.value`. */
function placeOf(pointer: string): string {
  const parts = pointer.slice(1).split("/");
  return parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")).join(".");
}
