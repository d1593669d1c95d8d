/** gram_context: an owner as plain text, everything it points at resolved. spec/gram.md, "gram_context". */
import type { GramTools } from "../../../generated/gram/types.ts";
import { valuesOfField } from "../../engine/gram/fields.ts";
import { implementedAt } from "../../engine/gram/implemented.ts";
import { ownerText } from "../../engine/gram/plain.ts";
import type { GramRecord, GramState, Owner } from "../../engine/gram/types.ts";
import { FIELDS } from "../../engine/gram/vocabulary.ts";
import type { Tool } from "../../runtime/tool.ts";
import { BUDGET_BYTES, bytesOf, fitRows, shortened } from "./budget.ts";
import { cursorFor, positionOf, snapshotOf } from "./cursor.ts";
import type { GramDeps } from "./deps.ts";
import { dateArgument, openDocument, recordArgument } from "./open-document.ts";
import { documentsById, type ForeignDocument, foreignIds, lookupFor } from "./resolve-target.ts";
import { heldAt, statusOf, titleOf } from "./rows.ts";
import { textEnd } from "./text-page.ts";

type Output = GramTools["gram_context"]["output"];

const overheadBytes = 600;
/** What the head may take; a status or a date can be as long as any value. */
const headBytes = 8_000;
/** Less room than this is left to the next page. */
const leastTextBytes = 200;

interface Fact {
  readonly field?: [name: string, text: string];
  readonly link?: Output["links"][number];
}

export const context = {
  async run(args, deps, call): Promise<Output> {
    const { cursor, ...bound } = args;
    const opened = await openDocument(args.path, args, deps, call);
    const { doc } = opened;
    const held =
      args.effective_at === undefined ? undefined : dateArgument(args.effective_at, "effective_at", call);
    const state =
      held === undefined ? opened.state : stateWhere(opened.state, (record) => heldAt(record, held));
    const record = recordArgument(args.id, { state, doc }, call);
    const owner: Owner = record ?? state;
    const lookup = await lookupFor(state, [state, ...state.records], deps);
    const foreign = await documentsById(
      foreignIds(
        (record?.links ?? []).map(([, target]) => target),
        state.id,
      ),
      deps,
    );
    const implemented = record === undefined ? undefined : implementedAt(record, state, held);
    const entity: Output["entity"] = [
      record?.id ?? state.id,
      record?.type ?? "document",
      titleOf(owner),
      statusOf(owner),
    ];
    const links = (record?.links ?? []).map(([predicate, target]) =>
      linkRow(predicate, target, doc.path, state, foreign),
    );
    const text = ownerText(owner, state, lookup);

    const paging = { tool: "context", args: bound, snapshot: snapshotOf([doc.rev, doc.hash]) };
    const [fact = 0, from = 0] = positionOf(cursor, paging, call) ?? [];
    if (typeof fact !== "number" || typeof from !== "number")
      return call.fail("E_CURSOR", "Invalid context cursor");
    const whole = { doc, entity, ...(implemented === undefined ? {} : { implemented }) };
    const head = bytesOf(whole) <= headBytes ? whole : shortened(whole, headBytes);
    const facts: readonly Fact[] = [
      ...fieldRows(owner, (id) => lookup(id)).map((row): Fact => ({ field: row })),
      ...links.map((row): Fact => ({ link: row })),
    ];
    const fitted = fitRows(facts, fact, facts.length, { ...head, fields: [], links: [], text: "" });
    const shown = {
      ...head,
      fields: fitted.rows.flatMap(({ field }) => (field === undefined ? [] : [field])),
      links: fitted.rows.flatMap(({ link }) => (link === undefined ? [] : [link])),
      ...(fitted.truncated || head !== whole ? { truncated: true as const } : {}),
    };
    const page = (part: string, next?: readonly number[]) => ({
      ...shown,
      text: part,
      ...(next === undefined ? {} : { cursor: cursorFor(paging, next) }),
    });
    // The text begins when all fields and links are told.
    if (fitted.next !== undefined) return page("", [fitted.next, 0]);
    const room = BUDGET_BYTES - overheadBytes - bytesOf(shown);
    if (text !== "" && room < leastTextBytes) return page("", [facts.length, from]);
    const end = textEnd(text, from, room);
    return page(text.slice(from, end), end < text.length ? [facts.length, end] : undefined);
  },

  text({ doc, entity, fields, links, text, implemented, cursor }) {
    const [id, type, title, status] = entity;
    const lines = [`${title ?? id} (${type}${status === null ? "" : `, ${status}`}) ${doc.path}#${id}`];
    for (const [name, value] of fields) lines.push(`${name}: ${value}`);
    for (const [predicate, target, linked] of links)
      lines.push(`${predicate} ${target}${linked === null ? "" : ` ${linked}`}`);
    if (implemented !== undefined) lines.push(`implemented: ${implemented}`);
    return [...lines, "", text, ...(cursor === undefined ? [] : [`more follows: cursor ${cursor}`])].join(
      "\n",
    );
  },
} satisfies Tool<GramTools, "gram_context", GramDeps>;

/** The same document without the records that do not count. */
function stateWhere(state: GramState, counts: (record: GramRecord) => boolean): GramState {
  const records = state.records.filter(counts);
  const byId = new Map(records.map((record) => [record.id, record]));
  return { id: state.id, fields: state.fields, blocks: state.blocks, records, record: (id) => byId.get(id) };
}

/** `[name, text]` in the order of the vocabulary; a source reads as its record's title. */
function fieldRows(
  owner: Owner,
  lookup: (id: string) => GramRecord | undefined,
): [name: string, text: string][] {
  return FIELDS.flatMap((name) =>
    valuesOfField(owner, name).map((value): [string, string] => {
      const source = name === "source" ? lookup(value) : undefined;
      return [name, source === undefined ? value : (titleOf(source) ?? value)];
    }),
  );
}

/** `[predicate, path#id, title, status]`; a target that is not seen keeps its own form. */
function linkRow(
  predicate: string,
  target: string,
  path: string,
  state: GramState,
  foreign: ReadonlyMap<string, ForeignDocument>,
): Output["links"][number] {
  const slash = target.indexOf("/");
  const id = target.slice(slash + 1);
  if (slash < 0 || target.slice(0, slash) === state.id) {
    const record = state.record(id);
    return [
      predicate,
      `${path}#${id}`,
      record === undefined ? null : titleOf(record),
      record === undefined ? null : statusOf(record),
    ];
  }
  const document = foreign.get(target.slice(0, slash));
  if (document === undefined) return [predicate, target, null, null];
  const owner = id === document.state.id ? document.state : document.state.record(id);
  return [
    predicate,
    `${document.path}#${id}`,
    owner === undefined ? null : titleOf(owner),
    owner === undefined ? null : statusOf(owner),
  ];
}
