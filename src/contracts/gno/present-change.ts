/** How gno shows changes of the journal: cursors that are opaque to callers, and records without any text. */
import type { GnoChangesOutput } from "../../../generated/gno/types.ts";
import type { Change, ChangeSnapshot } from "../../engine/engine.ts";
import { decorate } from "./present-document.ts";

type ShownChange = GnoChangesOutput["changes"][number];

const prefix = "gno-change-v1.";

/** Names a change, and the place in the journal right after it. */
export function cursorOf(sequence: number): string {
  return prefix + Buffer.from(JSON.stringify({ sequence })).toString("base64");
}

/** undefined = no cursor that this server has given out. */
export function readCursor(cursor: string): number | undefined {
  if (!cursor.startsWith(prefix)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor.slice(prefix.length), "base64").toString("utf8"));
    const sequence = (value as { readonly sequence?: unknown } | null)?.sequence;
    if (typeof sequence !== "number" || !Number.isSafeInteger(sequence) || sequence < 0) return undefined;
    return cursorOf(sequence) === cursor ? sequence : undefined;
  } catch {
    return undefined;
  }
}

export function looksLikeCursor(text: string): boolean {
  return text.startsWith("gno-change-");
}

export function presentChange(change: Change, indexName: string): ShownChange {
  const snapshot = (one: ChangeSnapshot) => ({
    relPath: one.relPath,
    docid: one.docid,
    uri: decorate(one.uri, indexName),
    sourceHash: one.sourceHash,
    mirrorHash: one.mirrorHash ?? null,
    active: one.active,
  });
  return {
    id: cursorOf(change.sequence),
    kind: change.kind,
    collection: change.collection,
    observedAt: change.observedAt,
    previous: change.previous === undefined ? null : snapshot(change.previous),
    current: snapshot(change.current),
    structureDelta: change.delta as ShownChange["structureDelta"],
  };
}

/** What differs, one line each, for people. */
export function deltaLines({ structureDelta: delta }: ShownChange): string[] {
  const lines = (name: string, marks: readonly (readonly [string, readonly string[]])[]) =>
    marks.flatMap(([mark, items]) => items.map((item) => `    ${mark} ${name}: ${item}`));
  return [
    ...lines("heading", [
      ["+", delta.headings.added],
      ["-", delta.headings.removed],
    ]),
    ...lines("link", [
      ["+", delta.links.added],
      ["-", delta.links.removed],
    ]),
    ...lines("edge", [
      ["+", delta.typedEdges.added],
      ["-", delta.typedEdges.removed],
    ]),
    ...lines("date", [
      ["+", delta.dates.added],
      ["-", delta.dates.removed],
      ["~", delta.dates.changed],
    ]),
    ...(delta.truncated ? ["    … more differs than is listed"] : []),
  ];
}
