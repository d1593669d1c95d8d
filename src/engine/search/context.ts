/** Guidance that the configuration attaches to places: everywhere, a collection, or the documents below a URI. */
import type { ContextConfig } from "../config/types.ts";
import { parseUri } from "../documents/uri.ts";
import type { Document, IndexConfig } from "../engine.ts";

/** Broad to narrow, joined by a blank line; undefined when no scope matches. */
export function contextOf(document: Document, config: IndexConfig | undefined): string | undefined {
  const matching = contextsOf(document, config);
  return matching.length === 0 ? undefined : matching.map((context) => context.text.trim()).join("\n\n");
}

/** Those that have something to say, broad to narrow; equally narrow ones as they are configured. */
export function contextsOf(
  document: Pick<Document, "collection" | "relPath">,
  config: IndexConfig | undefined,
): readonly ContextConfig[] {
  return (config?.contexts ?? [])
    .map((context) => ({ context, width: widthOf(context, document) }))
    .filter(({ context, width }) => width !== undefined && context.text.trim() !== "")
    .sort((a, b) => (a.width as number) - (b.width as number))
    .map(({ context }) => context);
}

/** How narrow the scope is, undefined when the document lies outside it. */
function widthOf(
  context: ContextConfig,
  document: Pick<Document, "collection" | "relPath">,
): number | undefined {
  switch (context.scopeType) {
    case "global":
      return 0;
    case "collection":
      return context.scopeKey.replace(/:$/, "").toLowerCase() === document.collection ? 1 : undefined;
    case "prefix": {
      const scope = parseUri(context.scopeKey);
      if (scope === undefined || scope.collection !== document.collection) return undefined;
      const path = scope.relPath.replace(/\/+$/, "");
      const inside = path === "" || document.relPath === path || document.relPath.startsWith(`${path}/`);
      return inside ? 2 + path.length : undefined;
    }
  }
}
