/** The one request that judges all claims together, its limits, and the report on it. */
import type { Capsule } from "../evidence/types.ts";
import type { Generator } from "../models/ports.ts";
import type { CitedClaim } from "./citations.ts";
import { sha256 } from "./fold.ts";
import { type AnswerModel, badOutput } from "./model.ts";
import {
  MAX_PROMPT_BYTES,
  type NumberedPassage,
  numbered,
  roomFor,
  thatFit,
  verdictPrompt,
  verdictSchema,
} from "./prompt.ts";
import type { ModelTrouble, SemanticReport } from "./types.ts";
import { type Judgment, readVerdicts } from "./verdicts.ts";

export interface Verification {
  readonly judgments: ReadonlyMap<CitedClaim, Judgment>;
  readonly semantic: SemanticReport;
  readonly trouble: ModelTrouble | undefined;
}

const MAX_CLAIMS = 32;
const MAX_OUTPUT_TOKENS = 2_048;
const TOKENS_PER_CLAIM = 160;
/** Changes whenever equal answers of a model could lead to other verdicts. */
const RULES = 1;

const configFingerprint = sha256(
  JSON.stringify({ rules: RULES, schema: verdictSchema, MAX_CLAIMS, MAX_OUTPUT_TOKENS, MAX_PROMPT_BYTES }),
);

export async function verify(
  model: AnswerModel,
  generator: Generator,
  capsule: Capsule,
  claims: readonly CitedClaim[],
  now: () => number,
): Promise<Verification> {
  const candidates = claims.filter(({ cited }) => cited.length > 0);
  const report = (part: Partial<SemanticReport>): SemanticReport => ({
    ...semanticOf(undefined),
    modelFingerprint: modelFingerprint(generator),
    verifierFingerprint: verifierFingerprint(generator),
    candidateClaims: candidates.length,
    unresolvedClaims: candidates.length,
    ...part,
  });
  const ended = (semantic: SemanticReport, trouble?: ModelTrouble): Verification => ({
    judgments: new Map(),
    semantic,
    trouble,
  });
  if (candidates.length === 0) return ended(report({ status: "completed", reason: "no_candidates" }));

  const { passages, prompt, maxTokens } = question(generator, capsule, candidates);
  if (candidates.length > MAX_CLAIMS || Buffer.byteLength(prompt) > MAX_PROMPT_BYTES) {
    const message = `The draft makes more claims, or longer ones, than are judged at once (${MAX_CLAIMS}). Ask a narrower question, or lower maxAnswerTokens.`;
    return ended(report({ status: "failed", reason: "input_limit_exceeded" }), { kind: "limit", message });
  }
  const from = now();
  const written = await model.write(generator, prompt, { schema: verdictSchema, maxTokens });
  const called = {
    modelCalls: 1,
    durationMs: Math.max(0, Math.round(now() - from)),
    schemaRequested: true,
    schemaEnforced: generator.enforcesSchema === true,
  } as const;
  if (written.kind === "failed")
    return ended(report({ ...called, status: "failed", reason: "generation_failed" }), written.trouble);
  const judged = readVerdicts(
    written.text,
    candidates.map(({ found, cited }) => ({ text: found.text, cited })),
    passages,
  );
  if (judged === undefined) {
    const trouble = { kind: "bad-output", message: badOutput(generator.name) } as const;
    return ended(report({ ...called, status: "failed", reason: "invalid_output" }), trouble);
  }
  const resolved = judged.filter(({ kind }) => kind !== "unjudged").length;
  return {
    judgments: new Map(candidates.map((claim, at) => [claim, judged[at] as Judgment])),
    semantic: report({
      ...called,
      status: "completed",
      reason: "verified",
      verifiedClaims: resolved,
      unresolvedClaims: candidates.length - resolved,
    }),
    trouble: undefined,
  };
}

/** Cited passages first, then the rest of the capsule, where something may speak against a claim. */
function question(generator: Generator, capsule: Capsule, candidates: readonly CitedClaim[]) {
  const most =
    generator.contextSize === undefined ? MAX_OUTPUT_TOKENS : Math.floor(generator.contextSize / 3);
  const maxTokens = Math.min(MAX_OUTPUT_TOKENS, most, 96 + TOKENS_PER_CLAIM * candidates.length);
  const cited = new Set(candidates.flatMap((claim) => claim.cited.map(({ evidenceId }) => evidenceId)));
  const all = numbered(capsule);
  const first = all.filter(({ evidence }) => cited.has(evidence.evidenceId));
  const others = all.filter(({ evidence }) => !cited.has(evidence.evidenceId));
  const claimBytes = candidates.reduce((sum, { found }) => sum + Buffer.byteLength(found.text) + 40, 0);
  const passages = thatFit([...first, ...others], roomFor(generator.contextSize, maxTokens, claimBytes));
  const numberOf = (id: string) => all.find(({ evidence }) => evidence.evidenceId === id)?.number ?? 0;
  const listed = candidates.map(({ found, cited: own }) => ({
    text: found.text,
    cites: own.map(({ evidenceId }) => numberOf(evidenceId)),
  }));
  return {
    passages: passages as readonly NumberedPassage[],
    maxTokens,
    prompt: verdictPrompt(capsule, passages, listed),
  };
}

/** The report where no claim was put to a model. */
export function semanticOf(trouble: ModelTrouble | undefined): SemanticReport {
  const [status, reason] = endOf(trouble);
  return {
    status,
    reason,
    schemaRequested: false,
    schemaEnforced: false,
    modelFingerprint: null,
    configFingerprint,
    verifierFingerprint: null,
    candidateClaims: 0,
    verifiedClaims: 0,
    unresolvedClaims: 0,
    modelCalls: 0,
    durationMs: 0,
  };
}

function endOf(trouble: ModelTrouble | undefined): [SemanticReport["status"], SemanticReport["reason"]] {
  switch (trouble?.kind) {
    case undefined:
      return ["completed", "no_candidates"];
    case "not-configured":
    case "missing":
      return ["unavailable", "verifier_unavailable"];
    case "bad-output":
      return ["failed", "invalid_output"];
    default:
      return ["failed", "generation_failed"];
  }
}

function modelFingerprint({ name, contextSize }: Generator): string {
  return sha256(JSON.stringify({ contextSize: contextSize ?? null, name }));
}

function verifierFingerprint(generator: Generator): string {
  return sha256(JSON.stringify({ config: configFingerprint, model: modelFingerprint(generator) }));
}
