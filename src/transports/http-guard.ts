/** Pure predicates of the HTTP boundary: addresses, Host, Origin, media types. Values are exact, there are no wildcards. */

export function isLoopbackAddress(address: string | undefined): boolean {
  if (address === undefined) return false;
  return address === "::1" || /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/i.test(address);
}

/** A host to bind to that only this machine can reach. */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || isLoopbackAddress(host);
}

export interface Allowed {
  /** Lower case, with the port unless it is 80. */
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
  /** Those that somebody configured: browsers of other sites, which need CORS headers. */
  readonly crossOrigins: ReadonlySet<string>;
}

export function allowedFor(
  host: string,
  port: number,
  configured: { readonly hosts: readonly string[]; readonly origins: readonly string[] },
): Allowed {
  const own = isLoopbackHost(host) ? loopbackNames(host).map((name) => `${name}:${port}`) : [];
  const ownHosts = port === 80 ? own.flatMap((name) => [name, name.slice(0, -":80".length)]) : own;
  return {
    hosts: new Set([...ownHosts, ...configured.hosts].map((value) => value.toLowerCase())),
    origins: new Set([...ownHosts.map((name) => `http://${name}`), ...configured.origins]),
    crossOrigins: new Set(configured.origins),
  };
}

function loopbackNames(host: string): readonly string[] {
  const names = ["127.0.0.1", "localhost"];
  if (host === "::1") return [...names, "[::1]"];
  return host === "localhost" || host === "127.0.0.1" ? names : [...names, host];
}

export function isExactHost(value: string): boolean {
  return /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/i.test(value);
}

export function isExactOrigin(value: string): boolean {
  try {
    const { protocol, origin } = new URL(value);
    return (protocol === "http:" || protocol === "https:") && origin === value;
  } catch {
    return false;
  }
}

/** What clients of the protocol send, nearly without exception. */
const usualAccept = "application/json, text/event-stream";

interface MediaRange {
  readonly type: string;
  readonly refused: boolean;
}

function mediaRanges(accept: string): readonly MediaRange[] {
  return accept.split(",").map((part) => {
    const [type, ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    return { type: type ?? "", refused: parameters.some((piece) => /^q=0(\.0{0,3})?$/.test(piece)) };
  });
}

/**
 * Whether an Accept header admits a media type. No header admits everything; the most specific range decides, and
 * quality values count only as far as 0 refuses.
 */
export function accepts(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept.trim() === "" || accept === usualAccept) {
    return true;
  }
  const ranges = mediaRanges(accept);
  for (const name of [type, `${type.split("/", 1)[0]}/*`, "*/*"]) {
    const range = ranges.find((candidate) => candidate.type === name);
    if (range !== undefined) return !range.refused;
  }
  return false;
}

export function isJson(contentType: string | undefined): boolean {
  if (contentType === "application/json") return true;
  const [type, ...parameters] = (contentType ?? "").split(";").map((piece) => piece.trim().toLowerCase());
  if (type !== "application/json") return false;
  const charset = parameters.find((piece) => piece.startsWith("charset="));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset);
}

export const jsonType = "application/json";
export const eventStreamType = "text/event-stream";
