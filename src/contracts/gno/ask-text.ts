/** An answer for people: what it says, whether each claim holds and by which lines, what is missing, and where to read on. */
import type { GnoAskArgs, GnoAskOutput } from "../../../generated/gno/types.ts";
import { explainText } from "./explain-hits.ts";
import { oneLine } from "./present-document.ts";
import { warned } from "./present-hits.ts";

type Verification = NonNullable<GnoAskOutput["verification"]>;
type Claims = Verification["claims"];

const MARKER = /\s*\[evidence:([0-9a-f]{64})\]/g;
/** Longer lists are in the data. */
const SHOWN = 20;

export function askText(data: GnoAskOutput, _args: GnoAskArgs): string {
  const { verification, meta } = data;
  const sections =
    verification === undefined
      ? [data.answer, "Verification: abstained\nReason: no passage was found"]
      : [
          numbered(data),
          statusText(verification),
          claimsText(verification.claims),
          missingText(verification.capsule),
          sourcesText(data, verification),
        ];
  if (meta.explain !== undefined) sections.push(explainText(meta.explain, []));
  return warned(sections.filter((part) => part !== "").join("\n\n"), meta);
}

/** Markers become the numbers of the sources below. */
function numbered({ answer, citations }: GnoAskOutput): string {
  const order = citations.map(({ evidenceId }) => evidenceId);
  return answer.replace(MARKER, (_marker, id: string) => ` [${order.indexOf(id) + 1}]`);
}

const reasons: Readonly<Record<NonNullable<Claims["abstentionReason"]>, string>> = {
  no_substantive_claims: "there is no draft that claims anything",
  contradiction_detected: "the passages say otherwise than the draft",
  citation_hygiene_failed: "the draft cites what is not, or no longer, evidence",
  coverage_below_threshold: "not every claim of the draft is supported",
};

function statusText({ claims, semantic }: Verification): string {
  const { supportedClaims, totalClaims } = claims.coverage;
  return [
    `Verification: ${claims.answerStatus}`,
    ...(claims.abstentionReason === null ? [] : [`Reason: ${reasons[claims.abstentionReason]}`]),
    `Claims: ${supportedClaims} of ${totalClaims} supported`,
    `Semantic verifier: ${semantic.status} (${semantic.reason.replaceAll("_", " ")})`,
  ].join("\n");
}

function claimsText({ claims }: Claims): string {
  const lines = claims
    .slice(0, SHOWN)
    .map(({ status, text, evidence, rejectedCitations }) =>
      [
        `- ${status}: ${oneLine(text, 300)}`,
        ...evidence.map((one) => `    ${place(one)} (${one.evidenceId})`),
        ...rejectedCitations
          .slice(0, 4)
          .map(({ marker, reason }) => `    refused ${oneLine(marker, 90)}: ${reason.replaceAll("_", " ")}`),
      ].join("\n"),
    );
  const more = claims.length - lines.length;
  return [...lines, ...(more > 0 ? [`- and ${more} more in verification.claims`] : [])].join("\n");
}

function missingText({ coverage, fallbacks }: Verification["capsule"]): string {
  const gaps = coverage.gaps.map(({ facet, code }) => `${oneLine(facet, 60)} (${code.replaceAll("_", " ")})`);
  const open = coverage.unresolvedFacets.map((facet) => oneLine(facet, 60));
  const degraded = fallbacks.map(({ capability }) => capability.replaceAll("_", " "));
  return [
    ...listLine("Gaps", gaps),
    ...(gaps.length > 0 ? [] : listLine("Unresolved facets", open)),
    ...listLine("Went without", degraded),
  ].join("\n");
}

function listLine(name: string, entries: readonly string[]): string[] {
  if (entries.length === 0) return [];
  const more = entries.length > SHOWN ? `, and ${entries.length - SHOWN} more` : "";
  return [`${name}: ${entries.slice(0, SHOWN).join(", ")}${more}`];
}

/** Of an abstention, the passages that were found: what a reader can judge for himself. */
function sourcesText({ citations }: GnoAskOutput, { capsule }: Verification): string {
  const evidence = new Map(capsule.evidence.map((one) => [one.evidenceId, one]));
  const shown = citations.length > 0 ? citations : capsule.evidence;
  const lines = shown.slice(0, SHOWN).map((one, at) => {
    const { title = null, text = "" } = evidence.get(one.evidenceId) ?? {};
    const head = `[${at + 1}] ${place(one)}${title === null ? "" : `  ${oneLine(title, 120)}`}`;
    return citations.length > 0 ? head : `${head}\n    ${oneLine(text, 240)}`;
  });
  const more = shown.length > SHOWN ? [`and ${shown.length - SHOWN} more in verification.capsule`] : [];
  return [citations.length > 0 ? "Sources:" : "Passages found:", ...lines, ...more].join("\n");
}

function place({ uri, startLine, endLine }: { uri: string; startLine: number; endLine: number }): string {
  return `${uri}:L${startLine}-L${endLine}`;
}
