/**
 * Errors whose text was written for users pass through as RUNTIME with that text; everything else stays an unknown
 * exception, whose text the dispatcher never shows.
 */
import { ConfigError } from "../engine/config/errors.ts";
import { EmbeddingUnavailable } from "../engine/embed/port.ts";
import { isDamage, StoreError, storeError } from "../engine/store/errors.ts";
import type { AnyTool } from "../runtime/service.ts";
import { ToolError } from "../runtime/tool-error.ts";

/** Runs `work`; a broken config or an unusable database becomes an error that says what to do. */
export async function explained<T>(work: () => T | Promise<T>, onDamage?: () => void): Promise<T> {
  try {
    return await work();
  } catch (caught) {
    // A reader's statement fails with the library's own error.
    const error = storeError(caught);
    if (onDamage !== undefined && caught !== error && isDamage(error)) {
      onDamage();
      throw new ToolError(
        "RUNTIME",
        "The index is damaged and is set aside. Run gno_sync to build a new one from the files; no note is affected.",
      );
    }
    throw error instanceof ConfigError || error instanceof StoreError || error instanceof EmbeddingUnavailable
      ? new ToolError("RUNTIME", error.message)
      : error;
  }
}

/** The same handlers, each run through `explained`. */
export function guarded(
  handlers: Readonly<Record<string, AnyTool>>,
  onDamage: () => void,
): Readonly<Record<string, AnyTool>> {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, tool]): [string, AnyTool] => [
      name,
      { run: (args, deps, call) => explained(() => tool.run(args, deps, call), onDamage), text: tool.text },
    ]),
  );
}
