/**
 * Writes documents: one request is one revision, appended in one write and on disk before the call returns. A request
 * that was answered once is answered the same again, whatever happened since.
 */
import path from "node:path";
import { createFile } from "../files/atomic.ts";
import { type FileSystem, nodeFileSystem } from "../files/file-system.ts";
import { storageProblem } from "../files/storage-problem.ts";
import type { Clock, EngineLog } from "../ports.ts";
import { type Before, beforeFirst, beforeNext, buildBlock, headerOf } from "./block.ts";
import type { JsonValue } from "./canonical.ts";
import { requestDigest } from "./canonical.ts";
import type { Change, CreateInput, Planned, Refused } from "./changes.ts";
import { type GramFiles, nodeGramFiles } from "./files.ts";
import { createFold, type Fold } from "./fold.ts";
import { type History, readHistory } from "./history.ts";
import { MAX_FILE_BYTES } from "./limits.ts";
import { planCreate, planPatch } from "./plan.ts";
import type { GramReader } from "./reader.ts";
import type { Op, Revision } from "./types.ts";

/** Who writes, and the request that the revision answers. */
export interface Request {
  /** Name and version, for the file. */
  readonly client: string;
  readonly requestId: string;
  /** `gram_create` or `gram_patch`, and its arguments with the path normalised: what the receipt is made over. */
  readonly tool: string;
  readonly args: JsonValue;
}

export interface Written {
  readonly kind: "written";
  /** After the revision that the request made; later ones may stand behind it. */
  readonly history: History;
  readonly rev: number;
  readonly hash: string;
  readonly ids: Planned["ids"];
  readonly ops: readonly Op[];
  /** The request had been answered before; nothing was written now. */
  readonly replayed: boolean;
}

export type WriteResult =
  | Written
  | Refused
  | { readonly kind: "exists" }
  | { readonly kind: "missing" }
  /** The head is not the base that the request was made for. */
  | { readonly kind: "stale"; readonly rev: number }
  /** The request id belongs to another request. */
  | { readonly kind: "other-request" }
  | { readonly kind: "changing" }
  /** Nothing may be appended: the message says why. */
  | { readonly kind: "format"; readonly message: string }
  /** The disk refused; the file is as it was. */
  | { readonly kind: "storage"; readonly message: string };

export interface GramWriter {
  /** The caller holds the vault's lock. */
  create(file: string, documentId: string, input: CreateInput, request: Request): Promise<WriteResult>;
  /** The caller holds the vault's lock. */
  patch(
    file: string,
    base: { readonly rev: number; readonly hash: string },
    changes: readonly Change[],
    request: Request,
  ): Promise<WriteResult>;
}

export interface GramWriterOptions {
  readonly reader: GramReader;
  readonly clock: Clock;
  readonly log: EngineLog;
  readonly files?: GramFiles;
  readonly wholeFiles?: FileSystem;
}

export function createGramWriter({
  reader,
  clock,
  log,
  files = nodeGramFiles,
  wholeFiles = nodeFileSystem,
}: GramWriterOptions): GramWriter {
  /** The answer that a request got before, made again from the revision that it wrote. */
  function replay(
    history: History,
    revision: Revision,
    request: Request,
    plan: (draft: Fold) => Planned | Refused,
  ): WriteResult {
    if (revision.digest !== requestDigest(request.tool, request.args)) return { kind: "other-request" };
    const planned = plan(history.draft(revision.n - 1));
    return {
      kind: "written",
      history,
      rev: revision.n,
      hash: revision.hash,
      ids: planned.kind === "planned" ? planned.ids : [],
      ops: history.ops(revision.n),
      replayed: true,
    };
  }

  /** The block of a plan, proved to read back as what it was made from. */
  function block(before: Before, request: Request, planned: Planned, draft: Fold) {
    const built = buildBlock(before, {
      now: clock.now(),
      client: request.client,
      requestId: request.requestId,
      digest: requestDigest(request.tool, request.args),
      ops: planned.ops,
      state: draft.state,
    });
    return { ...built, bytes: Buffer.from(built.text) };
  }

  return {
    async create(file, documentId, input, request) {
      const opened = await reader.open(file);
      if (opened.kind === "opened") {
        const earlier = opened.history.request(request.requestId);
        if (earlier === undefined || earlier.n !== 1) return { kind: "exists" };
        return replay(opened.history, earlier, request, (draft) => planCreate(draft, input));
      }
      if (opened.kind !== "missing") return { kind: "exists" };
      const draft = createFold(documentId);
      const planned = planCreate(draft, input);
      if (planned.kind !== "planned") return planned;
      const built = block(beforeFirst(documentId), request, planned, draft);
      const bytes = Buffer.concat([Buffer.from(headerOf(documentId)), built.bytes]);
      const result = readHistory(bytes);
      if (result.kind !== "history" || result.history.hash !== built.hash || result.history.rev !== 1) {
        throw new Error("a new document does not read back as it was written");
      }
      try {
        if ((await createFile(file, bytes, { files: wholeFiles })) === "exists") return { kind: "exists" };
      } catch (error) {
        return storage(error);
      }
      await keep(file, result.history);
      return written(result.history, planned);
    },

    async patch(file, base, changes, request) {
      const opened = await reader.open(file);
      if (opened.kind === "missing" || opened.kind === "changing") return { kind: opened.kind };
      if (opened.kind === "not-gram") return { kind: "format", message: opened.reason };
      let { history } = opened;
      const { tail, unknown } = history;
      if (tail.kind === "damaged") {
        return { kind: "format", message: `Revision ${tail.revision} is damaged: ${tail.reason}` };
      }
      if (unknown !== undefined) {
        return {
          kind: "format",
          message: `Revision ${unknown.revision} holds a line that this version does not know; use a newer one`,
        };
      }
      const plan = (draft: Fold) => planPatch(draft, changes);
      const earlier = history.request(request.requestId);
      if (earlier !== undefined) return replay(history, earlier, request, plan);
      if (history.rev !== base.rev || history.hash !== base.hash) return { kind: "stale", rev: history.rev };
      try {
        if (tail.kind === "torn") history = await cutTail(file, history);
        const draft = history.draft();
        const planned = plan(draft);
        if (planned.kind !== "planned") return planned;
        const last = history.revisions.at(-1);
        const before = last === undefined ? beforeFirst(history.documentId) : beforeNext(last);
        const built = block(before, request, planned, draft);
        if (history.end + built.bytes.length > MAX_FILE_BYTES) {
          return {
            kind: "change",
            message: `the document would grow beyond ${MAX_FILE_BYTES} bytes; start another one`,
          };
        }
        const next = history.grow(built.bytes);
        if (next.tail.kind !== "clean" || next.hash !== built.hash || next.rev !== history.rev + 1) {
          throw new Error("a revision does not read back as it was written");
        }
        await files.append(file, history.end, built.bytes);
        await keep(file, next);
        return written(next, planned);
      } catch (error) {
        reader.forget(file);
        return storage(error);
      }
    },
  };

  /** An append that never finished: nobody was promised it, and still a copy stays beside the file. */
  async function cutTail(file: string, history: History): Promise<History> {
    const torn = await files.read(file, history.end);
    const copy = path.join(path.dirname(file), `.${path.basename(file)}.torn`);
    await wholeFiles.remove(copy);
    await wholeFiles.writeNew(copy, torn?.bytes ?? Buffer.alloc(0));
    await wholeFiles.syncFolder(path.dirname(file));
    await files.truncate(file, history.end);
    log.warn("an unfinished revision was cut off; a copy is kept", { file: copy });
    return history.grow(Buffer.alloc(0));
  }

  async function keep(file: string, history: History): Promise<void> {
    const stamp = await files.stamp(file);
    if (stamp !== undefined && stamp.size === history.end) reader.remember(file, stamp, history);
    else reader.forget(file);
  }
}

function written(history: History, planned: Planned): Written {
  return {
    kind: "written",
    history,
    rev: history.rev,
    hash: history.hash,
    ids: planned.ids,
    ops: planned.ops,
    replayed: false,
  };
}

function storage(error: unknown): WriteResult {
  const message = storageProblem(error);
  if (message === undefined) throw error;
  return { kind: "storage", message };
}
