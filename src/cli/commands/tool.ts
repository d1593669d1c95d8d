/** Every tool of the contract as a command, made from its input schema: no list of commands to keep beside the contract. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { withApp } from "../../app/direct.ts";
import { expandHome } from "../../app/paths.ts";
import { type ToolRow, tools } from "../../app/tools.ts";
import { type CallerNames, call } from "../call-tool.ts";
import { type Command, CommandError, type Context, jsonOption, type OptionDef } from "../command.ts";
import { confirmedPolicy } from "../confirm-policy.ts";
import { finishWithVectors, indexingTools } from "../embed-after-sync.ts";
import { memoryOptions, withCollection } from "../memory-options.ts";
import { createProgress } from "../progress.ts";
import { renderData } from "../render.ts";
import { withCommands } from "../tool-names.ts";
import { kebab, toolOptions } from "../tool-options.ts";
import { finishJob } from "../wait-for-job.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** Tools that answer truthfully where nothing was initialised. */
const withoutConfig = new Set(["gno_peek", "gno_status", "gno_job_status", "gno_list_jobs"]);

/** What a tool wants to be told, and a person wants to leave out. */
const defaults: Readonly<Record<string, Arguments>> = { gno_context: { budgetTokens: 12_000 } };

function withDefault({ name }: ToolRow, option: OptionDef): OptionDef {
  const found = Object.entries(defaults[name] ?? {}).find(([key]) => kebab(key) === option.name);
  return found === undefined ? option : { ...option, default: String(found[1]) };
}

export function toolCommand(name: string): Command | undefined {
  const tool = tools.find((row) => row.command.join(" ") === name);
  return tool === undefined ? undefined : commandOf(tool);
}

export function toolCommands(): readonly Command[] {
  return tools.map(commandOf);
}

function commandOf(tool: ToolRow): Command {
  const { positionals, options, toArguments, names } = memoryOptions(tool) ?? toolOptions(tool);
  return {
    words: tool.command,
    summary: withCommands(tool.descriptions.full),
    positionals,
    options: [...options.map((option) => withDefault(tool, option)), jsonOption],
    async run(values, context) {
      const args = await prepared(tool, { ...defaults[tool.name], ...toArguments(values) }, context);
      await runTool(tool, args, context, values.json === true, names?.(values, context.config));
      return 0;
    },
  };
}

/** What a shell means by its words: `-` is standard input, a folder is seen from where the user stands. */
async function prepared(tool: ToolRow, args: Arguments, { io }: Context): Promise<Arguments> {
  if (args.content === "-") return { ...args, content: await io.readStdin() };
  if (tool.name === "gno_add_collection" && typeof args.path === "string") {
    return { ...args, path: resolve(expandHome(args.path, homedir())) };
  }
  return args;
}

/** Runs one tool in this process and prints its answer. @throws CommandError with the exit code of the failure. */
export async function runTool(
  tool: ToolRow,
  args: Arguments,
  context: Context,
  json: boolean,
  names: CallerNames = {},
): Promise<void> {
  const { config, io } = context;
  if (!withoutConfig.has(tool.name)) requireConfig(config);
  const progress = createProgress(io);
  await withApp(config, async (app) => {
    const meant =
      tool.name === "gno_egress_policy_set" ? await confirmedPolicy(app, tool, args, context) : args;
    const answer = await call(
      app,
      tool,
      await withCollection(app, tool, meant),
      context,
      progress.update,
      names,
    );
    progress.end();
    if (tool.lock === "job") {
      await finishJob(app, answer.data as { jobId: string }, context, json);
      if (indexingTools.has(tool.name)) await finishWithVectors(app, context, json);
    } else if (json) io.stdout.write(`${JSON.stringify(answer.data, null, 2)}\n`);
    else io.stdout.write(`${renderData(answer.data, answer.text, io.paint)}\n`);
  }).finally(progress.end);
}

/** @throws CommandError that says how to begin. */
export function requireConfig({ configFile }: Context["config"]): void {
  if (existsSync(configFile)) return;
  throw new CommandError(
    "VALIDATION",
    `There is no configuration at ${configFile} yet. Run: gno init <folder>`,
  );
}
