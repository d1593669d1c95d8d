/** gram_brief: orientation in a vault, folder or document. spec/gram.md, "gram_brief". */

import type { GramTools } from "../../../generated/gram/types.ts";
import { byCodePoint } from "../../engine/gram/canonical.ts";
import { dateOf, spanOf } from "../../engine/gram/dates.ts";
import { textOfField } from "../../engine/gram/fields.ts";
import { implementedAt } from "../../engine/gram/implemented.ts";
import { ownersOf } from "../../engine/gram/ops.ts";
import type { GramRecord } from "../../engine/gram/types.ts";
import { isDocumentPath } from "../../engine/gram/vault.ts";
import { isClosedStatus } from "../../engine/gram/vocabulary.ts";
import type { Tool } from "../../runtime/tool.ts";
import { BUDGET_BYTES, bytesOf } from "./budget.ts";
import type { GramDeps } from "./deps.ts";
import { type OpenDocument, openDocument } from "./open-document.ts";
import { openDocuments } from "./open-documents.ts";
import { recordRow, statusOf, titleOf } from "./rows.ts";

type Output = GramTools["gram_brief"]["output"];
type Section = Exclude<keyof Output, "more">;

/** In this order sections lose rows when the answer is too long. */
const cutOrder: readonly Section[] = ["recent", "decisions", "due", "open", "counts", "docs"];

interface Entry {
  readonly document: OpenDocument;
  readonly record: GramRecord;
}

export const brief = {
  async run({ path, limit = 10 }, deps, call): Promise<Output> {
    const documents = isDocumentPath(path)
      ? [await openDocument(path, {}, deps, call)]
      : await openDocuments(path, {}, deps, call);
    const entries = documents.flatMap((document) =>
      document.state.records.map((record): Entry => ({ document, record })),
    );
    const whole: Required<Omit<Output, "more">> = {
      counts: counts(entries),
      decisions: decisions(entries),
      docs: byNewest(documents).map(({ doc, state }) => [doc.path, titleOf(state), doc.rev]),
      due: entries
        .filter(
          ({ record }) => record.type === "task" && isOpen(record) && dateOf(record, "due") !== undefined,
        )
        .sort((a, b) => start(a, "due") - start(b, "due"))
        .map((entry) => row(entry, "due")),
      open: openWork(entries),
      recent: recent(documents, limit),
    };
    const more = new Set<Section>();
    const shown = { ...whole };
    for (const section of cutOrder) {
      if (whole[section].length <= limit) continue;
      cutTo(shown, section, limit);
      more.add(section);
    }
    if (revisionsOf(documents) > shown.recent.length) more.add("recent");
    for (const section of cutOrder) {
      while (bytesOf(shown) + 100 > BUDGET_BYTES && shown[section].length > 0) {
        cutTo(shown, section, shown[section].length - 1);
        more.add(section);
      }
    }
    return more.size === 0 ? shown : { ...shown, more: [...more].sort() };
  },

  text({ docs, counts: rows, open, due, decisions: decided, recent: written, more = [] }) {
    const part = (name: string, list: readonly (readonly unknown[])[]) =>
      list.length === 0
        ? []
        : [`${name}:`, ...list.map((each) => `  ${each.map((cell) => cell ?? "-").join("\t")}`)];
    const lines = [
      ...part("documents", docs),
      ...part("records", rows),
      ...part("open", open),
      ...part("due", due),
      ...part("decisions", decided),
      ...part("recent", written),
      ...(more.length === 0 ? [] : [`cut: ${more.join(", ")}`]),
    ];
    return lines.join("\n") || "No documents here.";
  },
} satisfies Tool<GramTools, "gram_brief", GramDeps>;

function cutTo<Key extends Section>(
  output: Record<Key, readonly unknown[]>,
  section: Key,
  length: number,
): void {
  output[section] = output[section].slice(0, length);
}

function isOpen(record: GramRecord): boolean {
  return !isClosedStatus(textOfField(record, "x"));
}

function row({ document, record }: Entry, dateField?: string) {
  return recordRow(`${document.doc.path}#${record.id}`, record, dateField);
}

function start({ record }: Entry, field?: string): number {
  return spanOf(dateOf(record, field) ?? "")?.start ?? Number.MAX_SAFE_INTEGER;
}

function counts(entries: readonly Entry[]): Output["counts"] {
  const sums = new Map<string, { readonly type: string; readonly status: string | null; n: number }>();
  for (const { record } of entries) {
    const status = statusOf(record);
    const key = `${record.type}\n${status ?? ""}`;
    const sum = sums.get(key) ?? { type: record.type, status, n: 0 };
    sum.n++;
    sums.set(key, sum);
  }
  return [...sums.values()]
    .sort((a, b) => byCodePoint(a.type, b.type) || byCodePoint(a.status ?? "", b.status ?? ""))
    .map(({ type, status, n }) => [type, status, n]);
}

const PRIORITY: Readonly<Record<string, number>> = { high: 0, medium: 1, low: 2 };

/** Blockers first, then what is blocked, then tasks and goals by priority, date and place. */
function openWork(entries: readonly Entry[]): Output["open"] {
  const classOf = ({ record }: Entry): number => {
    if (!isOpen(record)) return -1;
    if (record.type === "blocker") return 0;
    if (textOfField(record, "x") === "blocked") return 1;
    return record.type === "task" || record.type === "goal" ? 2 : -1;
  };
  const priority = ({ record }: Entry) => PRIORITY[textOfField(record, "p") ?? ""] ?? 3;
  return entries
    .map((entry) => ({ entry, kind: classOf(entry) }))
    .filter(({ kind }) => kind >= 0)
    .sort(
      (a, b) => a.kind - b.kind || priority(a.entry) - priority(b.entry) || start(a.entry) - start(b.entry),
    )
    .map(({ entry }) => row(entry));
}

/** Those that stand, the one that was written last first. */
function decisions(entries: readonly Entry[]): Output["decisions"] {
  const touched = new Map<OpenDocument, ReadonlyMap<string, string>>();
  const writtenAt = ({ document, record }: Entry): string => {
    const times = touched.get(document) ?? lastWritten(document);
    touched.set(document, times);
    return times.get(record.id) ?? "";
  };
  return entries
    .filter(({ record }) => record.type === "decision" && textOfField(record, "x") !== "superseded")
    .map((entry) => ({ entry, at: writtenAt(entry) }))
    .sort((a, b) => byCodePoint(b.at, a.at))
    .map(({ entry: { document, record } }) => {
      const implemented = implementedAt(record, document.state);
      const fixed = [
        `${document.doc.path}#${record.id}`,
        titleOf(record) ?? "",
        statusOf(record),
        dateOf(record) ?? null,
      ] as const;
      return implemented === undefined ? [...fixed] : [...fixed, implemented];
    });
}

/** When each record was last written. */
function lastWritten({ history }: OpenDocument): ReadonlyMap<string, string> {
  const times = new Map<string, string>();
  for (const { n, at } of history.revisions) for (const id of ownersOf(history.ops(n))) times.set(id, at);
  return times;
}

function byNewest(documents: readonly OpenDocument[]): readonly OpenDocument[] {
  return [...documents].sort((a, b) => byCodePoint(b.recordedAt ?? "", a.recordedAt ?? ""));
}

/** `[path, revision, writing time, owners that it changed]`, newest first. Only as many as can be shown are looked at. */
function recent(documents: readonly OpenDocument[], limit: number): Output["recent"] {
  return documents
    .flatMap((document) =>
      document.history.revisions.slice(-limit).map((revision) => ({ document, revision })),
    )
    .sort((a, b) => byCodePoint(b.revision.at, a.revision.at) || b.revision.n - a.revision.n)
    .slice(0, limit)
    .map(({ document, revision }) => [
      document.doc.path,
      revision.n,
      revision.at,
      ownersOf(document.history.ops(revision.n)).size,
    ]);
}

function revisionsOf(documents: readonly OpenDocument[]): number {
  return documents.reduce((sum, { history }) => sum + history.rev, 0);
}
