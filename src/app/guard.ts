/**
 * Errors whose text was written for users pass through as RUNTIME with that text; everything else stays an unknown
 * exception, whose text the dispatcher never shows.
 */
import { ConfigError } from "../engine/config/errors.ts";
import { EmbeddingUnavailable } from "../engine/embed/port.ts";
import { StoreError } from "../engine/store/errors.ts";
import type { AnyTool } from "../runtime/service.ts";
import { ToolError } from "../runtime/tool-error.ts";

/** Runs `work`; a broken config or an unusable database becomes an error that says what to do. */
export async function explained<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ConfigError || error instanceof StoreError || error instanceof EmbeddingUnavailable
      ? new ToolError("RUNTIME", error.message)
      : error;
  }
}

/** The same handlers, each run through `explained`. */
export function guarded(handlers: Readonly<Record<string, AnyTool>>): Readonly<Record<string, AnyTool>> {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, tool]): [string, AnyTool] => [
      name,
      { run: (args, deps, call) => explained(() => tool.run(args, deps, call)), text: tool.text },
    ]),
  );
}
