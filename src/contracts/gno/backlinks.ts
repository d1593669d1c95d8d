/** gno_backlinks: which documents link to one document. spec/gno.md, "Links". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { findDocument } from "./find-document.ts";
import { maxLinks } from "./links.ts";
import { decorate } from "./present-document.ts";
import { unknownCollection } from "./present-hits.ts";

export const backlinks = {
  run({ ref, collection }, { engine }, call) {
    const from = collection === undefined ? undefined : engine.collections.find(collection);
    if (collection !== undefined && from === undefined) {
      const known = engine.collections.list().map(({ name }) => name);
      return call.fail("NOT_FOUND", unknownCollection(collection, known));
    }
    const document = findDocument(ref, engine, call);
    const found = engine.links.incoming(document, from?.name);
    return {
      backlinks: found.slice(0, maxLinks).map((link) => ({
        sourceDocUri: decorate(link.source.uri, engine.indexName),
        ...(link.source.title === undefined ? {} : { sourceDocTitle: link.source.title }),
        ...(link.text === undefined ? {} : { linkText: link.text }),
        position: { startLine: link.line, startCol: link.col },
      })),
      meta: {
        docid: document.docid,
        uri: decorate(document.uri, engine.indexName),
        ...(document.title === undefined ? {} : { title: document.title }),
        totalBacklinks: found.length,
        filterCollection: from?.name ?? null,
      },
    };
  },

  text({ backlinks, meta }) {
    const total = meta.totalBacklinks;
    const head = `Found ${total} backlink${total === 1 ? "" : "s"} to ${meta.uri}`;
    if (backlinks.length === 0) return `${head}.`;
    const lines = backlinks.map((link) => {
      const title = link.sourceDocTitle === undefined ? "" : ` "${link.sourceDocTitle}"`;
      return `  ${link.sourceDocUri}${title} (line ${link.position.startLine})`;
    });
    const more = total - backlinks.length;
    return `${head}:\n\n${lines.join("\n")}${more > 0 ? `\n  … ${more} more; narrow the list with collection` : ""}`;
  },
} satisfies Tool<GnoTools, "gno_backlinks", GnoDeps>;
