/**
 * Three collections under one temporary folder: notes, facts, and notes that link to each other. With what a client was
 * told, and what the files, the index and `gno doctor --verify` say of it afterwards.
 */
import { existsSync, mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Engine } from "../../../src/engine/engine.ts";
import { readRecord } from "../../../src/engine/memory/record.ts";
import { hubs, readHubs, writeHubs } from "../../engine/crash/hubs.ts";
import { Ledger } from "../../engine/crash/ledger.ts";
import {
  createPlace,
  damageOf,
  filesOf,
  litterOf,
  openPlace,
  type Place,
  removePlace,
  searchable,
} from "../../engine/support/place.ts";

export interface World {
  readonly place: Place;
  readonly env: Readonly<Record<string, string>>;
  folder(collection: string): string;
  remove(): void;
}

export const identity = { caller: "t", session: "s" };
export const scopes = ["crash"];
const never = new AbortController().signal;

export function worldAt(base: string): World {
  const place = { base, vault: path.join(base, "vault"), data: path.join(base, "data") };
  return {
    place,
    env: {
      GNO_CONFIG_DIR: path.join(base, "config"),
      GNO_DATA_DIR: place.data,
      GNO_CACHE_DIR: path.join(base, "cache"),
      GNO_MCP_ENABLE_WRITE: "1",
    },
    folder: (collection) => path.join(base, collection === "notes" ? "vault" : collection),
    remove: () => removePlace(place),
  };
}

/** @param yaml more of the configuration */
export function createWorld(yaml = ""): World {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), "reliable-")));
  const world = worldAt(base);
  const more = ["facts", "hubs"].map(
    (name) => `  - name: ${name}\n    path: ${JSON.stringify(world.folder(name))}\n`,
  );
  createPlace(base, `${more[0]}    memoryManaged: true\n${more[1]}${yaml}`);
  for (const name of ["facts", "hubs"]) mkdirSync(world.folder(name), { recursive: true });
  writeHubs(world.folder("hubs"));
  return world;
}

/** Indexed, so that there is something to rename. */
export async function indexedWorld(yaml = ""): Promise<World> {
  const world = createWorld(yaml);
  const engine = openPlace(world.place);
  await engine.sync.run({});
  await engine.close(5000);
  return world;
}

export interface Told {
  readonly notes: Ledger;
  /** Path of each acknowledged fact by its word. */
  readonly facts: Map<string, string>;
  /** Words of facts that may be there. */
  readonly triedFacts: Set<string>;
  /** Where each hub is by its word, and where it may be. */
  readonly hubs: Map<string, { at: string; maybe?: string }>;
}

export function nothingTold(): Told {
  return {
    notes: new Ledger(),
    facts: new Map(),
    triedFacts: new Set(),
    hubs: new Map(hubs.map((hub) => [hub, { at: `${hub}.md` }])),
  };
}

export const textOfFact = (token: string): string => `The fact ${token} holds until it is replaced.`;

/** What the files do not keep of what was told. Call it when a lease was taken once since the kill. */
export function faultsIn(world: World, told: Told): readonly string[] {
  const faults = [...told.notes.faultsIn(filesOf(world.place))];
  const seen = readHubs(filesOf({ ...world.place, vault: world.folder("hubs") }));
  faults.push(...seen.faults);
  for (const [hub, known] of told.hubs) {
    const found = seen.places.get(hub);
    if (found !== known.at && found !== known.maybe) faults.push(`${hub} is at ${found}, not at ${known.at}`);
    else if (found !== undefined) told.hubs.set(hub, { at: found });
  }
  const places = new Map<string, string[]>();
  for (const [relPath, text] of filesOf({ ...world.place, vault: world.folder("facts") })) {
    const read = readRecord(text);
    const token = read.kind === "fact" ? /^The fact (\S+) holds/.exec(read.record.text)?.[1] : undefined;
    if (token === undefined) faults.push(`${relPath} is no whole fact`);
    else if (!told.triedFacts.has(token)) faults.push(`nobody wrote the fact ${token}`);
    else places.set(token, [...(places.get(token) ?? []), relPath]);
  }
  for (const [token, found] of places)
    if (found.length > 1) faults.push(`the fact ${token} is there ${found.length} times`);
  for (const [token, relPath] of told.facts)
    if (places.get(token)?.[0] !== relPath) faults.push(`the fact ${token} is not at ${relPath}`);
  return faults;
}

/** Words of acknowledged notes and facts that are not found, without any help since. */
export function notFound(
  engine: Engine,
  notes: readonly string[],
  facts: readonly string[],
): readonly string[] {
  return [
    ...notes.filter((token) => searchable(engine, token).length !== 1),
    ...facts.filter((token) => recalled(engine, token).length !== 1),
  ];
}

function recalled({ memory }: Engine, query: string): readonly string[] {
  const found = memory.recall({ identity, collection: "facts", scopes, query, maxFacts: 8, maxTokens: 4096 });
  return found.kind === "recalled"
    ? found.facts.filter(({ text }) => text === textOfFact(query)).map(({ relPath }) => relPath)
    : [];
}

/** Opens, takes the lease once, which is all the help that a killed writer's world may need. */
export async function recover(world: World): Promise<{ readonly engine: Engine; readonly ms: number }> {
  const started = performance.now();
  const engine = openPlace(world.place);
  const lease = await engine.lease.acquire(5000, never);
  if (lease === undefined) throw new Error("the lease of a killed process is not free");
  lease.release();
  return { engine, ms: performance.now() - started };
}

/** `gno doctor --verify` after a sync, which is where file tree and index have to agree. */
export async function damageAfterSync(world: World, engine: Engine): Promise<readonly string[]> {
  await engine.sync.run({});
  // A note of a fact waits for the next one that is remembered.
  return [...damageOf(world.place), ...(existsSync(world.place.data) ? litterOf(world.place) : [])];
}
