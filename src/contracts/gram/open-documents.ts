/** Opens the documents at or below a path, each at the revision that a call asks for. */

import { isDocumentPath } from "../../engine/gram/vault.ts";
import type { GramDeps } from "./deps.ts";
import { dateArgument, type OpenCode, type OpenDocument, type When } from "./open-document.ts";
import type { Fails } from "./refusals.ts";
import { changedMeanwhile, located, noDocument, storageThere } from "./refusals.ts";

/** Documents that are read at once: enough to keep a disk busy, few enough to keep memory small. */
const PARALLEL = 8;

/**
 * In code-point order of their paths. A document that cannot be read, or had no such revision, is left out: one broken
 * file must not hide the others.
 * @param given a folder; undefined = everything
 */
export async function openDocuments(
  given: string | undefined,
  when: When,
  { vault, reader }: Pick<GramDeps, "vault" | "reader">,
  call: Fails<OpenCode>,
): Promise<readonly OpenDocument[]> {
  if (when.revision !== undefined && when.recorded_at !== undefined) {
    return call.fail("E_ARGUMENT", "Use either revision or recorded_at");
  }
  const at = when.recorded_at === undefined ? undefined : dateArgument(when.recorded_at, "recorded_at", call);
  if (given === undefined) {
    await storageThere(vault, call);
  } else {
    located(await vault.locate(given), call);
    if (isDocumentPath(given)) return noDocument(given, call);
  }
  const paths = await vault.documents(given);
  const opened: (OpenDocument | undefined)[] = new Array(paths.length);
  let next = 0;
  let changing = false;
  const work = async (): Promise<void> => {
    for (let own = next++; own < paths.length; own = next++) {
      const place = await vault.locate(paths[own] as string);
      if (place.kind !== "place") continue;
      const result = await reader.open(place.file);
      if (result.kind === "changing") changing = true;
      if (result.kind !== "opened") continue;
      const { history } = result;
      const rev = at === undefined ? (when.revision ?? history.rev) : history.revisionAt(at.end);
      const revision = history.revisions[rev - 1];
      if (revision === undefined) continue;
      opened[own] = {
        doc: { hash: revision.hash, path: place.path, rev },
        place,
        history,
        state: history.at(rev),
        recordedAt: revision.at,
      };
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  if (changing) return changedMeanwhile(call);
  return opened.filter((document) => document !== undefined);
}
