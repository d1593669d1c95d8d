/** gno's resources: every document, and the tag list. spec/gno.md, "Resources". */
import { createHash } from "node:crypto";
import type { Document } from "../../engine/engine.ts";
import type {
  ListedResource,
  ResourcePage,
  ResourceRead,
  Resources,
  ResourceTemplate,
} from "../../runtime/resources.ts";
import type { GnoDeps } from "./deps.ts";
import { maxContentBytes } from "./get.ts";
import { listTagsOf } from "./list-tags.ts";
import { decorate, numbered, sliceLines } from "./present-document.ts";

const pageSize = 100;

const templates: readonly ResourceTemplate[] = [
  {
    uriTemplate: "gno://tags{?collection,prefix}",
    name: "tags",
    mimeType: "application/json",
    description: "Tags with their document counts, for one collection or all.",
  },
  {
    uriTemplate: "gno://{collection}/{+path}",
    name: "document",
    mimeType: "text/markdown",
    description: "The indexed text of one document with numbered lines.",
  },
];

/** `hostPaths` is false when a caller may sit on another machine. The deps load on the first use. */
export function createResources(
  load: () => Promise<GnoDeps>,
  options: { readonly hostPaths: boolean },
): Resources {
  return {
    templates: () => templates,

    async list(cursor, signal): Promise<ResourcePage> {
      const { engine } = await load();
      const after = cursor === undefined ? undefined : readCursor(cursor, engine.indexName);
      if (after === null) return { kind: "bad-cursor" };
      signal.throwIfAborted();
      const documents = engine.documents.page(after, pageSize + 1);
      const last = documents.length > pageSize ? documents[pageSize - 1] : undefined;
      return {
        kind: "ok",
        resources: documents.slice(0, pageSize).map((document) => listed(document, engine.indexName)),
        ...(last === undefined ? {} : { nextCursor: writeCursor(last, engine.indexName) }),
      };
    },

    async read(uri): Promise<ResourceRead> {
      const deps = await load();
      return isTags(uri) ? readTags(uri, deps) : readDocument(uri, deps, options.hostPaths);
    },
  };
}

function listed(document: Document, indexName: string): ListedResource {
  return {
    uri: decorate(document.uri, indexName),
    name: document.relPath,
    mimeType: document.mime,
    ...(document.title === undefined ? {} : { description: document.title }),
  };
}

// --- documents

async function readDocument(uri: string, deps: GnoDeps, hostPaths: boolean): Promise<ResourceRead> {
  if (!uri.startsWith("gno://")) return missing(`${uri} is no gno:// URI`);
  const resolved = deps.engine.documents.resolve(uri);
  if (resolved.kind === "invalid" || resolved.kind === "missing") return missing(resolved.message);
  if (resolved.kind === "found") return shown(resolved.document, deps.engine, hostPaths);
  const other = await deps.openIndex(resolved.index);
  if (other === undefined) return missing(`There is no index named ${resolved.index}`);
  try {
    const there = other.engine.documents.resolve(resolved.ref);
    return there.kind === "found"
      ? shown(there.document, other.engine, hostPaths)
      : missing(`Not found: ${uri}`);
  } finally {
    await other.close();
  }
}

function shown(document: Document, engine: GnoDeps["engine"], hostPaths: boolean): ResourceRead {
  const text = engine.documents.text(document);
  if (text === undefined) return missing(`${document.uri} has no indexed text`);
  const uri = decorate(document.uri, engine.indexName);
  const range = sliceLines(text, 1, undefined, maxContentBytes);
  const end = range.returned?.end ?? 0;
  const head = [
    `uri: ${uri}`,
    `docid: ${document.docid}`,
    `source: ${hostPaths ? document.absPath : document.relPath}`,
    `mime: ${document.mime}`,
    ...(document.language === undefined ? [] : [`language: ${document.language}`]),
    // Two hyphens would end an HTML comment early.
  ].map((line) => line.replace(/--/g, "- -"));
  const more =
    end < range.totalLines ? `\n\n… ${range.totalLines - end} more lines; read on with gno_get` : "";
  return {
    kind: "ok",
    contents: [
      {
        uri,
        mimeType: "text/markdown",
        text: `<!--\n${head.join("\n")}\n-->\n\n${numbered(range.content, 1)}${more}`,
      },
    ],
  };
}

// --- tags

const isTags = (uri: string) => /^gno:\/\/tags\/?(\?|$)/i.test(uri);

class Refused extends Error {}

function readTags(uri: string, deps: GnoDeps): ResourceRead {
  const query = new URLSearchParams(uri.includes("?") ? uri.slice(uri.indexOf("?") + 1) : "");
  const collection = query.get("collection") ?? undefined;
  const prefix = query.get("prefix") ?? undefined;
  try {
    const data = listTagsOf({ ...(collection ? { collection } : {}), ...(prefix ? { prefix } : {}) }, deps, {
      fail: (_code, message) => {
        throw new Refused(message);
      },
    });
    return { kind: "ok", contents: [{ uri, mimeType: "application/json", text: JSON.stringify(data) }] };
  } catch (error) {
    if (error instanceof Refused) return missing(error.message);
    throw error;
  }
}

function missing(message: string): ResourceRead {
  return { kind: "missing", message };
}

// --- cursors: the last document of a page, sealed so that one of another index or an edited one is refused

function writeCursor(document: Document, indexName: string): string {
  const payload = JSON.stringify([document.collection, document.relPath]);
  return Buffer.from(`${seal(payload, indexName)}${payload}`).toString("base64url");
}

/** @returns null for a cursor that this index did not give out. */
function readCursor(cursor: string, indexName: string): { collection: string; relPath: string } | null {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const payload = text.slice(sealLength);
  if (text.length <= sealLength || text.slice(0, sealLength) !== seal(payload, indexName)) return null;
  const [collection, relPath] = JSON.parse(payload) as [string, string];
  return { collection, relPath };
}

const sealLength = 12;

function seal(payload: string, indexName: string): string {
  return createHash("sha256")
    .update(`resources\0${indexName}\0${payload}`)
    .digest("hex")
    .slice(0, sealLength);
}
