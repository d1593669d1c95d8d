/** `gno sync`, also `gno update`: the tool's command, and a way to confirm that many files are really gone. */
import { syncAcceptingDeletions } from "../../app/accept-deletions.ts";
import { withApp } from "../../app/direct.ts";
import { type Command, CommandError, type Context, type Values } from "../command.ts";
import { finishWithVectors } from "../embed-after-sync.ts";
import { finishJob } from "../wait-for-job.ts";
import { requireConfig, toolCommand } from "./tool.ts";

export function syncCommand(): Command {
  const tool = toolCommand("sync");
  if (tool === undefined) throw new Error("The contract has no tool that syncs.");
  return {
    ...tool,
    options: [
      ...tool.options,
      {
        name: "accept-deletions",
        type: "boolean",
        description: "Take it as meant when most files of a collection are gone at once",
      },
    ],
    run: (values, context) =>
      values["accept-deletions"] === true ? acceptDeletions(values, context) : tool.run(values, context),
  };
}

async function acceptDeletions(values: Values, context: Context): Promise<number> {
  requireConfig(context.config);
  if (values["git-pull"] === true || values["run-update-cmd"] === true) {
    throw new CommandError(
      "VALIDATION",
      "--accept-deletions goes alone. Pull or update first, look at the folder, then use it.",
    );
  }
  const collection = values.collection as string | undefined;
  await withApp(context.config, async (app) => {
    const sync = await syncAcceptingDeletions(app, collection, context.signal);
    if (sync.kind === "locked") {
      throw new CommandError(
        "LOCKED",
        "Another writer holds the write lock. Wait for it to finish, then run this again.",
        2,
      );
    }
    if (sync.kind === "unknown-collection") {
      throw new CommandError(
        "NOT_FOUND",
        `Collection not found: ${collection}. Configured: ${sync.known.join(", ")}.`,
      );
    }
    await finishJob(app, sync, context, values.json === true);
    await finishWithVectors(app, context, values.json === true);
  });
  return 0;
}
