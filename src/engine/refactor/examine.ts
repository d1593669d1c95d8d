/**
 * What a note's new path does to each reference of its collection. Rule: every link that meant one note must mean the same
 * note afterwards. Links that do so as they stand are left alone; the others get a new destination, which is tested with
 * the resolver of the link graph over the names as they will be. What cannot be kept stops the plan.
 */

import type { ReasonCode } from "../engine.ts";
import { parseWiki } from "../index/links.ts";
import { type LinkMatch, type LinkResolver, resolverOver } from "../links/resolve.ts";
import { type Named, type Note, namesOf } from "./catalogue.ts";
import { type NoteReading, type Reference, readNote } from "./references.ts";
import { fitsWiki, lexicalTarget, markdownSpelling, targetFrom, wikiSpellings } from "./rewrite.ts";
import type { Slices } from "./slices.ts";

export interface Finding {
  readonly note: Note;
  readonly reference: Reference;
  readonly classification: "rewriteable" | "unchanged" | "ambiguous" | "unsupported";
  readonly reasonCode?: ReasonCode;
  /** The new destination of a rewriteable one. */
  readonly proposed?: string;
  /** A link of the graph that leads to the source. */
  readonly backlink: boolean;
}

export interface Examined {
  readonly findings: readonly Finding[];
  /** New texts by path as it is now. */
  readonly texts: ReadonlyMap<string, string>;
}

export interface ExamineOptions {
  readonly collection: string;
  readonly notes: ReadonlyMap<string, Note>;
  readonly source: Note;
  readonly newPath: string;
  /** Files that are no notes: whether something is there, by path below the root. */
  readonly exists: (relPath: string) => boolean;
  readonly slices: Slices;
}

/** A rewritten heading can give its note another title, on which links depend in turn; so deep it never goes. */
const MAX_ROUNDS = 4;

export async function examine(options: ExamineOptions): Promise<Examined> {
  const { notes, source, newPath } = options;
  const names = namesOf(options.collection, notes);
  await options.slices();
  const before = resolverOver(names([]));
  const without = resolverOver(names([], [source.id]));
  let replaced: readonly Named[] = [named(source, newPath, readNote(source.text, newPath))];
  for (let round = 1; ; round++) {
    const after = resolverOver(names(replaced));
    const findings: Finding[] = [];
    for (const note of notes.values()) {
      await options.slices();
      for (const reference of note.reading.references) {
        const finding = judge(options, { before, after, without }, note, reference);
        if (finding !== undefined) findings.push(finding);
      }
    }
    const texts = new Map<string, string>();
    const readings = new Map<Note, NoteReading>();
    for (const [note, own] of rewriteable(findings)) {
      await options.slices();
      const text = withEdits(note.text, own);
      texts.set(note.relPath, text);
      readings.set(note, readNote(text, pathAfter(options, note)));
    }
    if (!readings.has(source)) readings.set(source, readNote(source.text, newPath));
    const next = [...readings].flatMap(([note, reading]) =>
      note === source || !sameKeys(note.reading, reading)
        ? [named(note, pathAfter(options, note), reading)]
        : [],
    );
    const stable = JSON.stringify(next) === JSON.stringify(replaced);
    if (stable || round === MAX_ROUNDS) {
      const broken = await brokenBy(options, { before, after }, readings, findings, !stable);
      return { findings: findings.map((one) => (broken.has(one) ? failed(one) : one)), texts };
    }
    replaced = next;
  }
}

interface Resolvers {
  readonly before: LinkResolver;
  readonly after: LinkResolver;
  /** As if the source were not there. */
  readonly without: LinkResolver;
}

function judge(
  options: ExamineOptions,
  resolvers: Resolvers,
  note: Note,
  reference: Reference,
): Finding | undefined {
  const { source, newPath } = options;
  const was = match(options, resolvers.before, reference.targetKey, reference);
  const toSource = was?.documentId === source.id;
  const backlink = toSource && (reference.form === "wiki" || reference.form === "markdown");
  const found = (
    classification: Finding["classification"],
    reasonCode?: ReasonCode,
    proposed?: string,
  ): Finding => ({
    note,
    reference,
    classification,
    ...(reasonCode === undefined ? {} : { reasonCode }),
    ...(proposed === undefined ? {} : { proposed }),
    backlink,
  });
  if (reference.form === "code") {
    return toSource && reference.context !== undefined ? found("unchanged", reference.context) : undefined;
  }
  const from = note === source ? newPath : note.relPath;
  if (was === undefined) {
    return note === source && reference.relative ? moved(options, reference, found) : undefined;
  }
  const key = reference.relative ? targetFrom(reference.written, from) : reference.targetKey;
  const is = match(options, resolvers.after, key, reference);
  if (was.matchCount > 1) {
    const rest = match(options, resolvers.without, reference.targetKey, reference);
    if (toSource || rest?.matchCount !== was.matchCount || rest.rank !== was.rank) {
      return found("ambiguous", "ambiguous_resolution");
    }
  }
  const about = toSource || (note === source && reference.relative);
  const same = is?.documentId === was.documentId && is.matchCount === was.matchCount;
  // A path that was right is right again: that it is still found by its last name is luck.
  if (same && !(about && isGuess(is) && !isGuess(was))) {
    return about ? found("unchanged", "destination_unchanged") : undefined;
  }
  // The new path takes a name away from another note.
  if (!about) return found("ambiguous", "duplicate_basename_ambiguity");
  const target = toSource ? newPath : pathOf(options, was.documentId);
  if (reference.kind === "wiki") {
    const spellings = wikiSpellings(reference.written, target, isWholePath(was)).filter(fitsWiki);
    if (spellings.length === 0) return found("unsupported", "unsupported_syntax");
    const proposed = spellings.find((one) => {
      const will = match(options, resolvers.after, parseWiki(one)?.targetKey, reference);
      return will?.documentId === was.documentId && will.matchCount === 1;
    });
    return proposed === undefined
      ? found("ambiguous", "duplicate_basename_ambiguity")
      : found("rewriteable", undefined, proposed);
  }
  const proposed = reference.relative
    ? markdownSpelling(reference, from, target)
    : target.split("/").map(encodeURIComponent).join("/");
  if (proposed === undefined) return found("unsupported", "unsupported_syntax");
  return found("rewriteable", reasonOf(reference), proposed);
}

/** By the rank of link resolution: the link spells the path of the note from the root. */
function isWholePath({ rank }: LinkMatch): boolean {
  return rank === 5 || rank === 6;
}

/** The link spells folders that are not there. */
function isGuess({ rank }: LinkMatch): boolean {
  return [3, 4, 9, 10].includes(rank);
}

/** A relative path of the moved note to something that is no note. */
function moved(
  { source, newPath, exists }: ExamineOptions,
  reference: Reference,
  found: (classification: Finding["classification"], reasonCode?: ReasonCode, proposed?: string) => Finding,
): Finding | undefined {
  const target = lexicalTarget(reference.written, source.relPath);
  if (lexicalTarget(reference.written, newPath) === target) return undefined;
  // What lies outside is not looked at; what is not there inside cannot break.
  if (!target.startsWith("../") && target !== ".." && !exists(target)) return undefined;
  const proposed = markdownSpelling(reference, newPath, target);
  return proposed === undefined
    ? found("unsupported", "unsupported_syntax")
    : found("rewriteable", reasonOf(reference), proposed);
}

function reasonOf({ form }: Reference): ReasonCode {
  return form === "definition" ? "reference_definition_site" : "relative_path_recalculated";
}

function match(
  { collection }: ExamineOptions,
  resolve: LinkResolver,
  targetKey: string | undefined,
  { kind, targetCollection }: Reference,
): LinkMatch | undefined {
  if (targetKey === undefined) return undefined;
  return resolve({ kind, targetKey, collection: targetCollection ?? collection });
}

function pathOf({ notes }: ExamineOptions, id: number): string {
  for (const note of notes.values()) if (note.id === id) return note.relPath;
  throw new Error("a link leads to a note that is not in the catalogue");
}

function pathAfter({ source, newPath }: ExamineOptions, note: Note): string {
  return note === source ? newPath : note.relPath;
}

function named(note: Note, relPath: string, reading: NoteReading): Named {
  return { id: note.id, relPath, keys: reading.keys };
}

function sameKeys(a: NoteReading, b: NoteReading): boolean {
  return JSON.stringify(a.keys) === JSON.stringify(b.keys);
}

export function rewriteable(findings: readonly Finding[]): ReadonlyMap<Note, readonly Finding[]> {
  const byNote = new Map<Note, Finding[]>();
  for (const finding of findings) {
    if (finding.classification !== "rewriteable") continue;
    const own = byNote.get(finding.note);
    if (own === undefined) byNote.set(finding.note, [finding]);
    else own.push(finding);
  }
  return byNote;
}

function withEdits(text: string, findings: readonly Finding[]): string {
  let result = "";
  let at = 0;
  for (const { reference, proposed = reference.written } of findings) {
    result += text.slice(at, reference.destination.from) + proposed;
    at = reference.destination.to;
  }
  return result + text.slice(at);
}

/** Reads the new texts and follows every link in them: what leads elsewhere than before must not be written. */
async function brokenBy(
  options: ExamineOptions,
  { before, after }: Pick<Resolvers, "before" | "after">,
  readings: ReadonlyMap<Note, NoteReading>,
  findings: readonly Finding[],
  all: boolean,
): Promise<ReadonlySet<Finding>> {
  const broken = new Set<Finding>();
  const edits = rewriteable(findings);
  for (const [note, reading] of readings) {
    await options.slices();
    const own = edits.get(note) ?? [];
    const old = note.reading.references;
    const blame = (reference: Reference | undefined): void => {
      const culprit = own.find((one) => one.reference === reference);
      for (const one of culprit === undefined ? own : [culprit]) broken.add(one);
    };
    if (all || reading.broken !== note.reading.broken || reading.references.length !== old.length) {
      blame(undefined);
      continue;
    }
    for (const [at, reference] of old.entries()) {
      const will = reading.references[at] as Reference;
      if (will.form !== reference.form) blame(reference);
      if (reference.form === "code") continue;
      const was = match(options, before, reference.targetKey, reference);
      const is = match(options, after, will.targetKey, will);
      if (was?.matchCount === 1 && (is?.documentId !== was.documentId || is.matchCount !== 1))
        blame(reference);
    }
  }
  return broken;
}

function failed({ proposed: _, ...finding }: Finding): Finding {
  return { ...finding, classification: "unsupported", reasonCode: "unsupported_syntax" };
}
