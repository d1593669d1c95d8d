/** gno_changes: a page of the change journal. spec/gno.md, "Changes". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import { parseBound } from "../../engine/search/time.ts";
import type { Call, Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { cursorOf, looksLikeCursor, presentChange, readCursor } from "./present-change.ts";

export const changes = {
  run({ since, collection, limit }, { engine, now }, call) {
    const start = since === undefined ? {} : startOf(since.trim(), now(), call);
    const page = engine.changes.page({
      ...start,
      ...(collection === undefined ? {} : { collection: collection.trim().toLowerCase() }),
      limit,
    });
    if (page.kind === "ahead") {
      return call.fail(
        "VALIDATION",
        `since is ahead of the journal, whose last change is ${cursorOf(page.latest)}: it belongs to another index, or the journal was started anew. Ask again without since.`,
      );
    }
    const expired = page.kind === "expired";
    const shown = expired ? [] : page.changes;
    const last = shown.at(-1);
    const truncated = !expired && page.more;
    const earliest = cursorOf(page.floor);
    return {
      schemaVersion: "1.0" as const,
      changes: shown.map((change) => presentChange(change, engine.indexName)),
      page: {
        nextCursor: truncated && last !== undefined ? cursorOf(last.sequence) : null,
        earliestCursor: earliest,
        latestCursor: cursorOf(page.latest),
        cursorExpired: expired,
        truncated,
        retentionTruncated: expired || page.incomplete,
      },
      warnings: expired
        ? [
            `Changes after this cursor are not kept any more. Go on with since=${earliest}; what came before it has to be read anew.`,
          ]
        : [],
    };
  },

  text({ changes: list, page, warnings }) {
    const head = `${list.length} change${list.length === 1 ? "" : "s"}${page.truncated ? `, more follow: since=${page.nextCursor}` : ""}.`;
    const lines = list.map(({ observedAt, kind, previous, current }) => {
      const from = kind === "rename" && previous !== null ? ` from ${previous.relPath}` : "";
      return `  ${observedAt} ${kind} ${current?.uri ?? previous?.uri}${from}`;
    });
    return [head, ...lines, ...warnings].join("\n");
  },
} satisfies Tool<GnoTools, "gno_changes", GnoDeps>;

function startOf(since: string, now: number, call: Pick<Call<"VALIDATION">, "fail">) {
  if (looksLikeCursor(since)) {
    const after = readCursor(since);
    return after === undefined
      ? call.fail(
          "VALIDATION",
          "since is a broken cursor. Send nextCursor or latestCursor of an answer unchanged.",
        )
      : { after };
  }
  const sinceMs = /^\d{4}-/.test(since) ? parseBound(since, "since", now) : undefined;
  return sinceMs === undefined
    ? call.fail("VALIDATION", "since is neither a cursor of gno_changes nor an ISO 8601 time.")
    : { sinceMs };
}
