/** Start-up half of durable writes: temporary files of a killed process go as soon as the write lease is free. */
import { readdirSync } from "node:fs";
import type { WriteLease } from "../engine.ts";
import { pendingWritesFolder } from "../files/write-intents.ts";
import type { OwnedNotes } from "./notes.ts";

/** Longer than a capture takes; whoever holds the lease for longer cleans up with its own next capture. */
const WAIT_MS = 5000;

/** Costs one look at a folder when there is nothing to do; never blocks the start and never fails it. */
export async function recoverInterruptedWrites(
  dataFolder: string,
  lease: WriteLease,
  notes: OwnedNotes,
): Promise<void> {
  if (!hasLeftovers(pendingWritesFolder(dataFolder))) return;
  try {
    const held = await lease.acquire(WAIT_MS, new AbortController().signal);
    try {
      if (held) await notes.recover();
    } finally {
      held?.release();
    }
  } catch {
    // A lease that cannot be had is the first thing that the next write reports; reading needs none.
  }
}

function hasLeftovers(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}
