/** gno_recall: current facts of the caller's scopes, best first, within a budget. spec/gno.md, "Memory". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Recalled } from "../../engine/engine.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { fact, failRefused, identityOf, wordsOnly } from "./present-fact.ts";

type Output = GnoTools["gno_recall"]["output"];

export const recall = {
  run(args, { engine }, call) {
    const { query, collection, scopes, maxFacts, maxTokens } = args;
    const identity = identityOf(call.caller);
    const found = engine.memory.recall({ identity, query, collection, scopes, maxFacts, maxTokens });
    if (found.kind === "refused") return failRefused(found, call);
    const { receipt, usedTokens, omitted, lineage } = found;
    return {
      facts: found.facts.map((one) => ({
        ...fact(one, engine.indexName),
        score: one.score,
        spanHash: one.contentHash,
        egressLineage: lineageOf(one.lineage),
      })),
      receipt: { ...receipt, memoryIds: [...receipt.memoryIds], spanHashes: [...receipt.spanHashes] },
      budget: { maxFacts, maxTokens, usedTokens, omitted },
      retrieval: { mode: "lexical" as const, semanticUnavailable: wordsOnly },
      ...(lineage === undefined ? {} : { egressLineage: lineageOf(lineage) }),
      ...(found.facts.length === 0 ? { hint: hintFor(found, maxTokens) } : {}),
    };
  },

  text(data) {
    const { facts, budget, receipt, retrieval, hint } = data;
    const { maxFacts, maxTokens, usedTokens, omitted } = budget;
    const left = omitted === 0 ? "" : `; ${omitted} more matched and are left out`;
    return [
      `${facts.length} of at most ${maxFacts} facts, ${usedTokens} of ${maxTokens} tokens${left}`,
      `Searched by words (${retrieval.mode})`,
      ...facts.flatMap((one) => [
        "",
        one.text,
        `  ${one.uri}`,
        `  scopes ${one.scopes.join(", ")} · hash ${one.contentHash} · ${one.createdAt} · ${one.caller}`,
        ...(one.supersedes.length === 0 ? [] : [`  replaced ${one.supersedes.join(", ")}`]),
      ]),
      ...(hint === undefined ? [] : ["", hint]),
      "",
      `Receipt ${receipt.digest} for ${receipt.caller}, session ${receipt.session}, ${receipt.memoryIds.length} ids`,
    ].join("\n");
  },
} satisfies Tool<GnoTools, "gno_recall", GnoDeps>;

type Lineage = NonNullable<Output["egressLineage"]>;

function lineageOf({ effectivePolicy, digest, sources }: NonNullable<Recalled["lineage"]>): Lineage {
  return { effectivePolicy, digest, sources: sources.map((one) => ({ ...one })) as Lineage["sources"] };
}

/** One line: what there was, and the command that stores a fact. */
function hintFor({ collection, scopes, omitted }: Recalled, maxTokens: number): string {
  const why =
    omitted === 0
      ? "Nothing is stored about this in the given scopes."
      : `Facts match, each larger than ${maxTokens} tokens: raise maxTokens to read them.`;
  const flags = scopes.map((scope) => `--scope ${scope}`).join(" ");
  return `${why} To store a fact: gno remember "<fact>" --collection ${collection} ${flags} --add`;
}
