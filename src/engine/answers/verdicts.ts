/** What a model says of claims, read with distrust: only known claims and passages count, and one verdict a claim. */
import type { CapsuleEvidence } from "../evidence/types.ts";
import { contradictionFault, exactQuotes, type Quote, supportFault } from "./checks.ts";
import { parsed } from "./draft.ts";
import { MAX_QUOTES, type NumberedPassage } from "./prompt.ts";

export interface Candidate {
  readonly text: string;
  /** Valid evidence that the claim cites. */
  readonly cited: readonly CapsuleEvidence[];
}

export type Judgment =
  | {
      readonly kind: "supported" | "contradicted";
      readonly confidence: number;
      readonly evidence: readonly CapsuleEvidence[];
      readonly quotes: readonly string[];
    }
  | { readonly kind: "unjudged"; readonly why: string };

/** A verdict that its own author takes for a coin toss is none. */
const LEAST_CONFIDENCE = 0.5;
const MAX_OUTPUT = 256 * 1_024;

/** In the order of the claims; undefined for output of another form. */
export function readVerdicts(
  output: string,
  claims: readonly Candidate[],
  passages: readonly NumberedPassage[],
): readonly Judgment[] | undefined {
  if (output.length > MAX_OUTPUT) return undefined;
  const rows = (parsed(output) as { verdicts?: unknown } | null | undefined)?.verdicts;
  if (!Array.isArray(rows)) return undefined;
  const byClaim = new Map<number, Record<string, unknown>[]>();
  for (const row of rows as unknown[]) {
    const one = (row ?? {}) as Record<string, unknown>;
    if (typeof one.claim !== "number") continue;
    byClaim.set(one.claim, [...(byClaim.get(one.claim) ?? []), one]);
  }
  return claims.map((claim, at) => {
    const own = byClaim.get(at + 1) ?? [];
    if (own.length === 0) return { kind: "unjudged", why: "the model gave no verdict" };
    if (new Set(own.map(({ verdict }) => verdict)).size > 1)
      return { kind: "unjudged", why: "the model gave two verdicts" };
    return judge(claim, own[0] as Record<string, unknown>, passages);
  });
}

function judge(
  claim: Candidate,
  { verdict, confidence, quotes }: Record<string, unknown>,
  passages: readonly NumberedPassage[],
): Judgment {
  if (verdict !== "supported" && verdict !== "contradicted")
    return { kind: "unjudged", why: "the model could not tell" };
  if (typeof confidence !== "number" || !(confidence >= 0 && confidence <= 1))
    return { kind: "unjudged", why: "the model's confidence is no number between 0 and 1" };
  if (confidence < LEAST_CONFIDENCE) return { kind: "unjudged", why: "the model is not sure" };
  const exact = exactQuotes(quotesOf(quotes, passages));
  // What supports a claim has to be what it cites; what speaks against it may be anywhere in the capsule.
  const cited = new Set(claim.cited.map(({ evidenceId }) => evidenceId));
  const used =
    verdict === "supported" ? exact.filter(({ evidence }) => cited.has(evidence.evidenceId)) : exact;
  const fault =
    verdict === "supported" ? supportFault(claim.text, used) : contradictionFault(claim.text, used);
  if (fault !== undefined) return { kind: "unjudged", why: fault };
  return {
    kind: verdict,
    confidence,
    evidence: [...new Set(used.map(({ evidence }) => evidence))],
    quotes: used.map(({ text }) => text),
  };
}

function quotesOf(given: unknown, passages: readonly NumberedPassage[]): Quote[] {
  if (!Array.isArray(given)) return [];
  return (given as unknown[]).slice(0, MAX_QUOTES).flatMap((one) => {
    const { passage, text } = (one ?? {}) as { passage?: unknown; text?: unknown };
    const found = passages.find(({ number }) => number === passage);
    return found === undefined || typeof text !== "string" ? [] : [{ evidence: found.evidence, text }];
  });
}
