/** Query expansion: a model rephrases the question as keywords, as sentences, and as a passage that would answer it. */
import type { SearchModels } from "./models.ts";
import type { Candidate } from "./rank.ts";
import { unavailable } from "./vector-candidates.ts";

export interface Expansion {
  readonly lexical: readonly string[];
  readonly vector: readonly string[];
  readonly hyde: string | undefined;
}

export type Expanded =
  | { readonly kind: "expanded"; readonly expansion: Expansion; readonly model: string }
  | { readonly kind: "skipped"; readonly why: string };

const timeoutMs = 5_000;
const variantLimit = 5;
const textLimit = 300;
const passageLimit = 1_500;
const maxTokens = 400;

const schema = {
  type: "object",
  properties: {
    lexical: { type: "array", items: { type: "string" }, maxItems: variantLimit },
    vector: { type: "array", items: { type: "string" }, maxItems: variantLimit },
    hyde: { type: "string" },
  },
  required: ["lexical", "vector", "hyde"],
  additionalProperties: false,
} as const;

function promptOf(query: string, intent: string | undefined): string {
  return [
    "Rephrase a search over personal notes and technical documents. Answer with one JSON object:",
    '"lexical": up to 5 short keyword queries with other words for the same thing;',
    '"vector": up to 5 sentences that ask the same;',
    '"hyde": one short passage, two sentences, as a document that answers would put it.',
    "Keep the language of the query. Names, numbers and identifiers stay as they are.",
    ...(intent === undefined ? [] : [`What it is for: ${intent.slice(0, textLimit)}`]),
    `Query: ${query.slice(0, 2_000)}`,
  ].join("\n");
}

export async function expandQuery(
  models: SearchModels | undefined,
  query: string,
  intent: string | undefined,
  collection: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Expanded> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const generator = await models?.generator?.(collection);
    if (generator === undefined) return { kind: "skipped", why: "no model that rephrases is configured" };
    const answer = await generator.generate(promptOf(query, intent), {
      schema,
      maxTokens,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    const expansion = readExpansion(answer, query);
    return expansion === undefined
      ? { kind: "skipped", why: `${generator.name} gave nothing that helps` }
      : { kind: "expanded", expansion, model: generator.name };
  } catch (error) {
    signal?.throwIfAborted();
    if (limit.aborted) return { kind: "skipped", why: `no answer within ${timeoutMs / 1_000} s` };
    return { kind: "skipped", why: unavailable(error, signal).message };
  }
}

/** What a model writes is only taken in the form that was asked for, cut to size, and never the query again. */
function readExpansion(answer: string, query: string): Expansion | undefined {
  let given: { lexical?: unknown; vector?: unknown; hyde?: unknown };
  try {
    given = JSON.parse(answer) as typeof given;
  } catch {
    return undefined;
  }
  const asked = query.trim().toLowerCase();
  const texts = (value: unknown) =>
    [...new Set(Array.isArray(value) ? value.filter((one) => typeof one === "string") : [])]
      .map((one) => one.replace(/\s+/g, " ").trim().slice(0, textLimit))
      .filter((one) => one !== "" && one.toLowerCase() !== asked)
      .slice(0, variantLimit);
  const hyde = typeof given.hyde === "string" ? given.hyde.trim().slice(0, passageLimit) : "";
  const expansion = {
    lexical: texts(given.lexical),
    vector: texts(given.vector),
    hyde: hyde === "" ? undefined : hyde,
  };
  const nothing = expansion.lexical.length + expansion.vector.length === 0 && expansion.hyde === undefined;
  return nothing ? undefined : expansion;
}

/** The words alone point at one document: rephrasing would only blur that. */
export function isStrongSignal(hits: readonly Candidate[]): boolean {
  const [first, second] = hits
    .slice(0, 5)
    .map(({ bm25 }) => 1 / (1 + Math.exp(-(Math.abs(bm25) - 4.5) / 2.8)))
    .sort((a, b) => b - a);
  if (first === undefined || first < 0.84) return false;
  return first - (second ?? 0) >= 0.14;
}
