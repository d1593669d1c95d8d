/** Pulls and update commands reach past this machine: where the owner said that content stays, neither runs. spec/gno.md, "Jobs". */
import type { Engine } from "../../engine/engine.ts";
import { isRepository } from "../../engine/index/git-pull.ts";
import type { Call } from "../../runtime/tool.ts";
import type { SyncPlan } from "./start-job.ts";

/** A collection without a policy of its own is not asked about: that nobody said anything forbids no explicit order. */
export async function requireExport(
  { collections, gitPull, runUpdateCmd }: SyncPlan,
  engine: Pick<Engine, "egress">,
  call: Pick<Call<"EGRESS_DENIED">, "fail">,
): Promise<void> {
  const reaching = collections.filter(
    ({ path, updateCmd }) => (gitPull && isRepository(path)) || (runUpdateCmd && updateCmd !== undefined),
  );
  const judged = reaching.filter(({ egressPolicy }) => egressPolicy !== undefined).map(({ name }) => name);
  if (judged.length === 0) return;
  const { allowed, reason } = await engine.egress.authorize({
    collections: judged,
    action: "export",
    destinationZone: "remote",
    contentClass: "source",
    caller: { authenticated: true, operationAuthorized: true },
  });
  if (allowed) return;
  const strict = judged.filter((name) => engine.egress.policy(name)?.effectivePolicy !== "remote");
  const orders = [...(gitPull ? ["gitPull"] : []), ...(runUpdateCmd ? ["runUpdateCmd"] : [])].join(" and ");
  call.fail(
    "EGRESS_DENIED",
    `The egress policy of ${strict.slice(0, 5).join(", ")} keeps content from leaving (${reason}), and ${orders} may reach any machine. Nothing ran. Sync without it, sync the other collections by name, or let the owner run: gno collection policy set ${strict[0]} remote`,
    { reason },
  );
}
