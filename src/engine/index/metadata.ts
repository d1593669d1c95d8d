/** The typed values of a note, `gno.metadata` in its front matter: a flat mapping, bounded. spec/gno.md, "Metadata". */
import type { FrontValue } from "./front-matter.ts";

type Scalar = string | number | boolean;
export type MetadataValue = Scalar | readonly Scalar[];

export type Metadata =
  /** No namespace is a valid document without values. */
  | { readonly state: "ok"; readonly values: Readonly<Record<string, MetadataValue>> | undefined }
  | { readonly state: "invalid"; readonly reason: string };

const MAX_KEYS = 64;
const MAX_KEY = 128;
const MAX_STRING = 4_096;
const MAX_MEMBERS = 128;
const MAX_BYTES = 64 * 1024;
const REFUSED = new Set(["__proto__", "prototype", "constructor"]);

export function readMetadata(front: ReadonlyMap<string, FrontValue>): Metadata {
  const gno = front.get("gno");
  const namespace = gno?.kind === "map" ? gno.entries.get("metadata") : undefined;
  if (namespace === undefined) return { state: "ok", values: undefined };
  if (namespace.kind !== "map") return invalid("gno.metadata is not a mapping");
  if (namespace.entries.size > MAX_KEYS) return invalid(`gno.metadata has more than ${MAX_KEYS} keys`);
  const values: Record<string, MetadataValue> = {};
  for (const [key, node] of namespace.entries) {
    if (key === "" || key.length > MAX_KEY || REFUSED.has(key))
      return invalid("a key of gno.metadata is not allowed");
    const value = readValue(node);
    if (value === undefined)
      return invalid(`\`${key}\` is no text, number, boolean or flat list of one kind`);
    values[key] = value;
  }
  if (Buffer.byteLength(JSON.stringify(values)) > MAX_BYTES)
    return invalid("gno.metadata is larger than 64 KiB");
  return { state: "ok", values };
}

function invalid(reason: string): Metadata {
  return { state: "invalid", reason };
}

function readValue(node: FrontValue): MetadataValue | undefined {
  if (node.kind === "scalar") return readScalar(node.value);
  if (node.kind === "map" || node.items.length > MAX_MEMBERS) return undefined;
  const members = node.items.map((item) => (item.kind === "scalar" ? readScalar(item.value) : undefined));
  const oneKind = new Set(members.map((member) => typeof member)).size <= 1;
  return oneKind && !members.includes(undefined) ? (members as Scalar[]) : undefined;
}

function readScalar(value: string | number | boolean | null): Scalar | undefined {
  if (value === null || (typeof value === "string" && value.length > MAX_STRING)) return undefined;
  return value;
}
