/**
 * What a document says about others beyond its plain links: `relations` of its front matter, and the hint that the rule
 * of its content type gives to its links. Targets are kept as keys of link resolution, never as documents, so that one
 * that appears later is found without reading this file again. spec/gno.md, "Typed edges".
 */
import type { ContentTypeRule } from "../config/types.ts";
import { parseUri, uriScheme } from "../documents/uri.ts";
import type { ContentType } from "./content-type.ts";
import { type FoundLink, parseWiki, resolveTarget } from "./links.ts";

export interface FoundEdge {
  readonly type: string;
  readonly source: "frontmatter-relation" | "wikilink" | "markdown-link";
  readonly confidence: "manual" | "configured";
  /** How the key is looked up: a name, a path from the root of the collection, or a docid without `#`. */
  readonly kind: "wiki" | "markdown" | "docid";
  readonly targetKey: string;
  readonly targetCollection: string | undefined;
}

const EDGE_TYPE = /^[a-z][a-z0-9_]*$/;

/** As edge types are stored and compared. */
export function edgeTypeKey(written: string): string {
  return written.trim().toLowerCase().replace(/[-\s]/g, "_");
}

/** undefined = it cannot name an edge. */
export function edgeTypeOf(written: string): string | undefined {
  const key = edgeTypeKey(written);
  return EDGE_TYPE.test(key) ? key : undefined;
}

/** The edge that the links of a content type stand for: the first hint of its rule. */
export function hintOf(rule: ContentTypeRule | undefined): string | undefined {
  const first = rule?.graphHints?.[0];
  return first === undefined ? undefined : edgeTypeOf(first);
}

export interface EdgeSources {
  readonly relPath: string;
  readonly relations: Readonly<Record<string, readonly string[]>> | undefined;
  readonly links: readonly FoundLink[];
  readonly contentType: ContentType;
  readonly rules: readonly ContentTypeRule[];
}

export function collectEdges({ relPath, relations, links, contentType, rules }: EdgeSources): FoundEdge[] {
  const edges = new Map<string, FoundEdge>();
  const add = (edge: FoundEdge): void => {
    const id = JSON.stringify([edge.type, edge.source, edge.kind, edge.targetKey, edge.targetCollection]);
    if (!edges.has(id)) edges.set(id, edge);
  };
  for (const [type, refs] of Object.entries(relations ?? {})) {
    for (const ref of refs) {
      const target = relationTarget(ref, relPath);
      if (target !== undefined)
        add({ type, source: "frontmatter-relation", confidence: "manual", ...target });
    }
  }
  const hint = ruled(contentType) ? hintOf(rules.find(({ id }) => id === contentType.id)) : undefined;
  if (hint === undefined) return [...edges.values()];
  for (const { kind, targetKey, targetCollection } of links) {
    const source = kind === "wiki" ? "wikilink" : "markdown-link";
    add({ type: hint, source, confidence: "configured", kind, targetKey, targetCollection });
  }
  return [...edges.values()];
}

/** Types that no rule gave carry no hints. */
function ruled({ source }: ContentType): boolean {
  return source === "frontmatter-type" || source === "prefix";
}

type RelationTarget = Pick<FoundEdge, "kind" | "targetKey" | "targetCollection">;

/** `[[Name]]`, `name`, `folder/name`, `collection:Name`, `./path.md`, `gno://collection/path` or `#docid`. */
export function relationTarget(ref: string, relPath: string): RelationTarget | undefined {
  const text = ref.trim();
  if (/^#[0-9a-f]{6,}$/.test(text)) {
    return { kind: "docid", targetKey: text.slice(1), targetCollection: undefined };
  }
  if (text.slice(0, uriScheme.length).toLowerCase() === uriScheme) {
    const uri = parseUri(text);
    if (uri === undefined || uri.relPath === "" || uri.index !== undefined) return undefined;
    return { kind: "markdown", targetKey: uri.relPath.normalize("NFC"), targetCollection: uri.collection };
  }
  if (/^\.{1,2}\//.test(text)) {
    const path = resolveTarget(text, relPath);
    return path === undefined
      ? undefined
      : { kind: "markdown", targetKey: path, targetCollection: undefined };
  }
  const inner = /^!?\[\[(.*)\]\]$/s.exec(text)?.[1] ?? text;
  const parts = parseWiki(inner);
  return parts && { kind: "wiki", targetKey: parts.targetKey, targetCollection: parts.targetCollection };
}
