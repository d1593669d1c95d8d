/**
 * A process that writes until it is killed, told to stop, or has written enough. One line of JSON on stdout for each
 * thing that it was told is done; the test believes these lines and nothing else.
 */
import { writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import { seeded } from "../../fixtures/random.ts";
import { notesOf, openPlace, placeAt } from "../support/place.ts";
import { noteText } from "./note.ts";

export interface WriterOptions {
  readonly base: string;
  /** Makes tokens of this process unique. */
  readonly name: string;
  readonly seed: number;
  /** Milliseconds that each write waits for the lease. */
  readonly leaseMs: number;
  /** Start only when a line comes in. */
  readonly gate?: boolean;
  /** Stop after so many operations. */
  readonly operations?: number;
  /** Take the lease for good and write under it, one note for each line that comes in. */
  readonly hold?: boolean;
  /** Bytes of text in a note, about; default varies. */
  readonly words?: number;
  /** Only new notes: no overwrite, no sync. */
  readonly onlyCreate?: boolean;
}

export type Said =
  | { readonly said: "open" | "held" | "end" }
  | { readonly said: "written"; readonly relPath: string; readonly token: string; readonly version: number }
  | { readonly said: "synced"; readonly token: string }
  /** About to write: from here on the note may or may not be there. */
  | { readonly said: "trying"; readonly token: string; readonly version: number }
  /** A note is about to get another path; from here on it may be at either. */
  | { readonly said: "moving"; readonly token: string; readonly relPath: string }
  | { readonly said: "moved"; readonly token: string; readonly relPath: string; readonly status: string }
  | { readonly said: "locked" }
  | { readonly said: "failed"; readonly message: string };

const options = JSON.parse(process.argv[2] ?? "{}") as WriterOptions;
const never = new AbortController().signal;
const random = seeded(options.seed);
const lines = readLines();

function say(line: Said): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

if (options.gate) await lines.next();
const engine = openPlace(placeAt(options.base));
say({ said: "open" });
if (options.hold) await writeOnDemand();
else await writeOn();
say({ said: "end" });
await engine.close(5000);
process.stdin.destroy();

async function writeOn(): Promise<void> {
  const written: { readonly relPath: string; readonly token: string; version: number }[] = [];
  for (let turn = 0; turn < (options.operations ?? Number.POSITIVE_INFINITY); turn++) {
    const lease = await engine.lease.acquire(options.leaseMs, never);
    if (!lease) {
      say({ said: "locked" });
      continue;
    }
    try {
      const dice = options.onlyCreate ? 0 : random.next();
      const old = dice >= 0.65 && dice < 0.85 ? written[random.below(written.length)] : undefined;
      if (dice >= 0.85) await syncExternal(turn);
      else if (old) {
        old.version++;
        await capture(old.token, old.version, old.relPath);
      } else {
        const token = `tok${options.name}x${turn}`;
        const relPath = await capture(token, 1);
        if (relPath !== undefined) written.push({ relPath, token, version: 1 });
      }
    } catch (error) {
      say({ said: "failed", message: error instanceof Error ? error.message : String(error) });
      if (options.onlyCreate) return;
    } finally {
      lease.release();
    }
  }
}

async function writeOnDemand(): Promise<void> {
  const lease = await engine.lease.acquire(options.leaseMs, never);
  say({ said: lease ? "held" : "locked" });
  for (let turn = 0; !(await lines.next()).done; turn++) await capture(`tok${options.name}x${turn}`, 1);
  lease?.release();
}

/** All notes share few titles, so that names collide all the time. */
async function capture(token: string, version: number, path?: string): Promise<string | undefined> {
  const words = options.words ?? random.below(20) ** 3;
  say({ said: "trying", token, version });
  const result = await engine.notes.capture(
    {
      collection: notesOf(engine),
      content: noteText(token, version, words),
      tags: ["crash"],
      ...(path === undefined
        ? {
            title: `Title ${random.below(5)}`,
            folderPath: `f${random.below(3)}`,
            collisionPolicy: "create_with_suffix",
          }
        : { path }),
      overwrite: path !== undefined,
    },
    never,
  );
  if (result.kind !== "captured") {
    say({ said: "failed", message: `${result.kind}: ${result.message}` });
    return undefined;
  }
  say({ said: "written", relPath: result.note.relPath, token, version });
  return result.note.relPath;
}

/** A file that another program put there, and a sync that finds it. */
async function syncExternal(turn: number): Promise<void> {
  const token = `ext${options.name}x${turn}`;
  writeFileSync(path.join(options.base, "vault", `${token}.md`), noteText(token, 1, 50));
  await engine.sync.run({});
  say({ said: "synced", token });
}

async function* readLines(): AsyncGenerator<string> {
  process.stdin.setEncoding("utf8");
  let rest = "";
  for await (const chunk of process.stdin) {
    const parts = `${rest}${chunk}`.split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
}
