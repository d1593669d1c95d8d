/** gno_links: what one document links to, in the order of the text. spec/gno.md, "Links". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { findDocument } from "./find-document.ts";
import { decorate, oneLine } from "./present-document.ts";

/** Most links in one answer; `meta.totalLinks` counts them all. */
export const maxLinks = 1000;

export const links = {
  run({ ref, type }, { engine }, call) {
    const document = findDocument(ref, engine, call);
    const found = engine.links.outgoing(document).filter((link) => type === undefined || link.kind === type);
    return {
      links: found.slice(0, maxLinks).map((link) => ({
        targetRef: link.targetRef,
        ...(link.targetAnchor === undefined ? {} : { targetAnchor: link.targetAnchor }),
        ...(link.targetCollection === undefined ? {} : { targetCollection: link.targetCollection }),
        linkType: link.kind,
        ...(link.text === undefined ? {} : { linkText: link.text }),
        position: { startLine: link.line, startCol: link.col },
      })),
      meta: {
        docid: document.docid,
        uri: decorate(document.uri, engine.indexName),
        ...(document.title === undefined ? {} : { title: document.title }),
        totalLinks: found.length,
        filterType: type ?? null,
      },
    };
  },

  text({ links, meta }) {
    const head = `Found ${meta.totalLinks} outgoing link${meta.totalLinks === 1 ? "" : "s"} in ${meta.uri}`;
    if (links.length === 0) return `${head}.`;
    const lines = links.map((link) => {
      const text = link.linkText === undefined ? "" : ` "${oneLine(link.linkText, 120)}"`;
      return `  [${link.linkType}] ${link.targetRef}${text} (line ${link.position.startLine})`;
    });
    const more = meta.totalLinks - links.length;
    return `${head}:\n\n${lines.join("\n")}${more > 0 ? `\n  … ${more} more; narrow the list with type` : ""}`;
  },
} satisfies Tool<GnoTools, "gno_links", GnoDeps>;
