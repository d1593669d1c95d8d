/**
 * May content of these collections go there? One pure function, asked before any byte leaves; spec/gno.md "Egress".
 * Anything it does not understand is refused. Host names, providers and paths never enter a decision.
 */

export const POLICIES = ["local_only", "lan", "remote"] as const;
export const ACTIONS = ["retrieve", "serve", "publish", "remote_inference", "export", "clip_write"] as const;
export const ZONES = ["local_process", "loopback", "lan", "remote"] as const;
export const CONTENT_CLASSES = [
  "source",
  "snippet",
  "metadata",
  "attachment",
  "embedding",
  "capsule",
  "audit_log",
  "retrieval_trace",
] as const;
export const POLICY_SOURCES = ["explicit", "config_default", "legacy_default"] as const;

export type Policy = (typeof POLICIES)[number];
export type Action = (typeof ACTIONS)[number];
export type Zone = (typeof ZONES)[number];
export type ContentClass = (typeof CONTENT_CLASSES)[number];
export type PolicySource = (typeof POLICY_SOURCES)[number];

export interface CollectionPolicy {
  readonly collection: string;
  readonly policy: Policy;
  readonly source: PolicySource;
}

export interface EgressQuestion {
  readonly collections: readonly CollectionPolicy[];
  readonly action: Action;
  readonly destinationZone: Zone;
  readonly contentClass: ContentClass;
  readonly caller: { readonly authenticated: boolean; readonly operationAuthorized: boolean };
}

export interface EgressDecision {
  readonly allowed: boolean;
  readonly code: "EGRESS_ALLOWED" | "EGRESS_DENIED";
  readonly reason: string;
  readonly audit: {
    readonly action: Action | "unknown";
    readonly destinationZone: Zone | "unknown";
    readonly contentClass: ContentClass | "unknown";
    readonly collectionCount: number;
    readonly collections: readonly string[];
    readonly effectivePolicy: Policy | "unknown";
    readonly effectivePolicySource: PolicySource | "mixed" | "unknown";
    readonly callerAuthenticated: boolean | null;
    readonly callerOperationAuthorized: boolean | null;
  };
}

export const MAX_COLLECTIONS = 64;
const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** Zones that each action may reach; the policy is asked only after that. */
const REACH: Readonly<Record<Action, readonly Zone[]>> = {
  retrieve: ZONES,
  clip_write: ZONES,
  serve: ["loopback", "lan", "remote"],
  remote_inference: ["loopback", "lan", "remote"],
  export: ["local_process", "lan", "remote"],
  publish: ["remote"],
};

const ALLOWING = new Set(["LOCAL_DESTINATION", "LAN_POLICY_AUTHENTICATED", "REMOTE_POLICY_AUTHENTICATED"]);

/** Never throws, whatever it is given. */
export function decide(question: unknown): EgressDecision {
  const asked = (typeof question === "object" && question !== null ? question : {}) as Partial<
    Record<string, unknown>
  >;
  const reason = reasonOf(question, asked);
  const allowed = ALLOWING.has(reason);
  return { allowed, code: allowed ? "EGRESS_ALLOWED" : "EGRESS_DENIED", reason, audit: auditOf(asked) };
}

/** The strictest policy of a scope; `mixed` when its strictest collections got it from different sources. */
export function strictest(collections: readonly CollectionPolicy[]): {
  policy: Policy;
  source: PolicySource | "mixed";
} {
  const policy =
    POLICIES.find((candidate) => collections.some((one) => one.policy === candidate)) ?? "local_only";
  const sources = new Set(collections.filter((one) => one.policy === policy).map((one) => one.source));
  return { policy, source: sources.size === 1 ? [...sources][0]! : "mixed" };
}

/** First hit wins; the order is part of the contract. */
function reasonOf(question: unknown, asked: Partial<Record<string, unknown>>): string {
  const { collections, action, destinationZone: zone, contentClass, caller } = asked;
  if (typeof question !== "object" || question === null || !Array.isArray(collections))
    return "INVALID_INPUT";
  if (collections.length > MAX_COLLECTIONS) return "COLLECTION_LIMIT_EXCEEDED";
  if (collections.length === 0) return "NO_COLLECTION_POLICY";
  if (!isOneOf(ACTIONS, action)) return "UNKNOWN_ACTION";
  if (!isOneOf(ZONES, zone)) return "UNKNOWN_DESTINATION";
  if (!REACH[action].includes(zone)) return "ACTION_DESTINATION_MISMATCH";
  if (!isOneOf(CONTENT_CLASSES, contentClass)) return "UNKNOWN_CONTENT_CLASS";
  const { authenticated, operationAuthorized } = (caller ?? {}) as Record<string, unknown>;
  if (typeof authenticated !== "boolean" || typeof operationAuthorized !== "boolean") return "INVALID_CALLER";
  return (
    scopeFault(collections) ??
    (operationAuthorized ? undefined : "CALLER_NOT_AUTHORIZED") ??
    policyReason(strictest(collections as CollectionPolicy[]).policy, zone, authenticated)
  );
}

function scopeFault(collections: readonly unknown[]): string | undefined {
  const rows = collections.map((one) => (one ?? {}) as Record<string, unknown>);
  const names = new Set(rows.map((row) => row.collection));
  if (
    names.size < rows.length ||
    rows.some((row) => typeof row.collection !== "string" || !NAME.test(row.collection))
  ) {
    return "INVALID_COLLECTION";
  }
  if (rows.some((row) => !isOneOf(POLICIES, row.policy))) return "UNKNOWN_POLICY";
  if (rows.some((row) => !isOneOf(POLICY_SOURCES, row.source))) return "UNKNOWN_POLICY_SOURCE";
  if (rows.some((row) => row.source !== "explicit" && row.policy !== "local_only"))
    return "INVALID_POLICY_SOURCE_PAIR";
  return undefined;
}

function policyReason(policy: Policy, zone: Zone, authenticated: boolean): string {
  if (zone === "local_process" || zone === "loopback") return "LOCAL_DESTINATION";
  if (policy === "local_only") return "POLICY_LOCAL_ONLY";
  if (zone === "remote" && policy === "lan") return "POLICY_LAN_ONLY";
  if (!authenticated) return "AUTHENTICATION_REQUIRED";
  return zone === "lan" ? "LAN_POLICY_AUTHENTICATED" : "REMOTE_POLICY_AUTHENTICATED";
}

function auditOf(asked: Partial<Record<string, unknown>>): EgressDecision["audit"] {
  const rows = (Array.isArray(asked.collections) ? asked.collections : []).map(
    (one) => (one ?? {}) as Record<string, unknown>,
  );
  const known = rows.length > 0 && scopeFault(rows) === undefined;
  const effective = known ? strictest(rows as unknown as CollectionPolicy[]) : undefined;
  const caller = (asked.caller ?? {}) as Record<string, unknown>;
  const flag = (value: unknown) => (typeof value === "boolean" ? value : null);
  return {
    action: isOneOf(ACTIONS, asked.action) ? asked.action : "unknown",
    destinationZone: isOneOf(ZONES, asked.destinationZone) ? asked.destinationZone : "unknown",
    contentClass: isOneOf(CONTENT_CLASSES, asked.contentClass) ? asked.contentClass : "unknown",
    collectionCount: rows.length,
    collections: known ? rows.map((row) => row.collection as string).sort() : [],
    effectivePolicy: effective?.policy ?? "unknown",
    effectivePolicySource: effective?.source ?? "unknown",
    callerAuthenticated: flag(caller.authenticated),
    callerOperationAuthorized: flag(caller.operationAuthorized),
  };
}

function isOneOf<T extends string>(words: readonly T[], value: unknown): value is T {
  return (words as readonly unknown[]).includes(value);
}
