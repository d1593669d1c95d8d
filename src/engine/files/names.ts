/**
 * File names made from titles. The slug rule loses characters, so two titles can meet in one name; `distinctSlug`
 * gives the later one a name of its own that depends on nothing but its title.
 */
import { createHash } from "node:crypto";
import { isDeviceName } from "./paths.ts";

/** Leaves room in a 255-byte name for digest, suffix and extension. */
const MAX_SLUG_BYTES = 160;

/** Lower case, words joined by hyphens. Letters, marks and numbers of all scripts stay; nothing left = `untitled`. */
export function slug(title: string): string {
  const words = title
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_\s-]/gu, "")
    .replaceAll(/[\s-]+/g, "-")
    .replace(/^-|-$/g, "");
  // Emoji leave variation selectors, which are marks, behind.
  if (!/[\p{L}\p{N}_]/u.test(words)) return "untitled";
  if (isDeviceName(words)) return `${words}-note`;
  const cut = cutToBytes(words, MAX_SLUG_BYTES);
  return cut === words ? words : `${cut.replace(/-+$/, "")}-${titleDigest(title)}`;
}

/** The name of a title whose slug already belongs to another title. */
export function distinctSlug(title: string): string {
  return `${slug(title)}-${titleDigest(title)}`;
}

/** Equal for titles that a reader takes for the same. */
export function titleKey(title: string): string {
  return title.normalize("NFC").trim().replaceAll(/\s+/g, " ").toLowerCase();
}

/** `a/plan.md` → `a/plan-2.md`: the number goes before the extension. */
export function withSuffix(relPath: string, number: number): string {
  const at = extensionStart(relPath);
  return `${relPath.slice(0, at)}-${number}${relPath.slice(at)}`;
}

/** With its dot and as written; "" for none. `v1.2` and `.env` have none: an extension holds a letter. */
export function extensionOf(relPath: string): string {
  return relPath.slice(extensionStart(relPath));
}

/** The name without folders and extension. */
export function stemOf(relPath: string): string {
  return relPath.slice(relPath.lastIndexOf("/") + 1, extensionStart(relPath));
}

function extensionStart(relPath: string): number {
  const name = relPath.lastIndexOf("/") + 1;
  const match = /(?<=.)\.(?=[^.]*[A-Za-z])[A-Za-z0-9_-]{1,16}$/.exec(relPath.slice(name));
  return match ? name + match.index : relPath.length;
}

function titleDigest(title: string): string {
  return createHash("sha256").update(titleKey(title)).digest("hex").slice(0, 8);
}

function cutToBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += Buffer.byteLength(character);
    if (used > bytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}
