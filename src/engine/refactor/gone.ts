/** What to say when a note that the index knows is not on the disk. */
import type { Located } from "../files/paths.ts";

/** A folder that is away takes all its notes with it, and a sync would not bring them back. */
export function goneMessage(found: Located["kind"], collection: string, relPath: string): string {
  return found === "root-missing"
    ? `The folder of collection ${collection} is not there. Check that its disk is mounted, or configure another folder.`
    : `${relPath} is no longer there. Run gno_sync to bring the index up to date.`;
}
