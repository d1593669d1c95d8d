/**
 * From a plan to a file: finds the path that the plan may have and writes there, durably. A file that is there already,
 * or appears at the last moment, is never replaced unless that was asked for.
 */
import type { CaptureResult, CollectionConfig } from "../engine.ts";
import { type AtomicOptions, createFile, replaceFile } from "../files/atomic.ts";
import type { FileInfo, FileSystem } from "../files/file-system.ts";
import { slug, titleKey, withSuffix } from "../files/names.ts";
import { isInside, type Located, locate } from "../files/paths.ts";
import { covers } from "../files/scope.ts";
import { readContent } from "./front-matter.ts";
import { type CapturePlan, sensitivePlace } from "./plan.ts";
import type { UserTags } from "./user-tags.ts";

/** A note with more copies than this gets a refusal instead of a search that never ends. */
const MAX_SUFFIX = 10_000;
/** Of a larger file the title is not looked up. */
const MAX_TITLED_BYTES = 2_000_000;

export type Refused = Extract<CaptureResult, { kind: "invalid-input" | "invalid-path" }>;

export interface Placed {
  readonly kind: "placed";
  /** Below the real root: links in the path are resolved. */
  readonly relPath: string;
  readonly collision: "created" | "opened_existing" | "created_with_suffix" | "overwritten";
}

export interface PlaceOptions {
  readonly files: FileSystem;
  readonly durable: AtomicOptions;
  readonly userTags: UserTags;
  /** Files and folders of the program itself. A note in their place would be read as a setting or as data. */
  readonly own: readonly string[];
}

export type Spot = Extract<Located, { kind: "ok" }>;

function refusal(message: string): Refused {
  return { kind: "invalid-input", message };
}

export async function placeNote(
  options: PlaceOptions,
  collection: CollectionConfig,
  plan: CapturePlan,
  signal: AbortSignal,
): Promise<Placed | Refused> {
  const wanted = await pathFor(options, collection, plan);
  for (let number = 1; number <= MAX_SUFFIX; number++) {
    const relPath = number === 1 ? wanted : withSuffix(wanted, number);
    const spot = await findSpot(options, collection, relPath);
    if (spot.kind !== "ok") return spot;
    const there = await options.files.info(spot.file);
    const problem = problemWith(relPath, there, plan);
    if (problem) return problem;
    const placed = (collision: Placed["collision"]): Placed => ({
      kind: "placed",
      relPath: spot.relPath,
      collision,
    });
    // From a write on the change is carried through: a call cancelled later finds it complete.
    signal.throwIfAborted();
    if (plan.overwrite) {
      await overwrite(options, collection, spot, plan);
      return placed(there ? "overwritten" : "created");
    }
    if (there === undefined && (await create(options, collection, spot, plan)) === "created") {
      return placed(number === 1 ? "created" : "created_with_suffix");
    }
    if (plan.policy === "open_existing") return placed("opened_existing");
    if (plan.policy === "error") {
      return refusal(
        `${relPath} exists already and was left as it is. Choose another title or path, or set \`collisionPolicy\` to ` +
          "open_existing or create_with_suffix.",
      );
    }
  }
  return refusal(`${wanted} and ${MAX_SUFFIX - 1} names after it are taken. Choose another title or path.`);
}

/** Two titles can lose their way into one name; then the later title gets a name of its own. */
async function pathFor(
  options: PlaceOptions,
  collection: CollectionConfig,
  plan: CapturePlan,
): Promise<string> {
  const { files } = options;
  const { relPath, distinctPath } = plan;
  const numbered = plan.policy === "create_with_suffix" && !plan.overwrite;
  if (distinctPath === undefined || numbered) return relPath;
  const spot = await findSpot(options, collection, relPath);
  if (spot.kind !== "ok") return relPath;
  const there = await files.info(spot.file);
  if (there?.kind !== "file" || there.size > MAX_TITLED_BYTES) return relPath;
  const { title } = readContent((await files.read(spot.file)).toString());
  if (title === undefined || titleKey(title) === titleKey(plan.title)) return relPath;
  // Another title with another slug came by this name in some other way: then the name is simply taken.
  return slug(title) === slug(plan.title) ? distinctPath : relPath;
}

/** Where a path lands, or why nothing may be written there. */
export async function findSpot(
  { files, own }: Pick<PlaceOptions, "files" | "own">,
  collection: CollectionConfig,
  relPath: string,
): Promise<Spot | Refused> {
  const spot = await locate(collection.path, relPath, files);
  if (spot.kind === "outside") return refusal(spot.message);
  if (spot.kind === "ok") {
    // Once more, on the real path: a link inside the collection may lead to a sensitive folder of it.
    const message = sensitivePlace(spot.relPath);
    if (message !== undefined) return { kind: "invalid-path", message };
    if (await isOwn(files, own, spot.file)) {
      return {
        kind: "invalid-path",
        message: `${spot.relPath} lies where the program keeps its own settings and data. Choose another path.`,
      };
    }
    if (covers(collection, spot.relPath)) return spot;
    return refusal(
      `Collection ${collection.name} does not index ${spot.relPath} (pattern ${collection.pattern}, its extensions, ` +
        "exclude and ignore files). Choose another path, or change the collection.",
    );
  }
  return {
    kind: "invalid-path",
    message: `The folder of collection ${collection.name} is not there. Check that its disk is mounted, or configure another folder.`,
  };
}

/** Settings and data of the program lie there. */
export async function isOwn(files: FileSystem, own: readonly string[], file: string): Promise<boolean> {
  for (const one of own) {
    const real = (await files.realPath(one)) ?? one;
    // A disk that ignores case knows the same file by other letters; elsewhere a name that close is no loss.
    if (isInside(real.toLowerCase(), file.toLowerCase())) return true;
  }
  return false;
}

function problemWith(relPath: string, there: FileInfo | undefined, plan: CapturePlan): Refused | undefined {
  if (there === undefined) return undefined;
  if (there.kind === "folder")
    return refusal(`There is a folder at ${relPath}. Choose another path or title.`);
  if (there.kind === "other") return refusal(`${relPath} is no plain file. Choose another path or title.`);
  if (!plan.overwrite) return undefined;
  if (there.kind === "link")
    return refusal(`${relPath} is a symbolic link. Name the file that it points to.`);
  if ((there.mode & 0o222) === 0) return refusal(`${relPath} is read-only. It was not replaced.`);
  return undefined;
}

async function overwrite(
  { durable, userTags }: PlaceOptions,
  collection: CollectionConfig,
  { file, relPath }: Spot,
  plan: CapturePlan,
): Promise<void> {
  await replaceFile(file, Buffer.from(plan.text), durable);
  if (!plan.markdown) await userTags.set(collection.name, relPath, plan.tags);
}

/** The tags come first: then a file that stands has them, whenever the process is killed. */
async function create(
  { durable, userTags }: PlaceOptions,
  collection: CollectionConfig,
  { file, relPath }: Spot,
  plan: CapturePlan,
): Promise<"created" | "exists"> {
  if (plan.markdown) return createFile(file, Buffer.from(plan.text), durable);
  await userTags.set(collection.name, relPath, plan.tags);
  let outcome: "created" | "exists" | undefined;
  try {
    outcome = await createFile(file, Buffer.from(plan.text), durable);
    return outcome;
  } finally {
    if (outcome !== "created") await userTags.set(collection.name, relPath, []).catch(() => undefined);
  }
}
