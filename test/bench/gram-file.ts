/** Documents with a long history, as a server would have written them, for the sections that measure. */
import { beforeFirst, buildBlock, headerOf } from "../../src/engine/gram/block.ts";
import type { Change, Planned, Refused } from "../../src/engine/gram/changes.ts";
import { createFold } from "../../src/engine/gram/fold.ts";
import { planCreate, planPatch } from "../../src/engine/gram/plan.ts";

const WORDS = "harbour ledger signal quarry meadow copper lantern window orchard velvet granite river".split(
  " ",
);

/** @returns a file of `revisions` blocks: the first makes the document, each later one adds a record, with a link to the one before */
export function gramFile(documentId: string, revisions: number, seed = 0): Buffer {
  const fold = createFold(documentId);
  const parts = [headerOf(documentId)];
  let before = beforeFirst(documentId);
  for (let n = 1; n <= revisions; n += 1) {
    const { ops } = planned(
      n === 1
        ? planCreate(fold, { t: "A measured document", records: [recordOf(1, seed)] })
        : planPatch(fold, [{ op: "add", record: recordOf(n, seed) }] satisfies Change[]),
    );
    const at = Date.UTC(2026, 0, 1) + n * 60_000;
    const block = buildBlock(before, {
      now: at,
      client: "bench/1.0",
      requestId: `r-${n}`,
      digest: "5".repeat(64),
      ops,
      state: fold.state,
    });
    parts.push(block.text);
    before = { n, at: new Date(at).toISOString(), hash: block.hash, chain: block.text.slice(-65, -1) };
  }
  return Buffer.from(parts.join(""));
}

const ENDINGS = [
  "",
  "ed",
  "ing",
  "er",
  "man",
  "yard",
  "side",
  "stone",
  "light",
  "fall",
  "way",
  "board",
] as const;

/** Words as uneven as those of a language: some in many records, most in few. */
function recordOf(n: number, seed: number) {
  const word = (offset: number): string => {
    const random = (Math.imul(seed * 7_919 + n * 104_729 + offset * 31, 0x9e3779b1) >>> 8) / 2 ** 24;
    const rank = Math.floor(random ** 2 * WORDS.length * ENDINGS.length);
    return `${WORDS[rank % WORDS.length]}${ENDINGS[Math.floor(rank / WORDS.length)]}`;
  };
  return {
    type: "task",
    t: `Task ${n}: ${word(0)} ${word(3)}`,
    x: n % 3 === 0 ? "completed" : "open",
    due: `2026-${String(1 + (n % 12)).padStart(2, "0")}-${String(1 + (n % 28)).padStart(2, "0")}`,
    tag: [word(1)],
    links: n === 1 ? [] : ([["depends", `t${n - 1}`]] as const),
    blocks: [
      {
        type: "summary" as const,
        text: `The ${word(2)} of the ${word(5)}, number ${n}, before the ${word(4)}.`,
      },
    ],
  };
}

function planned(made: Planned | Refused): Planned {
  if (made.kind !== "planned") throw new Error(JSON.stringify(made));
  return made;
}
