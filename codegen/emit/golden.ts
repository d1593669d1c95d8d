/**
 * `golden/<c>/`: what any server of the contract answers, derived from the sources. No handler runs to make these, so no
 * fault of ours can bless itself; the envelope comes from the Envelope table.
 */
import type { Contract, Envelope, Tool } from "../contract.ts";
import { compare } from "../problems.ts";
import { nearMisses } from "./near-miss.ts";
import { json } from "./print.ts";
import { listed } from "./profiles.ts";

/** Stands for data that another place shows. */
export const DATA = "{…}";
/** Stands for text that the contract leaves free. */
const ANY_TEXT = "any non-empty";
const MESSAGE = "{message}";
/** Stands for the code that the contract has for arguments. */
const CODE = "{code}";

/** Paths below the contract's folder, with their text. */
export function* emitGolden(contract: Contract): Generator<[string, string]> {
  for (const { name } of contract.profiles) {
    yield [`list.${name}.json`, json(list(contract, name, false))];
    yield [`list.${name}.write.json`, json(list(contract, name, true))];
  }
  for (const tool of contract.tools) yield [`${tool.file}.json`, json(toolGolden(contract, tool))];
}

/** The result of `tools/list`, key for key. */
function list(contract: Contract, profile: string, writeEnabled: boolean): object {
  return {
    tools: listed(contract, profile, writeEnabled).map((tool) => ({
      name: tool.name,
      description: tool.descriptions[profile] ?? tool.description,
      inputSchema: tool.input,
      ...(tool.publishOutput ? { outputSchema: tool.output } : {}),
      ...(tool.annotations === undefined ? {} : { annotations: tool.annotations }),
    })),
  };
}

function toolGolden(contract: Contract, tool: Tool): object {
  const envelope = (name: string): Envelope => contract.envelopes.find((row) => row.case === name)!;
  const failure = (code: string): Envelope => {
    const lower = /^[a-z_]+$/.test(code);
    const own = contract.envelopes.find((row) => lower && row.case === "lower-error");
    return own === undefined ? envelope("error") : { ...own, text: own.text.replace("{code}", code) };
  };
  const { cases, unmade } = nearMisses(tool);
  return {
    tool: tool.name,
    effect: tool.effect,
    calls: tool.examples.map(({ name, input }) => ({ name, arguments: input })),
    ok: tool.examples.map(({ name, output }) => ({ name, result: result(envelope("ok"), { data: output }) })),
    refusal: result(envelope("invalid"), { code: CODE }),
    invalid: cases,
    ...(unmade.length > 0 ? { notProbed: unmade } : {}),
    errors: tool.errors.map((code) => ({ code, result: result(failure(code), { code }) })),
  };
}

interface Facts {
  readonly data?: unknown;
  readonly code?: string;
}

/** A `tools/call` result by a row of the Envelope table; `{message}` and "any non-empty" stand for free text. */
export function result(envelope: Envelope, { data, code }: Facts): object {
  if (envelope.isError !== "yes" && envelope.isError !== "no") {
    return { error: { code: Number(envelope.isError), message: ANY_TEXT } };
  }
  const structured = structuredContent(envelope.structured, data, code);
  return {
    content: [{ type: "text", text: text(envelope.text, structured ?? data) }],
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(envelope.isError === "yes" ? { isError: true } : {}),
  };
}

function structuredContent(form: string, data: unknown, code: string | undefined): unknown {
  if (form === "data") return data;
  if (form === "{error, message}") return { error: code, message: MESSAGE };
  if (form === "{code, message}") return { code, message: MESSAGE };
  return undefined;
}

function text(form: string, value: unknown): string {
  if (form === "prose" || form === "-") return ANY_TEXT;
  if (value === DATA) return DATA;
  if (form === "json") return JSON.stringify(value);
  if (form === "json-sorted") return JSON.stringify(sorted(value));
  if (form === "json-indent-2") return JSON.stringify(value, undefined, 2);
  return form;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => compare(a, b))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
