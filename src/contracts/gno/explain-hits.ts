/** `meta.explain`: what each stage did, and receipts whose parts add up to the score. spec/gno.md, "Explanation". */
import type { GnoSearchExplain } from "../../../generated/gno/types.ts";
import type { ChunkHit } from "../../engine/engine.ts";
import { rounded } from "./present-hits.ts";

export function explained(
  stages: readonly { readonly stage: string; readonly message: string }[],
  hits: readonly ChunkHit[],
): GnoSearchExplain {
  return {
    lines: [
      ...stages.map(({ stage, message }) => ({ stage, message })),
      ...hits.map(({ document, line, receipt }, at) => ({
        stage: "result",
        message: `${at + 1}. ${document.uri}:${line} ${receipt.why}`,
      })),
    ],
    results: hits.map(({ document, receipt }, at) => ({
      rank: at + 1,
      docid: document.docid,
      score: rounded(receipt.score),
      fusionScore: rounded(receipt.fusion),
      ...(receipt.words === undefined ? {} : { bm25Score: rounded(receipt.words) }),
      ...(receipt.meaning === undefined ? {} : { vecScore: rounded(receipt.meaning) }),
      ...(receipt.rerank === undefined ? {} : { rerankScore: rounded(receipt.rerank) }),
      ...(receipt.boost === undefined ? {} : { contentTypeBoost: { ...receipt.boost } }),
    })),
  };
}

/** For people: the sum of each hit, and then how the lists came about. */
export function explainText(
  { lines, results }: GnoSearchExplain,
  shown: readonly { readonly source: { readonly relPath: string } }[],
): string {
  const whys = lines.filter(({ stage }) => stage === "result");
  const receipts = results.map((one, at) => {
    const links =
      one.fusionScore === undefined ? 0 : one.fusionScore - (one.bm25Score ?? 0) - (one.vecScore ?? 0);
    const parts: (readonly [string, number | undefined])[] = [
      ["words", one.bm25Score],
      ["meaning", one.vecScore],
      ["links", Math.abs(links) < 0.0005 ? undefined : links],
      ["reranker", one.rerankScore],
      ["content type", one.contentTypeBoost?.combinedAuxiliaryApplied],
    ];
    const sum = parts
      .filter((part): part is readonly [string, number] => part[1] !== undefined)
      .map(([name, value]) => `${name} ${value.toFixed(3)}`)
      .join(" + ");
    const why = whys[at]?.message.replace(/^\d+\. \S+ /, "") ?? "";
    return `${one.rank}. ${one.score.toFixed(3)} = ${sum || "0"}\n   ${shown[at]?.source.relPath ?? one.docid}: ${why}`;
  });
  const stages = lines
    .filter(({ stage }) => stage !== "result")
    .map(({ stage, message }) => `  ${stage}: ${message}`);
  const head = results.length === 0 ? [] : ["Why in this order:", ...receipts, ""];
  return [...head, "Stages:", ...stages].join("\n");
}
