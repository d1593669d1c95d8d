/** `retrievalTraces` of `index.yml`: whether searches are remembered, how much of them, and for how long. */
import type { Entries, NodeReader } from "./node-reader.ts";
import type { TraceRetention, TraceSettings } from "./types.ts";

export const DEFAULT_TRACE_RETENTION: TraceRetention = {
  maxAgeDays: 30,
  maxTraces: 1_000,
  maxRecordsPerTrace: 10_000,
  maxBytes: 16 * 1024 * 1024,
};

const BOUNDS: Readonly<Record<keyof TraceRetention, readonly [number, number]>> = {
  maxAgeDays: [1, 3_650],
  maxTraces: [1, 1_000_000],
  maxRecordsPerTrace: [1, 100_000],
  maxBytes: [64 * 1024, 1024 * 1024 * 1024],
};

/** undefined = off, which is also what a file without the key means. */
export function readTraces(reader: NodeReader, root: Entries): TraceSettings | undefined {
  const entries = reader.entries(root.get("retrievalTraces"), "retrievalTraces", [
    "enabled",
    "redactionMode",
    "retention",
  ]);
  if (entries === undefined) return undefined;
  const enabled = entries.has("enabled")
    ? reader.flag(entries.get("enabled"), "enabled")
    : reader.report(entries.line, "retrievalTraces needs `enabled`.");
  const redactionMode = entries.has("redactionMode")
    ? reader.choice(entries.get("redactionMode"), "redactionMode", ["metadata", "replay"])
    : "metadata";
  const retention = entries.has("retention") ? readRetention(reader, entries) : DEFAULT_TRACE_RETENTION;
  return enabled === true ? { redactionMode: redactionMode ?? "metadata", retention } : undefined;
}

function readRetention(reader: NodeReader, parent: Entries): TraceRetention {
  const names = Object.keys(BOUNDS) as (keyof TraceRetention)[];
  const entries = reader.entries(parent.get("retention"), "retention", names);
  const given = names.map((name) => {
    const [min, max] = BOUNDS[name];
    return [
      name,
      entries?.has(name)
        ? reader.number(entries.get(name), name, { min, max, integer: true })
        : DEFAULT_TRACE_RETENTION[name],
    ];
  });
  return Object.fromEntries(given) as TraceRetention;
}
