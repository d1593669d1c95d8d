/**
 * What the validator found, as issues a model can act on: where, which rule, and what to send instead. Values are
 * named by their type only: an argument may hold something that must not come back in a log or a chat.
 */
import type { ErrorObject } from "ajv/dist/2020.js";
import type { Issue } from "./outcome.ts";
import { withoutBranchNoise } from "./union-errors.ts";

/** Most issues that are reported for one call. */
const maxIssues = 20;

export function toIssues(errors: readonly ErrorObject[]): readonly Issue[] {
  const issues: Issue[] = [];
  const seen = new Set<string>();
  for (const error of withoutBranchNoise(errors)) {
    const issue = toIssue(error);
    const key = `${issue.at} ${issue.rule} ${issue.message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    issues.push(issue);
    if (issues.length === maxIssues) break;
  }
  return issues;
}

function toIssue(error: ErrorObject): Issue {
  const params = error.params as Record<string, unknown>;
  const at = (member: unknown) => `${error.instancePath}/${escapePointer(String(member))}`;
  switch (error.keyword) {
    case "required":
      return { at: at(params.missingProperty), rule: "required", message: "is required" };
    case "dependentRequired":
      return {
        at: at(params.missingProperty),
        rule: "dependentRequired",
        message: `is required together with ${String(params.property)}`,
      };
    case "additionalProperties":
      return {
        at: at(params.additionalProperty),
        rule: "additionalProperties",
        message: `is not known here${knownMembers(error.parentSchema)}`,
      };
    default:
      return { at: error.instancePath, rule: error.keyword, message: messageOf(error, params) };
  }
}

function messageOf(error: ErrorObject, params: Record<string, unknown>): string {
  const limit = String(params.limit);
  switch (error.keyword) {
    case "type":
      return `must be ${typeWords(params.type)}, got ${kindOf(error.data)}`;
    case "enum":
      return `must be one of ${listed(params.allowedValues as readonly unknown[])}`;
    case "const":
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case "minimum":
      return `must be at least ${limit}`;
    case "maximum":
      return `must be at most ${limit}`;
    case "exclusiveMinimum":
      return `must be greater than ${limit}`;
    case "exclusiveMaximum":
      return `must be less than ${limit}`;
    case "minLength":
      return params.limit === 1 ? "must not be empty" : `must have at least ${limit} characters`;
    case "maxLength":
      return `must have at most ${limit} characters`;
    case "minItems":
      return params.limit === 1 ? "must not be empty" : `must have at least ${limit} items`;
    case "maxItems":
      return `must have at most ${limit} items`;
    case "uniqueItems":
      return `must not repeat an item (items ${String(params.j)} and ${String(params.i)} are equal)`;
    case "pattern":
      return `must match the pattern ${String(params.pattern)}`;
    case "maxProperties":
      return `must have at most ${limit} members`;
    case "propertyNames":
      return `has a member with a name that is not allowed`;
    case "anyOf":
    case "oneOf":
      return "matches none of the forms that are allowed here";
    case "not":
      return "has a combination of members that is not allowed";
    case "false schema":
      return "is not allowed here";
    default:
      return error.message ?? "is not valid";
  }
}

const words: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "an array",
  null: "null",
};

function typeWords(type: unknown): string {
  const names = Array.isArray(type) ? type : [type];
  return names.map((name) => words[String(name)] ?? String(name)).join(" or ");
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number")
    return Number.isInteger(value) ? "a whole number" : "a number with a fraction";
  return typeof value === "string" ? "text" : (words[typeof value] ?? typeof value);
}

const maxListed = 16;

function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, maxListed).map((value) => JSON.stringify(value));
  return values.length > maxListed ? `${shown.join(", ")} …` : shown.join(", ");
}

function knownMembers(schema: unknown): string {
  const names = Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
  if (names.length === 0) return "; no arguments are taken";
  const shown = names.slice(0, 2 * maxListed).join(", ");
  return `; known are ${shown}${names.length > 2 * maxListed ? " …" : ""}`;
}

function escapePointer(part: string): string {
  return part.replaceAll("~", "~0").replaceAll("/", "~1");
}
