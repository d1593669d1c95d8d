/** A page of gno_changes as it is answered, beside the rows of the journal, bare. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { presentChange } from "../../src/contracts/gno/present-change.ts";
import { benchEngine, benchSync } from "./engine.ts";
import { clock, median } from "./measure.ts";
import { bounds, type Row } from "./report.ts";

const PAGES = 40;
const LIMIT = 100;

export async function changesSpeed(work: string, name: string, root: string): Promise<Row[]> {
  const base = mkdtempSync(join(work, "changes-"));
  const engine = benchEngine(base, root);
  await benchSync(engine);
  const db = new Database(join(base, "data", "durable-default.sqlite"), { readonly: true });
  const rows = db.prepare("SELECT * FROM change WHERE sequence > ? ORDER BY sequence LIMIT ?");
  const last = engine.changes.bounds().latest;
  const times = { page: [] as number[], floor: [] as number[] };
  for (let round = 0; round < PAGES; round += 1) {
    const after = Math.floor((round / PAGES) * Math.max(0, last - LIMIT));
    times.floor.push(clock(() => void rows.all(after, LIMIT + 1)));
    times.page.push(
      clock(() => {
        const page = engine.changes.page({ after, limit: LIMIT });
        if (page.kind === "page") page.changes.map((change) => presentChange(change, "default"));
      }),
    );
  }
  db.close();
  await engine.close();
  const floor = { what: "its rows, bare", value: median(times.floor) };
  return [
    {
      group: `changes ${name}`,
      measure: `gno_changes, a page of ${LIMIT}`,
      value: median(times.page),
      unit: "ms",
      floor,
      ...bounds(floor.value, [3, 1], [5, 2], "ms"),
    },
  ];
}
