// Generated from schemas/gno and spec/gno.md. Do not edit.
// To change it, edit those and run: npm run codegen

/** What gno_context is sent. */
export interface GnoContextInput {
  /** What the evidence is for, in plain words. */
  goal: string;
  /** Tokens that the whole capsule may have; without a tokenizer each byte counts as one. */
  budgetTokens: number;
  /** What to search for; the goal when left out. */
  query?: string;
  /**
   * Search these collections; all when left out.
   *
   * @maxItems 128
   */
  collections?: string[];
  /** Only documents at or below this gno:// URI. */
  uriPrefix?: string | null;
  /**
   * Your own query variants: term for keywords, intent and hyde (one at most) for vectors.
   *
   * @maxItems 128
   */
  queryModes?: {
    mode: "term" | "intent" | "hyde";
    text: string;
  }[];
  /**
   * Only documents that carry all these tags.
   *
   * @maxItems 128
   */
  tagsAll?: string[];
  /**
   * Only documents that carry one of these tags.
   *
   * @maxItems 128
   */
  tagsAny?: string[];
  /**
   * Only documents with one of these categories or content types.
   *
   * @maxItems 128
   */
  categories?: string[];
  /**
   * Leave out documents that contain one of these texts in title, path or body, in any case.
   *
   * @maxItems 128
   */
  exclude?: string[];
  /** Only documents whose author contains this text, in any case. */
  author?: string;
  /** Only passages of this language (BCP-47) where meaning counts. */
  lang?: string;
  /** What the words are meant for: steers the choice of passages and is never searched itself. */
  intent?: string;
  /** Leave out hits below this score; the best hit has 1. */
  minScore?: number;
  /** Earliest modification: a date, a moment, or today, yesterday, this week, last week, this month, last month, recent. */
  since?: string;
  /** Latest modification, in the same forms as since. */
  until?: string;
  /** Add linked neighbours of the best hits, one hop; never with depthPolicy fast. */
  graph?: boolean;
  /** Do not rerank candidates with a model. */
  noRerank?: boolean;
  /** Hits that passages are taken from, over all collections: 20 when left out, 100 at most. */
  limit?: number;
  /** Candidates of the search: 40 when left out, 80 with thorough, 200 at most. */
  candidateLimit?: number;
  /** Bytes that the whole capsule may have: four a token when left out. */
  budgetBytes?: number;
  /** Tokens of the budget to leave free. */
  safetyMarginTokens?: number;
  /** Bytes of the budget to leave free. */
  safetyMarginBytes?: number;
  /** fast: words alone, no model. thorough: twice the candidates. */
  depthPolicy?: "fast" | "balanced" | "thorough";
  /**
   * Labels of the caller's project, at most 16. The capsule is the same with and without them.
   *
   * @maxItems 16
   */
  projectHints?: string[];
  /** Kept for older clients; the answer is the same. */
  format?: "json" | "md";
  /** Only documents whose typed values, the mapping gno.metadata of the front matter, meet this condition: eq, ne, gt, gte, lt, lte, in, nin, all or exists on a key, joined by and, or, not. */
  filter?: GnoMetadataPredicate;
}

export type GnoContextArgs = Filled<GnoContextInput, "graph" | "noRerank" | "safetyMarginTokens" | "safetyMarginBytes" | "depthPolicy" | "format">;

export type GnoContextOutput = GnoContextCapsule;

/** What gno_context_verify is sent. */
export interface GnoContextVerifyInput {
  /** The whole capsule as gno_context gave it in structuredContent. */
  capsule: {
    [k: string]: unknown;
  };
  /** md: the text is written for people; the data is the same. */
  format?: "json" | "md";
}

export type GnoContextVerifyArgs = Filled<GnoContextVerifyInput, "format">;

export type GnoContextVerifyOutput = GnoContextCapsuleVerification;

/** What gno_ask is sent. */
export interface GnoAskInput {
  /** The question, in plain words; lines that start with term:, intent: or hyde: make a structured query. */
  query: string;
  /** Always true: an answer is given verified or not at all. */
  verify: true;
  /** Ask one collection; all when left out. */
  collection?: string;
  /** Most passages to answer from. */
  limit?: number;
  /** Leave out passages below this score; the best one has 1. */
  minScore?: number;
  /** Language of the passages (BCP-47). */
  lang?: string;
  /** What the answer is for: steers passages and wording, and is never searched itself. */
  intent?: string;
  /** Most candidates of the search behind the passages. */
  candidateLimit?: number;
  /** Leave out documents that contain one of these texts in title, path or body, in any case. */
  exclude?: string[];
  /** Your own query variants: term for keywords, intent and hyde (one at most) for vectors. They take the place of generated ones. */
  queryModes?: {
    mode: "term" | "intent" | "hyde";
    text: string;
  }[];
  /** Only documents that carry all these tags. */
  tagsAll?: string[];
  /** Only documents that carry one of these tags. */
  tagsAny?: string[];
  /** Earliest modification: a date, a moment, or today, yesterday, this week, last week, this month, last month, recent. */
  since?: string;
  /** Latest modification, in the same forms as since. */
  until?: string;
  /** Only documents with one of these categories or content types. */
  categories?: string[];
  /** Only documents whose author contains this text, in any case. */
  author?: string;
  /** Only documents whose typed values, the mapping gno.metadata of the front matter, meet this condition: eq, ne, gt, gte, lt, lte, in, nin, all or exists on a key, joined by and, or, not. */
  filter?: GnoMetadataPredicate;
  /** Take linked neighbours of the best passages into account, one hop. */
  graph?: boolean;
  /** Same as graph: false. */
  noGraph?: boolean;
  /** Do not rerank candidates with a model. */
  noRerank?: boolean;
  /** Add to meta.explain what each stage did and why each claim got its verdict. */
  explain?: boolean;
  /** Most tokens of the draft. */
  maxAnswerTokens?: number;
  /** Most tokens of the whole capsule. */
  contextBudgetTokens?: number;
  /** Most bytes of the whole capsule; four a token when left out. */
  contextBudgetBytes?: number;
  /**
   * Labels of the caller's project, at most 16. Ranking is the same with and without them.
   *
   * @maxItems 16
   */
  projectHints?: string[];
}

export type GnoAskArgs = Filled<GnoAskInput, "limit" | "graph" | "noGraph" | "noRerank" | "explain" | "maxAnswerTokens" | "contextBudgetTokens">;

export type GnoAskOutput = GnoAsk;

/** What gno_recall is sent. */
export interface GnoRecallInput {
  /** What you need to know, in the words in which the fact would be stated. */
  query: string;
  /** Memory-managed collection to recall from. */
  collection: string;
  /**
   * Scopes to look in, such as project/atlas: a fact is visible when it has one of them. Every scope counts only when it is named.
   *
   * @minItems 1
   * @maxItems 8
   */
  scopes: string[];
  /** Most facts to return. */
  maxFacts?: number;
  /** Most tokens of their texts together, at four bytes each. */
  maxTokens?: number;
}

export type GnoRecallArgs = Filled<GnoRecallInput, "maxFacts" | "maxTokens">;

export type GnoRecallOutput = GnoMemoryRecall;

/** What gno_search is sent. */
export interface GnoSearchInput {
  /** Words, identifiers, file names, error text or a "quoted phrase" to match; -word leaves documents out, word* matches beginnings. */
  query: string;
  /**
   * Labels of the caller's project, at most 16. Ranking is the same with and without them.
   *
   * @maxItems 16
   */
  projectHints?: string[];
  /** Search one collection; all when left out. */
  collection?: string;
  /** Most hits to return. */
  limit?: number;
  /** Leave out hits below this score; the best hit of an answer has 1. */
  minScore?: number;
  /** Language of the query (BCP-47), a hint: documents in every language stay in. */
  lang?: string;
  /** What the words are meant for: steers the choice of passages and is never searched itself. */
  intent?: string;
  /** Leave out documents that contain one of these texts in title, path or body, in any case. */
  exclude?: string[];
  /** Earliest modification: a date, a moment, or today, yesterday, this week, last week, this month, last month, recent. */
  since?: string;
  /** Latest modification, in the same forms as since. */
  until?: string;
  /** Only documents with one of these categories or content types. */
  categories?: string[];
  /** Only documents whose author contains this text, in any case. */
  author?: string;
  /** Only documents that carry all these tags. */
  tagsAll?: string[];
  /** Only documents that carry one of these tags. */
  tagsAny?: string[];
  /** Only documents whose typed values, the mapping gno.metadata of the front matter, meet this condition: eq, ne, gt, gte, lt, lte, in, nin, all or exists on a key, joined by and, or, not. */
  filter?: GnoMetadataPredicate;
}

export type GnoSearchArgs = Filled<GnoSearchInput, "limit">;

export type GnoSearchOutput = GnoSearchResults;

/** What gno_vsearch is sent. */
export interface GnoVsearchInput {
  /** What to find, in a sentence or a few words; the whole text is compared by meaning, without operators. */
  query: string;
  /**
   * Labels of the caller's project, at most 16. Ranking is the same with and without them.
   *
   * @maxItems 16
   */
  projectHints?: string[];
  /** Search one collection; all when left out. */
  collection?: string;
  /** Most hits to return. */
  limit?: number;
  /** Leave out passages below this score; 1 is the same direction as the query, 0.5 unrelated. */
  minScore?: number;
  /** Only passages stored with exactly this language (BCP-47). */
  lang?: string;
  /** What the words are meant for: steers which lines of a passage are shown and is never searched itself. */
  intent?: string;
  /** Leave out documents that contain one of these texts in title, path or body, in any case. */
  exclude?: string[];
  /** Earliest modification: a date, a moment, or today, yesterday, this week, last week, this month, last month, recent. */
  since?: string;
  /** Latest modification, in the same forms as since. */
  until?: string;
  /** Only documents with one of these categories or content types. */
  categories?: string[];
  /** Only documents whose author contains this text, in any case. */
  author?: string;
  /** Only documents that carry all these tags. */
  tagsAll?: string[];
  /** Only documents that carry one of these tags. */
  tagsAny?: string[];
  /** Only documents whose typed values, the mapping gno.metadata of the front matter, meet this condition: eq, ne, gt, gte, lt, lte, in, nin, all or exists on a key, joined by and, or, not. */
  filter?: GnoMetadataPredicate;
}

export type GnoVsearchArgs = Filled<GnoVsearchInput, "limit">;

export type GnoVsearchOutput = GnoSearchResults;

/** What gno_query is sent. */
export interface GnoQueryInput {
  /** What to find, in plain words; lines that start with term:, intent: or hyde: make a structured query. */
  query: string;
  /**
   * Labels of the caller's project, at most 16. Ranking is the same with and without them.
   *
   * @maxItems 16
   */
  projectHints?: string[];
  /** Search one collection; all when left out. */
  collection?: string;
  /** Most hits to return. */
  limit?: number;
  /** Leave out hits below this score; the best hit of an answer has 1. */
  minScore?: number;
  /** Language of the query (BCP-47): selects chunks in vector retrieval, a hint in keyword retrieval; shown in meta.lang. */
  lang?: string;
  /** What the words are meant for: steers the choice of passages and is never searched itself. */
  intent?: string;
  /** Leave out documents that contain one of these texts in title, path or body, in any case. */
  exclude?: string[];
  /** Earliest modification: a date, a moment, or today, yesterday, this week, last week, this month, last month, recent. */
  since?: string;
  /** Latest modification, in the same forms as since. */
  until?: string;
  /** Only documents with one of these categories or content types. */
  categories?: string[];
  /** Only documents whose author contains this text, in any case. */
  author?: string;
  /** Only documents that carry all these tags. */
  tagsAll?: string[];
  /** Only documents that carry one of these tags. */
  tagsAny?: string[];
  /** Only documents whose typed values, the mapping gno.metadata of the front matter, meet this condition: eq, ne, gt, gte, lt, lte, in, nin, all or exists on a key, joined by and, or, not. */
  filter?: GnoMetadataPredicate;
  /** Most candidates that are reranked: 20 when left out, 40 with thorough. */
  candidateLimit?: number;
  /** Your own query variants: term for keywords, intent and hyde (one at most) for vectors. They take the place of generated ones. */
  queryModes?: {
    mode: "term" | "intent" | "hyde";
    text: string;
  }[];
  /** Skip expansion, reranking and links. */
  fast?: boolean;
  /** Turn expansion on and rerank 40 candidates. */
  thorough?: boolean;
  /** Widen the query with generated variants. */
  expand?: boolean;
  /** Rerank the best candidates with a model. */
  rerank?: boolean;
  /** Add linked neighbours of the best hits, one hop. */
  graph?: boolean;
  /** Same as graph: false. */
  noGraph?: boolean;
  /** Add the stages and the scores of each hit to meta.explain; the order stays the same. */
  explain?: boolean;
}

export type GnoQueryArgs = Filled<GnoQueryInput, "limit" | "fast" | "thorough" | "expand" | "rerank" | "graph" | "noGraph" | "explain">;

export type GnoQueryOutput = GnoSearchResults;

/** What gno_query_diagnose is sent. */
export interface GnoQueryDiagnoseInput {
  /** What to find, in plain words; lines that start with term:, intent: or hyde: make a structured query. */
  query: string;
  /**
   * Labels of the caller's project, at most 16. Ranking is the same with and without them.
   *
   * @maxItems 16
   */
  projectHints?: string[];
  /** Search one collection; all when left out. */
  collection?: string;
  /** Most hits that the search would return: what lies beyond is below the cutoff. */
  limit?: number;
  /** Leave out hits below this score; the best hit of an answer has 1. */
  minScore?: number;
  /** Language of the query (BCP-47): selects chunks in vector retrieval, a hint in keyword retrieval; shown in meta.lang. */
  lang?: string;
  /** What the words are meant for: steers the choice of passages and is never searched itself. */
  intent?: string;
  /** Leave out documents that contain one of these texts in title, path or body, in any case. */
  exclude?: string[];
  /** Earliest modification: a date, a moment, or today, yesterday, this week, last week, this month, last month, recent. */
  since?: string;
  /** Latest modification, in the same forms as since. */
  until?: string;
  /** Only documents with one of these categories or content types. */
  categories?: string[];
  /** Only documents whose author contains this text, in any case. */
  author?: string;
  /** Only documents that carry all these tags. */
  tagsAll?: string[];
  /** Only documents that carry one of these tags. */
  tagsAny?: string[];
  /** Only documents whose typed values, the mapping gno.metadata of the front matter, meet this condition: eq, ne, gt, gte, lt, lte, in, nin, all or exists on a key, joined by and, or, not. */
  filter?: GnoMetadataPredicate;
  /** Most candidates that are reranked: 20 when left out, 40 with thorough. */
  candidateLimit?: number;
  /** Your own query variants: term for keywords, intent and hyde (one at most) for vectors. They take the place of generated ones. */
  queryModes?: {
    mode: "term" | "intent" | "hyde";
    text: string;
  }[];
  /** Skip expansion, reranking and links. */
  fast?: boolean;
  /** Turn expansion on and rerank 40 candidates. */
  thorough?: boolean;
  /** Widen the query with generated variants. */
  expand?: boolean;
  /** Rerank the best candidates with a model. */
  rerank?: boolean;
  /** Add linked neighbours of the best hits, one hop. */
  graph?: boolean;
  /** Same as graph: false. */
  noGraph?: boolean;
  /** Taken for the sake of gno_query's arguments; a diagnosis explains anyway. */
  explain?: boolean;
  /** The document in question: gno:// URI, #docid or collection/path. */
  target: string;
}

export type GnoQueryDiagnoseArgs = Filled<GnoQueryDiagnoseInput, "limit" | "fast" | "thorough" | "expand" | "rerank" | "graph" | "noGraph" | "explain">;

export type GnoQueryDiagnoseOutput = GnoQueryDiagnose;

/** What gno_get is sent. */
export interface GnoGetInput {
  /** gno:// URI, #docid or collection/path. */
  ref: string;
  /** First line to return, from 1; take it from the line of a search hit. */
  fromLine?: number;
  /** How many lines; to the end when left out. */
  lineCount?: number;
  /** Number the lines in the text; structured content stays raw. */
  lineNumbers?: boolean;
  /** Open retrieval trace that this read continues; _meta of the search names it. */
  traceId?: string;
}

export type GnoGetArgs = Filled<GnoGetInput, "fromLine" | "lineNumbers">;

export type GnoGetOutput = GnoDocument;

/** What gno_section is sent. */
export interface GnoSectionInput {
  action: "create" | "resolve";
  /** gno:// URI, #docid or collection/path. */
  ref: string;
  /** create: anchor of the section; either this or line. */
  anchor?: string;
  /** create: line of its heading; either this or anchor. */
  line?: number;
  target?: GnoSectionTarget;
}

export type GnoSectionArgs = GnoSectionInput;

export type GnoSectionOutput = GnoSection;

/** What gno_multi_get is sent. */
export interface GnoMultiGetInput {
  /**
   * References in any form that gno_get takes, all of one index.
   *
   * @minItems 1
   */
  refs?: string[];
  /** Glob over path, collection/path or URI: * is any run of characters, / included, ? is one character. */
  pattern?: string;
  /** Most bytes of UTF-8 per document; longer ones are cut and marked truncated. */
  maxBytes?: number;
  /** Number the lines in the text; structured content stays raw. */
  lineNumbers?: boolean;
}

export type GnoMultiGetArgs = Filled<GnoMultiGetInput, "maxBytes" | "lineNumbers">;

export type GnoMultiGetOutput = GnoDocuments;

/** What gno_peek is sent. */
export interface GnoPeekInput {}

export type GnoPeekArgs = GnoPeekInput;

export type GnoPeekOutput = GnoPeek;

/** What gno_status is sent. */
export interface GnoStatusInput {}

export type GnoStatusArgs = GnoStatusInput;

export type GnoStatusOutput = GnoStatus;

/** What gno_audit is sent. */
export interface GnoAuditInput {
  /** Rules to run. */
  category?: "links" | "provenance" | "freshness" | "all";
  /**
   * Audit these collections; all when left out.
   *
   * @maxItems 256
   */
  collections?: string[];
  /**
   * Audit documents below these paths of a collection; / is all of it.
   *
   * @maxItems 256
   */
  paths?: string[];
  /**
   * Audit documents with any of these tags.
   *
   * @maxItems 256
   */
  tags?: string[];
  /** Most findings to list. */
  maxFindings?: number;
  /** Report files that were not modified for longer. */
  maxAgeDays?: number;
  /**
   * gno:// URIs of documents that need no link.
   *
   * @maxItems 256
   */
  orphanRoots?: string[];
  /**
   * Paths below which documents need no link.
   *
   * @maxItems 256
   */
  orphanIgnorePrefixes?: string[];
}

export type GnoAuditArgs = Filled<GnoAuditInput, "category" | "collections" | "paths" | "tags" | "maxFindings" | "orphanRoots" | "orphanIgnorePrefixes">;

export type GnoAuditOutput = GnoAuditReport;

/** What gno_egress_policy_get is sent. */
export interface GnoEgressPolicyGetInput {
  /** Name of the collection. */
  collection: string;
}

export type GnoEgressPolicyGetArgs = GnoEgressPolicyGetInput;

export type GnoEgressPolicyGetOutput = GnoEgressPolicyState;

/** What gno_egress_check is sent. */
export interface GnoEgressCheckInput {
  /**
   * Names of collections; default all that are configured.
   *
   * @minItems 1
   * @maxItems 64
   */
  collections?: string[];
  /** What would be done with the content. */
  action: "retrieve" | "serve" | "publish" | "remote_inference" | "export" | "clip_write";
  /** Where the content would go. */
  destinationZone: "local_process" | "loopback" | "lan" | "remote";
  /** Who would receive it. */
  caller: {
    /** Whether it is known who asks. */
    authenticated: boolean;
    /** Whether he may do this at all. */
    operationAuthorized: boolean;
  };
  /** What kind of content it is; no kind has a way out that another has not. */
  contentClass: "source" | "snippet" | "metadata" | "attachment" | "embedding" | "capsule" | "audit_log" | "retrieval_trace";
  /** With explicit, collections that may go alone are let through and the others are named. */
  partialResults?: "deny" | "explicit";
}

export type GnoEgressCheckArgs = Filled<GnoEgressCheckInput, "partialResults">;

export type GnoEgressCheckOutput = GnoEgressCheck;

/** What gno_egress_audit_list is sent. */
export interface GnoEgressAuditListInput {
  /** Most receipts on a page. */
  limit?: number;
  /** nextCursor of the page before. */
  cursor?: string;
}

export type GnoEgressAuditListArgs = Filled<GnoEgressAuditListInput, "limit">;

export interface GnoEgressAuditListOutput {
  schemaVersion: "1.0";
  receipts: GnoEgressReceipt[];
  nextCursor: string | null;
}

/** What gno_egress_audit_show is sent. */
export interface GnoEgressAuditShowInput {
  /** Id of a receipt, from gno_egress_audit_list. */
  auditId: string;
}

export type GnoEgressAuditShowArgs = GnoEgressAuditShowInput;

export interface GnoEgressAuditShowOutput {
  schemaVersion: "1.0";
  receipt: GnoEgressReceipt;
}

/** What gno_egress_audit_status is sent. */
export type GnoEgressAuditStatusInput = Record<string, never>;

export type GnoEgressAuditStatusArgs = GnoEgressAuditStatusInput;

export interface GnoEgressAuditStatusOutput {
  schemaVersion: "1.0";
  retention: {
    maxAgeDays: 30;
    maxReceipts: 10000;
    maxBytes: 4194304;
  };
  receipts: number;
  bytes: number;
  oldestCreatedAtMs: number | null;
  newestCreatedAtMs: number | null;
}

/** What gno_changes is sent. */
export interface GnoChangesInput {
  /** ISO time, or a cursor of an earlier answer; what follows it is listed. */
  since?: string;
  /** Changes of one collection. */
  collection?: string;
  /** Most changes on a page. */
  limit?: number;
}

export type GnoChangesArgs = Filled<GnoChangesInput, "limit">;

export type GnoChangesOutput = GnoChanges;

/** What gno_diff is sent. */
export interface GnoDiffInput {
  /** gno:// URI, #docid or collection/path; a document that is gone is found by its last one. */
  ref: string;
  /** id of a change of gno_changes; the latest when left out. */
  change?: string;
}

export type GnoDiffArgs = GnoDiffInput;

export type GnoDiffOutput = GnoDocumentDiff;

/** What gno_impact is sent. */
export interface GnoImpactInput {
  /** gno:// URI, #docid or collection/path. */
  ref: string;
  /** Most steps between a document and the root. */
  maxDepth?: number;
  /** Most documents to return, the root included. */
  maxNodes?: number;
  /** Most edges to follow. */
  maxEdges?: number;
  /** Most documents of one depth, and new ones from one document. */
  frontierLimit?: number;
  /** Most documents to visit. */
  visitedLimit?: number;
}

export type GnoImpactArgs = Filled<GnoImpactInput, "maxDepth" | "maxNodes" | "maxEdges" | "frontierLimit" | "visitedLimit">;

export type GnoImpactOutput = GnoImpact;

/** What gno_trace_list is sent. */
export interface GnoTraceListInput {
  /** Most traces on a page. */
  limit?: number;
  /** nextCursor of the page before. */
  cursor?: string;
}

export type GnoTraceListArgs = Filled<GnoTraceListInput, "limit">;

export type GnoTraceListOutput = GnoTraceList;

/** What gno_trace_show is sent. */
export interface GnoTraceShowInput {
  /** Id of the trace. */
  traceId: string;
  /** Most entries of each list. */
  detailLimit?: number;
}

export type GnoTraceShowArgs = Filled<GnoTraceShowInput, "detailLimit">;

export type GnoTraceShowOutput = GnoTraceShow;

/** What gno_list_tags is sent. */
export interface GnoListTagsInput {
  /** Count documents of one collection; all when left out. */
  collection?: string;
  /** Keep this tag and the tags below it: project matches project and project/atlas. */
  prefix?: string;
}

export type GnoListTagsArgs = GnoListTagsInput;

export type GnoListTagsOutput = GnoTagsList;

/** What gno_links is sent. */
export interface GnoLinksInput {
  /** gno:// URI, #docid or collection/path. */
  ref: string;
  /** Keep one kind of link. */
  type?: "wiki" | "markdown";
}

export type GnoLinksArgs = GnoLinksInput;

export type GnoLinksOutput = GnoLinks;

/** What gno_backlinks is sent. */
export interface GnoBacklinksInput {
  /** gno:// URI, #docid or collection/path. */
  ref: string;
  /** Keep sources of one collection. */
  collection?: string;
}

export type GnoBacklinksArgs = GnoBacklinksInput;

export type GnoBacklinksOutput = GnoBacklinks;

/** What gno_similar is sent. */
export interface GnoSimilarInput {
  /** gno:// URI, #docid or collection/path. */
  ref: string;
  /** Most documents to list. */
  limit?: number;
  /** Least similarity; none when left out. */
  threshold?: number;
  /** Look in all collections, not only in that of the document. */
  crossCollection?: boolean;
}

export type GnoSimilarArgs = Filled<GnoSimilarInput, "limit" | "crossCollection">;

export type GnoSimilarOutput = GnoSimilar;

/** What gno_graph is sent. */
export interface GnoGraphInput {
  /** Links inside one collection; all when left out. */
  collection?: string;
  /** Most nodes to return. */
  limit?: number;
  /** Most edges to return. */
  edgeLimit?: number;
  /** Add edges between similar documents, from stored vectors. */
  includeSimilar?: boolean;
  /** Least similarity of such an edge. */
  threshold?: number;
  /** Leave out documents without a link. */
  linkedOnly?: boolean;
  /** Similar documents looked at for each. */
  similarTopK?: number;
}

export type GnoGraphArgs = Filled<GnoGraphInput, "limit" | "edgeLimit" | "includeSimilar" | "threshold" | "linkedOnly" | "similarTopK">;

export type GnoGraphOutput = GnoGraph;

/** What gno_graph_query is sent. */
export interface GnoGraphQueryInput {
  /** gno:// URI, #docid or collection/path. */
  ref: string;
  /** Follow edges from a document, to it, or both. */
  direction?: "both" | "out" | "in";
  /** Only edges of this type; case, - and _ make no difference. */
  edgeType?: string;
  /** The same as edgeType. */
  relation?: string;
  /** Most steps from the root; default 2. */
  maxDepth?: number;
  /** The same as maxDepth. */
  depth?: number;
  /** Most documents to return, the root included. */
  maxNodes?: number;
  /** Most documents of one depth, and new ones from one document. */
  frontierLimit?: number;
  /** Most documents to visit. */
  visitedLimit?: number;
}

export type GnoGraphQueryArgs = Filled<GnoGraphQueryInput, "direction" | "maxNodes" | "frontierLimit" | "visitedLimit">;

export type GnoGraphQueryOutput = GnoGraphQuery;

/** What gno_graph_neighbors is sent. */
export interface GnoGraphNeighborsInput {
  /** The document: gno:// URI, #docid, collection/path, path or exact title. */
  ref: string;
  /** Links to it, from it, or both. */
  direction?: "both" | "out" | "in";
  /** Links inside one collection; all when left out. */
  collection?: string;
  /** Most nodes to return. */
  limit?: number;
  /** Most edges to return. */
  edgeLimit?: number;
  /** Add edges between similar documents, from stored vectors. */
  includeSimilar?: boolean;
  /** Least similarity of such an edge. */
  threshold?: number;
  /** Leave out documents without a link. */
  linkedOnly?: boolean;
  /** Similar documents looked at for each. */
  similarTopK?: number;
}

export type GnoGraphNeighborsArgs = Filled<GnoGraphNeighborsInput, "direction" | "limit" | "edgeLimit" | "includeSimilar" | "threshold" | "linkedOnly" | "similarTopK">;

export type GnoGraphNeighborsOutput = GnoGraphNeighbors;

/** What gno_graph_path is sent. */
export interface GnoGraphPathInput {
  /** One end: gno:// URI, #docid, collection/path, path or exact title. */
  from: string;
  /** The other end: gno:// URI, #docid, collection/path, path or exact title. */
  to: string;
  /** Most steps. */
  maxDepth?: number;
  /** Links inside one collection; all when left out. */
  collection?: string;
  /** Most nodes to return. */
  limit?: number;
  /** Most edges to return. */
  edgeLimit?: number;
  /** Add edges between similar documents, from stored vectors. */
  includeSimilar?: boolean;
  /** Least similarity of such an edge. */
  threshold?: number;
  /** Leave out documents without a link. */
  linkedOnly?: boolean;
  /** Similar documents looked at for each. */
  similarTopK?: number;
}

export type GnoGraphPathArgs = Filled<GnoGraphPathInput, "maxDepth" | "limit" | "edgeLimit" | "includeSimilar" | "threshold" | "linkedOnly" | "similarTopK">;

export type GnoGraphPathOutput = GnoGraphPath;

/** What gno_egress_policy_set is sent. */
export interface GnoEgressPolicySetInput {
  /** Name of the collection. */
  collection: string;
  /** How far content of a collection may go: this machine, private addresses, anywhere. */
  policy: "local_only" | "lan" | "remote";
  /** Needed to let content go further than before. All five values have to be what is. */
  confirmation?: {
    /** The collection again. */
    collection: string;
    /** effectivePolicy of gno_egress_policy_get. */
    currentPolicy: "local_only" | "lan" | "remote";
    /** revision of gno_egress_policy_get; good for one change. */
    currentRevision: number;
    /** The policy again. */
    targetPolicy: "local_only" | "lan" | "remote";
    /** That content may leave from now on. */
    acknowledged: true;
  };
}

export type GnoEgressPolicySetArgs = GnoEgressPolicySetInput;

export type GnoEgressPolicySetOutput = GnoEgressPolicySet;

/** What gno_egress_audit_delete is sent. */
export interface GnoEgressAuditDeleteInput {
  /** Id of a receipt, from gno_egress_audit_list. */
  auditId: string;
}

export type GnoEgressAuditDeleteArgs = GnoEgressAuditDeleteInput;

export interface GnoEgressAuditDeleteOutput {
  schemaVersion: "1.0";
  auditId: string;
  deleted: 1;
  /** Whether the bytes are gone from the write-ahead log as well. */
  physicalCleanup: "completed" | "wal_busy" | "failed";
  checkpointedFrames: number;
  remainingWalFrames: number;
}

/** What gno_egress_audit_purge is sent. */
export interface GnoEgressAuditPurgeInput {
  /** Says that it is meant. */
  confirm: true;
}

export type GnoEgressAuditPurgeArgs = GnoEgressAuditPurgeInput;

export interface GnoEgressAuditPurgeOutput {
  schemaVersion: "1.0";
  deleted: number;
  /** Whether the bytes are gone from the write-ahead log as well. */
  physicalCleanup: "completed" | "wal_busy" | "failed";
  checkpointedFrames: number;
  remainingWalFrames: number;
}

/** What gno_trace_label is sent. */
export interface GnoTraceLabelInput {
  /** Id of the trace. */
  traceId: string;
  /** missing_expected is about a document that the trace does not hold. */
  label: "relevant" | "irrelevant" | "missing_expected";
  /** gno:// URI, #docid or a hash, as the evidence shows it. */
  targetRef: string;
  /** span when lines are given, chunk when the evidence names one, else document. */
  targetKind?: "document" | "chunk" | "span";
  /** First line of the span, as the evidence shows it. */
  startLine?: number;
  /** Last line of the span. */
  endLine?: number;
  /** The evidence has to have it. */
  sourceHash?: string;
  /** The evidence has to have it. */
  docid?: string;
  /** Makes a repeated call the same judgment. */
  idempotencyKey?: string;
}

export type GnoTraceLabelArgs = GnoTraceLabelInput;

export type GnoTraceLabelOutput = GnoTraceLabelResult;

/** What gno_trace_export is sent. */
export interface GnoTraceExportInput {
  /**
   * Ids of closed traces; order and repetitions do not matter.
   *
   * @minItems 1
   * @maxItems 1000
   */
  traceIds: string[];
  /** The one format there is. */
  format?: "agentic-receipt";
}

export type GnoTraceExportArgs = Filled<GnoTraceExportInput, "format">;

export type GnoTraceExportOutput = GnoTraceExport;

/** What gno_trace_delete is sent. */
export interface GnoTraceDeleteInput {
  /** Id of the trace. */
  traceId: string;
}

export type GnoTraceDeleteArgs = GnoTraceDeleteInput;

export type GnoTraceDeleteOutput = GnoTraceDeleteResult;

/** What gno_trace_purge is sent. */
export interface GnoTracePurgeInput {
  /** Yes, all of them. */
  confirm: true;
}

export type GnoTracePurgeArgs = GnoTracePurgeInput;

export type GnoTracePurgeOutput = GnoTracePurgeResult;

/** What gno_remember is sent. */
export interface GnoRememberInput {
  /** One statement, stated in full, at most 4096 bytes. */
  text: string;
  /** Memory-managed collection to store it in. */
  collection: string;
  /**
   * Scopes in which it holds, such as project/atlas. Every scope counts only when it is named.
   *
   * @minItems 1
   * @maxItems 8
   */
  scopes: string[];
  /** add stores it, supersede replaces a fact. Leave it out to see candidates; nothing is written then. */
  decision?: "add" | "supersede";
  /** gno:// URI of the fact to replace; for supersede. */
  predecessorUri?: string;
  /** Its contentHash as gno_recall shows it; for supersede. */
  predecessorHash?: string;
  /** Receipt of the recall that the fact may derive from. */
  receipt?: {
    caller?: string;
    session?: string;
    issuedAt?: string;
    memoryIds?: string[];
    spanHashes?: string[];
    digest?: string;
  };
  /** Where the fact comes from; a gno:// origin is refused. */
  derivedFrom?: string[];
  /** Evidence in free text, kept with the fact. */
  source?: string;
}

export type GnoRememberArgs = GnoRememberInput;

export type GnoRememberOutput = GnoMemoryRemember;

/** What gno_capture is sent. */
export interface GnoCaptureInput {
  /** Collection to write into. */
  collection: string;
  /** Markdown text, at most 1048576 bytes; may be left out when presetId gives a scaffold. */
  content?: string;
  /** Title; also names the file when path is left out. */
  title?: string;
  /** Path below the collection's root; .md is added when it has no extension. */
  path?: string;
  /** Folder below the collection's root for a file name made from the title. */
  folderPath?: string;
  /** What to do when a file is there already: error when left out, open_existing for a generated inbox path. */
  collisionPolicy?: "error" | "open_existing" | "create_with_suffix";
  /** Scaffold of front matter, tags and headings. */
  presetId?: "blank" | "project-note" | "research-note" | "decision-note" | "prompt-pattern" | "source-summary" | "idea-original" | "person" | "company-project" | "meeting";
  /** Replace an existing file; wins over collisionPolicy. */
  overwrite?: boolean;
  /** Tags to add, lowercased. */
  tags?: string[];
  /** Where the content comes from; kept in the note's front matter. */
  source?: {
    /** direct when left out. */
    kind?: "direct" | "web" | "email" | "meeting" | "chat" | "file" | "api" | "unknown";
    title?: string;
    url?: string;
    uri?: string;
    docid?: string;
    mime?: string;
    ext?: string;
    author?: string;
    observedAt?: string;
    /** Now when left out. */
    capturedAt?: string;
    externalId?: string;
  };
}

export type GnoCaptureArgs = Filled<GnoCaptureInput, "overwrite">;

export type GnoCaptureOutput = GnoCaptureResult;

/** What gno_add_collection is sent. */
export interface GnoAddCollectionInput {
  /** Folder: an absolute path, or one that starts with ~. */
  path: string;
  /** Name of the collection; the folder's name when left out. */
  name?: string;
  /** Glob of the files to index, seen from the folder. */
  pattern?: string;
  /** Extensions to index; empty means every kind that can be read. */
  include?: string[];
  /** File and folder names or globs to leave out; .git, node_modules and the like when not given. */
  exclude?: string[];
  /** Run git pull in the folder first. */
  gitPull?: boolean;
}

export type GnoAddCollectionArgs = Filled<GnoAddCollectionInput, "pattern" | "include" | "gitPull">;

export type GnoAddCollectionOutput = GnoAddCollectionResult;

/** What gno_sync is sent. */
export interface GnoSyncInput {
  /** Collection to sync; all when left out. */
  collection?: string;
  /** Run git pull in each folder first. */
  gitPull?: boolean;
  /** Run the updateCmd that the configuration gives for each collection first. */
  runUpdateCmd?: boolean;
}

export type GnoSyncArgs = Filled<GnoSyncInput, "gitPull" | "runUpdateCmd">;

export type GnoSyncOutput = GnoSyncStarted;

/** What gno_embed is sent. */
export interface GnoEmbedInput {
  /** Collection to embed; all when left out. */
  collection?: string;
}

export type GnoEmbedArgs = GnoEmbedInput;

export type GnoEmbedOutput = GnoEmbedStarted;

/** What gno_index is sent. */
export interface GnoIndexInput {
  /** Collection to index; all when left out. */
  collection?: string;
  /** Run git pull in each folder first. */
  gitPull?: boolean;
}

export type GnoIndexArgs = Filled<GnoIndexInput, "gitPull">;

export type GnoIndexOutput = GnoIndexStarted;

/** What gno_remove_collection is sent. */
export interface GnoRemoveCollectionInput {
  /** Collection to remove. */
  collection: string;
}

export type GnoRemoveCollectionArgs = GnoRemoveCollectionInput;

export type GnoRemoveCollectionOutput = GnoRemoveCollectionResult;

/** What gno_clear_collection_embeddings is sent. */
export interface GnoClearCollectionEmbeddingsInput {
  /** Collection whose vectors go. */
  collection: string;
  /** stale: vectors of any model but the one in use. all: those too. */
  mode?: "stale" | "all";
}

export type GnoClearCollectionEmbeddingsArgs = Filled<GnoClearCollectionEmbeddingsInput, "mode">;

export type GnoClearCollectionEmbeddingsOutput = GnoClearEmbeddingsResult;

/** What gno_create_folder is sent. */
export interface GnoCreateFolderInput {
  /** Collection to make it in. */
  collection: string;
  /** Name of the folder; slashes in it are dropped. */
  name: string;
  /** Folder above it, below the collection's root; the root when left out. */
  parentPath?: string;
}

export type GnoCreateFolderArgs = GnoCreateFolderInput;

export type GnoCreateFolderOutput = GnoFolderResult;

/** What gno_rename_note is sent. */
export type GnoRenameNoteInput = {
  action: "preview";
  /** Note: docid, gno:// URI or collection/path. */
  ref: string;
  /** New file name; the old extension is kept when it has none. */
  name: string;
} | {
  action: "apply";
  /** Note: docid, gno:// URI or collection/path. */
  ref: string;
  /** New file name; the old extension is kept when it has none. */
  name: string;
  schemaVersion: "1.0";
  /** Of the preview that is to be carried out. */
  planDigest: string;
  confirmation: "apply";
  confirm: true;
};

export type GnoRenameNoteArgs = GnoRenameNoteInput;

export type GnoRenameNoteOutput = GnoFileRefactorPreview | GnoFileRefactorApplyResult;

/** What gno_move_note is sent. */
export type GnoMoveNoteInput = {
  action: "preview";
  /** Note: docid, gno:// URI or collection/path. */
  ref: string;
  /** Folder below the collection's root. */
  folderPath: string;
  /** New file name, used as given; the old one when left out. */
  name?: string;
} | {
  action: "apply";
  /** Note: docid, gno:// URI or collection/path. */
  ref: string;
  /** Folder below the collection's root. */
  folderPath: string;
  /** New file name, used as given; the old one when left out. */
  name?: string;
  schemaVersion: "1.0";
  /** Of the preview that is to be carried out. */
  planDigest: string;
  confirmation: "apply";
  confirm: true;
};

export type GnoMoveNoteArgs = GnoMoveNoteInput;

export type GnoMoveNoteOutput = GnoFileRefactorPreview | GnoFileRefactorApplyResult;

/** What gno_duplicate_note is sent. */
export interface GnoDuplicateNoteInput {
  /** Note to copy: docid, gno:// URI or collection/path. */
  ref: string;
  /** Folder for the copy, below the collection's root; the note's own when left out. */
  folderPath?: string;
  /** File name of the copy; the note's own when left out, its extension when the name has none. */
  name?: string;
}

export type GnoDuplicateNoteArgs = GnoDuplicateNoteInput;

export type GnoDuplicateNoteOutput = GnoDuplicateResult;

/** What gno_job_status is sent. */
export interface GnoJobStatusInput {
  /** Id that the starting tool returned. */
  jobId: string;
}

export type GnoJobStatusArgs = GnoJobStatusInput;

export type GnoJobStatusOutput = GnoJobStatus;

/** What gno_list_jobs is sent. */
export interface GnoListJobsInput {
  /** Most ended jobs to list; running ones are always listed. */
  limit?: number;
}

export type GnoListJobsArgs = Filled<GnoListJobsInput, "limit">;

export type GnoListJobsOutput = GnoJobList;

export type GnoMetadataPredicate = {
  op: "eq" | "ne";
  key: string;
  value: string | number | boolean;
} | {
  op: "gt" | "gte" | "lt" | "lte";
  key: string;
  value: number;
} | {
  op: "in" | "nin" | "all";
  key: string;
  values: string[] | number[] | boolean[];
} | {
  op: "exists";
  key: string;
  value: boolean;
} | {
  op: "and" | "or";
  /**
   * @minItems 1
   * @maxItems 128
   */
  predicates: GnoMetadataPredicate[];
} | {
  op: "not";
  predicate: GnoMetadataPredicate;
};

/** Evidence for one goal, cut exactly from indexed texts under one budget. */
export interface GnoContextCapsule {
  schemaVersion: "1.0" | "1.1" | "1.2";
  coordinateSpace: "canonical_mirror";
  /** SHA-256 in lower-case hex. */
  capsuleId: string;
  egressLineage?: GnoEgressLineage;
  goal: string;
  query: string;
  scope: {
    indexName: string;
    /** @maxItems 128 */
    collections: string[];
    uriPrefix: string | null;
    /** @maxItems 128 */
    tagsAll: string[];
    /** @maxItems 128 */
    tagsAny: string[];
    /** @maxItems 128 */
    categories: string[];
    since: string | null;
    until: string | null;
    /** Typed condition on the gno.metadata mapping of a document; groups nest up to 8 levels. */
    filter?: GnoMetadataPredicate;
  };
  budget: {
    authority: "canonical_json";
    requestedTokens: number;
    requestedBytes: number;
    safetyMarginTokens: number;
    safetyMarginBytes: number;
    usedTokens: number;
    usedBytes: number;
    estimator: "active_tokenizer" | "unicode_conservative";
    tokenizerFingerprint: string | null;
  };
  retrieval: {
    depthPolicy: "fast" | "balanced" | "thorough";
    /** @maxItems 128 */
    facets: string[];
    /**
     * @minItems 1
     * @maxItems 128
     */
    queryVariants: string[];
    expansionPolicy: "deterministic_only";
    request: {
      author: string | null;
      lang: string | null;
      intent?: string | null;
      /** @maxItems 128 */
      exclude?: string[];
      minScore?: number | null;
      /** @maxItems 128 */
      queryModes: {
        mode: "term" | "intent" | "hyde";
        text: string;
      }[];
      limit: number;
      candidateLimit: number;
      graphRequested: boolean;
      rerankRequested?: boolean;
    };
    capabilityStates: {
      semanticSearch: {
        requested: boolean;
        attempted: boolean;
        outcome: "not_requested" | "not_attempted" | "used" | "unavailable";
        /** @maxItems 32 */
        fallbackReasons: string[];
      };
      reranking: {
        requested: boolean;
        attempted: boolean;
        outcome: "not_requested" | "not_attempted" | "used" | "unavailable";
        /** @maxItems 32 */
        fallbackReasons: string[];
      };
      graphExpansion: {
        requested: boolean;
        attempted: boolean;
        outcome: "not_requested" | "not_attempted" | "used" | "unavailable";
        /** @maxItems 32 */
        fallbackReasons: string[];
      };
    };
    indexSnapshot: {
      /** SHA-256 in lower-case hex. */
      before: string;
      /** SHA-256 in lower-case hex. */
      after: string;
      stable: true;
    };
  };
  fingerprints: {
    /** SHA-256 in lower-case hex. */
    config: string;
    /** SHA-256 in lower-case hex. */
    retrieval: string;
    embeddingModel: string | null;
    rerankModel: string | null;
    tokenizer: string | null;
  };
  capabilities: {
    lexicalSearch: true;
    semanticSearch: boolean;
    reranking: boolean;
    graphExpansion: boolean;
    exactTokenCount: boolean;
    configuredContext: boolean;
    egressPolicy: boolean;
  };
  /** @maxItems 16 */
  fallbacks: {
    code: "embedding_unavailable" | "reranking_unavailable" | "graph_unavailable" | "tokenizer_unavailable" | "egress_policy_unavailable";
    capability: "semantic_search" | "reranking" | "graph_expansion" | "token_count" | "egress_policy";
  }[];
  guidance: {
    extractiveOnly: true;
    evidenceTrust: "untrusted_data";
    instructionBoundary: "hard_delimited";
    /** @maxItems 128 */
    configuredContexts: {
      /** SHA-256 in lower-case hex. */
      contextId: string;
      scopeType: "global" | "collection" | "prefix";
      scopeKey: string;
      text: string;
    }[];
  };
  /**
   * @minItems 1
   * @maxItems 1000
   */
  evidence: {
    /** SHA-256 in lower-case hex. */
    evidenceId: string;
    /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
    uri: string;
    /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
    docid: string;
    /** Name of a collection, lower case. */
    collection: string;
    title: string | null;
    heading: string | null;
    startLine: number;
    endLine: number;
    /** Lines startLine to endLine of the canonical text, exactly. */
    text: string;
    /** SHA-256 in lower-case hex. */
    sourceHash: string;
    /** SHA-256 in lower-case hex. */
    mirrorHash: string;
    /** SHA-256 in lower-case hex. */
    passageHash: string;
    modifiedAt: string | null;
    documentDate: string | null;
    observedAt: string | null;
    /** @maxItems 128 */
    contextIds: string[];
    retrievalRank: number;
    selectionRank: number;
    /**
     * @minItems 1
     * @maxItems 6
     */
    retrievalSources?: ("bm25" | "vector" | "bm25_variant" | "vector_variant" | "hyde" | "graph")[];
    graphExpanded?: boolean;
    /** @maxItems 128 */
    facets: string[];
    trust: "untrusted";
    egress: "local_only" | "lan" | "remote" | "unclassified" | "unavailable";
    egressLineage?: GnoEgressLineage;
    record?: GnoRecord;
  }[];
  coverage: {
    complete: boolean;
    /** @maxItems 128 */
    requestedFacets: string[];
    /** @maxItems 128 */
    coveredFacets: {
      facet: string;
      /**
       * @minItems 1
       * @maxItems 256
       */
      evidenceIds: string[];
    }[];
    /** @maxItems 128 */
    unresolvedFacets: string[];
    /** @maxItems 128 */
    gaps: {
      facet: string;
      code: "facet_not_found" | "global_budget_exhausted" | "capability_unavailable" | "filtered_by_scope";
    }[];
  };
  omissions: {
    total: number;
    /** @maxItems 100 */
    items: {
      /** SHA-256 in lower-case hex. */
      candidateId: string;
      /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
      uri: string;
      /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
      docid: string;
      startLine: number | null;
      endLine: number | null;
      passageHash: string | null;
      /** SHA-256 in lower-case hex. */
      sourceHash: string;
      /** SHA-256 in lower-case hex. */
      mirrorHash: string;
      reason: "duplicate" | "overlap" | "global_budget" | "redundant_coverage" | "document_share_cap" | "filtered_by_scope" | "invalid_coordinates";
    }[];
    reasonCounts: {
      duplicate: number;
      overlap: number;
      global_budget: number;
      redundant_coverage: number;
      document_share_cap: number;
      filtered_by_scope: number;
      invalid_coordinates: number;
    };
    truncated: boolean;
  };
  truncated: boolean;
  /** @maxItems 32 */
  warnings: {
    code: "incomplete_coverage" | "metadata_coverage_incomplete" | "omissions_truncated" | "token_estimate_used";
  }[];
}

/** Where content may be sent, and which collections decide it. */
export interface GnoEgressLineage {
  /** The strictest policy among the sources. */
  effectivePolicy: "local_only" | "lan" | "remote";
  /** SHA-256 over the canonical JSON of effectivePolicy and the sorted sources. */
  digest: string;
  /**
   * @minItems 1
   * @maxItems 128
   */
  sources: {
    collection: string;
    policy: "local_only" | "lan" | "remote";
    source: "explicit" | "config_default" | "legacy_default";
  }[];
}

/** Origin of a logical record inside an exported file. */
export interface GnoRecord {
  /** SHA-256 in lower-case hex. */
  recordKey: string;
  /** Place of the record inside its container file. */
  sourceLocator: string;
  /** @maxItems 256 */
  anchors: {
    kind: "line" | "cue" | "timestamp" | "message" | "event" | "record";
    value: string;
    endValue?: string;
  }[];
  adapter: {
    id: string;
    version: string;
    /** SHA-256 in lower-case hex. */
    fingerprint: string;
  };
  author?: string;
  messageId?: string;
  inReplyTo?: string;
  threadId?: string;
  eventId?: string;
  sessionId?: string;
  /** @maxItems 256 */
  participants?: string[];
  /** @maxItems 256 */
  references?: string[];
  /** @maxItems 256 */
  categories?: string[];
  dateFields?: {
    [k: string]: string;
  };
  /** @maxItems 256 */
  attachments?: {
    name: string;
    mime?: string;
    bytes?: number;
    disposition?: "inline" | "attachment";
    /** SHA-256 in lower-case hex. */
    sha256?: string;
  }[];
}

/** What became of a capsule: each passage beside the text as it is indexed now, and what it was searched with. */
export interface GnoContextCapsuleVerification {
  schemaVersion: "1.0" | "1.1" | "1.2";
  coordinateSpace: "canonical_mirror";
  /** SHA-256 in lower-case hex. */
  capsuleId: string;
  operationStatus: "completed";
  contentStatus: "unchanged" | "stale" | "missing";
  contentCode: "verified_unchanged" | "content_stale" | "content_missing";
  rankingStatus: "unchanged" | "reranked" | "unavailable";
  rankingCode: "ranking_unchanged" | "ranking_changed" | "ranking_unavailable";
  currentFingerprints: {
    /** SHA-256 in lower-case hex. */
    config: string;
    /** SHA-256 in lower-case hex. */
    retrieval: string;
    /** SHA-256 in lower-case hex. */
    index: string;
    embeddingModel: string | null;
    rerankModel: string | null;
    tokenizer: string | null;
  };
  fingerprintStatus: "unchanged" | "drifted";
  /** @maxItems 6 */
  fingerprintReasons: ("config_changed" | "retrieval_changed" | "embedding_model_changed" | "rerank_model_changed" | "tokenizer_changed" | "index_changed")[];
  indexSnapshot: {
    /** SHA-256 in lower-case hex. */
    before: string;
    /** SHA-256 in lower-case hex. */
    after: string;
    stable: true;
  };
  /**
   * @minItems 1
   * @maxItems 1000
   */
  evidence: {
    /** SHA-256 in lower-case hex. */
    evidenceId: string;
    /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
    uri: string;
    contentStatus: "unchanged" | "stale" | "missing";
    contentCode: "verified_unchanged" | "source_stale" | "mirror_stale" | "mirror_corrupt" | "passage_stale" | "chunk_missing" | "chunk_corrupt" | "source_missing" | "mirror_missing";
    rankingStatus: "unchanged" | "reranked" | "unavailable";
    rankingCode: "ranking_unchanged" | "ranking_changed" | "ranking_unavailable";
    currentSourceHash: string | null;
    currentMirrorHash: string | null;
    currentPassageHash: string | null;
    currentRetrievalRank: number | null;
  }[];
}

export interface GnoAsk {
  query: string;
  mode: "hybrid" | "bm25_only";
  queryLanguage?: string;
  /** The answer with [evidence:<id>] markers, or the fixed sentence of an abstention. */
  answer: string;
  /** Evidence of the supported claims; empty when the answer abstains. */
  citations: {
    /** SHA-256 in lower-case hex. */
    evidenceId: string;
    /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
    docid: string;
    uri: string;
    startLine: number;
    endLine: number;
  }[];
  /** Empty: the evidence is in the capsule. */
  results: GnoSearchResult[];
  /** Absent only when no passage was found at all. */
  verification?: {
    schemaVersion: "1.0";
    mode: "closed_capsule";
    capsule: GnoContextCapsule;
    freshness: GnoContextCapsuleVerification;
    claims: GnoClaimVerification;
    /** The request that judged the claims. */
    semantic: {
      status: "completed" | "unavailable" | "failed";
      reason: "verified" | "no_candidates" | "verifier_unavailable" | "structured_output_unavailable" | "input_limit_exceeded" | "generation_failed" | "invalid_output";
      schemaRequested: boolean;
      schemaEnforced: boolean;
      modelFingerprint: string | null;
      /** SHA-256 in lower-case hex. */
      configFingerprint: string;
      verifierFingerprint: string | null;
      candidateClaims: number;
      verifiedClaims: number;
      unresolvedClaims: number;
      modelCalls: number;
      durationMs: number;
    };
  };
  meta: {
    expanded: boolean;
    reranked: boolean;
    vectorsUsed: boolean;
    intent?: string;
    candidateLimit?: number;
    exclude?: string[];
    queryModes?: {
      term: number;
      intent: number;
      hyde: boolean;
    };
    /** A model wrote a draft. */
    answerGenerated: boolean;
    verificationRequested: true;
    abstained: boolean;
    totalResults?: number;
    /**
     * What kept a model from answering, and what to do.
     *
     * @maxItems 8
     */
    warnings?: {
      code: string;
      message: string;
    }[];
    explain?: GnoSearchExplain;
  };
}

/** One hit. */
export interface GnoSearchResult {
  /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
  docid: string;
  /** Normalised over this answer: the best hit has 1. */
  score: number;
  /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
  uri: string;
  /** Text of the passage that matches best, matches between <mark> tags. */
  snippet: string;
  source: GnoSource;
  /** First line of the passage: pass it to gno_get as fromLine. */
  line?: number;
  title?: string;
  contentType?: string;
  /** Content type and categories; empty when there are none. */
  categories: string[];
  snippetLanguage?: string;
  /** Configured guidance for this document, broad to narrow; no evidence. */
  context?: string;
  egressLineage?: GnoEgressLineage;
  record?: GnoRecord;
  /** Lines that the snippet stands for. */
  snippetRange?: {
    startLine: number;
    endLine: number;
  };
  /** How the canonical text was made from the file. */
  conversion?: {
    converterId?: string;
    converterVersion?: string;
    mirrorHash?: string;
    warnings?: GnoConversionWarning[];
  };
  tags?: string[];
}

/** The file behind a document. */
export interface GnoSource {
  /** Path below the collection's root, with forward slashes. */
  relPath: string;
  /** Media type of the file. */
  mime: string;
  /** Extension with its dot. */
  ext: string;
  /** Path on the host; sent to local callers only. */
  absPath?: string;
  /** Modification time of the file. */
  modifiedAt?: string;
  /** Date that the front matter gives. */
  documentDate?: string;
  /** Size of the file in bytes. */
  sizeBytes?: number;
  /** SHA-256 of the file's bytes. */
  sourceHash?: string;
}

/** What the converter could not carry over. */
export interface GnoConversionWarning {
  code: "LOSSY" | "TRUNCATED" | "PARTIAL" | "UNSUPPORTED_FEATURE" | "LOW_CONFIDENCE";
  message: string;
}

/** Each claim of a draft with its verdict. */
export interface GnoClaimVerification {
  schemaVersion: "1.0";
  coordinateSpace: "utf16_code_units";
  /** SHA-256 in lower-case hex. */
  capsuleId: string;
  /** Of the draft; it is the answer unless it is withheld. */
  answerHash: string;
  coverageThreshold: 1;
  /** @maxItems 256 */
  claims: {
    /** SHA-256 in lower-case hex. */
    claimId: string;
    text: string;
    /** UTF-16 offset into the draft. */
    start: number;
    /** Exclusive. */
    end: number;
    /** insufficient: it cites no valid evidence; uncertain: nobody could judge it. */
    status: "supported" | "contradicted" | "insufficient" | "uncertain";
    confidence: number | null;
    rationaleCode: "semantic_entailment" | "semantic_contradiction" | "no_valid_evidence" | "semantic_judgment_unavailable";
    verifierFingerprint: string | null;
    /** @maxItems 256 */
    evidence: {
      /** SHA-256 in lower-case hex. */
      evidenceId: string;
      uri: string;
      startLine: number;
      endLine: number;
      text: string;
      /** SHA-256 in lower-case hex. */
      sourceHash: string;
      /** SHA-256 in lower-case hex. */
      mirrorHash: string;
      /** SHA-256 in lower-case hex. */
      passageHash: string;
    }[];
    /** @maxItems 256 */
    rejectedCitations: GnoRejectedCitation[];
  }[];
  /**
   * Markers that belong to no claim.
   *
   * @maxItems 256
   */
  rejectedCitations: GnoRejectedCitation[];
  coverage: {
    totalClaims: number;
    supportedClaims: number;
    contradictedClaims: number;
    insufficientClaims: number;
    uncertainClaims: number;
    supportedRatio: number;
  };
  answerStatus: "verified" | "abstained";
  abstained: boolean;
  abstentionReason: ("no_substantive_claims" | "contradiction_detected" | "citation_hygiene_failed" | "coverage_below_threshold") | null;
  abstentionText: string | null;
}

/** A marker in the draft that cites nothing that counts. */
export interface GnoRejectedCitation {
  marker: string;
  start: number;
  end: number;
  evidenceId: string | null;
  reason: "malformed_citation" | "out_of_capsule" | "freshness_unavailable" | "freshness_receipt_invalid" | "freshness_receipt_mismatch" | "evidence_stale" | "evidence_missing" | "orphan_citation";
}

/** Why the hits stand in this order; only when asked for. */
export interface GnoSearchExplain {
  /** What each stage did, in order. */
  lines: {
    stage: string;
    message: string;
  }[];
  /** Scores of each hit, in rank order. */
  results: {
    rank: number;
    /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
    docid: string;
    score: number;
    fusionScore?: number;
    bm25Score?: number;
    vecScore?: number;
    rerankScore?: number;
    contentTypeBoost?: GnoContentTypeBoost;
  }[];
}

/** Receipt of a configured boost for a content type. */
export interface GnoContentTypeBoost {
  baseScore: number;
  finalScore: number;
  rawScore: number;
  rawContribution: number;
  combinedAuxiliaryRequested: number;
  cappedContribution: number;
  combinedAuxiliaryApplied: number;
  combinedAuxiliaryCap: 0.08;
  configuredFactor: number;
  contentType: string;
  rawScoreKind: "bm25" | "hybrid_blended" | "normalized" | "vector_distance";
  ruleSource: "configured-id" | "prefix";
  /** SHA-256 in lower-case hex. */
  rulesFingerprint: string;
}

export interface GnoMemoryRecall {
  /**
   * Best first.
   *
   * @maxItems 64
   */
  facts: GnoMemoryRecalled[];
  receipt: GnoMemoryReceipt;
  budget: {
    maxFacts: number;
    maxTokens: number;
    usedTokens: number;
    /** Facts that matched and are not returned. */
    omitted: number;
  };
  retrieval: {
    mode: "lexical" | "hybrid";
    /** Why meaning played no part. */
    semanticUnavailable?: string;
  };
  egressLineage?: GnoEgressLineage;
  /** Only without facts: the command that stores one. */
  hint?: string;
}

/** A current fact that matched. */
export interface GnoMemoryRecalled {
  /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
  uri: string;
  /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
  docid: string;
  recordId: string;
  /** The fact as it is stored. */
  text: string;
  /**
   * @minItems 1
   * @maxItems 8
   */
  scopes: string[];
  /** Who stored it, as the transport knew him. */
  caller: string;
  session: string;
  /** A moment in UTC: ISO 8601 with seconds and Z. */
  createdAt: string;
  /** SHA-256 in lower-case hex. */
  contentHash: string;
  /** Facts that it replaced. */
  supersedes: string[];
  /** Evidence, as given when it was stored. */
  source?: string;
  /** Sum of 1 / (60 + rank) over the legs of the search. */
  score: number;
  /** SHA-256 in lower-case hex. */
  spanHash: string;
  egressLineage: GnoEgressLineage;
}

/** What a recall returned, without a word of it; gno_remember takes it back. */
export interface GnoMemoryReceipt {
  caller: string;
  session: string;
  /** A moment in UTC: ISO 8601 with seconds and Z. */
  issuedAt: string;
  /** Docids of the returned facts, in their order. */
  memoryIds: string[];
  /** Their content hashes, sorted. */
  spanHashes: string[];
  /** SHA-256 over the JSON of the other members, in this order. */
  digest: string;
}

export interface GnoSearchResults {
  /** Hits, best first. */
  results: GnoSearchResult[];
  meta: GnoSearchMeta;
}

/** What the search did. */
export interface GnoSearchMeta {
  query: string;
  /** The query as it was searched: no word of it was found as written. */
  correctedQuery?: string;
  /** bm25_only = vectors were asked for and are not there. */
  mode: "bm25" | "vector" | "hybrid" | "bm25_only";
  /** Number of hits in this answer. */
  totalResults: number;
  /** The query was expanded. */
  expanded?: boolean;
  /** The hits were reranked. */
  reranked?: boolean;
  /** Vectors took part. */
  vectorsUsed?: boolean;
  collection?: string;
  intent?: string;
  lang?: string;
  author?: string;
  queryLanguage?: string;
  /** Lower bound as resolved. */
  since?: string;
  /** Upper bound as resolved. */
  until?: string;
  categories?: string[];
  exclude?: string[];
  tagsAll?: string[];
  tagsAny?: string[];
  candidateLimit?: number;
  /** INDEX_EMPTY = nothing is indexed; METADATA_COVERAGE_… = some values could not be compared. */
  warnings?: {
    code: string;
    message: string;
  }[];
  /** How many entries of each mode were given. */
  queryModes?: {
    term: number;
    intent: number;
    hyde: boolean;
  };
  /** What one-hop link expansion did. */
  graphExpansion?: {
    enabled: boolean;
    seedCount: number;
    candidateCount: number;
    maxCandidates: number;
    edgeConfidence: {
      explicit: number;
      inferred: number;
      ambiguous: number;
      similarity: number;
    };
    fallbackReasons: string[];
  };
  explain?: GnoSearchExplain;
}

/** The way of one document through one search. */
export interface GnoQueryDiagnose {
  /** 1.2 when a content type boost applies to the target. */
  schemaVersion: "1.0" | "1.2";
  query: string;
  target: {
    /** As given. */
    ref: string;
    status: "not_found" | "inactive" | "no_indexed_content" | "filtered_out" | "diagnosed";
    docid: string | null;
    uri: string | null;
    title: string | null;
    contentType: string | null;
    /** What gave the type: frontmatter-type, prefix, path-ext or fallback. */
    contentTypeSource: string | null;
    categories: string[];
    /** Of the configured rule of its content type. */
    graphHints: string[];
    /** Of the rules configured now; null without rules. */
    contentTypeRulesFingerprint: string | null;
    /** Whether these rules would give the same type again; null without rules. */
    contentTypeFingerprintMatches: boolean | null;
    mirrorHash: string | null;
    chunkCount: number;
    /** Filters that keep the target out, each tried alone: collection, date, author, category, lang, exclude, tagsAll, tagsAny, metadata_pending, metadata_invalid, filter. */
    filterReasons: string[];
  };
  /** In the order in which they run; empty unless the target is active and holds text. */
  stages: {
    id: "bm25" | "vector" | "fusion" | "graph" | "rerank";
    status: "active" | "skipped";
    /** Candidates that the stage gave. */
    sourceCount: number;
    /** The target is among them. */
    present: boolean;
    rank: number | null;
    /** The stage's own score; compares inside the stage only. */
    score: number | null;
    /** The target goes on; in the last active stage: it is in the answer. */
    survived: boolean;
    dropReason: "not_in_candidate_set" | "below_cutoff" | "skipped" | null;
    /** More about it, for people. */
    reason?: string;
  }[];
  contentTypeBoost?: GnoContentTypeBoost;
  /** The passage nearest in meaning, else the first one. */
  chunk: {
    seq: number | null;
    startLine: number | null;
    endLine: number | null;
    language: string | null;
  };
  meta: {
    mode: "bm25_only" | "hybrid";
    vectorsUsed: boolean;
    reranked: boolean;
    /** Hits that the search would return. */
    totalResults: number;
    queryModes?: {
      term: number;
      intent: number;
      hyde: boolean;
    };
  };
}

export interface GnoDocument {
  /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
  docid: string;
  /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
  uri: string;
  title?: string;
  /** Language of the text, where known. */
  language?: string;
  /** The lines asked for, as stored, without line numbers. */
  content: string;
  /** Lines of the whole document; an empty one has 1. */
  totalLines: number;
  /** Range of content; absent when content is empty. */
  returnedLines?: {
    start: number;
    end: number;
  };
  source: GnoSource;
  conversion?: GnoConversion;
  capabilities: GnoCapabilities;
  record?: GnoRecord;
  tags?: string[];
}

/** How the canonical text was made from the file. */
export interface GnoConversion {
  /** Which converter made the text. */
  converterId?: string;
  /** Its version. */
  converterVersion?: string;
  /** SHA-256 of the canonical text. */
  mirrorHash?: string;
}

/** What can be done with a document. */
export interface GnoCapabilities {
  /** The text can be changed in place. */
  editable: boolean;
  /** Tags can be added and removed. */
  tagsEditable: boolean;
  /** Tags are kept in the file itself. */
  tagsWriteback: boolean;
  /** A Markdown copy can be made. */
  canCreateEditableCopy: boolean;
  mode: "editable" | "read_only";
  /** Why the document is read only. */
  reason?: string;
}

/** Durable locator of a section; at most 2048 bytes as JSON. */
export interface GnoSectionTarget {
  schemaVersion: "1";
  document: {
    uri: string;
  };
  anchor: string;
  /**
   * Titles from the outermost heading to the section.
   *
   * @minItems 1
   * @maxItems 6
   */
  headingPath: string[];
  /** From 1, among sections of the same path. */
  occurrence: number;
  quote: {
    exact: string;
    prefix: string;
    suffix: string;
  };
  /** SHA-256 of the text that the locator was made from. */
  sourceFingerprint: string;
  /** Where the section stood; never what it is known by. */
  hints: {
    line: number;
    startOffset: number;
    endOffset: number;
  };
}

/** A locator of a section, and for resolve what became of it. */
export interface GnoSection {
  schemaVersion: "1.0";
  action: "create" | "resolve";
  uri: string;
  target: GnoSectionTarget;
  /** Only exact and recovered are safe to cite. */
  status?: "exact" | "recovered" | "ambiguous" | "stale" | "missing";
  currentFingerprint?: string;
  citation?: {
    uri: string;
    anchor: string;
    title: string;
    lineStart: number;
    lineEnd: number;
    sourceFingerprint: string;
  };
  diagnostics?: {
    reason?: string;
    /** @maxItems 32 */
    candidates?: {
      anchor: string;
      line: number;
      title: string;
      /**
       * @minItems 1
       * @maxItems 6
       */
      headingPath: string[];
      occurrence: number;
    }[];
    candidateCount?: number;
    candidatesTruncated?: boolean;
  };
}

export interface GnoDocuments {
  /** In the order asked for; for a pattern, by collection and path. */
  documents: {
    /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
    docid: string;
    /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
    uri: string;
    title?: string;
    /** Text from the start, without line numbers, at most maxBytes of UTF-8. */
    content: string;
    /** The text was longer than maxBytes. */
    truncated: boolean;
    /** Lines of the whole document. */
    totalLines: number;
    source: GnoSource;
    record?: GnoRecord;
  }[];
  /** What is not in documents, with the reason. */
  skipped: {
    /** The reference as given, the URI of a match, or the pattern itself. */
    ref: string;
    /** output_limit = the answer is full: ask for the rest in another call. */
    reason: "not_found" | "invalid_ref" | "conversion_error" | "output_limit";
  }[];
  meta: {
    /** References given, or documents that the pattern matched, at most 100. */
    requested: number;
    returned: number;
    skipped: number;
    maxBytes?: number;
  };
}

export interface GnoPeek {
  schemaVersion: "peek@1.0";
  /** Version of the package. */
  gnoVersion: string;
  /** A moment in UTC: ISO 8601 with seconds and Z. */
  generatedAt: string;
  /** A configuration exists. */
  initialized: boolean;
  indexName: string;
  counts: {
    /** Active documents. */
    documents: number;
    collections: number;
  } | null;
  backlog: {
    /** Chunks that wait for embedding. */
    pending: number;
    /** Files that failed in the last 24 hours. */
    failed: number;
  } | null;
  lastIndexedAt: string | null;
  /**
   * Newest modification first.
   *
   * @maxItems 10
   */
  recent: {
    /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
    docid: string;
    /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
    uri: string;
    title: string | null;
    collection: string;
    /** Path on the host; sent to local callers only. */
    absPath?: string;
    /** A moment in UTC: ISO 8601 with seconds and Z. */
    modifiedAt: string;
  }[];
  serve: {
    /** A resident server of this index is alive. */
    running: boolean;
    /** http://localhost:<port> while running, else null. */
    url: string | null;
  };
}

export interface GnoStatus {
  indexName: string;
  /** Path on the host; sent to local callers only. */
  configPath?: string;
  /** Path on the host; sent to local callers only. */
  dbPath?: string;
  collections: {
    name: string;
    /** Path on the host; sent to local callers only. */
    path?: string;
    /** Active documents. */
    documentCount: number;
    chunkCount: number;
    /** Chunks that have a vector. */
    embeddedCount: number;
    /** unavailable = root missing, suspect = most files vanished at once; both keep the index. */
    state?: "ok" | "unavailable" | "suspect" | "removed" | "never-synced";
    /** What to do about the state. */
    note?: string;
  }[];
  totalDocuments: number;
  totalChunks: number;
  /** Chunks that wait for embedding. */
  embeddingBacklog: number;
  /** Files that failed in the last 24 hours. */
  recentErrors: number;
  lastUpdated?: string | null;
  healthy: boolean;
  resident: GnoResidentStatus;
  /** Configured boosts by content type; path prefixes stay private. */
  contentTypeBoost: {
    /** SHA-256 in lower-case hex. */
    rulesFingerprint: string;
    rules: {
      id: string;
      searchBoost: number;
    }[];
  };
  chunking: GnoChunkingStatus;
  activePreset?: {
    id: string;
    name: string;
  };
  capabilities?: {
    bm25: boolean;
    vector: boolean;
    hybrid: boolean;
    answer: boolean;
  };
  activation?: {
    [k: string]: unknown;
  };
  onboarding?: {
    [k: string]: unknown;
  };
  health?: {
    vectors?: {
      /** none = nothing is embedded; pending = some chunks wait; re-embed = the model is another one than the stored vectors are of. */
      state: "none" | "current" | "pending" | "re-embed";
      /** Vectors of models that are not in use any more. */
      staleVectors: number;
      /** What to do about the state. */
      message?: string;
    };
    /** Only when the data that files cannot rebuild is in trouble. */
    durable?: {
      state: "damaged" | "refused";
      /** What to do about it. */
      message: string;
    };
  };
  background?: {
    [k: string]: unknown;
  };
  bootstrap?: {
    [k: string]: unknown;
  };
}

/** State of the server process. */
export interface GnoResidentStatus {
  schemaVersion: "1.0";
  mode: "serve" | "daemon" | "stdio" | "direct-cli";
  resident: boolean;
  uptimeSeconds: number | null;
  listenerPort: number | null;
  admission: {
    state: "accepting" | "draining" | "closed";
    activeRequests: number;
  };
  shutdown: {
    state: "none" | "graceful" | "deadline";
  };
  transport: {
    activeRequests: number;
    activeSessions: number;
    queuedRequests: number;
    maxConcurrentRequests: number;
    maxQueuedRequests: number;
    maxSessions: number;
  };
  readers: {
    active: number;
    queued: number;
    limit: number;
    maxQueued: number;
  };
  models: {
    activeLeases: number;
    leaseAcquisitions: number;
    leaseReleases: number;
    loadedModels: number;
    loadAttempts: number;
    loadSuccesses: number;
    loadFailures: number;
    inflightLoads: number;
  };
  jobs: {
    active: number;
    recent: number;
    failed: number;
  };
  generations: {
    content: number;
    index: number;
  };
}

/** Chunking policy of the index and how far it is applied. */
export interface GnoChunkingStatus {
  configured: GnoChunkingPolicy;
  applied: GnoChunkingPolicy | null;
  state: "empty" | "legacy-default" | "current" | "pending" | "mixed";
  /** Active documents cut by another policy. */
  pendingDocuments: number;
  /** Distinct texts cut by another policy. */
  pendingMirrors: number;
}

export interface GnoChunkingPolicy {
  /** Longest chunk, in tokens of 4 characters. */
  maxTokens: number;
  /** Overlap of neighbours as a fraction: 0.15 is 15 %. */
  overlapPercent: number;
}

export interface GnoAuditReport {
  schemaVersion: "1.0";
  ruleSetVersion: "1.0";
  /** partial when a rule could not tell; changed_during_audit when files, index or configuration changed in both of two attempts. */
  status: "complete" | "partial" | "changed_during_audit" | "failed";
  scope: {
    /**
     * @minItems 1
     * @maxItems 3
     */
    categories: ("links" | "provenance" | "freshness")[];
    /** @maxItems 256 */
    collections: string[];
    /** @maxItems 256 */
    paths: string[];
    /** @maxItems 256 */
    tags: string[];
    indexName: string;
  };
  capabilities: {
    indexReadable: boolean;
    sourcesReadable: boolean;
    linksGraphAvailable: boolean;
    provenanceSchemaAvailable: boolean;
    offline: true;
    llmDisabled: true;
  };
  fingerprints: {
    config: string;
    source: string;
    index: string;
    rules: string;
  };
  versions: {
    gno: string;
    schema: "1.0";
    ruleSet: "1.0";
  };
  startedAt: string;
  completedAt: string;
  durationMs: number;
  /** @maxItems 256 */
  rules: {
    ruleId: string;
    category: "links" | "provenance" | "freshness";
    status: "pass" | "fail" | "skip" | "unavailable" | "inconclusive";
    message: string;
    /**
     * Those of the report's findings that are of this rule.
     *
     * @maxItems 1000
     */
    findings: GnoAuditFinding[];
    /** All of them, listed or not. */
    findingCount: number;
    examinedCount: number;
    durationMs: number;
    skipReason: string | null;
  }[];
  /**
   * By category, rule, subject, location and id.
   *
   * @maxItems 1000
   */
  findings: GnoAuditFinding[];
  counts: {
    rules: {
      pass: number;
      fail: number;
      skip: number;
      unavailable: number;
      inconclusive: number;
      total: number;
    };
    findings: {
      /** All that were found, before any limit. */
      total: number;
      returned: number;
      truncated: boolean;
    };
    examined: {
      documents: number;
    };
  };
  truncation: {
    findingsTruncated: boolean;
    maxFindings: number;
  };
  timing: {
    snapshotMs: number;
    rulesMs: number;
    totalMs: number;
  };
}

export interface GnoAuditFinding {
  /** The same for the same fault of the same document in every run. */
  id: string;
  ruleId: string;
  category: "links" | "provenance" | "freshness";
  severity: "error" | "warning" | "info";
  /** Canonical URI of the document or collection. */
  subject: string;
  /** L<line>:C<column> of a link, the name of a field, or null. */
  location: string | null;
  message: string;
  /** @maxItems 8 */
  evidence: {
    kind: string;
    summary: string;
    uri?: string;
    path?: string;
    detail?: string;
  }[];
  /** @maxItems 4 */
  guidance: string[];
  evidenceFingerprint: string;
}

/** The egress policy of one collection. */
export interface GnoEgressPolicyState {
  schemaVersion: "1.0";
  collection: string;
  /** As the configuration says; null when it says nothing. */
  configuredPolicy: "local_only" | "lan" | "remote" | null;
  /** How far content of a collection may go: this machine, private addresses, anywhere. */
  effectivePolicy: "local_only" | "lan" | "remote";
  source: "explicit" | "config_default";
  /** Rises with every change; a confirmation names it. */
  revision: number;
  version: string;
}

/** What would be decided about a transfer. */
export interface GnoEgressCheck {
  schemaVersion: "1.0";
  mode: "complete" | "partial" | "denied";
  allowedCollections: string[];
  omittedCollections: {
    collection: string;
    reason: string;
  }[];
  /** What a partial answer has to say; null for any other. */
  disclosure: null | {
    code: "EGRESS_PARTIAL_RESULT";
    omittedCount: number;
    /** @minItems 1 */
    omittedCollections: string[];
  };
  lineage: GnoEgressLineage;
  /** Over the whole scope. */
  decision: GnoEgressDecision;
  /** What would help; null when all is allowed. */
  remediation: null | {
    code: string;
    message: string;
  };
}

/** Whether content may go somewhere, and why. */
export interface GnoEgressDecision {
  allowed: boolean;
  code: "EGRESS_ALLOWED" | "EGRESS_DENIED";
  /** Reason code; the table is under Semantics. */
  reason: string;
  /** What the decision was made from. */
  audit: {
    action: "retrieve" | "serve" | "publish" | "remote_inference" | "export" | "clip_write" | "unknown";
    destinationZone: "local_process" | "loopback" | "lan" | "remote" | "unknown";
    contentClass: "source" | "snippet" | "metadata" | "attachment" | "embedding" | "capsule" | "audit_log" | "retrieval_trace" | "unknown";
    collectionCount: number;
    collections: string[];
    effectivePolicy: "local_only" | "lan" | "remote" | "unknown";
    effectivePolicySource: "explicit" | "config_default" | "legacy_default" | "mixed" | "unknown";
    callerAuthenticated: boolean | null;
    callerOperationAuthorized: boolean | null;
  };
}

/** A decision that was made, without content, names or addresses. */
export interface GnoEgressReceipt {
  auditId: string;
  decision: "allow" | "deny";
  /** What would be done with the content. */
  action: "retrieve" | "serve" | "publish" | "remote_inference" | "export" | "clip_write";
  /** Where the content would go. */
  destinationZone: "local_process" | "loopback" | "lan" | "remote";
  /** What kind of content it is; no kind has a way out that another has not. */
  contentClass: "source" | "snippet" | "metadata" | "attachment" | "embedding" | "capsule" | "audit_log" | "retrieval_trace";
  /** How far content of a collection may go: this machine, private addresses, anywhere. */
  effectivePolicy: "local_only" | "lan" | "remote";
  reasonCode: string;
  /** Digest of the collections and policies that decided. */
  lineageDigest: string;
  createdAtMs: number;
  expiresAtMs: number;
  byteSize: number;
}

/** A page of the change journal, oldest first. */
export interface GnoChanges {
  schemaVersion: "1.0";
  /** @maxItems 1000 */
  changes: GnoChange[];
  page: {
    /** since of the next page; null on the last. */
    nextCursor: string | null;
    /** since that gives everything kept. */
    earliestCursor: string;
    /** since that gives what changes from now on. */
    latestCursor: string;
    /** What came right after the cursor is not kept any more. */
    cursorExpired: boolean;
    /** More changes follow; nextCursor is set. */
    truncated: boolean;
    /** Older changes that were asked for are not kept any more. */
    retentionTruncated: boolean;
  };
  warnings: string[];
}

/** One change of a document, as a sync saw it. It holds no text of the document. */
export interface GnoChange {
  /** Opaque; a cursor for since, and change of gno_diff. */
  id: string;
  kind: "create" | "update" | "rename" | "inactivate" | "reactivate";
  collection: string;
  observedAt: string;
  previous: GnoChangeSnapshot | null;
  current: GnoChangeSnapshot | null;
  structureDelta: {
    headings: {
      /** @maxItems 16 */
      added: string[];
      /** @maxItems 16 */
      removed: string[];
    };
    links: {
      /** @maxItems 16 */
      added: string[];
      /** @maxItems 16 */
      removed: string[];
    };
    typedEdges: {
      /** @maxItems 16 */
      added: string[];
      /** @maxItems 16 */
      removed: string[];
    };
    dates: {
      /** @maxItems 16 */
      added: string[];
      /** @maxItems 16 */
      removed: string[];
      /** @maxItems 16 */
      changed: string[];
    };
    /** More differs than is listed. */
    truncated: boolean;
  };
}

/** A document as it was; without its text. */
export interface GnoChangeSnapshot {
  relPath: string;
  /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
  docid: string;
  /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
  uri: string;
  sourceHash: string;
  mirrorHash: string | null;
  active: boolean;
}

/** The structural change of one document. */
export interface GnoDocumentDiff {
  schemaVersion: "1.0";
  status: "available" | "expired" | "unavailable";
  document: {
    /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
    id: string;
    /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
    uri: string;
    title: string | null;
    collection: string;
    relPath: string;
    active: boolean;
  };
  change: GnoChange | null;
  content: {
    status: "not_retained";
    reason: "journal_metadata_only";
  };
  history: {
    status: "available" | "partial" | "unavailable";
    reason: null | "structure_delta_truncated" | "change_expired" | "no_retained_change" | "change_not_found";
  };
  warnings: string[];
}

export interface GnoImpact {
  schemaVersion: "1.0";
  root: GnoImpactNode;
  /**
   * By depth and URI.
   *
   * @maxItems 999
   */
  impacted: {
    document: GnoImpactNode;
    depth: number;
    /**
     * From the document to the root.
     *
     * @minItems 1
     * @maxItems 6
     */
    evidencePath: GnoEvidenceStep[];
  }[];
  meta: {
    maxDepth: number;
    maxNodes: number;
    maxEdges: number;
    frontierLimit: number;
    visitedLimit: number;
    /** The root too. */
    returnedNodes: number;
    /** Distinct steps of all paths. */
    returnedEdges: number;
    truncated: boolean;
    warnings: string[];
  };
}

export interface GnoImpactNode {
  /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
  id: string;
  /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
  uri: string;
  title: string | null;
  collection: string;
  relPath: string;
}

export interface GnoEvidenceStep {
  source: {
    /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
    id: string;
    /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
    uri: string;
  };
  target: {
    /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
    id: string;
    /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
    uri: string;
  };
  edgeType: string;
  relationType: string;
  confidence: "parsed" | "configured" | "manual" | "inferred";
  edgeSource: "wikilink" | "markdown-link" | "frontmatter-relation";
}

export interface GnoTraceList {
  schemaVersion: "1.0";
  traces: GnoTraceSummary[];
  /** Send it as cursor for the next page; null = the end. */
  nextCursor: string | null;
}

/** A private retrieval trace without its records; neither question nor goal. */
export interface GnoTraceSummary {
  traceId: string;
  schemaVersion: "1.0";
  /** metadata: no word of the question is kept. replay: all of it. */
  redactionMode: "metadata" | "replay";
  replayCapable: boolean;
  /** An open trace takes further reads; one that nothing was added to for 15 minutes is completed. */
  status: "open" | "completed" | "partial" | "failed" | "cancelled";
  queryShape: GnoTraceTextShape;
  goalShape: GnoTraceTextShape;
  egressLineage?: GnoEgressLineage;
  /** Hashes of what the search ran with: two equal ones saw the same. */
  fingerprints: {
    /** SHA-256 in lower-case hex. */
    pipeline: string;
    /** SHA-256 in lower-case hex. */
    model: string;
    /** SHA-256 in lower-case hex. */
    config: string;
    /** SHA-256 in lower-case hex. */
    index: string;
  };
  createdAtMs: number;
  updatedAtMs: number;
  expiresAtMs: number;
  /** Bytes of the trace with its records. */
  byteSize: number;
  /** SHA-256 in lower-case hex. */
  creationDigest: string;
}

/** How long a text is, without the text. */
export interface GnoTraceTextShape {
  characters: number;
  terms: number;
}

export interface GnoTraceShow {
  schemaVersion: "1.0";
  trace: GnoTrace;
  runs: GnoTraceRun[];
  events: GnoTraceEvent[];
  judgments: GnoTraceJudgment[];
  exports: GnoTraceExportRow[];
  totals: {
    runs: number;
    events: number;
    judgments: number;
    exports: number;
  };
  /** A list is shorter than its total. */
  truncated: {
    runs: boolean;
    events: boolean;
    judgments: boolean;
    exports: boolean;
  };
}

/** A private retrieval trace without its records. */
export interface GnoTrace {
  traceId: string;
  schemaVersion: "1.0";
  /** metadata: no word of the question is kept. replay: all of it. */
  redactionMode: "metadata" | "replay";
  replayCapable: boolean;
  /** An open trace takes further reads; one that nothing was added to for 15 minutes is completed. */
  status: "open" | "completed" | "partial" | "failed" | "cancelled";
  queryShape: GnoTraceTextShape;
  goalShape: GnoTraceTextShape;
  egressLineage?: GnoEgressLineage;
  /** Hashes of what the search ran with: two equal ones saw the same. */
  fingerprints: {
    /** SHA-256 in lower-case hex. */
    pipeline: string;
    /** SHA-256 in lower-case hex. */
    model: string;
    /** SHA-256 in lower-case hex. */
    config: string;
    /** SHA-256 in lower-case hex. */
    index: string;
  };
  createdAtMs: number;
  updatedAtMs: number;
  expiresAtMs: number;
  /** Bytes of the trace with its records. */
  byteSize: number;
  /** SHA-256 in lower-case hex. */
  creationDigest: string;
  queryText: string | null;
  /** In metadata mode under a key of this database. */
  queryDigest: string | null;
  goalText: string | null;
  goalDigest: string | null;
  /** What narrowed the search. */
  filters: {
    shape: {
      type: "object";
      fields: {
        limit?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        minScore?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        collection?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        collections?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        lang?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        full?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        lineNumbers?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        tagsAll?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        tagsAny?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        since?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        until?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        categories?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        author?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        intent?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        exclude?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        noExpand?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        noRerank?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        candidateLimit?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        explain?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        graph?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        noGraph?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        queryLanguageHint?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        queryModes?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        uriPrefix?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
        filter?: {
          type: "null" | "array" | "object" | "string" | "number" | "boolean";
          count?: number;
          itemTypes?: ("null" | "array" | "object" | "string" | "number" | "boolean")[];
          fields?: {
            [k: string]: unknown;
          };
        };
      };
    };
  } | {
    limit?: number;
    minScore?: number;
    collection?: string;
    collections?: string[];
    lang?: string;
    full?: boolean;
    lineNumbers?: boolean;
    tagsAll?: string[];
    tagsAny?: string[];
    since?: string;
    until?: string;
    categories?: string[];
    author?: string;
    intent?: string;
    exclude?: string[];
    noExpand?: boolean;
    noRerank?: boolean;
    candidateLimit?: number;
    explain?: boolean;
    graph?: boolean;
    noGraph?: boolean;
    queryLanguageHint?: string;
    /** @maxItems 100 */
    queryModes?: {
      mode: "term" | "intent" | "hyde";
      text: string;
    }[];
    uriPrefix?: string;
    /** In its normalised form. */
    filter?: {
      [k: string]: unknown;
    };
  };
}

/** One run of retrieval and what it found. */
export type GnoTraceRun = {
  runId: string;
  traceId: string;
  idempotencyKey: string;
  kind: "retrieval";
  payload: GnoTraceRetrievalPayload;
  createdAtMs: number;
  payloadBytes: number;
  /** SHA-256 in lower-case hex. */
  canonicalDigest: string;
} | {
  runId: string;
  traceId: string;
  idempotencyKey: string;
  kind: "context";
  payload: GnoTraceContextPayload;
  createdAtMs: number;
  payloadBytes: number;
  /** SHA-256 in lower-case hex. */
  canonicalDigest: string;
} | {
  runId: string;
  traceId: string;
  idempotencyKey: string;
  kind: "get";
  payload: GnoTraceEvidencePayload;
  createdAtMs: number;
  payloadBytes: number;
  /** SHA-256 in lower-case hex. */
  canonicalDigest: string;
};

export interface GnoTraceRetrievalPayload {
  /** @maxItems 10000 */
  ranked: GnoTraceEvidence[];
  latencyMs?: number;
  /** @maxItems 100 */
  capabilities?: string[];
  /** @maxItems 100 */
  fallbackCodes?: string[];
}

/** A place in a document, without a word of it. */
export interface GnoTraceEvidence {
  docid?: string;
  /** SHA-256 in lower-case hex. */
  sourceHash?: string;
  /** SHA-256 in lower-case hex. */
  mirrorHash?: string;
  uri?: string;
  seq?: number;
  startLine?: number;
  endLine?: number;
  score?: number;
  rank?: number;
  plannerRank?: number;
  /** SHA-256 in lower-case hex. */
  passageHash?: string;
  /** @maxItems 16 */
  sources?: string[];
  graphExpanded?: boolean;
}

export interface GnoTraceContextPayload {
  /** @maxItems 10000 */
  evidence: GnoTraceEvidence[];
  capsuleId: string;
  latencyMs?: number;
}

export interface GnoTraceEvidencePayload {
  /** @maxItems 10000 */
  evidence: GnoTraceEvidence[];
  latencyMs?: number;
}

/** Something that happened in a trace. */
export type GnoTraceEvent = {
  eventId: string;
  traceId: string;
  runId: string | null;
  idempotencyKey: string;
  kind: "query";
  payload: {
    /** SHA-256 in lower-case hex. */
    filterFingerprint?: string;
  };
  createdAtMs: number;
  payloadBytes: number;
  /** SHA-256 in lower-case hex. */
  canonicalDigest: string;
} | {
  eventId: string;
  traceId: string;
  runId: string | null;
  idempotencyKey: string;
  kind: "retrieval";
  payload: GnoTraceRetrievalPayload;
  createdAtMs: number;
  payloadBytes: number;
  /** SHA-256 in lower-case hex. */
  canonicalDigest: string;
} | {
  eventId: string;
  traceId: string;
  runId: string | null;
  idempotencyKey: string;
  kind: "context";
  payload: GnoTraceContextPayload;
  createdAtMs: number;
  payloadBytes: number;
  /** SHA-256 in lower-case hex. */
  canonicalDigest: string;
} | {
  eventId: string;
  traceId: string;
  runId: string | null;
  idempotencyKey: string;
  kind: "get" | "open" | "cite" | "pin";
  payload: GnoTraceEvidencePayload;
  createdAtMs: number;
  payloadBytes: number;
  /** SHA-256 in lower-case hex. */
  canonicalDigest: string;
} | {
  eventId: string;
  traceId: string;
  runId: string | null;
  idempotencyKey: string;
  kind: "capability";
  payload: {
    capability: string;
    status: "attempted" | "used" | "unavailable" | "failed";
    reasonCode?: string;
  };
  createdAtMs: number;
  payloadBytes: number;
  /** SHA-256 in lower-case hex. */
  canonicalDigest: string;
} | {
  eventId: string;
  traceId: string;
  runId: string | null;
  idempotencyKey: string;
  kind: "complete";
  payload: {
    outcome: "completed" | "partial" | "failed" | "cancelled";
    latencyMs?: number;
  };
  createdAtMs: number;
  payloadBytes: number;
  /** SHA-256 in lower-case hex. */
  canonicalDigest: string;
};

/** A label on a piece of evidence, or on a document that is missing. */
export interface GnoTraceJudgment {
  judgmentId: string;
  traceId: string;
  runId: string | null;
  idempotencyKey: string;
  label: "relevant" | "irrelevant" | "missing_expected";
  targetKind: "document" | "chunk" | "span" | "query";
  /** As given; in metadata mode its hash under a key of this database. */
  targetRef: string;
  target: GnoTraceTarget;
  createdAtMs: number;
  targetBytes: number;
  /** SHA-256 in lower-case hex. */
  canonicalDigest: string;
}

/** What a judgment is about. */
export interface GnoTraceTarget {
  docid?: string;
  /** SHA-256 in lower-case hex. */
  sourceHash?: string;
  /** SHA-256 in lower-case hex. */
  mirrorHash?: string;
  uri?: string;
  seq?: number;
  startLine?: number;
  endLine?: number;
  plannerRank?: number;
  /** SHA-256 in lower-case hex. */
  passageHash?: string;
  /** @maxItems 16 */
  sources?: string[];
  graphExpanded?: boolean;
}

/** An export that held this trace. */
export interface GnoTraceExportRow {
  exportId: string;
  traceId: string;
  format: "agentic-receipt" | "qrels";
  /** SHA-256 in lower-case hex. */
  artifactHash: string;
  createdAtMs: number;
}

export interface GnoTagsList {
  /** Most used first, then by name. */
  tags: {
    tag: string;
    /** Active documents that carry it. */
    count: number;
  }[];
  meta: {
    collection: string | null;
    prefix: string | null;
    /** Tags that match, also those beyond the list. */
    totalTags: number;
    /** INDEX_EMPTY = nothing is indexed; the message says what to do. */
    warnings?: {
      code: string;
      message: string;
    }[];
  };
}

export interface GnoLinks {
  /** By line and column. */
  links: {
    /** Target as written, without anchor and collection prefix. */
    targetRef: string;
    targetAnchor?: string;
    targetCollection?: string;
    linkType: "wiki" | "markdown";
    /** Text shown, when it differs from the target. */
    linkText?: string;
    position: GnoPosition;
  }[];
  meta: {
    /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
    docid: string;
    /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
    uri: string;
    title?: string;
    /** Links that pass the filter, also those beyond the list. */
    totalLinks: number;
    filterType: "wiki" | "markdown" | null;
  };
}

/** Where a link starts in the source document. */
export interface GnoPosition {
  /** Line in the file, from 1. */
  startLine: number;
  /** Column in that line, from 1. */
  startCol: number;
}

export interface GnoBacklinks {
  /** By source URI, line and column. */
  backlinks: {
    /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
    sourceDocUri: string;
    sourceDocTitle?: string;
    linkText?: string;
    position: GnoPosition;
  }[];
  meta: {
    /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
    docid: string;
    /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
    uri: string;
    title?: string;
    /** Links that pass the filter, also those beyond the list. */
    totalBacklinks: number;
    filterCollection: string | null;
  };
}

/** Documents near to one. */
export interface GnoSimilar {
  /** Nearest first. */
  similar: {
    /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
    docid: string;
    /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
    uri: string;
    title?: string;
    /** Cosine of its nearest passage with the mean of the document's passages. */
    score: number;
    /** Path on the host; sent to local callers only. */
    absPath?: string;
  }[];
  meta: {
    /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
    docid: string;
    /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
    uri: string;
    title?: string;
    /** Number of documents in this answer. */
    totalSimilar: number;
    limit?: number;
    /** As given; null when none was applied. */
    threshold: number | null;
    crossCollection: boolean;
  };
}

export interface GnoGraph {
  /**
   * By degree, highest first.
   *
   * @maxItems 5000
   */
  nodes: GnoGraphNode[];
  /** @maxItems 50000 */
  links: GnoGraphEdge[];
  report: {
    /** @maxItems 10 */
    hubs: GnoGraphNode[];
    /**
     * Documents that link and are linked to.
     *
     * @maxItems 10
     */
    bridgeCandidates: GnoGraphNode[];
    isolated: {
      total: number;
      /** @maxItems 10 */
      examples: GnoGraphNode[];
    };
    unresolvedLinks: {
      total: number;
      byType: {
        wiki: number;
        markdown: number;
      };
    };
    edgeTypes: {
      wiki: number;
      markdown: number;
      similar: number;
    };
    edgeConfidence: {
      explicit: number;
      inferred: number;
      ambiguous: number;
      similarity: number;
    };
    audit: {
      inferredEdges: number;
      ambiguousEdges: number;
      similarityEdges: number;
    };
    communities: {
      total: number;
      algorithm: "deterministic-label-propagation";
      skipped: boolean;
      /** Community of each node, by id. */
      assignments: {
        [k: string]: string;
      };
      /** @maxItems 10 */
      top: {
        id: string;
        label: string;
        size: number;
        edgeCount: number;
        density: number;
        /** @maxItems 5 */
        topNodes: GnoGraphNode[];
      }[];
    };
  };
  meta: GnoGraphMeta;
}

export interface GnoGraphNode {
  /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
  id: string;
  /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
  uri: string;
  title?: string | null;
  collection: string;
  relPath: string;
  /** Distinct documents linked to, plus distinct ones linking here. */
  degree: number;
  /** Key of report.communities. */
  communityId?: string;
}

export interface GnoGraphEdge {
  /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
  source: string;
  /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
  target: string;
  type: "wiki" | "markdown" | "similar";
  /** Links made one; for similar the score. */
  weight: number;
  confidence: "explicit" | "inferred" | "ambiguous" | "similarity";
  audit: {
    resolution: "exact-title" | "exact-path" | "path-fallback" | "ambiguous-fallback" | "similarity";
    matchCount?: number;
    score?: number;
  };
}

export interface GnoGraphMeta {
  collection: string | null;
  nodeLimit: number;
  edgeLimit: number;
  totalNodes: number;
  totalEdges: number;
  /** Links that lead to no document. */
  totalEdgesUnresolved: number;
  returnedNodes: number;
  returnedEdges: number;
  truncated: boolean;
  linkedOnly: boolean;
  includedSimilar: boolean;
  /** Whether vectors are stored. */
  similarAvailable: boolean;
  similarTopK: number;
  similarTruncatedByComputeBudget: boolean;
  warnings: string[];
}

export interface GnoGraphQuery {
  schemaVersion: "1.0";
  root: GnoTypedNode;
  /**
   * The root too; by depth and URI.
   *
   * @maxItems 1000
   */
  nodes: GnoTypedNode[];
  /** @maxItems 5000 */
  edges: GnoTypedEdge[];
  meta: {
    direction: "both" | "out" | "in";
    edgeType: string | null;
    maxDepth: number;
    maxNodes: number;
    frontierLimit: number;
    visitedLimit: number;
    returnedNodes: number;
    returnedEdges: number;
    truncated: boolean;
    warnings: string[];
  };
}

export interface GnoTypedNode {
  /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
  id: string;
  /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
  uri: string;
  title: string | null;
  collection: string;
  relPath: string;
  depth: number;
  graphHints: string[];
}

export interface GnoTypedEdge {
  /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
  source: string;
  /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
  target: string;
  edgeType: string;
  relationType: string;
  confidence: "parsed" | "configured" | "manual" | "inferred";
  edgeSource: "wikilink" | "markdown-link" | "frontmatter-relation";
  depth: number;
}

export interface GnoGraphNeighbors {
  source: GnoGraphNode;
  /**
   * By direction, edge type and URI.
   *
   * @maxItems 5000
   */
  neighbors: {
    node: GnoGraphNode;
    direction: "out" | "in";
    edge: GnoGraphEdge;
  }[];
  meta: {
    collection: string | null;
    nodeLimit: number;
    edgeLimit: number;
    totalNodes: number;
    totalEdges: number;
    /** Links that lead to no document. */
    totalEdgesUnresolved: number;
    returnedNodes: number;
    returnedEdges: number;
    truncated: boolean;
    linkedOnly: boolean;
    includedSimilar: boolean;
    /** Whether vectors are stored. */
    similarAvailable: boolean;
    similarTopK: number;
    similarTruncatedByComputeBudget: boolean;
    warnings: string[];
    direction: "both" | "out" | "in";
    totalNeighbors: number;
  };
}

export interface GnoGraphPath {
  from: GnoGraphNode;
  to: GnoGraphNode;
  /** null when there is no way within maxDepth. */
  path: {
    /** @maxItems 13 */
    nodes: GnoGraphNode[];
    /** @maxItems 12 */
    edges: GnoGraphEdge[];
  } | null;
  meta: {
    collection: string | null;
    nodeLimit: number;
    edgeLimit: number;
    totalNodes: number;
    totalEdges: number;
    /** Links that lead to no document. */
    totalEdgesUnresolved: number;
    returnedNodes: number;
    returnedEdges: number;
    truncated: boolean;
    linkedOnly: boolean;
    includedSimilar: boolean;
    /** Whether vectors are stored. */
    similarAvailable: boolean;
    similarTopK: number;
    similarTruncatedByComputeBudget: boolean;
    warnings: string[];
    maxDepth: number;
    found: boolean;
    hops: number;
  };
}

/** A policy before and after. */
export interface GnoEgressPolicySet {
  schemaVersion: "1.0";
  /** Before the call. */
  previous: GnoEgressPolicyState;
  /** After the call. */
  current: GnoEgressPolicyState;
  change: "tightened" | "relaxed" | "source_changed" | "unchanged";
  /** What the change made stale; null when nothing changed. */
  invalidation: null | {
    policyEpoch: string;
    queuedJobsInvalidated: number;
    sessionsInvalidated: number;
    staleWorkMustRetry: true;
  };
}

export interface GnoTraceLabelResult {
  schemaVersion: "1.0";
  result: "inserted" | "duplicate";
  judgment: GnoTraceJudgment;
}

export interface GnoTraceExport {
  schemaVersion: "1.0";
  result: "inserted" | "duplicate";
  manifest: {
    exportId: string;
    /** @minItems 1 */
    traceIds: string[];
    format: "agentic-receipt" | "qrels";
    /** SHA-256 in lower-case hex. */
    artifactHash: string;
    egressLineage?: GnoEgressLineage;
    createdAtMs: number;
  };
  artifact: GnoTraceArtifact;
}

/** The same bytes for the same traces. */
export interface GnoTraceArtifact {
  schemaVersion: "1.0";
  format: "agentic-receipt";
  egressLineage?: GnoEgressLineage;
  traces: {
    trace: GnoTrace;
    runs: GnoTraceRun[];
    events: GnoTraceEvent[];
    judgments: GnoTraceJudgment[];
  }[];
}

export interface GnoTraceDeleteResult {
  schemaVersion: "1.0";
  traceId: string;
  deleted: true;
  counts: {
    traces: number;
    runs: number;
    events: number;
    judgments: number;
    exports: number;
    exportLinks: number;
  };
}

export interface GnoTracePurgeResult {
  schemaVersion: "1.0";
  traces: number;
  runs: number;
  events: number;
  judgments: number;
  exports: number;
  exportLinks: number;
  /** Whether the bytes are gone from the disk too; wal_busy: a reader was in the way, the next clean-up does it. */
  physicalCleanup: "completed" | "wal_busy" | "failed";
  checkpointedFrames: number;
  remainingWalFrames: number;
}

export type GnoMemoryRemember = {
  /** The same text is stored and current; nothing was written. */
  outcome: "existing";
  record: GnoMemoryFact;
  matching: GnoMemoryMatching;
} | {
  /** No decision was given; nothing was written. */
  outcome: "candidates";
  /**
   * Nearest first; may be empty.
   *
   * @maxItems 16
   */
  candidates: GnoMemoryCandidate[];
  matching: GnoMemoryMatching;
} | {
  outcome: "added" | "superseded";
  record: GnoMemoryFact;
  /** File of the fact; callers on the same machine only. */
  absPath?: string;
  sync: {
    status: "completed";
    error?: string;
  };
  matching: GnoMemoryMatching;
};

/** One fact with where it comes from. */
export interface GnoMemoryFact {
  /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
  uri: string;
  /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
  docid: string;
  recordId: string;
  /** The fact as it is stored. */
  text: string;
  /**
   * @minItems 1
   * @maxItems 8
   */
  scopes: string[];
  /** Who stored it, as the transport knew him. */
  caller: string;
  session: string;
  /** A moment in UTC: ISO 8601 with seconds and Z. */
  createdAt: string;
  /** SHA-256 in lower-case hex. */
  contentHash: string;
  /** Facts that it replaced. */
  supersedes: string[];
  /** Evidence, as given when it was stored. */
  source?: string;
}

/** How candidates were compared. */
export interface GnoMemoryMatching {
  mode: "semantic" | "lexical";
  /** From this similarity on a match is likely. */
  threshold: number;
  semanticUnavailable?: string;
}

/** A current fact that shares words with the new one. */
export interface GnoMemoryCandidate {
  /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
  uri: string;
  /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
  docid: string;
  recordId: string;
  /** The fact as it is stored. */
  text: string;
  /**
   * @minItems 1
   * @maxItems 8
   */
  scopes: string[];
  /** Who stored it, as the transport knew him. */
  caller: string;
  session: string;
  /** A moment in UTC: ISO 8601 with seconds and Z. */
  createdAt: string;
  /** SHA-256 in lower-case hex. */
  contentHash: string;
  /** Facts that it replaced. */
  supersedes: string[];
  /** Evidence, as given when it was stored. */
  source?: string;
  similarity: number;
  match: "exact" | "likely" | "weak";
}

export interface GnoCaptureResult {
  /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
  docid: string;
  /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
  uri: string;
  /** Path on the host; sent to local callers only. */
  absPath?: string;
  collection: string;
  relPath: string;
  created: boolean;
  openedExisting: boolean;
  createdWithSuffix: boolean;
  overwritten: boolean;
  /** SHA-256 of the body with LF line ends, trimmed. */
  contentHash: string;
  source: GnoCaptureSource;
  tags: string[];
  /** Lexical index: completed in every success. */
  sync: GnoIndexState;
  /** Embedding is a step of its own: see reason. */
  embed: GnoIndexState;
  collisionPolicyResult: "created" | "opened_existing" | "created_with_suffix" | "overwritten" | "conflict";
  /** A UUID in lower-case hex. */
  serverInstanceId: string;
}

/** Where a captured note comes from. */
export interface GnoCaptureSource {
  kind: "direct" | "web" | "email" | "meeting" | "chat" | "file" | "api" | "unknown";
  /** A moment in UTC: ISO 8601 with seconds and Z. */
  capturedAt: string;
  title?: string;
  url?: string;
  uri?: string;
  docid?: string;
  mime?: string;
  ext?: string;
  author?: string;
  canonicalUrl?: string;
  site?: string;
  /** A date as it was written, or a moment in UTC: ISO 8601 with seconds and Z. */
  publishedAt?: string;
  /** A moment in UTC: ISO 8601 with seconds and Z. */
  observedAt?: string;
  externalId?: string;
}

/** State of one step of indexing. */
export interface GnoIndexState {
  status: "not_requested" | "pending" | "running" | "completed" | "skipped" | "failed" | "unknown";
  jobId?: string | null;
  reason?: string;
  error?: string;
}

export interface GnoAddCollectionResult {
  /** Poll it with gno_job_status. */
  jobId: string;
  collection: string;
  status: "started";
}

export interface GnoSyncStarted {
  /** Poll it with gno_job_status. */
  jobId: string;
  collections: string[];
  status: "started";
  options: {
    gitPull: boolean;
    runUpdateCmd: boolean;
  };
}

export interface GnoEmbedStarted {
  /** Poll it with gno_job_status. */
  jobId: string;
  status: "started";
  /** Model that makes the vectors; several, where collections have their own, are joined by a comma. */
  model: string;
}

export interface GnoIndexStarted {
  /** Poll it with gno_job_status. */
  jobId: string;
  status: "started";
  collections: string[];
  /**
   * In the order they run.
   *
   * @minItems 2
   * @maxItems 2
   */
  phases: ["sync", "embed"];
  options: {
    gitPull: boolean;
    runUpdateCmd: false;
  };
}

export interface GnoRemoveCollectionResult {
  removed: true;
  collection: string;
  configUpdated: true;
  indexedDataRetained: true;
  /** What stays and how to undo it. */
  note: string;
}

export interface GnoClearEmbeddingsResult {
  collection: string;
  deletedVectors: number;
  /** Models that lost vectors. */
  deletedModels: string[];
  mode: "stale" | "all";
  /** Vectors kept because another collection holds the same text. */
  protectedSharedVectors: number;
  /** What follows; with mode all. */
  note?: string;
}

export interface GnoFolderResult {
  collection: string;
  /** Below the collection's root. */
  folderPath: string;
  /** On the host; local callers only. */
  path?: string;
}

export interface GnoFileRefactorPreview {
  schemaVersion: "1.0";
  operation: "rename" | "move";
  conflictPolicy: "fail";
  source: GnoRefactorDocRef;
  target: GnoRefactorDocRef;
  /**
   * Notes whose text changes.
   *
   * @maxItems 10000
   */
  affectedDocuments: {
    uri: string;
    relPath: string;
    contentFingerprint: string;
    /** @maxItems 10000 */
    edits: GnoRefactorEdit[];
    /** @maxItems 100000 */
    examined: GnoRefactorExamined[];
  }[];
  /** @maxItems 100000 */
  examinedReferences: GnoRefactorExamined[];
  preconditions: {
    sourceContentFingerprint: string;
    /** @maxItems 10000 */
    affectedContentFingerprints: {
      uri: string;
      fingerprint: string;
    }[];
    targetPathFingerprint: string;
  };
  /** Give it to action apply. */
  planDigest: string;
  safety: {
    rewriteableCount: number;
    unchangedCount: number;
    ambiguousCount: number;
    unsupportedCount: number;
    malformedCount: number;
    invalidCount: number;
    backlinkCount: number;
    wikiLinkCount: number;
    markdownLinkCount: number;
    /** @maxItems 64 */
    blockingReasonCodes: ("ambiguous_resolution" | "duplicate_basename_ambiguity" | "unicode_normalization_mismatch" | "unsupported_syntax" | "malformed_syntax" | "code_fence_context" | "inline_code_context" | "html_context" | "external_destination" | "cross_collection_unsupported" | "reference_definition_site" | "relative_path_recalculated" | "destination_unchanged" | "read_only_document" | "capability_denied" | "occupied_target" | "unsafe_target" | "stale_plan" | "sync_pending" | "filesystem_commit_failed" | "rollback_recovery_required")[];
    /** @maxItems 64 */
    warnings: string[];
  };
  canApply: boolean;
  mutationBoundary: {
    filesystemCommit: "atomic_all_or_rollback";
    indexConvergence: "post_commit_separate";
    syncFailureDoesNotRollbackFilesystem: true;
  };
}

/** A note by address, path and collection. */
export interface GnoRefactorDocRef {
  uri: string;
  relPath: string;
  collection: string;
}

/** One destination that is replaced; offsets in the text without a byte-order mark. */
export interface GnoRefactorEdit {
  coordinateSpace: "utf16_code_units";
  startOffset: number;
  /** Exclusive. */
  endOffset: number;
  originalDestination: string;
  replacementDestination: string;
}

/** A reference that was looked at. */
export interface GnoRefactorExamined {
  documentUri: string;
  documentRelPath: string;
  /** wiki and markdown are links of the graph. */
  kind: "wiki" | "markdown" | "markdown_definition" | "opaque";
  classification: "rewriteable" | "unchanged" | "ambiguous" | "unsupported" | "malformed" | "invalid";
  /** Why a reference or a call ended as it did. */
  reasonCode?: "ambiguous_resolution" | "duplicate_basename_ambiguity" | "unicode_normalization_mismatch" | "unsupported_syntax" | "malformed_syntax" | "code_fence_context" | "inline_code_context" | "html_context" | "external_destination" | "cross_collection_unsupported" | "reference_definition_site" | "relative_path_recalculated" | "destination_unchanged" | "read_only_document" | "capability_denied" | "occupied_target" | "unsafe_target" | "stale_plan" | "sync_pending" | "filesystem_commit_failed" | "rollback_recovery_required";
  originalDestination?: string;
  proposedDestination?: string;
  edit?: GnoRefactorEdit;
  startLine?: number;
  startCol?: number;
  endLine?: number;
  endCol?: number;
}

export interface GnoFileRefactorApplyResult {
  schemaVersion: "1.0";
  planDigest: string;
  operation: "rename" | "move";
  source: GnoRefactorDocRef;
  target: GnoRefactorDocRef;
  status: "applied" | "applied_with_sync_pending" | "conflict" | "stale_plan" | "unsupported" | "failed_rolled_back";
  /** Why a reference or a call ended as it did. */
  reasonCode?: "ambiguous_resolution" | "duplicate_basename_ambiguity" | "unicode_normalization_mismatch" | "unsupported_syntax" | "malformed_syntax" | "code_fence_context" | "inline_code_context" | "html_context" | "external_destination" | "cross_collection_unsupported" | "reference_definition_site" | "relative_path_recalculated" | "destination_unchanged" | "read_only_document" | "capability_denied" | "occupied_target" | "unsafe_target" | "stale_plan" | "sync_pending" | "filesystem_commit_failed" | "rollback_recovery_required";
  filesystem: {
    state: "committed" | "rolled_back" | "unchanged" | "recovery_required";
    recoveryJournalId?: string;
  };
  indexConvergence: {
    state: "converged" | "pending" | "not_attempted" | "skipped";
    recoveryInstruction?: string;
  };
}

export interface GnoDuplicateResult {
  /** Canonical address of a document; ends in ?index=<name> when the index is not the default one. */
  uri: string;
  relPath: string;
  /** Links that lead to the original still do. */
  warnings: string[];
}

export interface GnoJobStatus {
  jobId: string;
  type: "add" | "sync" | "embed" | "index";
  status: "running" | "completed" | "failed";
  /** A moment in UTC: ISO 8601 with seconds and Z. */
  startedAt: string;
  /** A moment in UTC: ISO 8601 with seconds and Z. */
  completedAt?: string;
  /** Of add and sync jobs. */
  result?: GnoSyncResult;
  /** Of embed and index jobs. */
  typedResult?: GnoJobResult;
  /** Why the job failed: CODE: text. */
  error?: string;
  /** Jobs are known to the process that runs them. */
  serverInstanceId: string;
}

/** What a sync did. */
export interface GnoSyncResult {
  collections: GnoCollectionSync[];
  totalDurationMs: number;
  totalFilesProcessed: number;
  totalFilesAdded: number;
  totalFilesUpdated: number;
  totalFilesErrored: number;
  totalFilesSkipped: number;
  /** Texts cut anew because the chunking policy changed. */
  rechunkedMirrors?: number;
}

/** What a sync did with one collection. */
export interface GnoCollectionSync {
  collection: string;
  filesProcessed: number;
  filesAdded: number;
  filesUpdated: number;
  filesUnchanged: number;
  filesErrored: number;
  filesSkipped: number;
  filesMarkedInactive: number;
  durationMs: number;
  errors: {
    relPath: string;
    code: string;
    message: string;
  }[];
  /** Changed, skipped and failed files, at most 1000. */
  files?: GnoFileSync[];
}

/** What a sync did with one file. */
export interface GnoFileSync {
  relPath: string;
  status: "added" | "updated" | "unchanged" | "error" | "skipped";
  /** Short content id: # and the first hex digits of the SHA-256 of the file's bytes. */
  docid?: string;
  /** SHA-256 in lower-case hex. */
  mirrorHash?: string;
  contentType?: string;
  contentTypeSource?: "frontmatter-type" | "prefix" | "path-ext" | "fallback";
  errorCode?: string;
  errorMessage?: string;
  recordImport?: GnoRecordImport;
}

/** What an export file brought in. */
export interface GnoRecordImport {
  adapterId: string;
  adapterVersion: string;
  /** SHA-256 in lower-case hex. */
  adapterFingerprint: string;
  egressLineage?: GnoEgressLineage;
  snapshotState: "complete" | "partial";
  authoritative: boolean;
  stoppedByCap: boolean;
  sourceBytesRead: number;
  records: {
    accepted: number;
    added: number;
    updated: number;
    reactivated: number;
    unchanged: number;
    deactivated: number;
    preserved: number;
    failed: number;
  };
  /** @maxItems 1000 */
  items: {
    outcome: "added" | "updated" | "reactivated" | "unchanged" | "deactivated" | "preserved";
    /** SHA-256 in lower-case hex. */
    recordKey: string;
    sourceLocator: string;
    /** SHA-256 in lower-case hex. */
    sourceHash: string;
    /** SHA-256 in lower-case hex. */
    mirrorHash?: string;
    /** SHA-256 in lower-case hex. */
    adapterFingerprint: string;
    attachments: {
      [k: string]: unknown;
    }[];
  }[];
  itemsTruncated: number;
  /** @maxItems 1 */
  warnings: {
    code: "PARTIAL_SNAPSHOT";
    message: string;
    retryable: boolean;
  }[];
  /** @maxItems 1000 */
  failures: {
    code: "MALFORMED_RECORD" | "MISSING_ID" | "DUPLICATE_ID" | "RECORD_TOO_LARGE" | "SOURCE_TOO_LARGE" | "TIMEOUT" | "RECORD_LIMIT" | "FAILURE_LIMIT" | "INVALID_LOCATOR" | "INVALID_SOURCE_HASH" | "ADAPTER_FAILURE" | "INVALID_SNAPSHOT";
    message: string;
    retryable: boolean;
    stableId?: string;
    sourceLocator?: string;
  }[];
}

/** Result of a job by its kind. */
export type GnoJobResult = {
  kind: "sync";
  value: GnoSyncResult;
} | {
  kind: "embed";
  value: {
    embedded: number;
    errors: number;
  };
} | {
  kind: "index";
  value: {
    sync: GnoSyncResult;
    embed: {
      embedded: number;
      errors: number;
    };
  };
};

export interface GnoJobList {
  /** Oldest first. */
  active: {
    jobId: string;
    type: "add" | "sync" | "embed" | "index";
    /** A moment in UTC: ISO 8601 with seconds and Z. */
    startedAt: string;
  }[];
  /** Newest first. */
  recent: {
    jobId: string;
    type: "add" | "sync" | "embed" | "index";
    status: "completed" | "failed";
    /** A moment in UTC: ISO 8601 with seconds and Z. */
    completedAt: string;
  }[];
}

/** Arguments once they are validated: keys with a default are there. */
export type Filled<Input, Key extends keyof Input> = Input & Required<Pick<Input, Key>>;

/** Everything a handler is typed by. An alias and not an interface: only that fits an index signature. */
export type GnoTools = {
  gno_context: { args: GnoContextArgs; output: GnoContextOutput; errors: "invalid_goal" | "invalid_budget" | "invalid_filter" | "invalid_uri" | "invalid_input" | "no_evidence" | "index_changed_during_compile" | "context_changed_during_compile" | "runtime_error" };
  gno_context_verify: { args: GnoContextVerifyArgs; output: GnoContextVerifyOutput; errors: "invalid_input" | "identity_mismatch" | "invalid_filter" | "index_changed_during_verify" | "context_changed_during_verify" | "runtime_error" };
  gno_ask: { args: GnoAskArgs; output: GnoAskOutput; errors: "VALIDATION" | "NOT_FOUND" | "RUNTIME" };
  gno_recall: { args: GnoRecallArgs; output: GnoRecallOutput; errors: "MEMORY_QUERY_REQUIRED" | "MEMORY_BUDGET_INVALID" | "MEMORY_COLLECTION_REQUIRED" | "MEMORY_COLLECTION_NOT_FOUND" | "MEMORY_COLLECTION_UNMANAGED" | "MEMORY_SCOPES_REQUIRED" | "MEMORY_SCOPES_INVALID" | "MEMORY_QUERY_FAILED" };
  gno_search: { args: GnoSearchArgs; output: GnoSearchOutput; errors: "VALIDATION" | "INVALID_INPUT" | "NOT_FOUND" };
  gno_vsearch: { args: GnoVsearchArgs; output: GnoVsearchOutput; errors: "VALIDATION" | "INVALID_INPUT" | "NOT_FOUND" | "MODEL_NOT_FOUND" | "RUNTIME" };
  gno_query: { args: GnoQueryArgs; output: GnoQueryOutput; errors: "VALIDATION" | "INVALID_INPUT" | "NOT_FOUND" };
  gno_query_diagnose: { args: GnoQueryDiagnoseArgs; output: GnoQueryDiagnoseOutput; errors: "VALIDATION" | "INVALID_INPUT" | "NOT_FOUND" };
  gno_get: { args: GnoGetArgs; output: GnoGetOutput; errors: "INVALID_INPUT" | "NOT_FOUND" | "CONSTRAINT_VIOLATION" };
  gno_section: { args: GnoSectionArgs; output: GnoSectionOutput; errors: "VALIDATION" | "INVALID_INPUT" | "NOT_FOUND" };
  gno_multi_get: { args: GnoMultiGetArgs; output: GnoMultiGetOutput; errors: "INVALID_INPUT" | "NOT_FOUND" };
  gno_peek: { args: GnoPeekArgs; output: GnoPeekOutput; errors: never };
  gno_status: { args: GnoStatusArgs; output: GnoStatusOutput; errors: never };
  gno_audit: { args: GnoAuditArgs; output: GnoAuditOutput; errors: "VALIDATION" | "RUNTIME" };
  gno_egress_policy_get: { args: GnoEgressPolicyGetArgs; output: GnoEgressPolicyGetOutput; errors: "VALIDATION" | "NOT_FOUND" };
  gno_egress_check: { args: GnoEgressCheckArgs; output: GnoEgressCheckOutput; errors: "VALIDATION" };
  gno_egress_audit_list: { args: GnoEgressAuditListArgs; output: GnoEgressAuditListOutput; errors: "INVALID_INPUT" };
  gno_egress_audit_show: { args: GnoEgressAuditShowArgs; output: GnoEgressAuditShowOutput; errors: "NOT_FOUND" };
  gno_egress_audit_status: { args: GnoEgressAuditStatusArgs; output: GnoEgressAuditStatusOutput; errors: never };
  gno_changes: { args: GnoChangesArgs; output: GnoChangesOutput; errors: "VALIDATION" };
  gno_diff: { args: GnoDiffArgs; output: GnoDiffOutput; errors: "VALIDATION" };
  gno_impact: { args: GnoImpactArgs; output: GnoImpactOutput; errors: "VALIDATION" };
  gno_trace_list: { args: GnoTraceListArgs; output: GnoTraceListOutput; errors: "INVALID_INPUT" };
  gno_trace_show: { args: GnoTraceShowArgs; output: GnoTraceShowOutput; errors: "NOT_FOUND" };
  gno_list_tags: { args: GnoListTagsArgs; output: GnoListTagsOutput; errors: "INVALID_INPUT" | "NOT_FOUND" };
  gno_links: { args: GnoLinksArgs; output: GnoLinksOutput; errors: "INVALID_INPUT" | "NOT_FOUND" };
  gno_backlinks: { args: GnoBacklinksArgs; output: GnoBacklinksOutput; errors: "INVALID_INPUT" | "NOT_FOUND" };
  gno_similar: { args: GnoSimilarArgs; output: GnoSimilarOutput; errors: "INVALID_INPUT" | "NOT_FOUND" | "MODEL_NOT_FOUND" | "RUNTIME" };
  gno_graph: { args: GnoGraphArgs; output: GnoGraphOutput; errors: "NOT_FOUND" };
  gno_graph_query: { args: GnoGraphQueryArgs; output: GnoGraphQueryOutput; errors: "VALIDATION" };
  gno_graph_neighbors: { args: GnoGraphNeighborsArgs; output: GnoGraphNeighborsOutput; errors: "NOT_FOUND" };
  gno_graph_path: { args: GnoGraphPathArgs; output: GnoGraphPathOutput; errors: "NOT_FOUND" };
  gno_egress_policy_set: { args: GnoEgressPolicySetArgs; output: GnoEgressPolicySetOutput; errors: "VALIDATION" | "NOT_FOUND" | "EGRESS_RELAXATION_CONFIRMATION_REQUIRED" | "CONSTRAINT_VIOLATION" | "LOCKED" | "WRITE_DISABLED" };
  gno_egress_audit_delete: { args: GnoEgressAuditDeleteArgs; output: GnoEgressAuditDeleteOutput; errors: "NOT_FOUND" | "LOCKED" | "WRITE_DISABLED" };
  gno_egress_audit_purge: { args: GnoEgressAuditPurgeArgs; output: GnoEgressAuditPurgeOutput; errors: "LOCKED" | "WRITE_DISABLED" };
  gno_trace_label: { args: GnoTraceLabelArgs; output: GnoTraceLabelOutput; errors: "NOT_FOUND" | "INVALID_INPUT" | "CONSTRAINT_VIOLATION" | "LOCKED" | "WRITE_DISABLED" };
  gno_trace_export: { args: GnoTraceExportArgs; output: GnoTraceExportOutput; errors: "NOT_FOUND" | "CONSTRAINT_VIOLATION" | "EGRESS_DENIED" | "LOCKED" | "WRITE_DISABLED" };
  gno_trace_delete: { args: GnoTraceDeleteArgs; output: GnoTraceDeleteOutput; errors: "NOT_FOUND" | "LOCKED" | "WRITE_DISABLED" };
  gno_trace_purge: { args: GnoTracePurgeArgs; output: GnoTracePurgeOutput; errors: "LOCKED" | "WRITE_DISABLED" };
  gno_remember: { args: GnoRememberArgs; output: GnoRememberOutput; errors: "WRITE_DISABLED" | "MEMORY_TEXT_REQUIRED" | "MEMORY_TEXT_TOO_LARGE" | "MEMORY_COLLECTION_REQUIRED" | "MEMORY_COLLECTION_NOT_FOUND" | "MEMORY_COLLECTION_UNMANAGED" | "MEMORY_SCOPES_REQUIRED" | "MEMORY_SCOPES_INVALID" | "MEMORY_DECISION_INVALID" | "MEMORY_PREDECESSOR_REQUIRED" | "MEMORY_PREDECESSOR_NOT_FOUND" | "MEMORY_PREDECESSOR_HASH_MISMATCH" | "MEMORY_SUPERSEDE_CONFLICT" | "MEMORY_FENCED_REPLAY" | "MEMORY_FENCED_DERIVED" | "MEMORY_WRITE_LEASE_BUSY" | "MEMORY_SYNC_FAILED" | "MEMORY_SUPERSEDE_PROJECTION_FAILED" | "MEMORY_QUERY_FAILED" };
  gno_capture: { args: GnoCaptureArgs; output: GnoCaptureOutput; errors: "INVALID_INPUT" | "INVALID_PATH" | "NOT_FOUND" | "CAPTURE_SYNC_FAILED" | "LOCKED" | "WRITE_DISABLED" };
  gno_add_collection: { args: GnoAddCollectionArgs; output: GnoAddCollectionOutput; errors: "INVALID_PATH" | "PATH_NOT_FOUND" | "DUPLICATE" | "JOB_CONFLICT" | "LOCKED" | "WRITE_DISABLED" };
  gno_sync: { args: GnoSyncArgs; output: GnoSyncOutput; errors: "NOT_FOUND" | "EGRESS_DENIED" | "JOB_CONFLICT" | "LOCKED" | "WRITE_DISABLED" };
  gno_embed: { args: GnoEmbedArgs; output: GnoEmbedOutput; errors: "NOT_FOUND" | "MODEL_NOT_FOUND" | "JOB_CONFLICT" | "LOCKED" | "WRITE_DISABLED" };
  gno_index: { args: GnoIndexArgs; output: GnoIndexOutput; errors: "NOT_FOUND" | "MODEL_NOT_FOUND" | "EGRESS_DENIED" | "JOB_CONFLICT" | "LOCKED" | "WRITE_DISABLED" };
  gno_remove_collection: { args: GnoRemoveCollectionArgs; output: GnoRemoveCollectionOutput; errors: "NOT_FOUND" | "HAS_REFERENCES" | "LOCKED" | "WRITE_DISABLED" };
  gno_clear_collection_embeddings: { args: GnoClearCollectionEmbeddingsArgs; output: GnoClearCollectionEmbeddingsOutput; errors: "NOT_FOUND" | "LOCKED" | "WRITE_DISABLED" };
  gno_create_folder: { args: GnoCreateFolderArgs; output: GnoCreateFolderOutput; errors: "NOT_FOUND" | "RUNTIME" | "LOCKED" | "WRITE_DISABLED" };
  gno_rename_note: { args: GnoRenameNoteArgs; output: GnoRenameNoteOutput; errors: "NOT_FOUND" | "INVALID_INPUT" | "CONFLICT" | "LOCKED" | "WRITE_DISABLED" };
  gno_move_note: { args: GnoMoveNoteArgs; output: GnoMoveNoteOutput; errors: "NOT_FOUND" | "INVALID_INPUT" | "CONFLICT" | "LOCKED" | "WRITE_DISABLED" };
  gno_duplicate_note: { args: GnoDuplicateNoteArgs; output: GnoDuplicateNoteOutput; errors: "NOT_FOUND" | "INVALID_INPUT" | "CONFLICT" | "LOCKED" | "WRITE_DISABLED" };
  gno_job_status: { args: GnoJobStatusArgs; output: GnoJobStatusOutput; errors: "NOT_FOUND" };
  gno_list_jobs: { args: GnoListJobsArgs; output: GnoListJobsOutput; errors: never };
};
