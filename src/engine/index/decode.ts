/**
 * Bytes → text, or the reason why not. The whole file is looked at, never a sample: a sample can split a character of
 * a healthy text, and can miss the NUL of a binary one.
 */
import { isUtf8 } from "node:buffer";

export type Decoded =
  | { readonly kind: "text"; readonly text: string; readonly bom: boolean }
  | { readonly kind: "skip"; readonly code: SkipCode; readonly message: string };

export type SkipCode = "BINARY" | "NOT_UTF8";

export function decode(bytes: Buffer): Decoded {
  const wide = isUtf16(bytes);
  if (wide || !isUtf8(bytes)) {
    if (!wide && bytes.includes(0)) return binary;
    return {
      kind: "skip",
      code: "NOT_UTF8",
      message: wide
        ? "The file is UTF-16 text. Save it as UTF-8 to have it indexed."
        : "The file is not UTF-8 text. Save it as UTF-8 to have it indexed.",
    };
  }
  if (bytes.includes(0)) return binary;
  const bom = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { kind: "text", text: bytes.toString("utf8", bom ? 3 : 0), bom };
}

const binary: Decoded = {
  kind: "skip",
  code: "BINARY",
  message: "The file holds binary data although its name says text.",
};

function isUtf16(bytes: Buffer): boolean {
  return (
    bytes.length >= 2 &&
    ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
  );
}
