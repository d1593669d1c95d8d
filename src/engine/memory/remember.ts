/**
 * Remember: what may be stored, and the storing. Checks come first and write nothing; whatever decides over a write is
 * looked at again under the lease, against files that are indexed. A successor is one new file, so a replacement is
 * there wholly or not at all.
 */
import { parseUri } from "../documents/uri.ts";
import type { CollectionConfig, Collections, WriteLease } from "../engine.ts";
import type { Clock, EngineLog } from "../ports.ts";
import { asking, type Checked, checkPlace, refuse } from "./check.ts";
import type { FactFinder, FoundFact } from "./find.ts";
import { compareFacts, wordsOf } from "./match.ts";
import { contentHash, normaliseIdentity, normaliseText } from "./normalise.ts";
import { type FactRecord, factPath, recordIdOf } from "./record.ts";
import type { FactStore, Placed } from "./store.ts";
import type { Refused, Remembered, RememberRefusal, RememberRequest } from "./types.ts";

const MAX_TEXT_BYTES = 4096;
const CANDIDATES = 16;
/** One process after another writes facts with the same text, writer and moment at most this often. */
const MAX_SAME_MOMENT = 1_000;

export interface RememberParts {
  readonly collections: Pick<Collections, "find" | "list">;
  readonly facts: FactFinder;
  readonly store: FactStore;
  readonly lease: WriteLease;
  readonly leaseWaitMs: number;
  readonly clock: Clock;
  readonly log: EngineLog;
}

type Answer = Remembered | Refused<RememberRefusal>;

/** A request that passed all checks which need no index. */
interface Wish {
  readonly place: Checked;
  readonly text: string;
  readonly hash: string;
  readonly predecessor: Predecessor | undefined;
  readonly decision: "add" | "supersede" | undefined;
}

interface Predecessor {
  readonly uri: string;
  readonly hash: string;
}

export async function remember(
  parts: RememberParts,
  request: RememberRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const wish = check(parts, request);
  if ("kind" in wish) return wish;
  if (wish.decision !== "supersede") {
    const known = asking(() => equal(parts, wish));
    if (known !== undefined) return "kind" in known ? known : { kind: "existing", fact: known.fact };
  }
  if (wish.decision === undefined) return candidates(parts, wish);
  const held = await parts.lease.acquire(parts.leaseWaitMs, signal);
  if (held === undefined) {
    signal.throwIfAborted();
    return refuse(
      "lease-busy",
      `Another writer held the write lease for ${parts.leaseWaitMs / 1000} seconds. Nothing was written; call again.`,
    );
  }
  try {
    signal.throwIfAborted();
    return await write(parts, request, wish, signal);
  } finally {
    held.release();
  }
}

function check({ collections }: RememberParts, request: RememberRequest): Wish | Refused<RememberRefusal> {
  const text = request.text.toWellFormed().trim();
  if (normaliseText(text) === "" || text.includes("\0"))
    return refuse(
      "text-required",
      "Give the fact as text: one statement, neither blank nor with a NUL character.",
    );
  const long = [
    ["The fact", text],
    ["`source`", request.source?.trim() ?? ""],
  ].find(([, given]) => Buffer.byteLength(given as string) > MAX_TEXT_BYTES);
  if (long !== undefined)
    return refuse(
      "text-too-large",
      `${long[0]} is longer than ${MAX_TEXT_BYTES} bytes. A fact is one statement; a document goes into gno_capture.`,
    );
  const place = checkPlace(collections, request.collection, request.scopes);
  if (place.kind === "refused") return place;
  const { decision, predecessorUri = "", predecessorHash = "" } = request;
  if (decision !== undefined && decision !== "add" && decision !== "supersede")
    return refuse(
      "decision-invalid",
      "`decision` is add or supersede; leave it out to see candidates first.",
    );
  const hash = contentHash(text);
  if (request.spanHashes.includes(hash))
    return refuse(
      "fenced-replay",
      "This is word for word a fact that was recalled, and it is stored already. Nothing was written.",
    );
  if (request.derivedFrom.some((origin) => /^\s*gno:\/\//i.test(origin)))
    return refuse(
      "fenced-derived",
      "`derivedFrom` names a gno:// document: what the index holds already is not stored again as a fact.",
    );
  if (decision === "supersede" && (predecessorUri.trim() === "" || predecessorHash.trim() === ""))
    return refuse(
      "predecessor-required",
      "To supersede, give `predecessorUri` and `predecessorHash` as gno_recall shows them (uri and contentHash).",
    );
  return {
    place,
    text,
    hash,
    decision,
    predecessor:
      decision === "supersede"
        ? { uri: predecessorUri.trim(), hash: predecessorHash.trim().toLowerCase() }
        : undefined,
  };
}

function whereOf({ place }: Wish) {
  return { collection: place.collection.name, scopes: place.scopes };
}

function equal({ facts }: RememberParts, wish: Wish): FoundFact | undefined {
  return facts.equal(wish.hash, whereOf(wish));
}

function candidates({ facts }: RememberParts, wish: Wish): Answer {
  const plan = wordsOf(wish.text);
  const found = asking(() =>
    plan === undefined ? [] : facts.search(plan, whereOf(wish), CANDIDATES, "any"),
  );
  if ("kind" in found) return found;
  return {
    kind: "candidates",
    candidates: compareFacts(
      wish.text,
      wish.hash,
      found.map(({ fact }) => fact),
    ),
  };
}

/** Under the lease. */
async function write(
  parts: RememberParts,
  request: RememberRequest,
  wish: Wish,
  signal: AbortSignal,
): Promise<Answer> {
  const { facts, store } = parts;
  const { collection, scopes } = wish.place;
  const before = await store.catchUp(collection, predecessorPath(wish));
  if (before !== undefined)
    return refuse(
      "sync-failed",
      `Nothing was written, because the index could not be brought up to date: ${before}`,
    );
  let old: FoundFact | undefined;
  if (wish.predecessor === undefined) {
    const known = asking(() => equal(parts, wish));
    if (known !== undefined) return "kind" in known ? known : { kind: "existing", fact: known.fact };
  } else {
    const found = asking(() => predecessorOf(facts, collection, wish.predecessor as Predecessor));
    if (found.kind === "refused") return found;
    old = found.old;
  }
  signal.throwIfAborted();
  const identity = normaliseIdentity(request.identity);
  const source = request.source?.toWellFormed().trim();
  const record = {
    text: wish.text,
    scopes,
    ...identity,
    contentHash: wish.hash,
    supersedes: old === undefined ? [] : [old.fact.uri],
    source: source === "" ? undefined : source,
  };
  const placed = await place(parts, collection, record);
  if (placed.kind === "refused") return placed;
  const about = { relPath: placed.relPath };
  const trouble = await store.index(collection, placed);
  const written = trouble === undefined ? asking(() => facts.at(collection.name, placed.relPath)) : undefined;
  if (written === undefined || "kind" in written) {
    const why = trouble ?? (written === undefined ? "It is not in the index." : written.message);
    return refuse(
      "sync-failed",
      `The fact is saved as ${placed.relPath}, but it is not indexed: ${why} Run gno_sync.`,
      about,
    );
  }
  const { fact, absPath } = written;
  if (old === undefined) return { kind: "added", fact, absPath };
  const successors = asking(() => facts.successors((old as FoundFact).id));
  if ("kind" in successors || !successors.includes(fact.uri))
    return refuse(
      "projection-failed",
      `The successor is saved as ${placed.relPath}, but the old fact still reads as current. Run gno_sync to repair it.`,
      about,
    );
  return { kind: "superseded", fact, absPath };
}

function predecessorPath({ place, predecessor }: Wish): string | undefined {
  const uri = predecessor && parseUri(predecessor.uri);
  return uri?.collection === place.collection.name && uri.relPath !== "" ? uri.relPath : undefined;
}

type FoundOld = { readonly kind: "old"; readonly old: FoundFact } | Refused<RememberRefusal>;

function predecessorOf(facts: FactFinder, { name }: CollectionConfig, { uri, hash }: Predecessor): FoundOld {
  const parsed = parseUri(uri);
  const old = parsed === undefined || parsed.collection !== name ? undefined : facts.at(name, parsed.relPath);
  if (old === undefined)
    return refuse(
      "predecessor-not-found",
      `There is no fact ${JSON.stringify(uri.slice(0, 200))} in collection ${name}. Recall again and take its uri.`,
    );
  if (old.fact.contentHash !== hash)
    return refuse(
      "predecessor-hash-mismatch",
      "The fact says something else than when it was recalled. Recall again, then decide with the contentHash it has now.",
      { uri: old.fact.uri, contentHash: old.fact.contentHash },
    );
  const [successor] = facts.successors(old.id);
  if (successor !== undefined)
    return refuse(
      "supersede-conflict",
      `The fact was superseded already, by ${successor}. Read that one, and supersede it if it is wrong.`,
      { uri: successor },
    );
  return { kind: "old", old };
}

type Unplaced = Omit<FactRecord, "recordId" | "createdAt">;

/** The id says who wrote what when; where that is taken, the moment is moved by a millisecond. */
async function place(
  { store, clock }: RememberParts,
  collection: CollectionConfig,
  record: Unplaced,
): Promise<Placed | Refused<RememberRefusal>> {
  const now = clock.now();
  for (let later = 0; later < MAX_SAME_MOMENT; later++) {
    const dated = { ...record, createdAt: new Date(now + later).toISOString() };
    const whole: FactRecord = { ...dated, recordId: recordIdOf(dated) };
    const placed = await store.create(collection, factPath(whole), whole);
    if (placed.kind !== "exists") return placed;
  }
  return refuse(
    "sync-failed",
    "Nothing was written: this fact was stored too often at this moment. Call again.",
  );
}
