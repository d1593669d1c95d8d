/** Facts as files, for tests that put them there as an editor or an earlier run would have. */
import { contentHash, normaliseScopes } from "../../../src/engine/memory/normalise.ts";
import { composeRecord, type FactRecord, factPath, recordIdOf } from "../../../src/engine/memory/record.ts";

export interface FactFile {
  readonly relPath: string;
  readonly bytes: string;
  readonly record: FactRecord;
}

export function factFile(text: string, scopes: readonly string[], more: Partial<FactRecord> = {}): FactFile {
  const checked = normaliseScopes(scopes);
  const dated = {
    text: text.trim(),
    scopes: checked.kind === "ok" ? checked.scopes : [],
    caller: "test",
    session: "s",
    createdAt: "2026-03-05T09:00:00.000Z",
    contentHash: contentHash(text),
    supersedes: [],
    source: undefined,
    ...more,
  };
  const record = { recordId: recordIdOf(dated), ...dated };
  return { relPath: factPath(record), bytes: composeRecord(record), record };
}

/** Files of a collection by path, as the harness takes them. */
export function filesOf(facts: readonly FactFile[]): Readonly<Record<string, string>> {
  return Object.fromEntries(facts.map(({ relPath, bytes }) => [relPath, bytes]));
}
