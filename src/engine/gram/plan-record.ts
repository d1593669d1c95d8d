/** Checks what a request says about records, fields, links and text, and turns it into operations. */
import type { FieldsInput, LinkInput, RecordInput } from "./changes.ts";
import type { Fold } from "./fold.ts";
import { MAX_BODY_BYTES, MAX_LINKS, MAX_RECORDS, MAX_TITLE_CHARACTERS, MAX_VALUE_BYTES } from "./limits.ts";
import { normalizeText, type Piece } from "./markdown.ts";
import { type Block, DOCUMENT, type FieldValue, isTreeBlock, type Op, type Position } from "./types.ts";
import {
  FIELDS,
  isFieldName,
  isPredicate,
  isRecordType,
  isRepeating,
  isTarget,
  PREDICATES,
  RECORD_ID,
  RECORD_TYPES,
} from "./vocabulary.ts";

/** Why a request is refused, thrown inside planning only. */
export class PlanError extends Error {
  /** The record that is missing, where that is the reason. */
  readonly missing: string | undefined;
  constructor(message: string, missing?: string) {
    super(message);
    this.missing = missing;
  }
}

const recordMembers: ReadonlySet<string> = new Set(["type", "id", "links", "blocks"]);
const blockTypes: ReadonlySet<string> = new Set(["reason", "summary", "quote", "note"]);
const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/u;

/** @param reserved ids that other members of the request name, never made up for this one */
export function recordOps(
  fold: Fold,
  input: RecordInput,
  after: Position,
  reserved: ReadonlySet<string>,
): { readonly id: string; readonly ops: Op[] } {
  if (!isRecordType(input.type)) {
    throw new PlanError(`"${input.type}" is no record type; use one of ${RECORD_TYPES.join(", ")}`);
  }
  if (fold.state.records.length >= MAX_RECORDS) {
    throw new PlanError(`a document holds at most ${MAX_RECORDS} records; start another document`);
  }
  const id = input.id ?? newId(fold, input.type, reserved);
  if (!RECORD_ID.test(id)) {
    throw new PlanError(`"${id}" is no record id: a lower-case letter, then up to 63 of a-z, 0-9, _ and -`);
  }
  if (fold.state.record(id) !== undefined) throw new PlanError(`there is a record ${id} already`);
  const ops: Op[] = [{ op: "record", id, type: input.type, after }];
  for (const name of Object.keys(input)) {
    if (!recordMembers.has(name) && !isFieldName(name)) throw new PlanError(`there is no field ${name}`);
  }
  for (const field of FIELDS) {
    const value = field === "t" ? titleOf(input.t) : input[field];
    if (value === undefined || value === null) continue;
    ops.push(...fieldOps(id, field, undefined, value as FieldValue));
  }
  ops.push(...linkOps(id, [], input.links ?? []));
  let previous: string | undefined;
  let number = fold.nextNode(id);
  for (const { type, text } of input.blocks ?? []) {
    if (!blockTypes.has(type)) throw new PlanError(`"${type}" is no block of a record`);
    const node = `b${number++}`;
    ops.push({ op: "block", owner: id, node, type, after: previous, md: checkText(normalizeText(text)) });
    previous = node;
  }
  return { id, ops };
}

function newId(fold: Fold, type: string, reserved: ReadonlySet<string>): string {
  const letter = type.charAt(0);
  let number = fold.nextRecord(letter);
  while (fold.used(`${letter}${number}`) || reserved.has(`${letter}${number}`)) number++;
  return `${letter}${number}`;
}

/** Only what differs from the values that are there. */
export function fieldsOps(
  owner: string,
  current: ReadonlyMap<string, FieldValue>,
  fields: FieldsInput,
): readonly Op[] {
  const ops: Op[] = [];
  for (const name of Object.keys(fields)) {
    if (!isFieldName(name)) throw new PlanError(`there is no field ${name}`);
  }
  for (const field of FIELDS) {
    const value = fields[field];
    if (value === undefined) continue;
    if (field === "t") {
      if (value === null) throw new PlanError("a title cannot be cleared");
      titleOf(value);
    }
    ops.push(...fieldOps(owner, field, current.get(field), value));
  }
  return ops;
}

function fieldOps(
  owner: string,
  field: string,
  current: FieldValue | undefined,
  value: FieldValue | null,
): readonly Op[] {
  if (value === null || (typeof value !== "string" && value.length === 0)) {
    return current === undefined ? [] : [{ op: "unset", owner, field }];
  }
  if (!isRepeating(field)) {
    if (typeof value !== "string") throw new PlanError(`${field} holds one value, not a list`);
    checkValue(field, value);
    return value === current ? [] : [{ op: "set", owner, field, value }];
  }
  const wanted = typeof value === "string" ? [value] : value;
  for (const each of wanted) checkValue(field, each);
  const old = current === undefined ? [] : typeof current === "string" ? [current] : current;
  const adds = (from: number) =>
    wanted.slice(from).map((each): Op => ({ op: "add", owner, field, value: each }));
  if (old.every((each, at) => wanted[at] === each)) return adds(old.length);
  const removed = withoutInOrder(old, wanted);
  if (removed !== undefined) return removed.map((each): Op => ({ op: "take", owner, field, value: each }));
  return [{ op: "unset", owner, field }, ...adds(0)];
}

/** What to take from a list without repeats so that the other one is left, in its order. */
function withoutInOrder(old: readonly string[], wanted: readonly string[]): readonly string[] | undefined {
  if (new Set(old).size !== old.length) return undefined;
  const kept = new Set(wanted);
  const left = old.filter((each) => kept.has(each));
  const same = left.length === wanted.length && left.every((each, at) => wanted[at] === each);
  return same ? old.filter((each) => !kept.has(each)) : undefined;
}

export function linkOps(
  owner: string,
  current: readonly (readonly [string, string])[],
  links: readonly LinkInput[],
): readonly Op[] {
  const seen = new Set(current.map((link) => link.join(" ")));
  const ops: Op[] = [];
  for (const [predicate, target] of links.map(checkLink)) {
    const key = `${predicate} ${target}`;
    if (seen.has(key)) continue;
    seen.add(key);
    ops.push({ op: "link", owner, predicate, target });
  }
  if (seen.size > MAX_LINKS) throw new PlanError(`a record holds at most ${MAX_LINKS} links`);
  return ops;
}

export function checkLink(link: LinkInput): readonly [predicate: string, target: string] {
  const [predicate, target] = isPair(link) ? link : [link.predicate, link.target];
  if (!isPredicate(predicate)) {
    throw new PlanError(`"${predicate}" is no predicate; use one of ${PREDICATES.join(", ")}`);
  }
  if (!isTarget(target)) {
    throw new PlanError(`"${target}" is no link target: a record id, or document-id/entity-id`);
  }
  return [predicate, target];
}

function isPair(link: LinkInput): link is readonly [string, string] {
  return Array.isArray(link);
}

function titleOf(value: unknown): string {
  if (typeof value !== "string" || value.trim() === "") throw new PlanError("a title is needed");
  if (LINE_BREAK.test(value)) throw new PlanError("a title is one line");
  if (Array.from(value).length > MAX_TITLE_CHARACTERS) {
    throw new PlanError(`a title has at most ${MAX_TITLE_CHARACTERS} characters`);
  }
  return value;
}

function checkValue(field: string, value: unknown): void {
  if (typeof value !== "string") throw new PlanError(`${field} is text`);
  if (!value.isWellFormed()) throw new PlanError(`${field} is not valid Unicode`);
  if (Buffer.byteLength(value) > MAX_VALUE_BYTES) {
    throw new PlanError(`${field} is longer than ${MAX_VALUE_BYTES} bytes`);
  }
}

export function checkText(text: string): string {
  if (!text.isWellFormed()) throw new PlanError("the text is not valid Unicode");
  if (Buffer.byteLength(text) > MAX_BODY_BYTES) {
    throw new PlanError(`the text of one owner has at most ${MAX_BODY_BYTES} bytes`);
  }
  return text;
}

/** @throws PlanError when the blocks of an owner are too much together */
export function checkBody(blocks: readonly Block[]): void {
  let bytes = 0;
  for (const block of blocks) {
    bytes += Buffer.byteLength(isTreeBlock(block) ? JSON.stringify(block.tree) : block.md);
  }
  if (bytes > MAX_BODY_BYTES)
    throw new PlanError(`the text of one owner has at most ${MAX_BODY_BYTES} bytes`);
}

/** New blocks one behind the other. */
export function insertOps(
  owner: string,
  pieces: readonly Piece[],
  after: Position,
  nextNode: () => string,
): Op[] {
  let previous = after;
  return pieces.map(({ type, md }) => {
    const node = nextNode();
    const op: Op = { op: "block", owner, node, type, after: previous, md };
    previous = node;
    return op;
  });
}

/** The owner that a request names: a record, or the document by its id or by nothing. */
export function ownerOf(fold: Fold, id: string | undefined): string {
  if (id === undefined || id === fold.state.id) return DOCUMENT;
  if (fold.state.record(id) === undefined) throw new PlanError(`there is no record ${id}`, id);
  return id;
}
