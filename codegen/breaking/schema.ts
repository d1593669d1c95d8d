/** Two versions of one schema: an input may only widen and an output may only narrow; the other direction is major. */
import { canonical, localName, mapSubschemas } from "../bundle.ts";
import type { JsonSchema } from "../contract.ts";

export type Size = "none" | "minor" | "major";
export type Say = (size: "minor" | "major", place: string, what: string) => void;
export type Side = "input" | "output";

export function compareSchemas(at: string, side: Side, was: JsonSchema, now: JsonSchema, say: Say): void {
  const [a, b] = [withoutProse(was), withoutProse(now)];
  const weighing: Weighing = { side, was: a, now: b, say, seen: new Set() };
  compareSchema(weighing, at, a, b);
  const defsNow = definitions(b);
  for (const [name, schema] of Object.entries(definitions(a))) {
    const kept = defsNow[name];
    if (kept !== undefined) compareSchema(weighing, `${at} ${name}`, schema, kept);
  }
}

interface Weighing {
  readonly side: Side;
  /** Roots, for references into their `$defs`. */
  readonly was: JsonSchema;
  readonly now: JsonSchema;
  readonly say: Say;
  /** Pairs of definitions with different names that were compared already. */
  readonly seen: Set<string>;
}

/** What callers read and do not rely on. */
function withoutProse({ description: _description, title: _title, ...schema }: JsonSchema): JsonSchema {
  return mapSubschemas(schema, withoutProse);
}

function compareSchema(weighing: Weighing, at: string, was: JsonSchema, now: JsonSchema): void {
  const names = [localName(was), localName(now)];
  if (names[0] !== undefined || names[1] !== undefined) {
    // Definitions that kept their name are compared once, as such; a renamed one where it is used.
    const pair = names.join(" ");
    if (names[0] === names[1] || weighing.seen.has(pair)) return;
    weighing.seen.add(pair);
  }
  const [a, b] = [follow(was, weighing.was), follow(now, weighing.now)];
  const { side, say } = weighing;
  if (a.$id !== b.$id) say("major", at, `$id was ${String(a.$id)}, is ${String(b.$id)}`);
  compareTypes(at, side, a, b, say);
  compareBounds(at, side, a, b, say);
  compareProperties(weighing, at, a, b);
  if (isObject(a.items) && isObject(b.items)) compareSchema(weighing, `${at}/items`, a.items, b.items);
  compareRest(at, a, b, say);
  if (canonical(a.default ?? null) !== canonical(b.default ?? null)) say("major", at, "its default changed");
}

const HANDLED = ["$defs", "$id", "$ref", "default", "enum", "items", "properties", "required", "type"];
const LOW = ["minimum", "exclusiveMinimum", "minLength", "minItems"];
const HIGH = ["maximum", "exclusiveMaximum", "maxLength", "maxItems"];

function compareTypes(at: string, side: Side, a: JsonSchema, b: JsonSchema, say: Say): void {
  const sets: [string, unknown[] | undefined, unknown[] | undefined][] = [
    [
      "type",
      a.type === undefined ? undefined : [a.type].flat(),
      b.type === undefined ? undefined : [b.type].flat(),
    ],
    ["enum member", a.enum as unknown[] | undefined, b.enum as unknown[] | undefined],
  ];
  for (const [kind, was, now] of sets) {
    if (was === undefined && now === undefined) continue;
    const has = (list: unknown[] | undefined, value: unknown): boolean =>
      list === undefined || list.some((other) => canonical(other) === canonical(value));
    for (const value of was ?? []) {
      // A word that readers know may not go; a type that no longer comes is only less to expect.
      const size = kind === "type" && side === "output" ? "minor" : "major";
      if (!has(now, value)) say(size, at, `${kind} ${JSON.stringify(value)} is gone`);
    }
    for (const value of now ?? []) {
      if (was !== undefined && !has(was, value))
        say(side === "input" ? "minor" : "major", at, `${kind} ${JSON.stringify(value)} is new`);
    }
    if (was === undefined || now === undefined) {
      const narrows = was === undefined;
      say(
        narrows === (side === "input") ? "major" : "minor",
        at,
        `${kind} is ${narrows ? "now" : "no longer"} restricted`,
      );
    }
  }
}

function compareBounds(at: string, side: Side, a: JsonSchema, b: JsonSchema, say: Say): void {
  for (const key of [...LOW, ...HIGH]) {
    const none = LOW.includes(key) ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    const [was, now] = [(a[key] as number | undefined) ?? none, (b[key] as number | undefined) ?? none];
    if (was === now) continue;
    const tighter = LOW.includes(key) ? now > was : now < was;
    say(tighter === (side === "input") ? "major" : "minor", at, `${key} was ${shown(was)}, is ${shown(now)}`);
  }
}

function compareProperties(weighing: Weighing, at: string, a: JsonSchema, b: JsonSchema): void {
  const { side, say } = weighing;
  // Taking more is safe for a caller, promising more is safe for a reader.
  const wider = side === "input" ? "minor" : "major";
  const narrower = side === "input" ? "major" : "minor";
  const [was, now] = [properties(a), properties(b)];
  const [mustWas, mustNow] = [required(a), required(b)];
  for (const [key, schema] of Object.entries(was)) {
    const kept = now[key];
    if (kept === undefined) say("major", `${at}/${key}`, "the key is gone");
    else if (isObject(schema) && isObject(kept)) compareSchema(weighing, `${at}/${key}`, schema, kept);
  }
  for (const key of Object.keys(now)) {
    if (key in was) continue;
    const isDemand = side === "input" && mustNow.includes(key);
    say(isDemand ? "major" : "minor", `${at}/${key}`, isDemand ? "a required key is new" : "the key is new");
  }
  for (const key of mustNow) {
    if (key in was && !mustWas.includes(key)) say(narrower, `${at}/${key}`, "the key is now required");
  }
  for (const key of mustWas) {
    if (key in now && !mustNow.includes(key)) say(wider, `${at}/${key}`, "the key is no longer required");
  }
  const [openWas, openNow] = [a.additionalProperties !== false, b.additionalProperties !== false];
  if (openWas !== openNow)
    say(openNow ? wider : narrower, at, openNow ? "it is now open" : "it is now closed");
}

/** Keywords whose effect is not weighed: any change of theirs is taken for the worse. */
function compareRest(at: string, a: JsonSchema, b: JsonSchema, say: Say): void {
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (HANDLED.includes(key) || LOW.includes(key) || HIGH.includes(key) || key === "additionalProperties")
      continue;
    if (canonical(a[key] ?? null) !== canonical(b[key] ?? null)) say("major", at, `${key} changed`);
  }
  const [open, now] = [a.additionalProperties, b.additionalProperties];
  if (isObject(open) && isObject(now) && canonical(open) !== canonical(now))
    say("major", at, "additionalProperties changed");
}

function follow(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = localName(schema);
  return name === undefined ? schema : follow(definitions(root)[name]!, root);
}

function definitions(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.$defs ?? {}) as Record<string, JsonSchema>;
}

function properties(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>;
}

function required(schema: JsonSchema): string[] {
  return (schema.required ?? []) as string[];
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}

function shown(bound: number): string {
  return Number.isFinite(bound) ? String(bound) : "none";
}
