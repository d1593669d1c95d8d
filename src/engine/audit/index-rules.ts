/** Rules on what the index says of itself: failed attempts, age, and records that other programs wrote. */
import type { PassRequest } from "./audit-messages.ts";
import { type Collector, createCollector } from "./findings.ts";
import type { AuditDocument, IndexFault } from "./snapshot.ts";

const DAY_MS = 86_400_000;

export function judgeRevision(faults: readonly IndexFault[]): Collector {
  const found = createCollector("freshness.index-revision", "freshness", "warning");
  for (const { uri, relPath, code, message } of faults) {
    found.add([
      {
        subject: uri,
        location: null,
        message,
        evidence: [
          { kind: "index", summary: code, uri, ...(relPath === undefined ? {} : { path: relPath }) },
        ],
        guidance: ["Mend what the message names, then run gno update."],
      },
    ]);
  }
  return found;
}

export function judgeAge(documents: readonly AuditDocument[], { request, now }: PassRequest): Collector {
  const found = createCollector("freshness.configured-age-signal", "freshness", "info");
  const { maxAgeDays } = request;
  if (maxAgeDays === undefined) return found;
  for (const { uri, relPath, modifiedMs } of documents) {
    if (now - modifiedMs <= maxAgeDays * DAY_MS) continue;
    // Not the age itself: it is another one each day, and the finding would be too.
    const modified = new Date(modifiedMs).toISOString();
    found.add([
      {
        subject: uri,
        location: null,
        message: `The file was last modified on ${modified.slice(0, 10)}, more than ${maxAgeDays} days ago.`,
        evidence: [{ kind: "modified", summary: modified, uri, path: relPath }],
        guidance: ["Read it again and confirm or correct what it says."],
      },
    ]);
  }
  return found;
}
