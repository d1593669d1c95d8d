/** Which passages become evidence: those that answer most of what is still open for their size, while the whole fits. */
import type { Breather } from "./breather.ts";
import { byCodeUnit } from "./normal.ts";
import { type Choice, type Frame, type Item, itemOf, largestBytes, type Omitted } from "./payload.ts";
import type { OmissionReason } from "./types.ts";

/** Of what can be spent, that the texts of one document may take where there are others. */
const DOCUMENT_SHARE = 3 / 5;

export async function select(frame: Frame, breathe: Breather): Promise<Choice> {
  const { spendable } = frame.plan;
  const omitted: Omitted[] = [];
  const open = new Set<Item>();
  const hashes = new Set<string>();
  for (const candidate of frame.found.candidates) {
    await breathe();
    if (hashes.has(candidate.passageHash)) omitted.push({ candidate, reason: "duplicate" });
    else open.add(itemOf(candidate, frame));
    hashes.add(candidate.passageHash);
  }
  const several = new Set(frame.found.candidates.map(({ document }) => document.id)).size > 1;
  const picked: Item[] = [];
  const covered = new Set<string>();
  const spent = new Map<number, number>();
  const fresh = (item: Item) => item.candidate.facets.filter((facet) => !covered.has(facet)).length;
  const fits = (item: Item) => item.bytes < spendable && largestBytes(frame, [...picked, item]) <= spendable;
  const textBytes = ({ evidence }: Item) => Buffer.byteLength(evidence.text);
  const problem = (item: Item): OmissionReason | undefined => {
    const { candidate } = item;
    if (candidate.facets.length === 0) return "redundant_coverage";
    if (picked.some((other) => overlaps(other, item))) return "overlap";
    const share = (spent.get(candidate.document.id) ?? 0) + textBytes(item);
    if (several && share > DOCUMENT_SHARE * spendable) return "document_share_cap";
    if (picked.length > 0 && fresh(item) === 0) return "redundant_coverage";
    return fits(item) ? undefined : "global_budget";
  };
  const pick = (item: Item) => {
    picked.push(item);
    for (const facet of item.candidate.facets) covered.add(facet);
    const { id } = item.candidate.document;
    spent.set(id, (spent.get(id) ?? 0) + textBytes(item));
  };
  while (open.size > 0) {
    await breathe();
    const item = bestOf(open, fresh);
    open.delete(item);
    const reason = problem(item);
    if (reason === undefined) pick(item);
    else omitted.push({ candidate: item.candidate, reason });
  }
  if (picked.length === 0) await pickLeader(frame, omitted, fits, pick, breathe);
  return { picked, omitted: omitted.sort(byRank) };
}

/** What was found by its meaning alone shares no words with the question, and still is the best there is. */
async function pickLeader(
  frame: Frame,
  omitted: Omitted[],
  fits: (item: Item) => boolean,
  pick: (item: Item) => void,
  breathe: Breather,
): Promise<void> {
  for (const one of [...omitted].sort(byRank)) {
    if (one.reason === "global_budget" || one.reason === "duplicate") continue;
    await breathe();
    const item = itemOf(one.candidate, frame);
    if (fits(item)) {
      omitted.splice(omitted.indexOf(one), 1);
      pick(item);
      return;
    }
    omitted[omitted.indexOf(one)] = { candidate: one.candidate, reason: "global_budget" };
  }
}

/** Most open facets for a byte, then the better rank, then the identity. */
function bestOf(open: ReadonlySet<Item>, fresh: (item: Item) => number): Item {
  let best: { readonly item: Item; readonly value: number } | undefined;
  for (const item of open) {
    const value = fresh(item) / item.bytes;
    if (best === undefined || value > best.value || (value === best.value && before(item, best.item))) {
      best = { item, value };
    }
  }
  return (best as { readonly item: Item }).item;
}

function before(a: Item, b: Item): boolean {
  const ranks = a.candidate.rank - b.candidate.rank;
  return ranks < 0 || (ranks === 0 && a.evidence.evidenceId < b.evidence.evidenceId);
}

function overlaps({ candidate: a }: Item, { candidate: b }: Item): boolean {
  return (
    a.document.id === b.document.id &&
    a.passage.startLine <= b.passage.endLine &&
    b.passage.startLine <= a.passage.endLine
  );
}

function byRank(a: Omitted, b: Omitted): number {
  return (
    a.candidate.rank - b.candidate.rank ||
    byCodeUnit(a.candidate.document.uri, b.candidate.document.uri) ||
    a.candidate.passage.startLine - b.candidate.passage.startLine
  );
}
