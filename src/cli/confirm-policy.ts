/** `gno collection policy set`: before content may go further than now, the owner is asked; his yes is the confirmation. */
import type { App } from "../app/compose.ts";
import type { ToolRow } from "../app/tools.ts";
import { call } from "./call-tool.ts";
import { CommandError, type Context } from "./command.ts";
import { confirm } from "./confirm.ts";

type Arguments = Readonly<Record<string, unknown>>;

const order = ["local_only", "lan", "remote"];
const reach: Readonly<Record<string, string>> = {
  lan: "machines with private addresses",
  remote: "every machine that a model or client is configured for",
};

/** The arguments with a confirmation where one is needed and none was given. @throws CommandError when the answer is no */
export async function confirmedPolicy(
  app: App,
  tool: ToolRow,
  args: Arguments,
  context: Context,
): Promise<Arguments> {
  const { collection, policy, confirmation } = args;
  const wanted = order.indexOf(String(policy));
  if (confirmation !== undefined || typeof collection !== "string" || wanted < 1) return args;
  const get = { ...tool, name: "gno_egress_policy_get" };
  const { data } = await call(app, get, { collection }, context);
  const now = data as { collection: string; effectivePolicy: string; revision: number };
  if (order.indexOf(now.effectivePolicy) >= wanted) return args;
  const question = `Text of ${now.collection} may then go to ${reach[String(policy)]}. Change ${now.effectivePolicy} to ${policy}?`;
  if (!(await confirm(question, context))) throw new CommandError("CANCELLED", "Nothing was changed.", 1);
  return {
    ...args,
    confirmation: {
      collection: now.collection,
      currentPolicy: now.effectivePolicy,
      currentRevision: now.revision,
      targetPolicy: policy,
      acknowledged: true,
    },
  };
}
