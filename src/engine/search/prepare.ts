/** From a request to what every leg of a search needs: the query as a plan, checked filters, the collections in reach. */
import type { Reader } from "../documents/reader.ts";
import type { ConfigStore, IndexConfig, SearchRequest } from "../engine.ts";
import type { Clock } from "../ports.ts";
import { type CheckedRequest, checkRequest, type FilterProblem } from "./filters.ts";
import { planQuery, type QueryPlan } from "./query.ts";
import type { StemTokenizer } from "./rank.ts";
import type { SearchThreads } from "./threads.ts";
import type { TimeRange } from "./time.ts";

export interface SearchSources {
  readonly reader: Reader;
  readonly config: Pick<ConfigStore, "load">;
  readonly clock: Clock;
  /** Of large indexes the words are looked up there. */
  readonly threads?: SearchThreads;
}

export interface Scope {
  readonly stem: StemTokenizer;
  /** Row ids of the collections to search, undefined = all that the index holds. */
  readonly collections: readonly number[] | undefined;
}

export interface Prepared {
  readonly kind: "ready";
  readonly plan: QueryPlan;
  readonly checked: CheckedRequest;
  readonly scope: Scope;
  readonly settings: IndexConfig | undefined;
}

export type Refusal = { readonly kind: "empty-query" } | FilterProblem;

export function prepare(
  { reader, config, clock }: SearchSources,
  request: SearchRequest,
): Prepared | Refusal {
  const plan = planQuery(request.query);
  if (plan === undefined) return { kind: "empty-query" };
  const settings = config.load();
  const configured = new Set((settings?.collections ?? []).map(({ name }) => name));
  const checked = checkRequest(request, plan.plainText, configured, clock.now());
  if (checked.kind !== "checked") return checked;
  return { kind: "ready", plan, checked, scope: readScope(reader, configured, checked), settings };
}

/** Collections that are no longer configured stay in the index until the next sync, but are not searched. */
function readScope(reader: Reader, configured: ReadonlySet<string>, checked: CheckedRequest): Scope {
  const rows = reader.all<{ id: number; name: string; stem: StemTokenizer | null }>(
    "SELECT id, name, (SELECT value FROM meta WHERE key = 'fts_stem') AS stem FROM collection",
  );
  const wanted = rows.filter(
    ({ name }) =>
      configured.has(name) &&
      (checked.collection ?? name) === name &&
      (checked.under?.collection ?? name) === name &&
      (checked.collections?.includes(name) ?? true),
  );
  return {
    stem: rows[0]?.stem ?? "porter unicode61",
    collections: wanted.length === rows.length ? undefined : wanted.map(({ id }) => id),
  };
}

/** Why a query that is not empty has nothing to look for. */
export function noteOf(plan: QueryPlan): string {
  return plan.negatives.length > 0
    ? "The query only says what to leave out. Add a word to look for."
    : "The query holds no letters or digits to look for.";
}

export function iso(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

export function isoRange(range: TimeRange): { since: string | undefined; until: string | undefined } {
  return { since: iso(range.since), until: iso(range.until) };
}
