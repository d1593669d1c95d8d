/** Holds answers against the contract: templates of the golden files, output schemas, declared codes. */
import type { ErrorObject } from "ajv/dist/2020.js";
import type { Problem } from "./check.ts";
import type { Contract, ContractTool } from "./contract.ts";
import { isObject, type Json, type Reply } from "./target/target.ts";

export type Judged = Problem & { readonly row: string };

/** Members that an era adds to any result. */
const eraMembers = new Set(["_meta", "resultType", "ttlMs", "cacheScope"]);
const freeText = "any non-empty";

/** Is this a right answer to arguments that fit the schema? */
export function judgeAnswer(contract: Contract, tool: ContractTool, reply: Reply): Judged | undefined {
  const wrong = (row: string, says: string): Judged => ({
    row,
    says: `${tool.name} ${says}`,
    exchange: reply.exchange,
  });
  if (reply.http !== undefined && reply.http.status >= 500) {
    return wrong("tools.inputs-validated", `was answered with status ${reply.http.status}`);
  }
  const { result } = reply;
  if (result === undefined) {
    return wrong("call.valid-answered", `was answered with the protocol error ${reply.error?.code}`);
  }
  const form = contentProblem(result);
  if (form !== undefined) return wrong("tools.result-form", form);
  if (result.isError === true) {
    const says = errorProblem(contract, tool, result);
    return says === undefined ? undefined : wrong("call.error-form", says);
  }
  const misfit = outputProblem(contract, tool, result.structuredContent);
  if (misfit === undefined) return undefined;
  return wrong(tool.publishOutput ? "tools.output-fits" : "call.valid-answered", misfit);
}

/** What is wrong with a failure's form, in words. */
export function errorProblem(contract: Contract, tool: ContractTool, result: Json): string | undefined {
  const golden = contract.golden(tool).errors;
  const problems = golden.map((one) => templateProblem(one.result, result));
  if (problems.includes(undefined)) return undefined;
  const structured = result.structuredContent;
  const code = isObject(structured) ? (structured.error ?? structured.code) : undefined;
  const declared = golden.findIndex((one) => one.code === code);
  if (declared !== -1) return `fails with a wrong form: ${problems[declared]}`;
  const codes = golden.map((one) => one.code).join(", ") || "none";
  return typeof code === "string"
    ? `fails with ${code}, which it does not declare (it declares ${codes})`
    : "fails without a code in structuredContent";
}

export function codeOf(result: Json | undefined): string | undefined {
  const structured = result?.structuredContent;
  const code = isObject(structured) ? (structured.error ?? structured.code) : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Examples that name what an earlier run made, such as a job: ids do not come back. */
export function isForgotten(tool: ContractTool): boolean {
  const required = (tool.input.required ?? []) as readonly string[];
  return required.some((name) => ["jobId", "traceId", "traceIds", "auditId"].includes(name));
}

export function outputProblem(contract: Contract, tool: ContractTool, data: unknown): string | undefined {
  if (!isObject(data)) return "succeeds without structuredContent";
  const fits = contract.fitsOutput(tool);
  if (fits(data)) return undefined;
  const error: ErrorObject | undefined = fits.errors?.[0];
  return `gives data that does not fit its schema: ${error?.instancePath || "the whole"} ${error?.message ?? ""}`;
}

/** Differences of a result from a golden template; `any non-empty`, `{message}` and `{code}` stand for free text. */
export function templateProblem(template: Json, result: Json): string | undefined {
  const own = Object.fromEntries(Object.entries(result).filter(([key]) => !eraMembers.has(key)));
  return differs(template, own, "");
}

function differs(want: unknown, got: unknown, at: string): string | undefined {
  if (typeof want === "string") return textDiffers(want, got, at);
  if (Array.isArray(want)) {
    if (!Array.isArray(got) || got.length !== want.length)
      return `${at || "/"} is no array of ${want.length}`;
    return first(want.map((item, index) => differs(item, got[index], `${at}/${index}`)));
  }
  if (!isObject(want)) return want === got ? undefined : `${at} is ${JSON.stringify(got)}`;
  if (!isObject(got)) return `${at || "/"} is no object`;
  const extra = Object.keys(got).find((key) => !(key in want));
  if (extra !== undefined) return `${at}/${extra} is too much`;
  return first(
    Object.entries(want).map(([key, inner]) =>
      key in got ? differs(inner, got[key], `${at}/${key}`) : `${at}/${key} is missing`,
    ),
  );
}

const free = /\{(?:message|code)\}/;

function textDiffers(want: string, got: unknown, at: string): string | undefined {
  if (typeof got !== "string") return `${at} is no text`;
  if (want === freeText) return got.trim() === "" ? `${at} is empty` : undefined;
  if (!free.test(want)) return want === got ? undefined : `${at} is ${JSON.stringify(got)}`;
  const fixed = want.split(free).map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${fixed.join("[^]+")}$`).test(got)
    ? undefined
    : `${at} does not read like ${JSON.stringify(want)}`;
}

function first(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}

/** The protocol's own rules for `content` and `isError`. */
export function contentProblem(result: Json): string | undefined {
  if (!Array.isArray(result.content)) return "gives a result without a content array";
  if ("isError" in result && typeof result.isError !== "boolean")
    return "gives an isError that is no boolean";
  for (const block of result.content as readonly unknown[]) {
    const says = blockProblem(block);
    if (says !== undefined) return says;
  }
  return undefined;
}

export function blockProblem(block: unknown): string | undefined {
  if (!isObject(block)) return "gives a content block that is no object";
  switch (block.type) {
    case "text":
      return typeof block.text === "string" ? undefined : "gives a text block without text";
    case "image":
    case "audio":
      return isBase64(block.data) && typeof block.mimeType === "string"
        ? undefined
        : `gives an ${block.type} block without Base64 data and a media type`;
    case "resource_link":
      return typeof block.uri === "string" && typeof block.name === "string"
        ? undefined
        : "gives a resource link without uri and name";
    case "resource":
      return isObject(block.resource) && contentsProblem(block.resource) === undefined
        ? undefined
        : "gives an embedded resource without uri and one of text and blob";
    default:
      return `gives a content block of the type ${JSON.stringify(block.type)}`;
  }
}

/** Rules for one item of `contents`. */
export function contentsProblem(item: Json): string | undefined {
  if (typeof item.uri !== "string") return "has no uri";
  const parts = Number(typeof item.text === "string") + Number(typeof item.blob === "string");
  return parts === 1 ? undefined : `has ${parts} of text and blob`;
}

export function isBase64(value: unknown): boolean {
  if (typeof value !== "string") return false;
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value);
}
