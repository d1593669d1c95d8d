/** One form for the text of a fact, its scopes and who wrote it, so that every wire compares the same things. */
import { createHash } from "node:crypto";
import type { MemoryIdentity } from "./types.ts";

/** NFC, each run of blanks one space, none at the ends. Case is kept: `Staging` and `staging` may be two things. */
export function normaliseText(text: string): string {
  return text.toWellFormed().normalize("NFC").replaceAll(/\s+/g, " ").trim();
}

export function contentHash(text: string): string {
  return sha256(normaliseText(text));
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

const MAX_SCOPES = 8;
const SCOPE = /^[\p{L}\p{N}][\p{L}\p{N}._:/@-]{0,63}$/u;

export type Scopes =
  | { readonly kind: "ok"; readonly scopes: readonly string[] }
  | { readonly kind: "none" }
  | { readonly kind: "invalid"; readonly message: string };

export function normaliseScopes(given: readonly string[]): Scopes {
  const scopes = [...new Set(given.map((one) => one.normalize("NFC").trim().toLowerCase()))].filter(
    (one) => one !== "",
  );
  if (scopes.length === 0) return { kind: "none" };
  if (scopes.length > MAX_SCOPES)
    return { kind: "invalid", message: `There are ${scopes.length} scopes; ${MAX_SCOPES} is the most.` };
  const bad = scopes.find((one) => one.length > 64 || !SCOPE.test(one));
  if (bad === undefined) return { kind: "ok", scopes };
  return {
    kind: "invalid",
    message: `${JSON.stringify(bad.slice(0, 80))} is no scope. A scope has at most 64 characters, starts with a letter or digit, and goes on with letters, digits and . _ : / @ - such as project/atlas.`,
  };
}

const MAX_IDENTITY = 200;

/** A client may call itself anything; what is stored is one short line. */
export function normaliseIdentity({ caller, session }: MemoryIdentity): MemoryIdentity {
  return { caller: oneLine(caller) || "mcp", session: oneLine(session) || "none" };
}

function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
  return [...line].slice(0, MAX_IDENTITY).join("").trim();
}
