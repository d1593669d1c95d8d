/** The checks that recall and remember share, in their order: the same words are refused by the same reason everywhere. */
import type { CollectionConfig } from "../config/types.ts";
import type { Collections } from "../engine.ts";
import { isDamage, StoreError, storeError } from "../store/errors.ts";
import { normaliseScopes } from "./normalise.ts";
import type { MemoryRefusal, RecallRefusal, Refused, RememberRefusal } from "./types.ts";

export function refuse<Reason extends MemoryRefusal>(
  reason: Reason,
  message: string,
  about?: Refused["about"],
): Refused<Reason> {
  return { kind: "refused", reason, message, ...(about === undefined ? {} : { about }) };
}

export interface Checked {
  readonly kind: "checked";
  readonly collection: CollectionConfig;
  readonly scopes: readonly string[];
}

export function checkPlace(
  collections: Pick<Collections, "find" | "list">,
  name: string,
  scopes: readonly string[],
): Checked | Refused<RecallRefusal & RememberRefusal> {
  const collection = checkCollection(collections, name);
  if ("kind" in collection) return collection;
  const checked = normaliseScopes(scopes);
  if (checked.kind === "none")
    return refuse(
      "scopes-required",
      "Name at least one scope, such as project/atlas: facts are kept apart by their scopes, and no scope sees all.",
    );
  if (checked.kind === "invalid") return refuse("scopes-invalid", checked.message);
  return { kind: "checked", collection, scopes: checked.scopes };
}

function checkCollection(
  collections: Pick<Collections, "find" | "list">,
  name: string,
): CollectionConfig | Refused<RecallRefusal & RememberRefusal> {
  const managed = collections.list().filter((one) => one.memoryManaged === true);
  const choice =
    managed.length === 0
      ? "None is managed for memory yet: set `memoryManaged: true` for one in index.yml."
      : `Managed for memory: ${managed.map((one) => one.name).join(", ")}.`;
  if (name.trim() === "")
    return refuse("collection-required", `Name the collection that holds the facts. ${choice}`);
  const found = collections.find(name);
  if (found === undefined)
    return refuse(
      "collection-not-found",
      `There is no collection ${JSON.stringify(name.trim().slice(0, 80))}. ${choice}`,
    );
  if (found.memoryManaged === true) return found;
  return refuse("collection-unmanaged", `Collection ${found.name} is not managed for memory. ${choice}`);
}

/** Runs a question to the index. Damage goes on up, where the index is set aside. */
export function asking<T>(ask: () => T): T | Refused<"query-failed"> {
  try {
    return ask();
  } catch (error) {
    if (isDamage(error)) throw error;
    const known = storeError(error);
    if (!(known instanceof StoreError)) throw error;
    return refuse("query-failed", `The facts could not be looked up. ${known.message}`);
  }
}
