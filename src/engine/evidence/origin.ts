/** What a document's place says about it: the guidance of the configuration, and where its content may go. */

import { digestOf, sha256 } from "../canonical.ts";
import type { Document, IndexConfig } from "../engine.ts";
import { contextsOf } from "../search/context.ts";
import { normalText } from "./normal.ts";
import type { CapsuleContext } from "./types.ts";

const MAX_CONTEXTS = 128;
const MAX_CONTEXT_TEXT = 16_384;

/** Guidance for one document, broad to narrow. */
export function guidanceOf(
  document: Pick<Document, "collection" | "relPath">,
  config: IndexConfig | undefined,
): CapsuleContext[] {
  const found = contextsOf(document, config).map(({ scopeType, scopeKey, text: given }): CapsuleContext => {
    const text = normalText(given).trim().slice(0, MAX_CONTEXT_TEXT).toWellFormed();
    return { contextId: contextId(scopeKey, scopeType, text), scopeType, scopeKey, text };
  });
  return [...new Map(found.map((one) => [one.contextId, one])).values()].slice(0, MAX_CONTEXTS);
}

export function contextId(scopeKey: string, scopeType: string, text: string): string {
  return sha256(JSON.stringify({ scopeKey, scopeType, text }));
}

const breadth = ["global", "collection", "prefix"];

/** Broad to narrow; a total order. */
export function inScopeOrder(contexts: readonly CapsuleContext[]): CapsuleContext[] {
  return [...contexts].sort(
    (a, b) =>
      breadth.indexOf(a.scopeType) - breadth.indexOf(b.scopeType) ||
      a.scopeKey.length - b.scopeKey.length ||
      (a.scopeKey < b.scopeKey ? -1 : a.scopeKey > b.scopeKey ? 1 : 0) ||
      (a.contextId < b.contextId ? -1 : 1),
  );
}

/** Of everything in the configuration that answers depend on; where files lie on this machine is no part of it. */
export function configFingerprint(config: IndexConfig | undefined): string {
  const {
    collections = [],
    contexts,
    contentTypes,
    chunking,
    ftsTokenizer,
    models,
    maxFileBytes,
  } = config ?? {};
  return digestOf({
    collections: collections.map(({ path: _, updateCmd: __, ...rest }) => rest),
    contexts,
    contentTypes,
    chunking,
    ftsTokenizer,
    models,
    maxFileBytes,
  });
}

export function contextFingerprint(config: IndexConfig | undefined): string {
  return digestOf(config?.contexts ?? []);
}
