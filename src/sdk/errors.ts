/** What a typed client throws. `code` is the contract's own error code; `message` is free text. */

/** A tool answered with a declared error. `Code` is the union of codes that this tool may answer. */
export class ToolCallError<Code extends string = string> extends Error {
  override readonly name = "ToolCallError";
  readonly tool: string;
  /** A declared code, `INVALID_ARGUMENTS` when the arguments break the schema, `UNKNOWN_TOOL` when it is not served. */
  readonly code: Code | "INVALID_ARGUMENTS" | "UNKNOWN_TOOL";

  constructor(
    tool: string,
    code: Code | "INVALID_ARGUMENTS" | "UNKNOWN_TOOL",
    message: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.tool = tool;
    this.code = code;
  }
}

/** Narrows by shape, not by class: two bundled copies of this module still understand each other. */
export function isToolCallError(error: unknown): error is ToolCallError {
  return error instanceof Error && error.name === "ToolCallError" && "code" in error && "tool" in error;
}

/** The server could not be reached, went away or broke the protocol. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}
