/**
 * Content types that the configuration lifts or lowers: a bounded nudge on the finished score, with a receipt. One rule
 * a document: the one that gave it its type. spec/gno.md, "Content types".
 */
import { createHash } from "node:crypto";
import type { ContentTypeRule } from "../config/types.ts";
import type { BoostReceipt } from "../engine.ts";
import type { Facts } from "./facts.ts";

/** The largest nudge of a content type, and of all nudges together. */
const typeCap = 0.05;
const auxiliaryCap = 0.08;

export interface Booster {
  /** The nudge before scores are held inside 0..1; 0 = none. */
  nudge(facts: Facts): number;
  /** undefined = no rule applies. */
  receipt(
    facts: Facts,
    base: number,
    raw: { score: number; kind: BoostReceipt["rawScoreKind"] },
  ): BoostReceipt | undefined;
}

/** @returns undefined when no rule has a boost. */
export function createBooster(rules: readonly ContentTypeRule[]): Booster | undefined {
  const boosted = new Map(
    rules.flatMap((rule) =>
      rule.searchBoost === undefined || rule.searchBoost === 1 ? [] : [[rule.id, rule.searchBoost] as const],
    ),
  );
  if (boosted.size === 0) return undefined;
  const fingerprint = rulesFingerprint(rules);
  const factorOf = ({ contentType, contentTypeSource }: Facts) =>
    contentType !== null && sources.has(contentTypeSource ?? "") ? boosted.get(contentType) : undefined;
  return {
    nudge(facts) {
      const factor = factorOf(facts);
      return factor === undefined ? 0 : contribution(factor);
    },
    receipt(facts, base, raw) {
      const factor = factorOf(facts);
      if (factor === undefined || facts.contentType === null) return undefined;
      const capped = contribution(factor);
      const finalScore = clamp(base + capped, 0, 1);
      return {
        baseScore: base,
        finalScore,
        rawScore: raw.score,
        rawScoreKind: raw.kind,
        rawContribution: rawContribution(factor),
        cappedContribution: capped,
        combinedAuxiliaryRequested: capped,
        combinedAuxiliaryApplied: finalScore - base,
        combinedAuxiliaryCap: auxiliaryCap,
        configuredFactor: factor,
        contentType: facts.contentType,
        ruleSource: facts.contentTypeSource === "prefix" ? "prefix" : "configured-id",
        rulesFingerprint: fingerprint,
      };
    },
  };
}

/** Types that were inferred from path or extension have no rule. */
const sources: ReadonlySet<string> = new Set(["frontmatter-type", "prefix"]);

function rawContribution(factor: number): number {
  return factor >= 1 ? (factor - 1) * typeCap : ((factor - 1) / 0.5) * typeCap;
}

function contribution(factor: number): number {
  return clamp(clamp(rawContribution(factor), -typeCap, typeCap), -auxiliaryCap, auxiliaryCap);
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** Changes when a rule changes; prefixes go in and never come out. */
export function rulesFingerprint(rules: readonly ContentTypeRule[]): string {
  const canonical = rules.map(({ id, prefixes, searchBoost }) => [
    id,
    [...prefixes].sort(),
    searchBoost ?? 1,
  ]);
  return createHash("sha256").update(JSON.stringify(canonical)).digest("hex");
}
