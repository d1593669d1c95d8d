/**
 * Compares contracts with their released form. Major: something that a caller or reader relied on is gone, an input
 * accepts less, an output promises less. Minor: something new that nobody has to know.
 */
import { canonical, localName } from "./bundle.ts";
import type { Contract, JsonSchema } from "./contract.ts";
import { contractDocument } from "./emit/tools.ts";
import type { Sources } from "./read.ts";

export type Size = "none" | "minor" | "major";

export interface Report {
  readonly size: Size;
  /** One a change: `major gno_get input /ref: …`. */
  readonly lines: readonly string[];
}

interface Document {
  readonly name: string;
  readonly server: { readonly name: string; readonly version: string };
  readonly profiles: readonly { readonly name: string; readonly default: boolean }[];
  readonly errors: readonly { readonly code: string; readonly status?: number; readonly exit: number }[];
  readonly resources: readonly { readonly uri: string; readonly mime: string }[];
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  readonly envelope: readonly { readonly case: string }[];
  readonly tools: readonly DocumentTool[];
}

interface DocumentTool {
  readonly name: string;
  readonly effect: string;
  readonly profiles: readonly string[];
  readonly errors: readonly string[];
  readonly command: readonly string[];
  readonly annotations?: object;
  readonly descriptions: object;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
}

type Say = (size: "minor" | "major", place: string, what: string) => void;

export function compareReleases(contracts: readonly Contract[], released: Sources): Report {
  const lines: string[] = [];
  let size: Size = "none";
  const say: Say = (found, place, what) => {
    lines.push(`${found} ${place}: ${what}`);
    if (size !== "major") size = found;
  };
  const current = new Map(contracts.map((contract) => [contract.name, toDocument(contract)]));
  const names = [...released.keys()].map((path) => /([^/]+)\.json$/.exec(path)![1]!);
  for (const name of names) if (!current.has(name)) say("major", name, "the contract is gone");
  for (const [name, now] of current) {
    const text = released.get(`spec/released/${name}.json`);
    if (text === undefined)
      say("minor", name, "the contract was never released; run: npm run codegen -- release");
    else compareContract(JSON.parse(text) as Document, now, say);
  }
  return { size, lines };
}

function toDocument(contract: Contract): Document {
  return JSON.parse(JSON.stringify(contractDocument(contract))) as Document;
}

function compareContract(was: Document, now: Document, say: Say): void {
  if (was.server.name !== now.server.name)
    say("major", was.name, `serverInfo.name was ${was.server.name}, is ${now.server.name}`);
  compareKeyed(
    was.name,
    "tool",
    was.tools,
    now.tools,
    ({ name }) => name,
    say,
    (a, b) => compareTool(a, b, say),
  );
  compareKeyed(
    was.name,
    "profile",
    was.profiles,
    now.profiles,
    ({ name }) => name,
    say,
    (a, b) => {
      if (a.default !== b.default) say("major", was.name, `the default profile changed at ${a.name}`);
    },
  );
  compareKeyed(
    was.name,
    "error code",
    was.errors,
    now.errors,
    ({ code }) => code,
    say,
    (a, b) => {
      if (a.status !== b.status || a.exit !== b.exit) say("major", a.code, "its status or exit code changed");
    },
  );
  compareKeyed(
    was.name,
    "resource",
    was.resources,
    now.resources,
    ({ uri }) => uri,
    say,
    (a, b) => {
      if (a.mime !== b.mime) say("major", a.uri, `its type was ${a.mime}, is ${b.mime}`);
    },
  );
  const route = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
  compareKeyed(was.name, "route", was.routes, now.routes, route, say, (a, b) => {
    if (canonical(a) !== canonical(b)) say("major", route(a), "the route changed");
  });
  compareKeyed(
    was.name,
    "envelope",
    was.envelope,
    now.envelope,
    (row) => row.case,
    say,
    (a, b) => {
      if (canonical(a) !== canonical(b)) say("major", `envelope ${a.case}`, "the form of results changed");
    },
  );
}

function compareKeyed<T>(
  place: string,
  kind: string,
  was: readonly T[],
  now: readonly T[],
  key: (item: T) => string,
  say: Say,
  both: (was: T, now: T) => void,
): void {
  for (const item of was) {
    const kept = now.find((other) => key(other) === key(item));
    if (kept === undefined) say("major", place, `${kind} ${key(item)} is gone`);
    else both(item, kept);
  }
  for (const item of now) {
    if (!was.some((other) => key(other) === key(item))) say("minor", place, `${kind} ${key(item)} is new`);
  }
}

function compareTool(was: DocumentTool, now: DocumentTool, say: Say): void {
  if (was.effect !== now.effect)
    say("major", was.name, `it was a ${was.effect} tool, is a ${now.effect} tool`);
  if (was.command.join(" ") !== now.command.join(" "))
    say("major", was.name, `its command was "${was.command.join(" ")}"`);
  compareWords(was.name, "profile", was.profiles, now.profiles, "minor", say);
  // A caller that knows every code has to learn a new one, and may ignore one that never comes.
  compareWords(was.name, "error code", was.errors, now.errors, "minor", say);
  if (canonical(was.annotations ?? {}) !== canonical(now.annotations ?? {}))
    say("minor", was.name, "its annotations changed");
  if (canonical(was.descriptions) !== canonical(now.descriptions))
    say("minor", was.name, "its description changed");
  compareSchema(
    `${was.name} input`,
    "input",
    { schema: was.input, root: was.input },
    { schema: now.input, root: now.input },
    say,
    new Set(),
  );
  compareSchema(
    `${was.name} output`,
    "output",
    { schema: was.output, root: was.output },
    { schema: now.output, root: now.output },
    say,
    new Set(),
  );
}

function compareWords(
  place: string,
  kind: string,
  was: readonly string[],
  now: readonly string[],
  added: "minor" | "major",
  say: Say,
): void {
  for (const word of was) if (!now.includes(word)) say("major", place, `${kind} ${word} is gone`);
  for (const word of now) if (!was.includes(word)) say(added, place, `${kind} ${word} is new`);
}

interface Place {
  readonly schema: JsonSchema;
  readonly root: JsonSchema;
}

type Side = "input" | "output";

/** An input may only widen, an output may only narrow; the other direction is major. */
function compareSchema(at: string, side: Side, was: Place, now: Place, say: Say, seen: Set<string>): void {
  const [a, b] = [follow(was), follow(now)];
  const names = `${localName(was.schema) ?? ""}>${localName(now.schema) ?? ""}`;
  if (names !== ">") {
    if (seen.has(names)) return;
    seen.add(names);
  }
  if (canonical(shape(a.schema)) === canonical(shape(b.schema)) && localName(was.schema) === undefined)
    return;
  if (a.schema.$id !== b.schema.$id)
    say("major", at, `$id was ${String(a.schema.$id)}, is ${String(b.schema.$id)}`);
  compareTypes(at, side, a.schema, b.schema, say);
  compareBounds(at, side, a.schema, b.schema, say);
  compareProperties(at, side, a, b, say, seen);
  if (isObject(a.schema.items) && isObject(b.schema.items)) {
    compareSchema(
      `${at}/items`,
      side,
      { ...a, schema: a.schema.items },
      { ...b, schema: b.schema.items },
      say,
      seen,
    );
  }
  compareRest(at, a.schema, b.schema, say);
  if (canonical(a.schema.default ?? null) !== canonical(b.schema.default ?? null))
    say("major", at, "its default changed");
}

const HANDLED = [
  "$defs",
  "$id",
  "$ref",
  "default",
  "description",
  "enum",
  "items",
  "properties",
  "required",
  "title",
  "type",
];
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
    for (const value of was ?? [])
      if (!has(now, value)) say("major", at, `${kind} ${JSON.stringify(value)} is gone`);
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

function compareProperties(at: string, side: Side, a: Place, b: Place, say: Say, seen: Set<string>): void {
  const [was, now] = [properties(a.schema), properties(b.schema)];
  const [mustWas, mustNow] = [required(a.schema), required(b.schema)];
  for (const [key, schema] of Object.entries(was)) {
    const kept = now[key];
    if (kept === undefined) say("major", `${at}/${key}`, "the key is gone");
    else if (isObject(schema) && isObject(kept)) {
      compareSchema(`${at}/${key}`, side, { ...a, schema }, { ...b, schema: kept }, say, seen);
    }
  }
  for (const key of Object.keys(now)) {
    if (key in was) continue;
    const major = side === "input" && mustNow.includes(key);
    say(major ? "major" : "minor", `${at}/${key}`, major ? "a required key is new" : "the key is new");
  }
  for (const key of mustNow)
    if (key in was && !mustWas.includes(key))
      say(side === "input" ? "major" : "minor", `${at}/${key}`, "the key is now required");
  for (const key of mustWas)
    if (key in now && !mustNow.includes(key))
      say(side === "input" ? "minor" : "major", `${at}/${key}`, "the key is no longer required");
  const [openWas, openNow] = [
    a.schema.additionalProperties !== false,
    b.schema.additionalProperties !== false,
  ];
  if (openWas !== openNow)
    say(
      openNow === (side === "input") ? "minor" : "major",
      at,
      openNow ? "it is now open" : "it is now closed",
    );
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

function follow(place: Place): Place {
  const name = localName(place.schema);
  if (name === undefined) return place;
  return follow({ schema: (place.root.$defs as Record<string, JsonSchema>)[name]!, root: place.root });
}

/** Without what callers do not rely on, and without `$defs`, which count where they are used. */
function shape(schema: JsonSchema): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      ["description", "title"].includes(key) && typeof value === "string" ? undefined : value,
    ),
  );
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
