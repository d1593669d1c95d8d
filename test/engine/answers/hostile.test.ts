/** Whatever a model writes: the answer keeps its promises, and says yes only to what stands in the passages. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { ABSTENTION } from "../../../src/engine/answers/fold.ts";
import { capsuleOf, draft, sentence, verdict, verdicts, world } from "./support.ts";

const passages = [
  { text: "Entries expire after 15 minutes.\nA write drops its entry.", title: "Cache" },
  { text: "Mara owns the launch decision.", title: "Launch" },
];
const ids = capsuleOf(passages).evidence.map(({ evidenceId }) => evidenceId);

const words = fc.constantFrom(
  "Entries expire after 15 minutes",
  "Entries expire after 60 minutes",
  "Mara owns the launch decision",
  "not",
  "Bob",
  ". ",
  "; ",
  "\n",
  " [1]",
  " [7]",
  `[evidence:${ids[0]}]`,
  "[evidence:x]",
  "\u0000",
  "\ud800",
);
const text = fc.oneof(
  fc.array(words, { maxLength: 6 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
);
const number = fc.oneof(fc.integer({ min: -1, max: 4 }), fc.constantFrom(null, "1", 1.5, 1e9));
const drafts = fc
  .array(fc.tuple(text, fc.array(number, { maxLength: 3 })), { maxLength: 4 })
  .map((list) => draft(...list.map(([said, cited]) => sentence(said, ...cited))));
const judged = fc
  .array(
    fc.tuple(
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom("supported", "supported", "contradicted", "uncertain", "yes"),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), text), { maxLength: 3 }),
      fc.oneof(fc.double(), fc.constant(0.9)),
    ),
    { maxLength: 5 },
  )
  .map((list) =>
    verdicts(
      ...list.map(([claim, kind, quotes, sure]) => verdict(claim, kind, quotes as [number, string][], sure)),
    ),
  );
/** Honest statements, and ones with one thing wrong: figure, name, denial, passage or quote. */
const statement = fc.constantFrom<[string, number, string]>(
  ["Entries expire after 15 minutes.", 1, "Entries expire after 15 minutes"],
  ["A write drops its entry.", 1, "A write drops its entry."],
  ["Mara owns the launch decision.", 2, "Mara owns the launch decision."],
  ["The launch decision is Mara's.", 2, "Mara owns the launch decision"],
  ["Entries expire after 60 minutes.", 1, "Entries expire after 15 minutes"],
  ["Entries never expire.", 1, "Entries expire after 15 minutes"],
  ["Bob owns the launch decision.", 2, "Mara owns the launch decision."],
  ["Mara owns the launch decision.", 1, "Mara owns the launch decision."],
  ["Entries expire after 15 minutes.", 1, "entries expire after 15 minutes"],
);
const plausible = fc
  .array(statement, { minLength: 1, maxLength: 2 })
  .map((list): [object, object] => [
    draft(...list.map(([said, passage]) => sentence(said, passage))),
    verdicts(...list.map(([, passage, quote], at) => verdict(at + 1, "supported", [[passage, quote]]))),
  ]);
const output = (own: fc.Arbitrary<object>) => fc.oneof(own, own, fc.jsonValue(), fc.string(), fc.json());

test("the answer keeps its promises", async () => {
  let verified = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(plausible, fc.tuple(output(drafts), output(judged))),
      async ([first, second]) => {
        const result = await world(passages, [first, second]).ask();
        const { claims, answer, citations, semantic } = result;
        const { coverage } = claims;
        expect(coverage.totalClaims).toBe(claims.claims.length);
        expect(
          coverage.supportedClaims +
            coverage.contradictedClaims +
            coverage.insufficientClaims +
            coverage.uncertainClaims,
        ).toBe(coverage.totalClaims);
        expect(semantic.candidateClaims).toBe(semantic.verifiedClaims + semantic.unresolvedClaims);
        expect(claims.abstained).toBe(claims.answerStatus === "abstained");
        for (const claim of claims.claims) {
          const decided = claim.status === "supported" || claim.status === "contradicted";
          expect(claim.confidence !== null).toBe(decided);
          expect(claim.verifierFingerprint !== null).toBe(decided);
          expect(claim.evidence.length > 0).toBe(claim.status !== "insufficient");
          for (const { evidenceId } of claim.evidence) expect(ids).toContain(evidenceId);
        }
        if (claims.abstained) {
          expect([answer, citations]).toEqual([ABSTENTION, []]);
          return;
        }
        verified += 1;
        expect(citations.length).toBeGreaterThan(0);
        expect(claims.rejectedCitations).toEqual([]);
        expect(answer).not.toMatch(/60|Bob|never|\u0000/);
        for (const claim of claims.claims) {
          expect(claim).toMatchObject({ status: "supported", rejectedCitations: [] });
          expect(answer.slice(claim.start, claim.end)).toBe(claim.text);
        }
      },
    ),
    {
      numRuns: 400,
      examples: [
        [
          [
            draft(sentence("Entries expire after 15 minutes [1] [7]", 2)),
            verdicts(verdict(1, "supported", [[1, "Entries expire after 15 minutes"]])),
          ],
        ],
      ],
    },
  );
  expect(verified).toBeGreaterThan(0);
});
