/** gram_profile: how documents are written and read, by task. spec/gram.md, "gram_profile". */
import type { GramTools } from "../../../generated/gram/types.ts";
import { CLOSED_STATUSES, FIELDS, PREDICATES, RECORD_TYPES } from "../../engine/gram/vocabulary.ts";
import type { Tool } from "../../runtime/tool.ts";
import { BUDGET_BYTES } from "./budget.ts";
import type { GramDeps } from "./deps.ts";

type Output = GramTools["gram_profile"]["output"];
type Task = Output["task"];

const common: Output["common"] = {
  body: "The body is Markdown: # to ###### headings, paragraphs, - and 1. lists (nest with two spaces), | tables | with a |---| line below the head and as many cells in every row (a bar inside a cell is \\|), > quotes, a line > [!note] followed by > lines for a callout, fenced code, $$ math, --- for a divider. A line that is only [[record-id]] places a record; [[*]]{type=task status=open view=list} places all records of that type, status or tag; [label](@record-id) mentions a record inside a sentence.",
  checklists: "There are no checkboxes: a checklist is task records with a status x, placed in the body.",
  document:
    "A .gram file is one document: its own fields and body first, then its records, each with fields, links and blocks. Every revision stays in the file, so the past can be read at any time.",
  links: `A link is {predicate, target} or [predicate, target]. Predicates: ${PREDICATES.join(" ")}. A target is a record id of this document, or document-id/entity-id of another one. The document itself has no links.`,
  numbers:
    "Mention the record that holds a value instead of writing the value into a sentence: the sentence then follows the record.",
  records: `Types: ${RECORD_TYPES.join(" ")}. Fields: t title (needed, one line), d description, x status (open, active, blocked; ended by ${CLOSED_STATUSES.join(", ")}), p priority (high, medium, low), owner, tag, s and source as lists (s is the scope that gram_recall asks for, source the id of a source record), ref (URI or path of an asset), view, motion, color (#RRGGBB); value, unit, observed of a metric; due of a task; at of an event (ISO date or time). Values are kept exactly as written.`,
  writes:
    "Read first, then write with the revision as base_revision and the hash as expected_hash. One gram_create or gram_patch is one revision: add a record and place it in the same call. A request_id belongs to one change; send it again with the same arguments when an answer was lost, and the first answer comes back.",
};

const shown: Output["shown"] = {
  collection: [
    "view=list → list",
    "view=table → table",
    "any other view or none, and only tasks selected → list",
    "any other view or none, and other records or none selected → table",
  ],
  item: [
    "the record is not there → unresolved",
    "a task → task-row, with its status, due date and priority",
    "a metric → metric, with its value and unit",
    "an asset whose ref is an image → image",
    "any other record → line, with its status and d, or its reason, summary or quote block",
  ],
};

const tasks: Readonly<Record<Task, Readonly<Record<string, string>>>> = {
  create: {
    gram_create:
      "Needs path (ending in .gram), request_id and t. fields, body and records are optional and all become revision 1.",
    ids: "A record may bring its own id (a lower-case letter, then a-z 0-9 _ -); without one it gets the first letter of its type and the next number never used in the file. The answer lists them as [index, id]. Links, body and source may name ids of the same call.",
    result:
      "One revision holds all of it. diagnostics name what cannot be shown as meant; the document is written all the same.",
  },
  edit: {
    gram_patch: `changes, up to 200, in order and all or none: add a record; set fields (null clears); link and unlink; remove; order; body, insert, replace, delete, move for blocks; rich for tree changes. Blocks belong to the document unless id names a record. Fields: ${FIELDS.join(" ")}.`,
    outline:
      "gram_get with outline:true lists the blocks of the body as [node id, node type, shown as, label]. Block ids stay the same while a block lives and are never used again.",
    stale:
      "STALE_BASE means that someone wrote meanwhile: read again and make the change anew. Nothing is merged.",
  },
  rich: {
    nodes:
      "paragraph, quote, heading {level}, list {ordered, start} of listItem, table {align} of row of cell, callout {kind}, code {lang, text}, math {text}, divider, item {ref}, collection {select, view}; inline: text {text, marks: bold italic code strike}, mention {ref, label}, link {href}.",
    changes:
      "Tuples, in order: [insert, after or null, node], [replace, id, node], [remove, id], [move, id, after or null], [attrs, id, {…}] where null clears, [splice, id, from, to, string] over the characters of a text node.",
    kept: "A block goes back to Markdown where Markdown says the same, else it is kept as a tree. Unknown nodes and attributes are kept and told as unsupported_node.",
  },
  read: {
    gram_context:
      "An owner as plain text: fields, links, and a body in which mentions and placed records read as the records they point at. A decision also carries implemented, the date as written on the earliest event of its document that implements it.",
    "gram_get outline":
      "outline:true lists the top-level blocks of a document as [node id, node type, shown as, label]; the ids serve for editing.",
    gram_patch:
      "Answers carry diagnostics where something written cannot be shown as meant: unresolved_ref, unsupported_node, unparsed_value. The write is committed by then.",
  },
  memory: {
    types:
      "knowledge for what is known, decision for what was chosen, evidence with a supports link for why, event with at for what happened, task for what is to be done.",
    scope:
      "Give records an s value for each project or person they belong to; gram_recall takes one as scope and compares it exactly.",
    replace:
      "What no longer holds stays: set its status x to superseded and add the new record with a replaces link to it.",
    retry: "Choose the request_id before the call and keep it until the answer is there.",
  },
};

export const profile = {
  run({ task = "read" }): Output {
    return {
      budget_bytes: BUDGET_BYTES,
      common,
      profile: "gram/2 md body + gram-rich/1 r2 changes",
      shown,
      task,
      [task]: { ...tasks[task] },
    };
  },

  text(data) {
    const own = data[data.task] ?? {};
    const lines = [...Object.entries(data.common), ...Object.entries(own)].map(
      ([name, text]) => `${name}: ${text}`,
    );
    return lines.join("\n\n");
  },
} satisfies Tool<GramTools, "gram_profile", GramDeps>;
