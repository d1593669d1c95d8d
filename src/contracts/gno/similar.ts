/** gno_similar: documents near to one, by stored vectors. spec/gno.md, "Similar documents". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { findDocument } from "./find-document.ts";
import { failWithoutVectors } from "./no-vectors.ts";
import { decorate, oneLine } from "./present-document.ts";
import { rounded } from "./present-hits.ts";

export const similar = {
  async run({ ref, limit, threshold, crossCollection }, { engine }, call) {
    const document = findDocument(ref, engine, call);
    const found = await engine.search.similar({
      document,
      limit,
      crossCollection,
      ...(threshold === undefined ? {} : { threshold }),
      signal: call.signal,
    });
    const uri = decorate(document.uri, engine.indexName);
    switch (found.kind) {
      case "no-vectors":
        return failWithoutVectors(found, call);
      case "not-embedded":
        return call.fail("NOT_FOUND", found.message);
      case "no-content":
        return call.fail(
          "NOT_FOUND",
          `${uri} holds no indexed text to compare. Its file may be empty or binary.`,
        );
    }
    return {
      similar: found.similar.map(({ document: other, score }) => ({
        docid: other.docid,
        uri: decorate(other.uri, engine.indexName),
        ...(other.title === undefined ? {} : { title: other.title }),
        score: rounded(score),
        ...(call.caller.local ? { absPath: other.absPath } : {}),
      })),
      meta: {
        docid: document.docid,
        uri,
        ...(document.title === undefined ? {} : { title: document.title }),
        totalSimilar: found.similar.length,
        limit,
        threshold: threshold ?? null,
        crossCollection,
      },
    };
  },

  text({ similar, meta }) {
    if (similar.length === 0) return `No similar documents for ${meta.uri}.`;
    const lines = similar.map(({ docid, uri, score, title }) => {
      const name = title === undefined ? "" : ` ${oneLine(title, 120)}`;
      return `  [${docid}] ${uri} (${score.toFixed(2)})${name}`;
    });
    const plural = similar.length === 1 ? "" : "s";
    return `Found ${similar.length} similar document${plural} for ${meta.uri}:\n\n${lines.join("\n")}`;
  },
} satisfies Tool<GnoTools, "gno_similar", GnoDeps>;
