/** Why there is nothing to find, whatever is asked: told apart from a question that has no answer. */
import type { Engine } from "../../engine/engine.ts";

export const nothingIndexedCode = "INDEX_EMPTY";

export const neverIndexed = "It was never indexed. Run `gno update`, or call gno_sync.";

/**
 * To be asked when an answer is empty. @param collection where was looked; all when left out
 * @returns undefined = something is indexed there
 */
export function nothingIndexed(
  { documents, collections, config, status }: Pick<Engine, "documents" | "collections" | "config" | "status">,
  collection?: string,
): string | undefined {
  if (config.load() === undefined) return "Nothing is set up yet. Run `gno init <folder>`.";
  if (collections.list().length === 0) {
    return "No collection is configured yet. Run `gno collection add <folder>`, or call gno_add_collection.";
  }
  const name = collection === undefined ? undefined : collections.find(collection)?.name;
  const [first] =
    name === undefined ? documents.recent(1) : documents.page({ collection: name, relPath: "" }, 1);
  if (first !== undefined && (name ?? first.collection) === first.collection) return undefined;
  const looked = status.read().collections.filter((one) => name === undefined || one.name === name);
  const where = name === undefined ? "" : ` in ${name}`;
  if (looked.every(({ state }) => state === "never-synced"))
    return `Nothing is indexed yet${where}. Run \`gno update\`, or call gno_sync.`;
  const trouble = looked.find(({ note }) => note !== undefined)?.note;
  return `No document is indexed${where}: ${trouble ?? "its folders hold no file that the settings take in. Look at `pattern`, `include` and `exclude`."}`;
}
