/** gram's envelope: the one place that turns an Outcome into its wire form. spec/gram.md, "Envelope". */
import { canonicalJson, type JsonValue } from "../../engine/gram/canonical.ts";
import type { Issue, Outcome, WireResult } from "../../runtime/outcome.ts";

const invalidParams = -32602;
const internalError = -32603;

/** The text is the very same object as the data: compact JSON with sorted keys. */
export function present(_tool: string, outcome: Outcome): WireResult {
  switch (outcome.kind) {
    case "ok":
      return { kind: "result", result: body(outcome.data as Readonly<Record<string, unknown>>) };
    case "error":
      return failed(outcome.code, outcome.message);
    case "invalid":
      return failed("E_ARGUMENT", argumentText(outcome.issues));
    case "unknown":
      return { kind: "protocol-error", code: invalidParams, message: `Unknown tool: ${outcome.tool}` };
    case "cancelled":
      // No transport sends this: who cancelled a call gets no answer.
      return { kind: "protocol-error", code: internalError, message: "The call was cancelled" };
  }
}

function failed(code: string, message: string): WireResult {
  return { kind: "result", result: { ...body({ code, message }), isError: true } };
}

function body(data: Readonly<Record<string, unknown>>) {
  return {
    content: [{ type: "text" as const, text: canonicalJson(data as JsonValue) }],
    structuredContent: data,
  };
}

/** The first offender in the order of keys, by its dotted path. */
function argumentText(issues: readonly Issue[]): string {
  const named = issues
    .map(({ at, rule, message }) => ({ at, key: dotted(at), rule, message }))
    .sort((a, b) => byPlace(a.at, b.at));
  const [first] = named;
  if (first === undefined || first.key === "") return first?.message ?? "Invalid arguments";
  const rules: Readonly<Record<string, string>> = {
    additionalProperties: "Unknown argument",
    unevaluatedProperties: "Unknown argument",
    required: "Missing argument",
  };
  return `${rules[first.rule] ?? "Invalid argument"} ${first.key}`;
}

/** Keys in the order of their letters, items of a list in theirs. */
function byPlace(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  const at = left.findIndex((part, index) => part !== right[index]);
  if (at < 0) return left.length - right.length;
  const [mine, other] = [left[at] as string, right[at]];
  if (other === undefined) return 1;
  const isIndex = /^\d+$/.test(mine) && /^\d+$/.test(other);
  return isIndex ? Number(mine) - Number(other) : mine < other ? -1 : 1;
}

/** `/records/0/foo` as `records[0].foo` */
function dotted(pointer: string): string {
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((path, part) => {
      if (/^\d+$/.test(part)) return `${path}[${part}]`;
      return path === "" ? part : `${path}.${part}`;
    }, "");
}
