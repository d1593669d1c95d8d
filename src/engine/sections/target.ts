/**
 * The durable locator of a section: what it is known by, bounded as the contract publishes it. Nothing that identifies
 * a section is ever cut; one that does not fit gets no locator.
 */
import type { Section } from "./list.ts";
import { type Quote, quoteOf } from "./quote.ts";

export interface SectionTarget {
  readonly schemaVersion: "1";
  readonly document: { readonly uri: string };
  readonly anchor: string;
  readonly headingPath: readonly string[];
  readonly occurrence: number;
  readonly quote: Quote;
  readonly sourceFingerprint: string;
  /** Where it stood; never identity. */
  readonly hints: { readonly line: number; readonly startOffset: number; readonly endOffset: number };
}

const MAX_URI = 1024;
const MAX_NAME = 512;
const MAX_BYTES = 2048;

export type Built =
  | { readonly kind: "ok"; readonly target: SectionTarget }
  | { readonly kind: "too-large"; readonly message: string };

export function buildTarget(
  document: { readonly uri: string; readonly fingerprint: string },
  text: string,
  section: Section,
): Built {
  if (document.uri.length > MAX_URI) {
    return { kind: "too-large", message: `the address of the document is longer than ${MAX_URI} characters` };
  }
  if (!fits(section)) {
    return {
      kind: "too-large",
      message: `its heading or one above it is longer than ${MAX_NAME} characters`,
    };
  }
  const quote = quoteOf(text, section);
  const target: SectionTarget = {
    schemaVersion: "1",
    document: { uri: document.uri },
    anchor: section.anchor,
    headingPath: section.headingPath,
    occurrence: section.occurrence,
    quote: { exact: quote.exact, prefix: quote.prefix, suffix: quote.suffix },
    sourceFingerprint: document.fingerprint,
    hints: { line: section.line, startOffset: quote.from, endOffset: quote.to },
  };
  return targetBytes(target) > MAX_BYTES
    ? { kind: "too-large", message: `its headings make the locator larger than ${MAX_BYTES} bytes` }
    : { kind: "ok", target };
}

/** What is wrong with a locator beyond the shape of its parts. */
export function targetProblem(target: SectionTarget): string | undefined {
  const { startOffset, endOffset } = target.hints;
  if (endOffset < startOffset) return "hints.endOffset lies before hints.startOffset";
  const bytes = targetBytes(target);
  return bytes > MAX_BYTES ? `the locator has ${bytes} bytes, at most ${MAX_BYTES} are accepted` : undefined;
}

/** Whether a section can be shown within the published bounds. */
export function fits(section: Section): boolean {
  return [section.anchor, section.title, ...section.headingPath].every(
    (name) => name.length >= 1 && name.length <= MAX_NAME,
  );
}

function targetBytes(target: SectionTarget): number {
  return Buffer.byteLength(JSON.stringify(target));
}
