/**
 * Compares contracts with their released form. Major: something that a caller or reader relied on is gone, an input
 * accepts less, an output promises less. Minor: something new that nobody has to know.
 */
import { compareSchemas, type Say, type Size } from "./breaking/schema.ts";
import { canonical } from "./bundle.ts";
import type { Contract, JsonSchema } from "./contract.ts";
import { contractDocument } from "./emit/tools.ts";
import type { Sources } from "./read.ts";

export type { Size };

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
  compareSchemas(`${was.name} input`, "input", was.input, now.input, say);
  compareSchemas(`${was.name} output`, "output", was.output, now.output, say);
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
