/** The lists of words of a hybrid search: one for the query itself, then one for each variant. */
import type { HybridRequest } from "../engine.ts";
import { acceptor } from "./accepts.ts";
import type { DocumentRule } from "./chunk-filter.ts";
import { type LexicalList, listWeights } from "./fuse.ts";
import type { Prepared, SearchSources } from "./prepare.ts";
import { planQuery, type QueryPlan } from "./query.ts";
import { rank } from "./rank.ts";

const lexicalDepth = 200;
const variantDepth = 100;

export function lexicalLists(
  { reader }: SearchSources,
  request: HybridRequest,
  { plan, checked, scope }: Prepared,
  rule: DocumentRule,
  terms: readonly string[],
): LexicalList[] {
  const free = acceptor(reader, checked, "document");
  const list = (
    from: QueryPlan,
    weight: number,
    limit: number,
    accepts: ((id: number) => boolean) | undefined,
  ): LexicalList => ({
    weight,
    hits:
      from.words.length + from.phrases.length === 0
        ? []
        : rank({
            reader,
            plan: from,
            filters: rule.documents,
            stem: scope.stem,
            limit,
            ...(accepts === undefined ? {} : { accepts }),
            ...(request.signal === undefined ? {} : { signal: request.signal }),
          }),
  });
  const variants = terms.flatMap((term) => planQuery(term) ?? []);
  return [
    list(plan, listWeights.query, lexicalDepth, free),
    ...variants.map((variant) => list(variant, listWeights.variant, variantDepth, rule.accepts)),
  ];
}
