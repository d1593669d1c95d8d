/**
 * Egress over HTTP: what a caller on another machine may be answered, asked before its request runs, and whether a policy
 * changed while it ran, asked before the answer goes out. spec/gno.md, "Serving other machines".
 */
import { movesEpoch, type Served, servedBy } from "../contracts/gno/egress-scope.ts";
import { type PeerZone, zoneOfAddress } from "../engine/embed/zone.ts";
import type { EgressDecision, Engine, TransferQuestion } from "../engine/engine.ts";
import type { Admission, GateCaller, HttpGate, Verdict } from "../transports/http-gate.ts";
import { type Refusal, unavailable } from "../transports/http-refusal.ts";
import type { AppLog } from "./log.ts";

export interface EgressGateOptions {
  readonly engine: () => Promise<Pick<Engine, "egress">>;
  readonly isWriteTool: (name: string) => boolean;
  readonly log: AppLog;
}

const egressDenied = -32003;

export function egressGate({ engine, isWriteTool, log }: EgressGateOptions): HttpGate {
  const admit = async (served: Served, { address, authenticated }: GateCaller): Promise<Verdict> => {
    const zone = zoneOfAddress(address);
    try {
      const { egress } = await engine();
      // Before the decision: a change in between makes the answer stale, not wrong.
      const epoch = egress.epoch();
      if (zone !== "loopback") {
        const decision = await egress.authorize(question(served, zone, authenticated));
        if (!decision.allowed) return { refusal: denied(decision, served, zone) };
      }
      if (movesEpoch(served.tool)) return { admission: undefined };
      const writes = served.tool !== undefined && isWriteTool(served.tool);
      return { admission: bound(egress, epoch, zone, writes) };
    } catch (error) {
      // On this machine every answer is allowed, and the tool says better what is wrong.
      if (zone === "loopback") return { admission: undefined };
      log.error("A request of another machine was refused: its policies or the receipts could not be used", {
        error,
      });
      return { refusal: unavailable };
    }
  };

  return {
    admit(message, caller) {
      const served = servedBy(message);
      return served === undefined ? { admission: undefined } : admit(served, caller);
    },

    async refusesBatch(members, { address, authenticated }) {
      const zone = zoneOfAddress(address);
      if (zone === "loopback") return undefined;
      const { egress } = await engine();
      for (const served of members.map(servedBy)) {
        if (served === undefined) continue;
        const asked = question(served, zone, authenticated);
        const outcome = egress.check({ ...asked, partial: false });
        // Nothing of a batch is sent, so only a refusal leaves a receipt.
        if (outcome.kind === "checked" && outcome.check.decision.allowed) continue;
        const decision = await egress.authorize(asked);
        if (!decision.allowed) return { ...denied(decision, served, zone), id: null };
      }
      return undefined;
    },
  };
}

function question(
  { contentClass, collections }: Served,
  destinationZone: PeerZone,
  authenticated: boolean,
): TransferQuestion {
  return {
    ...(collections === undefined ? {} : { collections }),
    action: "serve",
    destinationZone,
    contentClass,
    // The write gate stands before this one.
    caller: { authenticated, operationAuthorized: true },
  };
}

function bound(
  egress: Pick<Engine["egress"], "epoch">,
  admitted: string,
  zone: PeerZone,
  writes: boolean,
): Admission {
  return {
    recheck() {
      try {
        return egress.epoch() === admitted ? undefined : changed(writes);
      } catch {
        return zone === "loopback" ? undefined : changed(writes);
      }
    },
  };
}

function changed(writes: boolean): Refusal {
  const stands = writes ? " What it wrote stands: look before you repeat it." : "";
  return {
    status: 409,
    code: -32000,
    message: `EGRESS_POLICY_CHANGED: An egress policy changed while this request ran, so its answer was dropped. Ask again.${stands}`,
    data: { code: "EGRESS_POLICY_CHANGED" },
  };
}

function denied({ reason, audit }: EgressDecision, { collections }: Served, zone: PeerZone): Refusal {
  return {
    status: 403,
    code: egressDenied,
    message: "Forbidden",
    data: {
      code: "EGRESS_DENIED",
      message: remedy(reason, zone),
      reason,
      // Names that the caller did not say himself are none of his business.
      audit: collections === undefined ? { ...audit, collections: [] } : audit,
    },
  };
}

function remedy(reason: string, zone: PeerZone): string {
  if (reason === "POLICY_LOCAL_ONLY" || reason === "POLICY_LAN_ONLY") {
    return `A collection that this request reads is not served to ${zone} callers. Name one that is, as collection or in a gno:// reference, or let the owner set its policy: gno collection policy set <collection> ${zone}`;
  }
  if (reason === "AUTHENTICATION_REQUIRED")
    return "Callers on other machines have to show the bearer token of this server. Send it.";
  return "This request is not one that can be allowed to another machine. Check the names of its collections.";
}
