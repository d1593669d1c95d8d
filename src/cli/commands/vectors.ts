/** `gno embed` and `gno collection clear-embeddings`: the commands of their tools, with the flags that people know. */
import { withApp } from "../../app/direct.ts";
import { embedAnew } from "../../app/embed-anew.ts";
import { type Command, CommandError, type Context, type Values } from "../command.ts";
import { finishJob } from "../wait-for-job.ts";
import { requireConfig, toolCommand } from "./tool.ts";

export function embedCommand(): Command {
  const tool = known("embed");
  return {
    ...tool,
    options: [
      ...tool.options,
      { name: "force", type: "boolean", description: "Make every vector again, also those that are there" },
    ],
    run: (values, context) =>
      values.force === true ? embedForced(values, context) : tool.run(values, context),
  };
}

export function clearEmbeddingsCommand(): Command {
  const tool = known("collection clear-embeddings");
  return {
    ...tool,
    options: [...tool.options, { name: "all", type: "boolean", description: "The same as --mode=all" }],
    run({ all, ...values }, context) {
      if (all === true && values.mode === "stale") {
        throw new CommandError(
          "VALIDATION",
          "--all and --mode=stale contradict each other. Give one of them.",
        );
      }
      return tool.run(all === true ? { ...values, mode: "all" } : values, context);
    },
  };
}

function known(name: string): Command {
  const tool = toolCommand(name);
  if (tool === undefined) throw new Error(`The contract has no tool for gno ${name}.`);
  return tool;
}

async function embedForced(values: Values, context: Context): Promise<number> {
  requireConfig(context.config);
  const collection = values.collection as string | undefined;
  await withApp(context.config, async (app) => {
    const start = await embedAnew(app, collection, context.signal);
    if (start.kind === "locked") {
      throw new CommandError(
        "LOCKED",
        "Another writer holds the write lock. Wait for it to finish, then run this again.",
        2,
      );
    }
    if (start.kind === "unknown-collection") {
      throw new CommandError(
        "NOT_FOUND",
        `Collection not found: ${collection}. Configured: ${start.known.join(", ")}.`,
      );
    }
    await finishJob(app, start, context, values.json === true);
  });
  return 0;
}
