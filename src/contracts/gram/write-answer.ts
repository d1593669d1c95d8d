/** What gram_create and gram_patch share: the request's id and lock, and how the outcome of a write is answered. */

import type { JsonValue } from "../../engine/gram/canonical.ts";
import { type Diagnostic, diagnose } from "../../engine/gram/diagnose.ts";
import { isDocumentPath } from "../../engine/gram/vault.ts";
import { REQUEST_ID } from "../../engine/gram/vocabulary.ts";
import type { Request, WriteResult, Written } from "../../engine/gram/writer.ts";
import type { Call } from "../../runtime/tool.ts";
import { BUDGET_BYTES, bytesOf } from "./budget.ts";
import type { GramDeps } from "./deps.ts";
import { changedMeanwhile, type Fails, type Located, located } from "./refusals.ts";
import { resolverOf } from "./resolve-target.ts";

/** How long a write waits for another one in the same vault. */
const lockWaitMs = 5_000;

type PlaceCode = "E_ACCESS" | "E_NOT_FOUND" | "E_PATH" | "E_REQUEST" | "E_STORAGE" | "PROVIDER_AUTH_REQUIRED";

/** Where a document may be written. */
export async function writablePlace(
  path: string,
  requestId: string,
  { vault }: Pick<GramDeps, "vault">,
  call: Fails<Exclude<PlaceCode, "E_NOT_FOUND">>,
): Promise<Located> {
  if (!REQUEST_ID.test(requestId)) {
    return call.fail(
      "E_REQUEST",
      "request_id is 1 to 128 of A-Z, a-z, 0-9, dot, underscore, colon and hyphen",
    );
  }
  const place = located(await vault.locate(path), call);
  if (!isDocumentPath(place.path)) return call.fail("E_PATH", `${place.path} does not end with .gram`);
  if (place.access === "read") return call.fail("E_ACCESS", `${place.path} is read-only`);
  return place;
}

export function requestOf(
  tool: string,
  args: { readonly request_id: string; readonly path: string },
  place: Located,
  call: Pick<Call, "caller">,
): Request {
  return {
    client: call.caller.client,
    requestId: args.request_id,
    tool,
    args: { ...args, path: place.path } as unknown as JsonValue,
  };
}

/** Runs a write under the lock of its vault. */
export async function underLock<T>(
  place: Located,
  { lockOf }: Pick<GramDeps, "lockOf">,
  call: Pick<Call<"E_STORAGE">, "fail" | "signal">,
  write: () => Promise<T>,
): Promise<T> {
  const held = await lockOf(place.path).acquire(lockWaitMs, call.signal);
  if (held === undefined) return call.fail("E_STORAGE", "The document is being written; try again");
  try {
    return await write();
  } finally {
    held.release();
  }
}

/** Refusals that both tools know. */
type Shared = Extract<WriteResult, { kind: "other-request" | "changing" | "storage" | "change" }>;

/** @param other answers the refusals that only one of the tools knows */
export function writtenOf(
  result: WriteResult,
  call: Fails<"E_REQUEST" | "STALE_READ" | "E_STORAGE" | "E_CHANGE">,
  other: (result: Exclude<WriteResult, Shared | Written>) => never,
): Written {
  switch (result.kind) {
    case "written":
      return result;
    case "other-request":
      return call.fail("E_REQUEST", "request_id was used for another change");
    case "changing":
      return changedMeanwhile(call);
    case "storage":
      return call.fail("E_STORAGE", result.message);
    case "change":
      return call.fail("E_CHANGE", result.message);
    default:
      return other(result);
  }
}

/** The answer of a write. What cannot be shown as meant is told beside what was committed. */
export async function answerOf(written: Written, place: Located, deps: GramDeps) {
  const { history, rev, hash, replayed } = written;
  if (!replayed) deps.recall.touched(place.path);
  const found = diagnose(history.at(rev), written.ops, await resolverOf(history.at(rev), written.ops, deps));
  const told = { doc: { hash, path: place.path, rev }, ...(replayed ? { replayed: true as const } : {}) };
  // Ids and diagnostics share what is left; all ids are in gram_list too.
  const room = BUDGET_BYTES - bytesOf(told) - 100;
  const diagnostics = fitting(found, room / 2);
  const ids = fitting(written.ids, room - bytesOf(diagnostics));
  const cut = diagnostics.length < found.length || ids.length < written.ids.length;
  return {
    ...told,
    ids: ids.map(([index, id]): [number, string] => [index, id]),
    ...(diagnostics.length === 0 ? {} : { diagnostics: diagnostics.map((row): [...Diagnostic] => [...row]) }),
    ...(cut ? { truncated: true as const } : {}),
  };
}

/** The first rows that take no more than `room` bytes. */
function fitting<Row>(rows: readonly Row[], room: number): readonly Row[] {
  let used = 0;
  const end = rows.findIndex((row) => {
    used += bytesOf(row) + 1;
    return used > room;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
