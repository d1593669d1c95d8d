/**
 * References as callers write them, told apart by form alone: nothing here looks at the disk or the index, so a path
 * that would leave its collection is refused before either is asked. spec/gno.md, "References".
 */
import { indexIdentity, indexNameProblem } from "./index-name.ts";
import { parseUri, uriScheme } from "./uri.ts";

export type Ref =
  | { readonly kind: "docid"; readonly docid: string }
  | {
      readonly kind: "path";
      readonly collection: string;
      /** Spellings to try, most literal first. */
      readonly relPaths: readonly string[];
    }
  | { readonly kind: "other-index"; readonly index: string; readonly ref: string }
  | { readonly kind: "bare"; readonly name: string }
  | { readonly kind: "invalid"; readonly message: string };

/** @param openIndex name of the index that is open: naming it in a URI is the same as not naming any. */
export function parseRef(ref: string, openIndex: string): Ref {
  const text = ref.trimStart();
  if (text.trimEnd() === "")
    return invalid("The reference is empty. Give a docid, a gno:// URI or collection/path.");
  if (text.includes("\0")) return invalid("The reference holds a NUL character, which no path can.");
  if (text.startsWith("#")) return docidRef(text.trimEnd());
  if (text.slice(0, uriScheme.length).toLowerCase() === uriScheme) return uriRef(text.trimEnd(), openIndex);
  return pathRef(text);
}

function docidRef(text: string): Ref {
  const hex = text.slice(1);
  if (/^[0-9a-f]{6,}$/.test(hex)) return { kind: "docid", docid: hex };
  return invalid(`${quoted(text)} is not a docid: a docid is # and at least 6 lower-case hex digits.`);
}

function uriRef(text: string, openIndex: string): Ref {
  // `:N` may stand before or after the index parameter; an encoded path never holds a bare colon.
  const [, before = "", line, query = "", trailingLine] =
    /^([^?#]*?)(:\d+)?(\?[^#]*?)?(:\d+)?$/s.exec(text) ?? [];
  if (Number((line ?? trailingLine ?? ":1").slice(1)) < 1) return badLine(text);
  const uri = parseUri(before + query);
  if (uri === undefined) {
    return invalid(
      `${quoted(text)} is not a document URI. The form is gno://collection/path, with %, #, ? and blanks percent-encoded once.`,
    );
  }
  if (uri.index !== undefined) {
    const problem = indexNameProblem(uri.index);
    if (problem !== undefined) return invalid(problem);
    if (indexIdentity(uri.index) !== indexIdentity(openIndex)) {
      return { kind: "other-index", index: uri.index, ref: before };
    }
  }
  if (uri.relPath === "") return invalid(`${quoted(text)} names a collection, not a document.`);
  return escapeProblem(uri.relPath) ?? { kind: "path", collection: uri.collection, relPaths: [uri.relPath] };
}

function pathRef(text: string): Ref {
  if (/^[A-Za-z]:[\\/]/.test(text) || /^[\\/]/.test(text)) {
    return invalid(`${quoted(text)} is an absolute path. Write collection/path instead.`);
  }
  const problem = escapeProblem(text);
  if (problem !== undefined) return problem;
  const split = /^([^\\/]*)[\\/](.*)$/s.exec(text);
  if (split === null) return { kind: "bare", name: text.trimEnd().replace(/:\d+$/, "") };
  const [, collection = "", rest = ""] = split;
  const [, withoutLine, line] = /^(.+):(\d+)\s*$/s.exec(rest) ?? [];
  if (line !== undefined && Number(line) < 1) return badLine(text);
  // A file may really be called "a:12" or end in a blank, so the literal name comes first.
  const spellings = [rest, rest.trimEnd(), ...(withoutLine === undefined ? [] : [withoutLine])];
  const relPaths = spellings.flatMap((path) => [path, tidy(path)]).filter((path) => path.trim() !== "");
  if (relPaths.length === 0) return invalid(`${quoted(text)} names a collection, not a document.`);
  return { kind: "path", collection: collection.toLowerCase(), relPaths: [...new Set(relPaths)] };
}

/** Backslashes count as separators here, whatever they are on this system. */
function escapeProblem(path: string): Ref | undefined {
  if (path.includes("\0")) return invalid("The path holds a NUL character, which no path can.");
  if (path.split(/[\\/]/).includes("..")) {
    return invalid(`${quoted(path)} leaves its collection. Give a path inside it, without "..".`);
  }
  return undefined;
}

/** Forward slashes only, without empty and `.` segments. */
function tidy(path: string): string {
  return path
    .split(/[\\/]/)
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/");
}

function badLine(text: string): Ref {
  return invalid(`${quoted(text)}: lines are counted from 1.`);
}

function invalid(message: string): Ref {
  return { kind: "invalid", message };
}

/** A caller's text inside a message: one line, bounded. */
export function quoted(text: string): string {
  const clean = text.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  return JSON.stringify(clean.length > 200 ? `${clean.slice(0, 199).toWellFormed()}…` : clean);
}
