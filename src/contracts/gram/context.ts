/** gram_context: an owner as plain text, everything it points at resolved. spec/gram.md, "gram_context". */
import type { GramTools } from "../../../generated/gram/types.ts";
import { valuesOfField } from "../../engine/gram/fields.ts";
import { implementedAt } from "../../engine/gram/implemented.ts";
import { ownerText } from "../../engine/gram/plain.ts";
import type { GramRecord, GramState, Owner } from "../../engine/gram/types.ts";
import { FIELDS } from "../../engine/gram/vocabulary.ts";
import type { Tool } from "../../runtime/tool.ts";
import { BUDGET_BYTES, bytesOf, shortened } from "./budget.ts";
import { cursorFor, positionOf, snapshotOf } from "./cursor.ts";
import type { GramDeps } from "./deps.ts";
import { dateArgument, openDocument, recordArgument } from "./open-document.ts";
import { documentsById, type ForeignDocument, foreignIds, lookupFor } from "./resolve-target.ts";
import { heldAt, statusOf, titleOf } from "./rows.ts";
import { textEnd } from "./text-page.ts";

type Output = GramTools["gram_context"]["output"];

const overheadBytes = 600;

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
    const [from = 0] = positionOf(cursor, paging, call) ?? [];
    if (typeof from !== "number") return call.fail("E_CURSOR", "Invalid context cursor");
    const head = { doc, entity, ...(implemented === undefined ? {} : { implemented }) };
    const facts =
      from === 0 ? { fields: fieldRows(owner, (id) => lookup(id)), links } : { fields: [], links: [] };
    const room = BUDGET_BYTES - overheadBytes - bytesOf(head);
    // Fields and links may take half of the first page; the exact ones are what gram_get is for.
    const fitting = bytesOf(facts) <= room / 2 ? facts : shortened(facts, Math.floor(room / 2));
    const cut = fitting !== facts ? { truncated: true as const } : {};
    const end = textEnd(text, from, room - bytesOf(fitting));
    const more = end < text.length ? { cursor: cursorFor(paging, [end]) } : {};
    return { ...head, ...fitting, text: text.slice(from, end), ...cut, ...more };
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
