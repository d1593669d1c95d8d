/**
 * A union reports what each of its branches has against a value. A caller wants to hear of the branch that he meant: the
 * one whose words (`op`, `kind`) he sent. Unions inside unions are told from the outside in, also through definitions.
 */
import type { ErrorObject } from "ajv/dist/2020.js";

const unions = new Set(["anyOf", "oneOf"]);

export function withoutBranchNoise(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  let kept = errors;
  const outerFirst = errors
    .filter((error) => unions.has(error.keyword))
    .sort((a, b) => a.instancePath.length - b.instancePath.length);
  for (const union of outerFirst) {
    if (!kept.includes(union)) continue;
    const within = kept.filter((error) => error !== union && isWithin(error, union));
    const outside = kept.filter((error) => error !== union && !within.includes(error));
    kept = [...outside, ...told(union, within)];
  }
  return kept;
}

/** In a branch itself, or below the value in a definition that a branch refers to. */
function isWithin(error: ErrorObject, union: ErrorObject): boolean {
  return (
    (error.schemaPath.startsWith(`${union.schemaPath}/`) &&
      error.instancePath.startsWith(union.instancePath)) ||
    error.instancePath.startsWith(`${union.instancePath}/`)
  );
}

function told(union: ErrorObject, within: readonly ErrorObject[]): readonly ErrorObject[] {
  const tag = tagOf(union);
  if (tag === undefined) return byConstants(union, within);
  const value = union.data as Record<string, unknown> | null;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return [{ ...union, keyword: "type", params: { type: "object" } }];
  }
  const at = `${union.instancePath}/${tag.name}`;
  if (!Object.hasOwn(value, tag.name)) {
    return [{ ...union, keyword: "required", params: { missingProperty: tag.name } }];
  }
  const chosen = tag.words.findIndex((words) => words.includes(value[tag.name]));
  if (chosen < 0) {
    const allowedValues = tag.words.flat();
    return [{ ...union, instancePath: at, keyword: "enum", params: { allowedValues } }];
  }
  const own = within.filter((error) => branchOf(error, union) === chosen);
  const members = Object.keys(propertiesOf((union.schema as readonly unknown[])[chosen]));
  const below = within.filter(
    (error) =>
      branchOf(error, union) === undefined &&
      members.some((name) => isAtOrBelow(error.instancePath, `${union.instancePath}/${name}`)),
  );
  return own.length + below.length > 0 ? [...own, ...below] : [union];
}

/** Which branch an error stands in; undefined = in a definition that one refers to, whose paths begin anew. */
function branchOf(error: ErrorObject, union: ErrorObject): number | undefined {
  if (!error.schemaPath.startsWith(`${union.schemaPath}/`)) return undefined;
  const [branch, ...steps] = error.schemaPath.slice(union.schemaPath.length + 1).split("/");
  const place = error.instancePath.slice(union.instancePath.length).split("/").slice(1);
  for (let at = 0; at < steps.length; at += 1) {
    if (steps[at] === "properties" && place.shift() !== decodeURIComponent(steps[++at] ?? ""))
      return undefined;
    if (steps[at] === "items" && place.shift() === undefined) return undefined;
    if (steps[at] === "prefixItems" && place.shift() !== steps[++at]) return undefined;
  }
  return place.length === 0 ? Number(branch) : undefined;
}

function isAtOrBelow(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

interface Tag {
  readonly name: string;
  /** By branch. */
  readonly words: readonly (readonly unknown[])[];
}

/** A member that every branch fixes to words of its own. */
function tagOf(union: ErrorObject): Tag | undefined {
  const branches = Array.isArray(union.schema) ? union.schema : [];
  const [first, ...others] = branches.map(propertiesOf);
  for (const name of Object.keys(first ?? {})) {
    const words = [first as Record<string, unknown>, ...others].map((properties) =>
      wordsOf(properties[name]),
    );
    const known = words.filter((list) => list !== undefined);
    if (known.length === branches.length && new Set(known.flat()).size === known.flat().length)
      return { name, words: known };
  }
  return undefined;
}

function propertiesOf(branch: unknown): Record<string, unknown> {
  return ((branch as { properties?: Record<string, unknown> } | null)?.properties ?? {}) as Record<
    string,
    unknown
  >;
}

function wordsOf(schema: unknown): readonly unknown[] | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  if ("const" in schema) return [schema.const];
  return "enum" in schema ? (schema.enum as readonly unknown[]) : undefined;
}

/** Where the branches share no such member: the only one that was meant or is of the value's type, else what all of them say. */
function byConstants(union: ErrorObject, within: readonly ErrorObject[]): readonly ErrorObject[] {
  const direct = within.filter((error) => branchOf(error, union) !== undefined);
  const branches = Map.groupBy(direct, (error) => branchOf(error, union));
  const meant = [...branches.values()].filter((branch) => !branch.some((error) => isTag(error, union)));
  const tags = direct.filter((error) => isTag(error, union));
  if (meant.length === 1) return meant[0] as ErrorObject[];
  const wrongType = (error: ErrorObject) =>
    error.keyword === "type" && error.instancePath === union.instancePath;
  if (direct.length > 0 && direct.every(wrongType)) {
    return [{ ...union, keyword: "type", params: { type: direct.flatMap(({ params }) => params.type) } }];
  }
  const ofItsType = [...branches.values()].filter((branch) => !branch.some(wrongType));
  if (tags.length === 0 && ofItsType.length === 1) return ofItsType[0] as ErrorObject[];
  if (tags.length === 0 || meant.length > 0) return [union];
  const allowedValues = tags.map((error) => (error.params as { allowedValue: unknown }).allowedValue);
  return [{ ...(tags[0] as ErrorObject), keyword: "enum", params: { allowedValues } }];
}

function isTag(error: ErrorObject, union: ErrorObject): boolean {
  return (
    error.keyword === "const" &&
    error.instancePath.startsWith(`${union.instancePath}/`) &&
    !error.instancePath.slice(union.instancePath.length + 1).includes("/")
  );
}
