/** The Egress port over the configuration and the durable database. Nothing opens before it is asked for. */
import type { ConfigStore } from "../config/types.ts";
import type { Clock, EngineLog, Ids } from "../ports.ts";
import { type AuditOptions, createAudit } from "./audit.ts";
import { check, judge } from "./check.ts";
import { createDurable } from "./durable.ts";
import { lineageOf } from "./lineage.ts";
import { createPolicies } from "./policies.ts";
import { revisions, setPolicy } from "./set-policy.ts";
import type { Egress } from "./types.ts";

export interface EgressOptions extends Pick<AuditOptions, "retention"> {
  readonly config: Pick<ConfigStore, "load" | "setEgressPolicy">;
  readonly durablePath: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: EngineLog;
}

export interface OwnedEgress extends Egress {
  close(): void;
}

export function createEgress(options: EgressOptions): OwnedEgress {
  const { config, durablePath, clock, ids, log, retention } = options;
  const durable = createDurable(durablePath);
  const policies = createPolicies(config, () => durable.read(revisions, new Map()));
  const audit = createAudit({ durable, clock, ids, ...(retention === undefined ? {} : { retention }) });
  return {
    policy: (collection) => policies.state(collection),
    check: (question) => check(policies, question),
    lineage: (collections) => lineageOf(policies.scope(collections)),
    epoch: () => policies.epoch(),
    async authorize(question) {
      const { decision, scope } = judge(policies, question);
      const { destinationZone: zone } = question;
      if (zone === "local_process" || zone === "loopback") return decision;
      try {
        await audit.record(question, decision, scope);
      } catch (error) {
        if (decision.allowed) throw error;
        // What was refused stays refused; that its receipt is missing must not hide it.
        log.warn("the receipt of a refused transfer could not be kept", { error });
      }
      return decision;
    },
    setPolicy: (request) => setPolicy({ config, durable, policies, clock }, request),
    audit,
    close: () => durable.close(),
  };
}
