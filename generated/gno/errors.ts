// Generated from schemas/gno and spec/gno.md. Do not edit.
// To change it, edit those and run: npm run codegen

export type GnoErrorCode =
  | "VALIDATION"
  | "INVALID_INPUT"
  | "NOT_FOUND"
  | "INVALID_PATH"
  | "PATH_NOT_FOUND"
  | "DUPLICATE"
  | "CONFLICT"
  | "HAS_REFERENCES"
  | "WRITE_DISABLED"
  | "MODEL_NOT_FOUND"
  | "JOB_CONFLICT"
  | "LOCKED"
  | "CAPTURE_SYNC_FAILED"
  | "CHUNKING_POLICY_CONFLICT"
  | "EGRESS_DENIED"
  | "CONSTRAINT_VIOLATION"
  | "invalid_goal"
  | "invalid_budget"
  | "invalid_filter"
  | "invalid_uri"
  | "invalid_input"
  | "no_evidence"
  | "identity_mismatch"
  | "index_changed_during_compile"
  | "context_changed_during_compile"
  | "index_changed_during_verify"
  | "context_changed_during_verify"
  | "runtime_error"
  | "MEMORY_QUERY_REQUIRED"
  | "MEMORY_BUDGET_INVALID"
  | "MEMORY_COLLECTION_REQUIRED"
  | "MEMORY_COLLECTION_NOT_FOUND"
  | "MEMORY_COLLECTION_UNMANAGED"
  | "MEMORY_SCOPES_REQUIRED"
  | "MEMORY_SCOPES_INVALID"
  | "MEMORY_TEXT_REQUIRED"
  | "MEMORY_TEXT_TOO_LARGE"
  | "MEMORY_DECISION_INVALID"
  | "MEMORY_PREDECESSOR_REQUIRED"
  | "MEMORY_PREDECESSOR_NOT_FOUND"
  | "MEMORY_PREDECESSOR_HASH_MISMATCH"
  | "MEMORY_SUPERSEDE_CONFLICT"
  | "MEMORY_FENCED_REPLAY"
  | "MEMORY_FENCED_DERIVED"
  | "MEMORY_WRITE_LEASE_BUSY"
  | "MEMORY_SYNC_FAILED"
  | "MEMORY_SUPERSEDE_PROJECTION_FAILED"
  | "MEMORY_QUERY_FAILED"
  | "EGRESS_POLICY_CHANGED"
  | "EGRESS_RELAXATION_CONFIRMATION_REQUIRED"
  | "STALE_EGRESS_POLICY"
  | "RUNTIME";

export interface GnoErrorFacts {
  /** HTTP status over REST, where the contract has REST. */
  readonly status?: number;
  /** Exit code of the command line. */
  readonly exit: number;
  readonly meaning: string;
}

export const errors: Readonly<Record<GnoErrorCode, GnoErrorFacts>> = {
  VALIDATION: { exit: 1, meaning: "the arguments fit the schema and still make no sense, alone or together" },
  INVALID_INPUT: { exit: 1, meaning: "a reference, tag or note that is malformed" },
  NOT_FOUND: { exit: 1, meaning: "no such collection, document, index or job" },
  INVALID_PATH: { exit: 1, meaning: "a path or collection name that the safety rules refuse" },
  PATH_NOT_FOUND: { exit: 1, meaning: "the folder is not there" },
  DUPLICATE: { exit: 1, meaning: "a collection has this name or this folder already" },
  CONFLICT: { exit: 1, meaning: "the note is read-only where it is" },
  HAS_REFERENCES: { exit: 1, meaning: "the configuration still names the collection in a context" },
  WRITE_DISABLED: { exit: 1, meaning: "the server runs without writes" },
  MODEL_NOT_FOUND: { exit: 2, meaning: "the configured model is not there; the message says how to get it" },
  JOB_CONFLICT: { exit: 2, meaning: "a job runs already; the message carries its id" },
  LOCKED: { exit: 2, meaning: "another writer held the write lease for as long as this call may wait" },
  CAPTURE_SYNC_FAILED: {
    exit: 2,
    meaning: "the note is on disk and its indexing failed; the message names the path",
  },
  CHUNKING_POLICY_CONFLICT: {
    exit: 2,
    meaning: "another process has set a newer chunking policy; reopen the index",
  },
  EGRESS_DENIED: { exit: 1, meaning: "a collection's egress policy forbids sending this there" },
  CONSTRAINT_VIOLATION: {
    exit: 1,
    meaning: "what is stored does not allow it: a trace that is open or closed, evidence that is there already, a used key",
  },
  invalid_goal: { exit: 1, meaning: "the goal of a capsule is empty" },
  invalid_budget: {
    exit: 1,
    meaning: "the budget of a capsule holds nothing: no passage fits, or the margins leave no room",
  },
  invalid_filter: {
    exit: 1,
    meaning: "a collection, tag, time, language or index of a capsule that is not there or cannot be read",
  },
  invalid_uri: { exit: 1, meaning: "the `uriPrefix` of a capsule is not canonical or lies outside its scope" },
  invalid_input: {
    exit: 1,
    meaning: "anything else about a request for a capsule, or a capsule that is malformed or not canonical",
  },
  no_evidence: { exit: 1, meaning: "nothing in scope answers the query of a capsule" },
  identity_mismatch: { exit: 1, meaning: "a capsule whose content is not what its id was made from" },
  index_changed_during_compile: {
    exit: 2,
    meaning: "the index changed while a capsule was compiled; ask again",
  },
  context_changed_during_compile: {
    exit: 2,
    meaning: "the configured contexts changed while a capsule was compiled; ask again",
  },
  index_changed_during_verify: {
    exit: 2,
    meaning: "the index changed while a capsule was verified; ask again",
  },
  context_changed_during_verify: {
    exit: 2,
    meaning: "the configured contexts changed while a capsule was verified; ask again",
  },
  runtime_error: { exit: 2, meaning: "RUNTIME of the capsule tools" },
  MEMORY_QUERY_REQUIRED: { exit: 1, meaning: "the question is blank" },
  MEMORY_BUDGET_INVALID: {
    exit: 1,
    meaning: "a budget outside its bounds; over MCP the schema refuses it first",
  },
  MEMORY_COLLECTION_REQUIRED: { exit: 1, meaning: "the collection is blank" },
  MEMORY_COLLECTION_NOT_FOUND: { exit: 1, meaning: "no such collection" },
  MEMORY_COLLECTION_UNMANAGED: { exit: 1, meaning: "the collection holds no facts, or cannot" },
  MEMORY_SCOPES_REQUIRED: { exit: 1, meaning: "no scope is left once blank ones are dropped" },
  MEMORY_SCOPES_INVALID: { exit: 1, meaning: "a scope that is malformed, or more than eight" },
  MEMORY_TEXT_REQUIRED: { exit: 1, meaning: "the fact is blank or holds a NUL character" },
  MEMORY_TEXT_TOO_LARGE: { exit: 1, meaning: "the fact, or its source, is longer than 4096 bytes" },
  MEMORY_DECISION_INVALID: {
    exit: 1,
    meaning: "a decision that is neither add nor supersede; over MCP the schema refuses it first",
  },
  MEMORY_PREDECESSOR_REQUIRED: {
    exit: 1,
    meaning: "supersede without the uri or the hash of what it replaces",
  },
  MEMORY_PREDECESSOR_NOT_FOUND: { exit: 1, meaning: "no sound fact of the collection is at that uri" },
  MEMORY_PREDECESSOR_HASH_MISMATCH: {
    exit: 1,
    meaning: "the fact says something else than when it was recalled",
  },
  MEMORY_SUPERSEDE_CONFLICT: { exit: 4, meaning: "the fact has a successor already; the message names it" },
  MEMORY_FENCED_REPLAY: { exit: 1, meaning: "the text is a span of the given receipt" },
  MEMORY_FENCED_DERIVED: { exit: 1, meaning: "an origin is a gno:// document" },
  MEMORY_WRITE_LEASE_BUSY: { exit: 4, meaning: "another writer held the write lease for 120 seconds" },
  MEMORY_SYNC_FAILED: {
    exit: 2,
    meaning: "the fact is on disk and its indexing failed, or nothing was written because the index could not be brought up to date; the message says which",
  },
  MEMORY_SUPERSEDE_PROJECTION_FAILED: {
    exit: 2,
    meaning: "the successor is on disk and indexed, the old fact still reads as current",
  },
  MEMORY_QUERY_FAILED: { exit: 2, meaning: "the facts could not be looked up" },
  EGRESS_POLICY_CHANGED: { exit: 2, meaning: "a policy changed while the request ran; ask again" },
  EGRESS_RELAXATION_CONFIRMATION_REQUIRED: {
    exit: 1,
    meaning: "content would go further than now and no confirmation says so rightly; the message holds the right one",
  },
  STALE_EGRESS_POLICY: {
    exit: 2,
    meaning: "a policy changed before the job began (as the head of its job's `error`); start it again",
  },
  RUNTIME: { exit: 2, meaning: "anything else that went wrong inside the server" },
};
