/** Where a model server stands, from its address alone: names are never resolved, so a name that is not local is remote. */
import { isIPv4, isIPv6 } from "node:net";
import type { Zone } from "../egress/decide.ts";

const PRIVATE_V4 = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)/;
const PRIVATE_V6 = /^(f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i;

export function zoneOf(url: URL): Exclude<Zone, "local_process"> {
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (host === "localhost" || host.endsWith(".localhost") || host === "::1") return "loopback";
  const v4 = isIPv6(host) ? mappedV4(host) : host;
  if (isIPv4(v4)) {
    if (v4.startsWith("127.")) return "loopback";
    return PRIVATE_V4.test(v4) ? "lan" : "remote";
  }
  return isIPv6(host) && PRIVATE_V6.test(host) ? "lan" : "remote";
}

/** `::ffff:7f00:1`, as URL prints an IPv4 address inside IPv6. */
function mappedV4(host: string): string {
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host) ?? [];
  if (high === undefined || low === undefined) return host;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join(".");
}
