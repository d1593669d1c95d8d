/** Runs inside a small disk: fills it with notes, looks at what is there, makes room, writes once more, reports. */
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createPlace, filesOf, litterOf, notesOf, openPlace, searchable } from "../support/place.ts";
import { Ledger } from "./ledger.ts";
import { noteText } from "./note.ts";

export interface Report {
  readonly written: number;
  readonly refusals: readonly string[];
  readonly faults: readonly string[];
  readonly missing: readonly string[];
  readonly litter: readonly string[];
  readonly afterwards: string;
}

const place = createPlace(process.argv[2]);
const ballast = path.join(place.base, "ballast");
writeFileSync(ballast, Buffer.alloc(2_000_000));
const engine = openPlace(place);
const never = new AbortController().signal;
const ledger = new Ledger();
const refusals: string[] = [];

async function capture(token: string): Promise<string> {
  const lease = await engine.lease.acquire(5000, never);
  try {
    ledger.add([{ said: "trying", token, version: 1 }]);
    const content = noteText(token, 1, 2000);
    const collection = notesOf(engine);
    const result = await engine.notes.capture(
      { collection, title: token, content, tags: [], overwrite: false },
      never,
    );
    if (result.kind === "captured") {
      ledger.add([{ said: "written", relPath: result.note.relPath, token, version: 1 }]);
      return result.kind;
    }
    // The note itself may fit where its index entry does not: then the answer says that the note is there.
    refusals.push(`${result.kind}: ${result.message}`);
    return result.kind;
  } catch (error) {
    refusals.push(error instanceof Error ? error.message : String(error));
    return "refused";
  } finally {
    lease?.release();
  }
}

for (let turn = 0; refusals.length < 5; turn++) await capture(`tok${turn}`);
const faults = ledger.faultsIn(filesOf(place));
const missing = ledger.acknowledged.filter((token) => searchable(engine, token).length !== 1);
const written = ledger.acknowledged.length;
rmSync(ballast);
const afterwards = await capture("tokafter");
const report: Report = { written, refusals, faults, missing, litter: litterOf(place), afterwards };
console.log(JSON.stringify(report));
await engine.close(1000);
