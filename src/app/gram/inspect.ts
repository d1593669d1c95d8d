/** What a person asks of a document's file: its revisions, its text, its health. */
import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { errors } from "../../../generated/gram/errors.ts";
import { exportMarkdown } from "../../engine/gram/export.ts";
import { type History, readHistory } from "../../engine/gram/history.ts";
import { MAX_FILE_BYTES } from "../../engine/gram/limits.ts";
import { joinBlocks } from "../../engine/gram/markdown.ts";
import { ownerChanges } from "../../engine/gram/owner-changes.ts";
import { blockMarkdown } from "../../engine/gram/render.ts";
import type { GramState } from "../../engine/gram/types.ts";
import { createVault } from "../../engine/gram/vault.ts";

/** Said in words for the person; `code` is one of the contract's. */
export class GramFileError extends Error {
  readonly code: "E_FORMAT" | "E_NOT_FOUND" | "E_REVISION" | "E_STORAGE" | "STALE_READ";
  /** Exit code of the command line. */
  readonly exit: number;
  constructor(code: GramFileError["code"], message: string) {
    super(message);
    this.code = code;
    this.exit = errors[code].exit;
  }
}

export interface OpenFile {
  readonly file: string;
  readonly bytes: Buffer;
  readonly history: History;
}

/** @throws GramFileError when there is no such document */
export function openFile(given: string): OpenFile {
  const file = resolve(given);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile()) {
    throw new GramFileError("E_NOT_FOUND", `${given} is no file. Check the path.`);
  }
  if (stat.size > MAX_FILE_BYTES) {
    throw new GramFileError("E_FORMAT", `${given} is larger than ${MAX_FILE_BYTES} bytes.`);
  }
  const bytes = readFileSync(file);
  const result = readHistory(bytes);
  if (result.kind === "not-gram") throw new GramFileError("E_FORMAT", `${given}: ${result.reason}.`);
  return { file, bytes, history: result.history };
}

/** @param given `PATH@REV`, or a path for the newest revision. @throws GramFileError */
export function stateAt(given: string): GramState {
  const match = /^(.*)@(\d+)$/.exec(given);
  const path = match?.[1] ?? given;
  const { history } = openFile(path);
  const { tail } = history;
  if (match === null && tail.kind === "damaged") {
    throw new GramFileError(
      "E_FORMAT",
      `Revision ${tail.revision} of ${path} is damaged: ${tail.reason}. Name an earlier one: ${path}@${history.rev}`,
    );
  }
  const rev = match === null ? history.rev : Number(match[2]);
  if (rev > history.rev) {
    throw new GramFileError("E_REVISION", `Revision ${rev} is not in ${path}; the newest is ${history.rev}.`);
  }
  return history.at(rev);
}

/** The body as it was written. */
export function bodyOf(given: string): string {
  return joinBlocks(stateAt(given).blocks.map(blockMarkdown));
}

export function markdownOf(given: string): string {
  return exportMarkdown(stateAt(given));
}

/** Revisions, newest first, with what each changed. */
export function logOf(given: string) {
  const { history } = openFile(given);
  const changes = Map.groupBy(
    ownerChanges(
      history,
      history.revisions.map(({ n }) => n),
    ),
    ({ rev }) => rev,
  );
  return {
    document: history.documentId,
    damaged: history.tail.kind === "damaged" ? history.tail : undefined,
    revisions: history.revisions.toReversed().map(({ n, at, by, hash, requestId }) => ({
      rev: n,
      at,
      by,
      hash,
      requestId,
      changes: (changes.get(n) ?? []).map(({ owner, op, what }) => ({ owner, op, what })),
    })),
  };
}

export interface Verdict {
  readonly path: string;
  readonly revisions: number;
  readonly problem: string | null;
  /** Bytes of an append that never finished; harmless. */
  readonly torn: number;
}

/** Every revision's length, chain and state hash, of one document or of all in a folder. @throws GramFileError */
export async function verify(given: string): Promise<readonly Verdict[]> {
  const root = resolve(given);
  const stat = statSync(root, { throwIfNoEntry: false });
  if (stat === undefined) throw new GramFileError("E_NOT_FOUND", `${given} is not there. Check the path.`);
  if (!stat.isDirectory()) return [verdictOn(given)];
  const vault = createVault({ root, access: "read" });
  return (await vault.documents()).map((path) => verdictOn(join(given, path)));
}

function verdictOn(path: string): Verdict {
  try {
    const { history } = openFile(path);
    const { tail } = history;
    const torn = tail.kind === "torn" ? tail.bytes : 0;
    return { path, revisions: history.rev, problem: problemOf(history), torn };
  } catch (error) {
    if (!(error instanceof GramFileError)) throw error;
    return { path, revisions: 0, problem: error.message, torn: 0 };
  }
}

function problemOf(history: History): string | null {
  const { tail } = history;
  if (tail.kind === "damaged") return `revision ${tail.revision} is damaged: ${tail.reason}`;
  const wrong = history.firstWrongHash();
  return wrong === undefined ? null : `revision ${wrong} does not fold to its hash`;
}
