/**
 * `npm run eval [-- --sets DIR --json]`: quality of the retrieval legs on judged sets (`--sets` or CONCORDAT_EVAL_DIR) and on
 * heading look-ups made from the folders in CONCORDAT_CORPORA_DIR. Without either it measures a generated corpus.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeCorpus } from "../fixtures/corpus.ts";
import { identifierSet, languageSet, topicSet } from "./generated.ts";
import { evaluate, type Figures, figuresTable } from "./run.ts";
import { type EvalSet, headingSet, judgedSets } from "./sets.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean" },
    sets: { type: "string" },
    only: { type: "string" },
    headings: { type: "string", default: "400" },
  },
});
const work = mkdtempSync(join(tmpdir(), "concordat-eval-"));
const say = (text: string) => process.stderr.write(`${text}\n`);

function sets(): EvalSet[] {
  const judged = values.sets ?? process.env.CONCORDAT_EVAL_DIR;
  const corpora = process.env.CONCORDAT_CORPORA_DIR;
  const count = Number(values.headings);
  const found: EvalSet[] = [];
  if (judged !== undefined && existsSync(judged)) found.push(...judgedSets(judged, work));
  if (corpora !== undefined && existsSync(corpora)) {
    for (const entry of readdirSync(corpora, { withFileTypes: true })) {
      if (entry.isDirectory()) found.push(headingSet(join(corpora, entry.name), entry.name, count));
    }
  }
  if (found.length === 0) {
    say(
      "No sets given (--sets, CONCORDAT_EVAL_DIR, CONCORDAT_CORPORA_DIR): measuring a generated corpus (seed 1).",
    );
    writeCorpus(join(work, "generated"), { notes: 400 });
    found.push(headingSet(join(work, "generated"), "generated", count));
  }
  found.push(identifierSet(work), languageSet(work), topicSet(work));
  return found.filter(
    ({ name }) => values.only === undefined || values.only.split(",").some((word) => name.includes(word)),
  );
}

try {
  const rows: Figures[] = [];
  for (const set of sets()) {
    say(`${set.name}: ${set.queries.length} queries …`);
    rows.push(...(await evaluate(set, work)));
  }
  process.stdout.write(values.json ? `${JSON.stringify(rows, null, 2)}\n` : `${figuresTable(rows)}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
