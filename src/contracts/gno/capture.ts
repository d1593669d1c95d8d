/** gno_capture: writes a note; an answer means that it is on disk and searchable. spec/gno.md, "Capture". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { decorate } from "./present-document.ts";
import { unknownCollection } from "./present-hits.ts";
import { requireWrites } from "./start-job.ts";

type Output = GnoTools["gno_capture"]["output"];

export const capture = {
  async run(args, { engine }, call) {
    requireWrites(call);
    const collection = engine.collections.find(args.collection);
    if (collection === undefined) {
      const known = engine.collections.list().map(({ name }) => name);
      return call.fail("NOT_FOUND", unknownCollection(args.collection, known));
    }
    const { content, title, path, folderPath, collisionPolicy, presetId, source } = args;
    const result = await engine.notes.capture(
      {
        collection,
        ...(content === undefined ? {} : { content }),
        ...(title === undefined ? {} : { title }),
        ...(path === undefined ? {} : { path }),
        ...(folderPath === undefined ? {} : { folderPath }),
        ...(collisionPolicy === undefined ? {} : { collisionPolicy }),
        ...(presetId === undefined ? {} : { presetId }),
        overwrite: args.overwrite,
        tags: args.tags ?? [],
        ...(source === undefined ? {} : { source: { ...source } as Record<string, string> }),
      },
      call.signal,
    );
    if (result.kind === "invalid-input") return call.fail("INVALID_INPUT", result.message);
    if (result.kind === "invalid-path") return call.fail("INVALID_PATH", result.message);
    if (result.kind === "sync-failed") {
      return call.fail(
        "CAPTURE_SYNC_FAILED",
        `The note is saved as ${result.relPath}, but it could not be indexed: ${result.message} Run gno_sync to index it.`,
        { relPath: result.relPath },
      );
    }
    const { note } = result;
    return {
      docid: note.docid,
      uri: decorate(note.uri, engine.indexName),
      ...(call.caller.local ? { absPath: note.absPath } : {}),
      collection: note.collection,
      relPath: note.relPath,
      created: note.created,
      openedExisting: note.openedExisting,
      createdWithSuffix: note.createdWithSuffix,
      overwritten: note.overwritten,
      contentHash: note.contentHash,
      source: note.source as unknown as Output["source"],
      tags: [...note.tags],
      sync: { status: "completed" as const },
      embed: {
        status: "not_requested" as const,
        reason: "Capture makes notes searchable by words; gno_index embeds them.",
      },
      collisionPolicyResult: note.collision,
      serverInstanceId: engine.serverInstanceId,
    };
  },

  text(data) {
    return [
      `Doc: ${data.docid}`,
      `URI: ${data.uri}`,
      `Path: ${data.absPath ?? data.relPath}`,
      `Created: ${data.created}`,
      `Opened existing: ${data.openedExisting}`,
      `Overwritten: ${data.overwritten}`,
      `Collision: ${data.collisionPolicyResult}`,
      `Sync: ${data.sync.status}`,
      `Embed: ${data.embed.status}`,
      `Hash: ${data.contentHash}`,
      `Tags: ${data.tags.join(", ") || "none"}`,
    ].join("\n");
  },
} satisfies Tool<GnoTools, "gno_capture", GnoDeps>;
