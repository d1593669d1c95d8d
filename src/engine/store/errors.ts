/** What can be wrong with a database file, as a field; the message says what happened and what to do next. */

export type StoreErrorKind =
  | "foreign" // not ours: left untouched
  | "newer" // written by a later version
  | "damaged"
  | "busy"
  | "full"
  | "missing" // read-only open of a file that is not there
  | "io"
  | "module" // the native SQLite module does not load
  | "sqlite-version";

export class StoreError extends Error {
  readonly kind: StoreErrorKind;

  constructor(kind: StoreErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "StoreError";
    this.kind = kind;
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : "";
}

/** Another connection holds the lock: worth trying again. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED") || kindOf(error) === "busy";
}

export function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB" || kindOf(error) === "damaged";
}

function kindOf(error: unknown): StoreErrorKind | undefined {
  return error instanceof StoreError ? error.kind : undefined;
}

/** Turns an error of the SQLite library into one whose message may be shown; others come back as they are. */
export function storeError(error: unknown): unknown {
  if (error instanceof StoreError) return error;
  const code = codeOf(error);
  if (isBusy(error)) {
    return new StoreError(
      "busy",
      "The database is busy: another process is writing. Try again in a moment.",
      error,
    );
  }
  if (code === "SQLITE_FULL" || code === "ENOSPC") {
    return new StoreError(
      "full",
      "The disk is full: nothing was changed. Free some space and try again.",
      error,
    );
  }
  if (isDamage(error)) {
    return new StoreError(
      "damaged",
      "The database file is damaged. Run `gno doctor --verify` for what to do.",
      error,
    );
  }
  if (
    code.startsWith("SQLITE_IOERR") ||
    code.startsWith("SQLITE_CANTOPEN") ||
    code.startsWith("SQLITE_READONLY")
  ) {
    return new StoreError(
      "io",
      "The data folder cannot be read or written. Check its permissions, or set GNO_DATA_DIR to another folder.",
      error,
    );
  }
  return error;
}
