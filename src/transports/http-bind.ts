/** Who a listener may be open to: loopback freely, other machines only with all three controls. */
import { isExactHost, isExactOrigin, isLoopbackHost } from "./http-guard.ts";

/** A bind that would be open to others without the controls that it needs, or one that cannot be had. */
export class HttpConfigError extends Error {}

/** @throws HttpConfigError that says what is missing. */
export function checkBind(
  host: string,
  hosts: readonly string[],
  origins: readonly string[],
  tokenFile: string | undefined,
): void {
  for (const value of hosts) {
    if (!isExactHost(value))
      throw new HttpConfigError(`${JSON.stringify(value)} is no exact host, such as notes.example:3000.`);
  }
  for (const value of origins) {
    if (!isExactOrigin(value))
      throw new HttpConfigError(
        `${JSON.stringify(value)} is no exact origin, such as https://notes.example.`,
      );
  }
  if (isLoopbackHost(host)) return;
  const missing = [
    tokenFile === undefined ? "a token file (--mcp-token-file)" : undefined,
    hosts.length === 0 ? "at least one exact host (--mcp-allowed-host)" : undefined,
    origins.length === 0 ? "at least one exact origin (--mcp-allowed-origin)" : undefined,
  ].filter((need) => need !== undefined);
  if (missing.length === 0) return;
  throw new HttpConfigError(
    `Listening on ${host} lets other machines in. That needs ${missing.join(" and ")}; or listen on 127.0.0.1.`,
  );
}
