/** What is known about a file by its name: whether it is indexed without being asked for, how, and its media type. */

export type FileForm = "markdown" | "text" | "code";

interface FileKind {
  readonly form: FileForm;
  readonly mime: string;
  /** What is indexed is made from the file and is not what it holds: nobody but its own tools may write it. */
  readonly converted?: true;
}

const KINDS: ReadonlyMap<string, FileKind> = new Map([
  [".md", { form: "markdown", mime: "text/markdown" }],
  [".markdown", { form: "markdown", mime: "text/markdown" }],
  [".mdx", { form: "markdown", mime: "text/markdown" }],
  [".gram", { form: "markdown", mime: "text/x-gram", converted: true }],
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

/** A file whose indexed text is made from it. */
export function isConverted(relPath: string): boolean {
  return kindOf(extensionOf(relPath)).converted === true;
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
