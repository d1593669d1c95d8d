/** What `gno recall` and `gno remember` call their arguments: shorter than the schema does, with a receipt from a file. */
import { readFileSync } from "node:fs";
import type { App } from "../app/compose.ts";
import type { AppConfig } from "../app/config.ts";
import type { ToolRow } from "../app/tools.ts";
import type { CallerNames } from "./call-tool.ts";
import { CommandError, type OptionDef, type Values } from "./command.ts";
import { type ToolOptions, toolOptions } from "./tool-options.ts";

type Arguments = Readonly<Record<string, unknown>>;

const memoryTools = new Set(["gno_recall", "gno_remember"]);

const text = (name: string, hint: string, description: string): OptionDef => ({
  name,
  type: "string",
  hint,
  description,
});

const identityOptions: readonly OptionDef[] = [
  text("caller", "name", "Who asks, for the record. Default GNO_MEMORY_CALLER, else cli: and your login."),
  text("session", "name", "In which session. Default GNO_MEMORY_SESSION, else ppid: and the parent process."),
];

const rememberOptions: readonly OptionDef[] = [
  { name: "add", type: "boolean", description: "Store it, whatever comes near; the same as --decision add" },
  text("supersede", "uri", "Store it in place of this fact; the same as --decision supersede --predecessor"),
  text("predecessor", "uri", "The fact to replace, as gno recall shows it."),
  text(
    "receipt",
    "file",
    "Receipt of the recall that the fact derives from, as JSON: the answer of gno recall --json will do.",
  ),
];

/** undefined = not one of the two. */
export function memoryOptions(tool: ToolRow): ToolOptions | undefined {
  if (!memoryTools.has(tool.name)) return undefined;
  const generic = toolOptions(tool);
  const remembers = tool.name === "gno_remember";
  const options = generic.options
    .filter(({ name }) => !name.startsWith("receipt-") && name !== "predecessor-uri")
    .map((option) => (option.name === "scopes" ? { ...option, name: "scope" } : option));
  return {
    positionals: generic.positionals,
    options: [...options, ...(remembers ? rememberOptions : []), ...identityOptions],
    toArguments(values) {
      if (values.scope === undefined)
        throw new CommandError(
          "MEMORY_SCOPES_REQUIRED",
          "Name at least one scope: --scope project/atlas. No scope sees all facts.",
        );
      const args = generic.toArguments({ ...values, scopes: values.scope });
      return remembers ? { ...args, ...decisionOf(values), ...receiptOf(values.receipt) } : args;
    },
    names: (values, config) => namesOf(values, config),
  };
}

function namesOf({ caller, session }: Values, { memory }: AppConfig): CallerNames {
  const names = {
    caller: (typeof caller === "string" && caller.trim()) || memory.caller,
    session: (typeof session === "string" && session.trim()) || memory.session,
  };
  return {
    ...(names.caller === undefined ? {} : { caller: names.caller }),
    ...(names.session === undefined ? {} : { session: names.session }),
  };
}

function decisionOf({ add, supersede, decision, predecessor }: Values): Arguments {
  const given = [
    add === true ? "add" : undefined,
    supersede === undefined ? undefined : "supersede",
    decision,
  ];
  const decisions = [...new Set(given.filter((one) => one !== undefined))];
  if (decisions.length > 1)
    throw new CommandError("VALIDATION", "Decide for one: --add, --supersede or --decision.");
  if (supersede !== undefined && predecessor !== undefined && supersede !== predecessor)
    throw new CommandError(
      "VALIDATION",
      "--supersede and --predecessor name two facts; give one of the two.",
    );
  const uri = supersede ?? predecessor;
  return {
    ...(decisions.length === 0 ? {} : { decision: decisions[0] }),
    ...(uri === undefined ? {} : { predecessorUri: uri }),
  };
}

function receiptOf(file: Values[string]): Arguments {
  if (typeof file !== "string") return {};
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const why = error instanceof SyntaxError ? "is no JSON" : "cannot be read";
    throw new CommandError(
      "VALIDATION",
      `The receipt ${file} ${why}. Save one with: gno recall … --json > ${file}`,
    );
  }
  const whole = given as { readonly receipt?: unknown } | null;
  return { receipt: whole?.receipt ?? given };
}

/** The one collection that is managed for memory need not be named. */
export async function withCollection(
  app: App,
  tool: Pick<ToolRow, "name">,
  args: Arguments,
): Promise<Arguments> {
  if (!memoryTools.has(tool.name) || args.collection !== undefined) return args;
  const managed = (await app.engine()).collections.list().filter((one) => one.memoryManaged === true);
  // Blank: the answer then says which there are.
  return { ...args, collection: managed.length === 1 ? managed[0]?.name : "" };
}
