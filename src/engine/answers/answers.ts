/** The Answers port. spec/gno.md, "Verified answers". */
import type { Capsule, CapsuleReceipt, Evidence } from "../evidence/types.ts";
import type { Generator } from "../models/ports.ts";
import type { EngineLog } from "../ports.ts";
import { type CitedClaim, judgeMarkers, rejection } from "./citations.ts";
import { type FoundClaim, findClaims } from "./claims.ts";
import { readDraft } from "./draft.ts";
import { ABSTENTION, citationsOf, foldClaims, type JudgedClaim } from "./fold.ts";
import { AnswerModel, badOutput } from "./model.ts";
import { draftPrompt, draftSchema, numbered, roomFor, thatFit } from "./prompt.ts";
import { semanticOf, type Verification, verify } from "./semantic.ts";
import type { Answered, Answers, AskRequest, ModelTrouble } from "./types.ts";

export interface AnswersOptions {
  readonly evidence: Evidence;
  /**
   * The model that writes answers; undefined = none is configured.
   * @param collections whose text it would see
   * @throws EmbeddingUnavailable
   */
  readonly generator: (scope: {
    readonly collection?: string;
    readonly collections: readonly string[];
  }) => Promise<Generator | undefined>;
  readonly log: EngineLog;
  /** Milliseconds that the model has for one question. */
  readonly limitMs?: number;
  readonly now?: () => number;
}

const LIMIT_MS = 180_000;
const MAX_ANSWER_TOKENS = 4_096;

type Stages = { stage: string; message: string }[];

export function createAnswers(options: AnswersOptions): Answers {
  const { evidence, log, limitMs = LIMIT_MS, now = () => performance.now() } = options;

  return {
    async ask(request) {
      const { progress } = request;
      progress?.(0, "looking for evidence");
      const compiled = await evidence.compile(request.capsule);
      if (compiled.kind !== "ok") return compiled;
      const { capsule } = compiled;
      const stages: Stages = [{ stage: "evidence", message: evidenceLine(capsule) }];
      const model = new AnswerModel(() => options.generator(scopeOf(request, capsule)), {
        log,
        limitMs,
        signal: request.signal,
      });
      const opened = await model.open();
      if (opened.kind === "open") progress?.(1, "writing a draft");
      const drafted =
        opened.kind === "open"
          ? await draftBy(model, opened.generator, request, capsule)
          : { text: undefined, trouble: opened.trouble };
      stages.push({ stage: "draft", message: draftLine(drafted) });

      if (drafted.text !== undefined) progress?.(2, "judging its claims");
      // After the draft: what changed while the model wrote is seen.
      const checked = await evidence.verify(capsule, request.signal);
      request.signal?.throwIfAborted();
      if (checked.kind !== "ok") return checked;
      const { receipt: freshness } = checked;
      stages.push({ stage: "freshness", message: freshness.contentCode });

      const found = readClaims(drafted.text ?? "", capsule, freshness);
      const verification: Verification =
        opened.kind === "open" && drafted.trouble === undefined
          ? await verify(model, opened.generator, capsule, found.claims, now)
          : { judgments: new Map(), semantic: semanticOf(drafted.trouble), trouble: drafted.trouble };
      stages.push(...claimLines(found.claims, verification));
      return { kind: "answered", ...outcome(capsule, freshness, drafted.text, found, verification), stages };
    },
  };
}

interface Drafted {
  readonly text: string | undefined;
  readonly trouble: ModelTrouble | undefined;
}

async function draftBy(
  model: AnswerModel,
  generator: Generator,
  request: AskRequest,
  capsule: Capsule,
): Promise<Drafted> {
  const most =
    generator.contextSize === undefined ? MAX_ANSWER_TOKENS : Math.floor(generator.contextSize / 2);
  const maxTokens = Math.min(request.maxAnswerTokens, MAX_ANSWER_TOKENS, most);
  const passages = thatFit(numbered(capsule), roomFor(generator.contextSize, maxTokens));
  const written = await model.write(generator, draftPrompt(capsule, passages, request.capsule.intent), {
    schema: draftSchema,
    maxTokens,
  });
  if (written.kind === "failed") return { text: undefined, trouble: written.trouble };
  const draft = readDraft(written.text, passages);
  if (draft.kind === "draft") return { text: draft.text, trouble: undefined };
  return { text: undefined, trouble: { kind: "bad-output", message: badOutput(generator.name, draft.why) } };
}

interface ReadClaims {
  readonly claims: readonly CitedClaim[];
  readonly orphans: JudgedClaim["rejected"];
}

function readClaims(draft: string, capsule: Capsule, freshness: CapsuleReceipt): ReadClaims {
  const { claims, orphans } = findClaims(draft);
  return {
    claims: claims.map((found) => {
      const { evidence, rejected } = judgeMarkers(found.markers, capsule, freshness);
      return { found, cited: evidence, rejected };
    }),
    orphans: orphans.map((marker) => rejection(marker, "orphan_citation")),
  };
}

function outcome(
  capsule: Capsule,
  freshness: CapsuleReceipt,
  drafted: string | undefined,
  found: ReadClaims,
  { judgments, semantic, trouble }: Verification,
): Omit<Answered, "kind" | "stages"> {
  const judged = found.claims.map((claim) => ({ ...claim, judgment: judgments.get(claim) }));
  const { draft, claims } = provenMarkers(drafted ?? "", judged);
  const verification = foldClaims(capsule, draft, claims, found.orphans, semantic.verifierFingerprint);
  return {
    answer: verification.abstained ? ABSTENTION : draft,
    citations: citationsOf(capsule, verification),
    capsule,
    freshness,
    claims: verification,
    semantic,
    drafted: drafted !== undefined,
    trouble,
  };
}

/** Of a claim that holds, only what was quoted for it stays cited. */
function provenMarkers(
  draft: string,
  judged: readonly JudgedClaim[],
): { draft: string; claims: readonly JudgedClaim[] } {
  let left = draft;
  for (const { found, judgment } of [...judged].reverse()) {
    if (judgment?.kind !== "supported") continue;
    const proven = new Set(judgment.evidence.map(({ evidenceId }) => evidenceId));
    for (const marker of [...found.markers].reverse()) {
      if (marker.evidenceId === undefined || proven.has(marker.evidenceId)) continue;
      left = `${left.slice(0, marker.start).trimEnd()}${left.slice(marker.end)}`;
    }
  }
  if (left === draft) return { draft, claims: judged };
  const again = findClaims(left).claims;
  if (again.length !== judged.length) return { draft, claims: judged };
  return { draft: left, claims: judged.map((one, at) => ({ ...one, found: again[at] as FoundClaim })) };
}

function scopeOf({ collection }: AskRequest, capsule: Capsule) {
  const collections = [...new Set(capsule.evidence.map((one) => one.collection))].sort();
  return { ...(collection === undefined ? {} : { collection }), collections };
}

function evidenceLine({ evidence, coverage }: Capsule): string {
  const gaps = coverage.unresolvedFacets.length;
  return `${evidence.length} passage${evidence.length === 1 ? "" : "s"}${gaps === 0 ? "" : `, nothing on ${gaps} facet${gaps === 1 ? "" : "s"}`}`;
}

function draftLine({ text, trouble }: Drafted): string {
  if (trouble !== undefined) return `none: ${trouble.message}`;
  return text === "" ? "the model found no answer in the passages" : "written";
}

function claimLines(claims: readonly CitedClaim[], { judgments }: Verification): Stages {
  return claims.map((claim, at) => {
    const judgment = judgments.get(claim);
    const what =
      claim.cited.length === 0
        ? "insufficient, it cites no passage of the capsule"
        : judgment === undefined
          ? "uncertain, nobody judged it"
          : judgment.kind === "unjudged"
            ? `uncertain, ${judgment.why}`
            : `${judgment.kind} by ${judgment.quotes.map((quote) => JSON.stringify(quote.slice(0, 200))).join(", ")}`;
    return { stage: "claim", message: `${at + 1}. ${what}` };
  });
}
