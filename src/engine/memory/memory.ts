/** Facts over one index: recall, remember, and what is wrong with files that should be facts. */
import type { Reader } from "../documents/reader.ts";
import type { Collections, Memory, Sync, WriteLease } from "../engine.ts";
import type { FileSystem } from "../files/file-system.ts";
import type { Clock, EngineLog } from "../ports.ts";
import { createFactFinder } from "./find.ts";
import { factProblems } from "./problems.ts";
import { recall } from "./recall.ts";
import { remember } from "./remember.ts";
import { createFactStore } from "./store.ts";

/** Milliseconds that a write waits for other writers. */
const LEASE_WAIT_MS = 120_000;

export interface MemoryOptions {
  readonly reader: Reader;
  readonly collections: Pick<Collections, "find" | "list">;
  readonly sync: Sync;
  readonly lease: WriteLease;
  readonly dataFolder: string;
  readonly indexName: string;
  readonly own?: readonly string[];
  readonly clock: Clock;
  readonly log: EngineLog;
  readonly files?: FileSystem;
  readonly leaseWaitMs?: number;
}

export function createMemory(options: MemoryOptions): Memory {
  const { reader, collections, clock, leaseWaitMs = LEASE_WAIT_MS } = options;
  const facts = createFactFinder(reader);
  const parts = { ...options, facts, store: createFactStore(options), leaseWaitMs };
  return {
    recall: (request) => recall({ collections, facts, clock }, request),
    remember: (request, signal) => remember(parts, request, signal),
    problems(limit, collection) {
      const names = collections
        .list()
        .filter((one) => one.memoryManaged === true && (collection ?? one.name) === one.name)
        .map(({ name }) => name);
      return factProblems(reader, names, limit);
    },
  };
}
