/** Opens a document at the revision that a call asks for. Every tool that reads one document goes through here. */

import { type Span, spanOf } from "../../engine/gram/dates.ts";
import type { History } from "../../engine/gram/history.ts";
import { type GramRecord, type GramState, NO_HASH } from "../../engine/gram/types.ts";
import { isDocumentPath } from "../../engine/gram/vault.ts";
import type { GramDeps } from "./deps.ts";
import { changedMeanwhile, type Fails, type Located, located, noDocument, noRecord } from "./refusals.ts";

export type OpenCode =
  | "E_ARGUMENT"
  | "PROVIDER_AUTH_REQUIRED"
  | "E_STORAGE"
  | "E_PATH"
  | "E_NOT_FOUND"
  | "E_REVISION"
  | "E_DATE"
  | "E_FORMAT"
  | "STALE_READ";

/** The document that an answer speaks of, as it was read. */
export interface Stamp {
  readonly hash: string;
  readonly path: string;
  readonly rev: number;
}

export interface OpenDocument {
  readonly doc: Stamp;
  readonly place: Located;
  readonly history: History;
  readonly state: GramState;
  /** ISO writing time of the revision that was read; null for revision 0. */
  readonly recordedAt: string | null;
}

export interface When {
  readonly revision?: number;
  readonly recorded_at?: string;
}

export async function openDocument(
  given: string,
  when: When,
  deps: Pick<GramDeps, "vault" | "reader">,
  call: Fails<OpenCode>,
): Promise<OpenDocument> {
  if (when.revision !== undefined && when.recorded_at !== undefined) {
    return call.fail("E_ARGUMENT", "Use either revision or recorded_at");
  }
  const at = when.recorded_at === undefined ? undefined : dateArgument(when.recorded_at, "recorded_at", call);
  const place = located(await deps.vault.locate(given), call);
  const history = await openHistory(place, deps, call);
  const rev = at === undefined ? (when.revision ?? headOf(history, call)) : history.revisionAt(at.end);
  if (rev > history.rev) {
    if (history.tail.kind === "damaged" && history.tail.revision <= rev) return damaged(history, call);
    return call.fail("E_REVISION", `Revision ${rev} is not in ${place.path}`);
  }
  const revision = history.revisions[rev - 1];
  return {
    doc: { hash: revision?.hash ?? NO_HASH, path: place.path, rev },
    place,
    history,
    state: history.at(rev),
    recordedAt: revision?.at ?? null,
  };
}

/** The history of the document at a place, with what is good of a damaged one. */
export async function openHistory(
  place: Located,
  { reader }: Pick<GramDeps, "reader">,
  call: Fails<"E_NOT_FOUND" | "E_FORMAT" | "STALE_READ">,
): Promise<History> {
  if (!isDocumentPath(place.path)) return noDocument(place.path, call);
  const opened = await reader.open(place.file);
  switch (opened.kind) {
    case "opened":
      return opened.history;
    case "missing":
      return noDocument(place.path, call);
    case "changing":
      return changedMeanwhile(call);
    case "not-gram":
      return call.fail("E_FORMAT", `${opened.reason}: ${place.path}`);
  }
}

/** Reads of the newest state refuse a damaged document; what stands before the damage is read by its revision. */
function headOf(history: History, call: Fails<"E_FORMAT">): number {
  return history.tail.kind === "damaged" ? damaged(history, call) : history.rev;
}

function damaged(history: History, call: Fails<"E_FORMAT">): never {
  const { tail } = history;
  const revision = tail.kind === "damaged" ? tail.revision : history.rev;
  return call.fail("E_FORMAT", `Revision ${revision} is damaged`);
}

export function dateArgument(text: string, key: string, call: Fails<"E_DATE">): Span {
  return spanOf(text) ?? call.fail("E_DATE", `Invalid date ${key}`);
}

/** The record that `id` names; undefined = the document, which no id and its own id mean. */
export function recordArgument(
  id: string | undefined,
  { state, doc }: Pick<OpenDocument, "state" | "doc">,
  call: Fails<"E_NOT_FOUND">,
): GramRecord | undefined {
  if (id === undefined || id === state.id) return undefined;
  return state.record(id) ?? noRecord(id, doc.path, call);
}
