/** The logical state of a server, seen through its read tools: what must be the same before and after. */
import type { Check } from "./check.ts";
import type { Conversation, Json } from "./target/target.ts";
import { isObject } from "./target/target.ts";

export interface Snapshot {
  readonly parts: readonly { readonly tool: string; readonly data: string }[];
}

/** Calls the probes of the contract that the profile lists. */
export async function snapshot(check: Check, conversation: Conversation): Promise<Snapshot> {
  const { probes, moving } = check.options.knowledge;
  const listed = new Set(check.listed.map((tool) => tool.name));
  const parts = [];
  for (const probe of probes) {
    if (!listed.has(probe.tool)) continue;
    const reply = await conversation.call(probe.tool, probe.arguments);
    const data = reply.result?.structuredContent ?? reply.error ?? reply.result?.content;
    parts.push({ tool: probe.tool, data: JSON.stringify(still(data, moving)) });
  }
  return { parts };
}

/** The first tool whose answer differs, in words. */
export function changed(before: Snapshot, after: Snapshot): string | undefined {
  for (const [index, part] of before.parts.entries()) {
    const other = after.parts[index]?.data ?? "";
    if (part.data !== other)
      return `${part.tool} answers otherwise than before: ${firstDifference(part.data, other)}`;
  }
  return undefined;
}

export function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const from = Math.max(0, at - 40);
  return `…${one.slice(from, at + 60)}… became …${other.slice(from, at + 60)}…`;
}

/** Without the members that move by themselves. */
export function still(value: unknown, moving: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => still(item, moving));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !moving.has(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, still(inner, moving)])) as Json;
}

/** JSON text that does not depend on the order of keys. */
export function canonical(value: unknown): string {
  const text = JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
  return text ?? "";
}
