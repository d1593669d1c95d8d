/** Contexts from the command line: guidance for everything, a collection, or what lies below a URI. */

import { createConfigStore } from "../engine/config/store.ts";
import { parseUri } from "../engine/documents/uri.ts";
import type { ConfigStore, IndexConfig } from "../engine/engine.ts";

type Context = IndexConfig["contexts"][number];

export interface Contexts {
  list(): readonly Context[];
  /** @throws ContextError */
  add(scope: string, text: string): Context;
  /**
   * @param scope as `add` takes it; all contexts of the scope go
   * @throws ContextError when there is none
   */
  remove(scope: string): readonly Context[];
}

export class ContextError extends Error {
  readonly code: "VALIDATION" | "NOT_FOUND" | "DUPLICATE";

  constructor(code: ContextError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

const MAX_TEXT = 16_384;

export function createContexts(configFile: string): Contexts {
  const config: ConfigStore = createConfigStore(configFile);
  const list = () => config.load()?.contexts ?? [];
  const names = () => (config.load()?.collections ?? []).map(({ name }) => name);

  return {
    list,
    add(scope, given) {
      const place = placeOf(scope);
      const collection = collectionOf(place);
      if (collection !== undefined && !names().includes(collection)) {
        const known = names().join(", ");
        throw new ContextError(
          "NOT_FOUND",
          `Collection not found: ${collection}. ${known === "" ? "No collection is configured yet." : `Configured: ${known}.`}`,
        );
      }
      const text = given.trim();
      if (text === "")
        throw new ContextError("VALIDATION", "A context needs text. Say what readers should know.");
      if (text.length > MAX_TEXT) {
        throw new ContextError("VALIDATION", `A context has at most ${MAX_TEXT} characters. Shorten it.`);
      }
      const context: Context = { ...place, text };
      if (list().some((one) => isAt(one, place) && one.text.trim() === text)) {
        throw new ContextError("DUPLICATE", `${place.scopeKey} says that already.`);
      }
      config.addContext(context);
      return context;
    },
    remove(scope) {
      const place = placeOf(scope);
      const all = list();
      const places = all.flatMap((one, at) => (isAt(one, place) ? [at] : []));
      if (places.length === 0) {
        throw new ContextError(
          "NOT_FOUND",
          `No context is configured for ${place.scopeKey}. See: gno context list`,
        );
      }
      config.removeContexts(places);
      return places.map((at) => all[at] as Context);
    },
  };
}

type Place = Pick<Context, "scopeType" | "scopeKey">;

/** `/`, `notes` or `notes:`, `gno://notes/folder`. */
function placeOf(given: string): Place {
  const scope = given.trim();
  if (scope === "/") return { scopeType: "global", scopeKey: "/" };
  if (/^gno:\/\//i.test(scope)) {
    const uri = parseUri(scope);
    if (uri !== undefined && uri.index === undefined) return { scopeType: "prefix", scopeKey: scope };
  } else if (/^[a-z0-9][a-z0-9_-]{0,63}:?$/i.test(scope)) {
    return { scopeType: "collection", scopeKey: `${scope.replace(/:$/, "").toLowerCase()}:` };
  }
  throw new ContextError(
    "VALIDATION",
    "A scope is / for everything, the name of a collection, or a gno:// URI of a folder or document.",
  );
}

function collectionOf({ scopeType, scopeKey }: Place): string | undefined {
  if (scopeType === "collection") return scopeKey.slice(0, -1);
  return scopeType === "prefix" ? parseUri(scopeKey)?.collection : undefined;
}

function isAt(one: Context, place: Place): boolean {
  const key = ({ scopeKey }: Place) => scopeKey.toLowerCase().replace(/\/+$/, "");
  return one.scopeType === place.scopeType && key(one) === key(place);
}
