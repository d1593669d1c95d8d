/** One tool call from the command line, its failures as errors with an exit code. */
import type { App } from "../app/compose.ts";
import { exitOf, type JsonSchema, type ToolRow } from "../app/tools.ts";
import { CommandError, type Context } from "./command.ts";
import { withCommands } from "./tool-names.ts";
import { kebab } from "./tool-options.ts";

/** Names that the user gives himself instead of those of the machine. */
export interface CallerNames {
  readonly caller?: string;
  readonly session?: string;
}

/** One call as the owner of the machine: local, writes allowed. */
export async function call(
  app: App,
  tool: Pick<ToolRow, "name"> & Partial<Pick<ToolRow, "input">>,
  args: Readonly<Record<string, unknown>>,
  { config, signal }: Context,
  progress: (done: number, total: number | undefined, message: string | undefined) => void = () => {},
  as: CallerNames = {},
): Promise<{ readonly data: unknown; readonly text: string }> {
  const outcome = await app.service.run(tool.name, args, {
    signal,
    caller: {
      client: as.caller ?? `cli:${config.user}`,
      session: as.session ?? `ppid:${process.ppid}`,
      transport: "cli",
      local: true,
    },
    progress,
  });
  switch (outcome.kind) {
    case "ok":
      return outcome;
    case "error":
      throw new CommandError(
        outcome.code,
        withCommands(withFlags(outcome.message, tool.input)),
        exitOf(outcome.code),
        outcome.details,
      );
    case "invalid":
      throw new CommandError("VALIDATION", outcome.issues.map(issueText).join("; "), 1, {
        issues: outcome.issues,
      });
    case "unknown":
      throw new CommandError("VALIDATION", `There is no tool ${outcome.tool}.`);
    case "cancelled":
      throw new CommandError("CANCELLED", "Cancelled.", 130);
  }
}

/** The argument that a tool's message names as `collisionPolicy` is a flag to the user. */
function withFlags(message: string, input: JsonSchema | undefined): string {
  const keys = (input?.properties ?? {}) as object;
  return message.replace(/`([a-z]\w*)`/gi, (all, key: string) =>
    Object.hasOwn(keys, key) ? `--${kebab(key)}` : all,
  );
}

/** `/lineCount` is a flag to the user: `--line-count`. What is wrong inside its value is named behind a colon. */
function issueText({ at, message }: { readonly at: string; readonly message: string }): string {
  const [, key = "", ...below] = at.split("/");
  if (key === "") return message;
  const flag = `--${kebab(key)}`;
  return below.length === 0 ? `${flag} ${message}` : `${flag}: ${below.join(".")} ${message}`;
}
