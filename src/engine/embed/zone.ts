/** Where another program stands, from its address alone: names are never resolved, so a name that is not local is remote. */
import { isIPv4, isIPv6 } from "node:net";
import type { Zone } from "../egress/decide.ts";

export type PeerZone = Exclude<Zone, "local_process">;

const PRIVATE_V4 = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)/;
const PRIVATE_V6 = /^(f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i;

/** Of a server that is called. */
export function zoneOf(url: URL): PeerZone {
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  return host === "localhost" || host.endsWith(".localhost") ? "loopback" : zoneOfAddress(host);
}

/** Of a caller, as its socket names it. */
export function zoneOfAddress(address: string): PeerZone {
  const host = address.replace(/%.*$/, "").toLowerCase();
  if (host === "::1") return "loopback";
  const v4 = isIPv6(host) ? mappedV4(host) : host;
  if (isIPv4(v4)) {
    if (v4.startsWith("127.")) return "loopback";
    return PRIVATE_V4.test(v4) ? "lan" : "remote";
  }
  return isIPv6(host) && PRIVATE_V6.test(host) ? "lan" : "remote";
}

/** IPv4 inside IPv6: `::ffff:7f00:1`, as URL prints it, or `::ffff:127.0.0.1`, as a socket does. */
function mappedV4(host: string): string {
  const [, dotted, high, low] =
    /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/.exec(host) ?? [];
  if (dotted !== undefined) return dotted;
  if (high === undefined || low === undefined) return host;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join(".");
}
