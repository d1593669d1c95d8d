/** What a job did: a line a collection, the files that failed, the vectors that were made. */
import type { Paint } from "./io.ts";

interface Collection {
  readonly collection: string;
  readonly filesProcessed: number;
  readonly filesAdded: number;
  readonly filesUpdated: number;
  readonly filesUnchanged: number;
  readonly filesErrored: number;
  readonly filesSkipped: number;
  readonly filesMarkedInactive: number;
  readonly durationMs: number;
  readonly files?: readonly {
    readonly relPath: string;
    readonly status: string;
    readonly errorMessage?: string;
  }[];
  readonly errors: readonly { readonly relPath: string; readonly code: string; readonly message: string }[];
}

interface Sync {
  readonly collections: readonly Collection[];
  readonly rechunkedMirrors?: number;
}

export interface JobData {
  readonly status: string;
  readonly error?: string;
  readonly result?: Sync;
  readonly typedResult?: {
    readonly kind: string;
    readonly value: Sync | Embed | { readonly sync?: Sync; readonly embed?: Embed };
  };
}

interface Embed {
  readonly embedded: number;
  readonly errors: number;
}

/** Most failed files that are named one by one. */
const maxErrors = 20;
/** Most skipped ones: they are no trouble, but whoever misses one looks here. */
const maxSkipped = 5;

export function syncReport(job: JobData, paint: Paint): string {
  const embed = embedOf(job);
  const sync = syncOf(job);
  if (embed !== undefined && sync === undefined) return embedLine(embed);
  if (sync === undefined || sync.collections.length === 0) {
    return "Nothing to index yet. Add a folder: gno collection add <folder>";
  }
  const lines = sync.collections.flatMap((each) => [
    collectionLine(each, paint),
    ...errorLines(each, paint),
    ...skippedLines(each, paint),
  ]);
  if ((sync.rechunkedMirrors ?? 0) > 0)
    lines.push(`${sync.rechunkedMirrors} texts were cut anew for the chunking policy.`);
  if (embed !== undefined) lines.push(embedLine(embed));
  return lines.join("\n");
}

function embedOf({ typedResult }: JobData): Embed | undefined {
  const value = typedResult?.value;
  if (value === undefined) return undefined;
  return "embedded" in value ? value : "embed" in value ? value.embed : undefined;
}

function embedLine({ embedded, errors }: Embed): string {
  const failed =
    errors === 0 ? "" : `, ${errors} refused by the model (they are tried again; the log says why)`;
  return `${embedded} ${embedded === 1 ? "passage" : "passages"} embedded${failed}`;
}

function syncOf({ result, typedResult }: JobData): Sync | undefined {
  if (result !== undefined) return result;
  const value = typedResult?.value;
  return value === undefined ? undefined : "collections" in value ? value : (value as { sync?: Sync }).sync;
}

function collectionLine(each: Collection, paint: Paint): string {
  const counts = [
    [each.filesAdded, "added"],
    [each.filesUpdated, "updated"],
    [each.filesMarkedInactive, "removed"],
    [each.filesUnchanged, "unchanged"],
    [each.filesSkipped, "skipped"],
    [each.filesErrored, "failed"],
  ] as const;
  const shown = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const seconds = (each.durationMs / 1000).toFixed(1);
  const none = each.errors.length > 0 ? "not synced" : "no files";
  return `${paint("bold", each.collection)}: ${shown.join(", ") || none} (${seconds} s)`;
}

function errorLines({ errors }: Collection, paint: Paint): string[] {
  const lines = errors
    .slice(0, maxErrors)
    .map(({ relPath, message }) =>
      relPath === "" ? `  ${paint("yellow", message)}` : `  ${paint("red", relPath)}: ${message}`,
    );
  return errors.length > maxErrors ? [...lines, `  … ${errors.length - maxErrors} more`] : lines;
}

function skippedLines({ files = [], filesSkipped }: Collection, paint: Paint): string[] {
  const named = files.filter(
    ({ status, errorMessage }) => status === "skipped" && errorMessage !== undefined,
  );
  const lines = named
    .slice(0, maxSkipped)
    .map(({ relPath, errorMessage }) => `  ${paint("dim", `${relPath}: ${errorMessage}`)}`);
  const more = filesSkipped - lines.length;
  return lines.length > 0 && more > 0 ? [...lines, `  … ${more} more; --json lists them`] : lines;
}
