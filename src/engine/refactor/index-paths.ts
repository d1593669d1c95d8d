/** Brings the index to the state of a few files that were just written. */
import type { Sync, SyncOptions } from "../engine.ts";
import { storageProblem } from "../files/storage-problem.ts";
import { ChunkingPolicyConflict } from "../index/policy.ts";

/** @returns why it did not, in words for the user. */
export async function indexPaths(
  sync: Sync,
  collection: string,
  paths: readonly string[],
  more: Pick<SyncOptions, "moved"> = {},
): Promise<string | undefined> {
  try {
    const result = await sync.run({ collections: [collection], paths, ...more });
    const own = result.collections.find((one) => one.collection === collection);
    const bad = own?.files?.find((one) => one.status === "error" || one.status === "skipped");
    return own?.errors[0]?.message ?? bad?.errorMessage;
  } catch (error) {
    if (error instanceof ChunkingPolicyConflict) return error.message;
    return storageProblem(error) ?? "The sync stopped on an unexpected error.";
  }
}
