/** What a capture request comes to, before the disk is asked: text, tags, source, and the path it wants. Pure. */
import { createHash } from "node:crypto";
import type { CaptureRequest } from "../engine.ts";
import { distinctSlug, extensionOf, slug, stemOf } from "../files/names.ts";
import { parseRelPath, sensitiveSegment } from "../files/paths.ts";
import { isConverted, kindOf } from "../index/file-kinds.ts";
import { normaliseTag } from "../index/tags.ts";
import { type Content, composeNote, readContent } from "./front-matter.ts";
import { type Preset, presetBody, presets } from "./presets.ts";
import { checkSource, type NoteSource } from "./source.ts";

export const MAX_CONTENT_BYTES = 1_048_576;
const MAX_TITLE_CHARACTERS = 1_000;

export interface CapturePlan {
  readonly title: string;
  readonly relPath: string;
  /** For a name made from the title: the name to take when the first one belongs to a note with another title. */
  readonly distinctPath: string | undefined;
  readonly policy: "error" | "open_existing" | "create_with_suffix";
  readonly overwrite: boolean;
  /** What is written. */
  readonly text: string;
  /** Of the body that was asked for, without front matter of ours. */
  readonly contentHash: string;
  /** In front matter when the file is Markdown, else beside the index. */
  readonly tags: readonly string[];
  readonly markdown: boolean;
  readonly source: NoteSource;
}

export type Planned =
  | { readonly kind: "plan"; readonly plan: CapturePlan }
  | { readonly kind: "invalid-input" | "invalid-path"; readonly message: string };

class Refusal extends Error {
  readonly kind: "invalid-input" | "invalid-path";
  constructor(kind: Refusal["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** `now`: ISO 8601, Z. */
export function planCapture(request: CaptureRequest, now: string): Planned {
  try {
    return { kind: "plan", plan: plan(request, now) };
  } catch (error) {
    if (error instanceof Refusal) return { kind: error.kind, message: error.message };
    throw error;
  }
}

function plan(request: CaptureRequest, now: string): CapturePlan {
  const text = checkContent(request);
  const preset = findPreset(request.presetId);
  if (text === undefined && preset === undefined)
    refuse("Give `content`, or a `presetId` that brings a scaffold.");
  const given = text === undefined ? undefined : readContent(text);
  const title = chooseTitle(request, given);
  const body = text ?? (preset ? presetBody(preset, title) : "");
  const content = given ?? readContent(body);
  const source = chooseSource(request, content, now);
  const contentHash = createHash("sha256").update(body.replaceAll("\r\n", "\n").trim()).digest("hex");
  const { generated, ...where } = choosePath(request, title, source, contentHash);
  if (isConverted(where.relPath)) {
    refuse(
      "A .gram document holds its own history and is written with the gram_* tools. Give another extension.",
    );
  }
  const markdown = kindOf(extensionOf(where.relPath).toLowerCase()).form === "markdown";
  const added = [...request.tags.map(checkTag), ...(preset?.tags ?? [])];
  const own = markdown ? content.tags.map((tag) => normaliseTag(tag) ?? tag) : [];
  const all = [...new Set([...own, ...added])];
  const additions = { title, tags: added.length > 0 ? all : [], source, defaults: preset?.frontMatter ?? {} };
  return {
    ...where,
    title,
    policy: request.collisionPolicy ?? (generated ? "open_existing" : "error"),
    overwrite: request.overwrite,
    text: markdown ? composeNote(content, additions) : body,
    contentHash,
    // A tag of the content that is none by our rule stays in the file and is not claimed here.
    tags: all.filter((tag) => normaliseTag(tag) === tag),
    markdown,
    source,
  };
}

function refuse(message: string): never {
  throw new Refusal("invalid-input", message);
}

/** undefined = none given; blank content counts as none. */
function checkContent({ content }: CaptureRequest): string | undefined {
  if (content === undefined) return undefined;
  if (Buffer.byteLength(content) > MAX_CONTENT_BYTES) {
    refuse(`The content is larger than ${MAX_CONTENT_BYTES} bytes. Split it into several notes.`);
  }
  if (content.includes("\0")) refuse("The content contains a NUL character. Only text can be captured.");
  if (/[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(content)) {
    refuse("The content contains control characters. Only text with tabs and line ends can be captured.");
  }
  if (!content.isWellFormed())
    refuse("The content is not valid Unicode text (it holds half of a surrogate pair).");
  return content.replace(/^\uFEFF/, "").trim() === "" ? undefined : content;
}

function findPreset(id: string | undefined): Preset | undefined {
  if (id === undefined) return undefined;
  if (!Object.hasOwn(presets, id))
    refuse(`There is no preset ${JSON.stringify(id)}. Use one of ${Object.keys(presets).join(", ")}.`);
  return presets[id];
}

function checkTag(given: string): string {
  return (
    normaliseTag(given) ??
    refuse(
      `${JSON.stringify(given)} is no tag. A tag has letters, numbers, hyphens and dots, in parts joined by a slash, ` +
        "and starts with a letter or a number: project/atlas-2.",
    )
  );
}

function chooseTitle({ title, source, path }: CaptureRequest, content: Content | undefined): string {
  const given = title === undefined ? "" : checkTitle(title);
  const stem = path === undefined ? "" : stemOf(path.trim().replaceAll("\\", "/"));
  const candidates = [given, source?.title, content?.title, stem];
  return candidates.map((text) => oneLine(text ?? "")).find((text) => text !== "") ?? "Captured Note";
}

function checkTitle(title: string): string {
  if (/[\u0000-\u0008\u000e-\u001f\u007f]/.test(title) || !title.isWellFormed()) {
    refuse("The title contains a NUL or another control character.");
  }
  if (title.length > MAX_TITLE_CHARACTERS)
    refuse(`The title is longer than ${MAX_TITLE_CHARACTERS} characters.`);
  return title;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function chooseSource(request: CaptureRequest, { source: own }: Content, now: string): NoteSource {
  const kept: Record<string, string> = {};
  if (own !== undefined) kept[URL.canParse(own) ? "url" : "title"] = own;
  const checked = checkSource({ ...kept, ...request.source }, now);
  return checked.kind === "ok" ? checked.source : refuse(checked.message);
}

type Where = Pick<CapturePlan, "relPath" | "distinctPath"> & { readonly generated: boolean };

function choosePath(request: CaptureRequest, title: string, source: NoteSource, contentHash: string): Where {
  const folder = blank(request.folderPath) ? undefined : checkPath(request.folderPath!, "folderPath");
  if (!blank(request.path)) {
    const given = request.path!.trim();
    if (/[\\/]$/.test(given)) refuse("`path` names a folder. Give a file name, or use `folderPath`.");
    const file = checkPath(given, "path");
    const name = file.slice(file.lastIndexOf("/") + 1);
    const below = folder === undefined || file.startsWith(`${folder}/`) ? file : `${folder}/${name}`;
    return {
      relPath: safe(extensionOf(below) === "" ? `${below}.md` : below),
      distinctPath: undefined,
      generated: false,
    };
  }
  if (folder === undefined && blank(request.title)) {
    const day = source.capturedAt.slice(0, 10);
    return {
      relPath: `inbox/${day}/capture-${contentHash.slice(0, 12)}.md`,
      distinctPath: undefined,
      generated: true,
    };
  }
  const below = (name: string): string => safe(folder === undefined ? `${name}.md` : `${folder}/${name}.md`);
  return { relPath: below(slug(title)), distinctPath: below(distinctSlug(title)), generated: false };
}

function blank(text: string | undefined): boolean {
  return text === undefined || text.trim() === "";
}

function checkPath(given: string, field: string): string {
  const checked = parseRelPath(given.trim());
  return checked.kind === "ok" ? checked.path : refuse(`\`${field}\`: ${checked.message}`);
}

function safe(relPath: string): string {
  const message = sensitivePlace(relPath);
  if (message !== undefined) throw new Refusal("invalid-path", message);
  return relPath;
}

/** Why nothing may be written there. */
export function sensitivePlace(relPath: string): string | undefined {
  const segment = sensitiveSegment(relPath);
  return segment && `Nothing is written below ${segment}. Choose another folder.`;
}
