/** The two eras as a message shows them. The SDK judges the envelope; this only finds it. */
import { PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { isObject, type Params } from "./message.ts";

/** The one revision of the modern era that is served, and what `-32022` names as supported. */
export const modernRevision = "2026-07-28";
export const supportedModern: readonly string[] = [modernRevision];

export const unsupportedVersion = -32022;
export const headerMismatch = -32020;

/** The claim is the key, whatever its value. */
export function hasClaim(params: Params | undefined): boolean {
  return isObject(params?._meta) && Object.hasOwn(params._meta, PROTOCOL_VERSION_META_KEY);
}

export function claimedVersion(params: Params | undefined): unknown {
  return isObject(params?._meta) ? params._meta[PROTOCOL_VERSION_META_KEY] : undefined;
}

export function unsupported(requested: string): { readonly message: string; readonly data: object } {
  return {
    message: `Unsupported protocol version: ${requested}`,
    data: { supported: supportedModern, requested },
  };
}
