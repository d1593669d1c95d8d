// Generated from schemas/gram and spec/gram.md. Do not edit.
// To change it, edit those and run: npm run codegen

export type GramErrorCode =
  | "E_ARGUMENT"
  | "E_STORAGE"
  | "PROVIDER_AUTH_REQUIRED"
  | "E_PATH"
  | "E_CURSOR"
  | "E_NOT_FOUND"
  | "E_REVISION"
  | "E_DATE"
  | "E_ACCESS"
  | "E_EXISTS"
  | "E_CHANGE"
  | "E_REQUEST"
  | "E_FORMAT"
  | "STALE_READ"
  | "STALE_CURSOR"
  | "STALE_BASE"
  | "EMBEDDING_UNAVAILABLE";

export interface GramErrorFacts {
  /** HTTP status over REST, where the contract has REST. */
  readonly status?: number;
  /** Exit code of the command line. */
  readonly exit: number;
  readonly meaning: string;
}

export const errors: Readonly<Record<GramErrorCode, GramErrorFacts>> = {
  E_ARGUMENT: {
    exit: 1,
    meaning: "an argument that is unknown, missing, of another type, or does not go with another one",
  },
  E_STORAGE: { exit: 2, meaning: "no folder is configured, or the disk refused" },
  PROVIDER_AUTH_REQUIRED: { exit: 2, meaning: "the provider of a mount asks for a new sign-in" },
  E_PATH: { exit: 1, meaning: "a path outside of what agents may see" },
  E_CURSOR: { exit: 1, meaning: "a cursor that this call did not give out" },
  E_NOT_FOUND: { exit: 1, meaning: "no such document or record" },
  E_REVISION: { exit: 1, meaning: "the document has no such revision" },
  E_DATE: { exit: 1, meaning: "a date that cannot be read" },
  E_ACCESS: { exit: 1, meaning: "the folder is read-only" },
  E_EXISTS: { exit: 1, meaning: "a document stands at this path already" },
  E_CHANGE: { exit: 1, meaning: "a change that cannot be made; the message names its place in the request" },
  E_REQUEST: { exit: 1, meaning: "the request id belongs to another change, or is none" },
  E_FORMAT: { exit: 2, meaning: "the file is damaged, or no gram document, or of a newer version" },
  STALE_READ: { exit: 2, meaning: "the document changed while it was read" },
  STALE_CURSOR: { exit: 1, meaning: "the documents changed since the cursor was given out" },
  STALE_BASE: { exit: 1, meaning: "the document moved on since it was read" },
  EMBEDDING_UNAVAILABLE: { exit: 2, meaning: "semantic search was asked for and does not work now" },
};
