/** The `gateway` block: how a listener binds, whom it lets in, and how much at once. */
import type { Entries, NodeReader } from "./node-reader.ts";
import type { GatewayConfig, GatewayLimits } from "./types.ts";

const GATEWAY_KEYS = [
  "host",
  "tokenFile",
  "allowedHosts",
  "allowedOrigins",
  "enableWrite",
  "toolProfile",
  "limits",
] as const;
const LIMIT_KEYS = [
  "maxBodyBytes",
  "maxRequestsPerMinute",
  "maxConcurrentRequests",
  "maxQueuedRequests",
  "maxSessions",
  "sessionIdleTimeoutMs",
] as const satisfies readonly (keyof GatewayLimits)[];

export function readGateway(reader: NodeReader, root: Entries): GatewayConfig {
  const entries = reader.entries(root.get("gateway"), "gateway", GATEWAY_KEYS);
  if (entries === undefined) return {};
  const result: Record<string, unknown> = {};
  for (const key of ["host", "tokenFile"]) {
    if (entries.has(key)) result[key] = reader.text(entries.get(key), key);
  }
  if (entries.has("toolProfile")) {
    result.toolProfile = reader.choice(entries.get("toolProfile"), "toolProfile", ["core", "full"]);
  }
  for (const key of ["allowedHosts", "allowedOrigins"]) {
    if (entries.has(key)) result[key] = reader.texts(entries.get(key), key);
  }
  if (entries.has("enableWrite")) result.enableWrite = reader.flag(entries.get("enableWrite"), "enableWrite");
  if (entries.has("limits")) result.limits = readLimits(reader, entries);
  return result as GatewayConfig;
}

function readLimits(reader: NodeReader, gateway: Entries): Partial<GatewayLimits> {
  const entries = reader.entries(gateway.get("limits"), "limits", LIMIT_KEYS);
  const bounds = { min: 1, max: Number.MAX_SAFE_INTEGER, integer: true };
  return Object.fromEntries(
    LIMIT_KEYS.filter((key) => entries?.has(key)).map((key) => [
      key,
      reader.number(entries?.get(key), key, bounds),
    ]),
  );
}
