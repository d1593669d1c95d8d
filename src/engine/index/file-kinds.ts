/** What is known about a file by its name: whether it is indexed without being asked for, how, and its media type. */

export type FileForm = "markdown" | "text" | "code";

interface FileKind {
  readonly form: FileForm;
  readonly mime: string;
}

const KINDS: ReadonlyMap<string, FileKind> = new Map([
  [".md", { form: "markdown", mime: "text/markdown" }],
  [".markdown", { form: "markdown", mime: "text/markdown" }],
  [".mdx", { form: "markdown", mime: "text/markdown" }],
  [".txt", { form: "text", mime: "text/plain" }],
  [".text", { form: "text", mime: "text/plain" }],
  [".rst", { form: "text", mime: "text/x-rst" }],
  [".org", { form: "text", mime: "text/org" }],
  [".adoc", { form: "text", mime: "text/asciidoc" }],
  [".asciidoc", { form: "text", mime: "text/asciidoc" }],
  [".ts", { form: "code", mime: "text/typescript" }],
  [".tsx", { form: "code", mime: "text/typescript" }],
  [".js", { form: "code", mime: "text/javascript" }],
  [".jsx", { form: "code", mime: "text/javascript" }],
  [".py", { form: "code", mime: "text/x-python" }],
  [".go", { form: "code", mime: "text/x-go" }],
  [".rs", { form: "code", mime: "text/x-rust" }],
]);

/** Extensions that are indexed when a collection lists none. */
export function isKnownExtension(ext: string): boolean {
  return KINDS.has(ext);
}

/** An extension that a collection lists in `include` without being known is read as plain text. */
export function kindOf(ext: string): FileKind {
  return KINDS.get(ext) ?? { form: "text", mime: "text/plain" };
}

/** Lower case, with the dot; a leading dot is part of the name, not an extension. */
export function extensionOf(relPath: string): string {
  const name = relPath.slice(relPath.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot).toLowerCase();
}

/** The name without its folder and extension. */
export function stemOf(relPath: string): string {
  const name = relPath.slice(relPath.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? name : name.slice(0, dot);
}
