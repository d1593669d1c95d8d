/** A declared failure on its way from a handler to the dispatcher. The code travels as a field, never inside the text. */
import type { Details } from "./outcome.ts";

/** Thrown by `call.fail`; a `load` that knows what is wrong may throw it too. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: string;
  readonly details: Details | undefined;

  constructor(code: string, message: string, details?: Details) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
