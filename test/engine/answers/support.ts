/** A capsule over given passages, a receipt for it, and models that answer what a test says. */
import { createHash } from "node:crypto";
import { createAnswers } from "../../../src/engine/answers/answers.ts";
import type { Answered, Answers } from "../../../src/engine/answers/types.ts";
import type {
  Capsule,
  CapsuleEvidence,
  CapsuleReceipt,
  Evidence,
} from "../../../src/engine/evidence/types.ts";
import type { GenerateOptions, Generator } from "../../../src/engine/models/ports.ts";

export interface Passage {
  readonly text: string;
  readonly title?: string;
  readonly collection?: string;
}

export const sha = (text: string) => createHash("sha256").update(text).digest("hex");

export function capsuleOf(passages: readonly Passage[], goal = "How long are entries kept?"): Capsule {
  const stage = { requested: true, attempted: true, outcome: "used", fallbackReasons: [] } as const;
  const none = { requested: false, attempted: false, outcome: "not_requested", fallbackReasons: [] } as const;
  return {
    schemaVersion: "1.0",
    coordinateSpace: "canonical_mirror",
    capsuleId: sha(JSON.stringify(passages)),
    goal,
    query: goal,
    scope: {
      indexName: "default",
      collections: [],
      uriPrefix: null,
      tagsAll: [],
      tagsAny: [],
      categories: [],
      since: null,
      until: null,
    },
    budget: {
      authority: "canonical_json",
      requestedTokens: 12_000,
      requestedBytes: 48_000,
      safetyMarginTokens: 0,
      safetyMarginBytes: 0,
      usedTokens: 1,
      usedBytes: 1,
      estimator: "unicode_conservative",
      tokenizerFingerprint: null,
    },
    retrieval: {
      depthPolicy: "balanced",
      facets: [],
      queryVariants: [goal],
      expansionPolicy: "deterministic_only",
      request: {
        author: null,
        lang: null,
        intent: null,
        exclude: [],
        minScore: null,
        queryModes: [],
        limit: 5,
        candidateLimit: 40,
        graphRequested: true,
        rerankRequested: true,
      },
      capabilityStates: { semanticSearch: stage, reranking: none, graphExpansion: none },
      indexSnapshot: { before: sha("i"), after: sha("i"), stable: true },
    },
    fingerprints: {
      config: sha("c"),
      retrieval: sha("r"),
      embeddingModel: null,
      rerankModel: null,
      tokenizer: null,
    },
    capabilities: {
      lexicalSearch: true,
      semanticSearch: true,
      reranking: false,
      graphExpansion: false,
      exactTokenCount: false,
      configuredContext: false,
      egressPolicy: true,
    },
    fallbacks: [],
    guidance: {
      extractiveOnly: true,
      evidenceTrust: "untrusted_data",
      instructionBoundary: "hard_delimited",
      configuredContexts: [],
    },
    evidence: passages.map((passage, at) => evidenceOf(passage, at)),
    coverage: {
      complete: true,
      requestedFacets: [],
      coveredFacets: [],
      unresolvedFacets: [],
      gaps: [],
    },
    omissions: {
      total: 0,
      items: [],
      reasonCounts: {
        duplicate: 0,
        overlap: 0,
        global_budget: 0,
        redundant_coverage: 0,
        document_share_cap: 0,
        filtered_by_scope: 0,
        invalid_coordinates: 0,
      },
      truncated: false,
    },
    truncated: false,
    warnings: [],
  };
}

function evidenceOf({ text, title = "Note", collection = "notes" }: Passage, at: number): CapsuleEvidence {
  return {
    evidenceId: sha(`evidence ${at} ${text}`),
    uri: `gno://${collection}/${at + 1}.md`,
    docid: `#0000000${at + 1}`,
    collection,
    title,
    heading: null,
    startLine: 1,
    endLine: text.split("\n").length,
    text,
    sourceHash: sha(text),
    mirrorHash: sha(text),
    passageHash: sha(text),
    modifiedAt: null,
    documentDate: null,
    observedAt: null,
    contextIds: [],
    retrievalRank: at + 1,
    selectionRank: at + 1,
    facets: [],
    trust: "untrusted",
    egress: "local_only",
  };
}

export function receiptOf(
  capsule: Capsule,
  status: (evidence: CapsuleEvidence) => "unchanged" | "stale" | "missing" = () => "unchanged",
): CapsuleReceipt {
  const ranking = { rankingStatus: "unchanged", rankingCode: "ranking_unchanged" } as const;
  return {
    schemaVersion: capsule.schemaVersion,
    coordinateSpace: "canonical_mirror",
    capsuleId: capsule.capsuleId,
    operationStatus: "completed",
    contentStatus: "unchanged",
    contentCode: "verified_unchanged",
    ...ranking,
    currentFingerprints: { ...capsule.fingerprints, index: sha("i") },
    fingerprintStatus: "unchanged",
    fingerprintReasons: [],
    indexSnapshot: { before: sha("i"), after: sha("i"), stable: true },
    evidence: capsule.evidence.map((evidence) => ({
      evidenceId: evidence.evidenceId,
      uri: evidence.uri,
      contentStatus: status(evidence),
      contentCode: "verified_unchanged",
      ...ranking,
      currentSourceHash: evidence.sourceHash,
      currentMirrorHash: evidence.mirrorHash,
      currentPassageHash: evidence.passageHash,
      currentRetrievalRank: evidence.retrievalRank,
    })),
  };
}

export interface Asked {
  readonly prompt: string;
  readonly options: GenerateOptions;
}

export interface World {
  readonly answers: Answers;
  readonly asked: Asked[];
  readonly scopes: { collection?: string; collections: readonly string[] }[];
  ask(question?: string, signal?: AbortSignal): Promise<Answered>;
}

/** What the model writes: first the draft, then the verdicts. A function is called with the prompt. */
export type Script = readonly (unknown | ((asked: Asked) => unknown))[];

export function world(
  passages: readonly Passage[],
  script: Script | undefined,
  more: {
    readonly receipt?: (capsule: Capsule) => CapsuleReceipt;
    readonly generator?: Partial<Generator>;
    readonly limitMs?: number;
    readonly open?: () => Promise<Generator | undefined>;
  } = {},
): World {
  const capsule = capsuleOf(passages);
  const evidence: Evidence = {
    compile: async () => ({ kind: "ok", capsule }),
    verify: async () => ({ kind: "ok", receipt: (more.receipt ?? receiptOf)(capsule) }),
  };
  const asked: Asked[] = [];
  const scopes: World["scopes"] = [];
  const generator: Generator = {
    name: "scripted",
    async generate(prompt, options) {
      const next = script?.[asked.length];
      asked.push({ prompt, options });
      const value = typeof next === "function" ? await next({ prompt, options }) : next;
      return (typeof value === "object" ? JSON.stringify(value) : value) as string;
    },
    close: async () => undefined,
    ...more.generator,
  };
  const answers = createAnswers({
    evidence,
    async generator(scope) {
      scopes.push(scope);
      return more.open === undefined ? (script === undefined ? undefined : generator) : more.open();
    },
    log: { error: () => undefined, warn: () => undefined, info: () => undefined },
    ...(more.limitMs === undefined ? {} : { limitMs: more.limitMs }),
    now: () => 0,
  });
  return {
    answers,
    asked,
    scopes,
    async ask(question = "How long are entries kept?", signal) {
      const result = await answers.ask({
        capsule: { goal: question, budgetTokens: 12_000 },
        maxAnswerTokens: 512,
        ...(signal === undefined ? {} : { signal }),
      });
      if (result.kind !== "answered") throw new Error(`no answer: ${result.message}`);
      return result;
    },
  };
}

export const sentence = (text: string, ...passages: unknown[]) => ({ text, passages });
export const draft = (...sentences: readonly object[]) => ({ sentences });
export const verdict = (
  claim: number,
  verdict: string,
  quotes: readonly (readonly [number, string])[],
  confidence: unknown = 0.9,
) => ({ claim, verdict, confidence, quotes: quotes.map(([passage, text]) => ({ passage, text })) });
export const verdicts = (...list: readonly object[]) => ({ verdicts: list });
