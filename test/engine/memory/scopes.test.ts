/** Scope isolation against brute force: no fact of another scope comes back, and none takes a place of the limit. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Engine } from "../../../src/engine/engine.ts";
import { RECALL_DEPTH, tokensOf } from "../../../src/engine/memory/recall.ts";
import { seeded } from "../../fixtures/random.ts";
import { createPlace, openPlace, type Place, removePlace } from "../support/place.ts";
import { type FactFile, factFile } from "./facts.ts";

const seed = Number(process.env.CONCORDAT_SEED ?? 20260305);
const scopes = ["a", "b", "c", "d/e"];
const vocabulary = ["amber", "basalt", "cobalt", "dolmen", "ember", "falcon", "garnet", "hollow"];
const facts: FactFile[] = [];
const replaced = new Set<string>();
let place: Place;
let engine: Engine;

beforeAll(async () => {
  const random = seeded(seed);
  for (let n = 0; n < 400; n++) {
    const words = Array.from({ length: 1 + random.below(4) }, () => random.pick(vocabulary));
    const own = scopes.filter(() => random.next() < 0.3);
    const before = n > 0 && random.next() < 0.2 ? facts[random.below(n)] : undefined;
    const fact = factFile(`${words.join(" ")} n${n}`, own.length === 0 ? [random.pick(scopes)] : own, {
      supersedes: before === undefined ? [] : [`gno://notes/${before.relPath}`],
    });
    if (before !== undefined) replaced.add(before.record.recordId);
    facts.push(fact);
  }
  place = createPlace(undefined, "    memoryManaged: true\n");
  for (const { relPath, bytes } of facts) {
    mkdirSync(path.dirname(path.join(place.vault, relPath)), { recursive: true });
    writeFileSync(path.join(place.vault, relPath), bytes);
  }
  engine = openPlace(place);
  await engine.sync.run({});
});
afterAll(async () => {
  await engine.close();
  removePlace(place);
});

test("recall returns what brute force finds in scope", () => {
  const question = fc.uniqueArray(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 3 });
  const asked = fc.uniqueArray(fc.constantFrom(...scopes), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(
      question,
      asked,
      fc.integer({ min: 1, max: 64 }),
      fc.integer({ min: 1, max: 200 }),
      (words, own, maxFacts, maxTokens) => {
        const found = engine.memory.recall({
          identity: { caller: "t", session: "s" },
          query: words.join(" "),
          collection: "notes",
          scopes: own,
          maxFacts,
          maxTokens,
        });
        if (found.kind !== "recalled") throw new Error(found.message);
        const eligible = facts.filter(
          ({ record }) =>
            !replaced.has(record.recordId) && record.scopes.some((scope) => own.includes(scope)),
        );
        const has = (fact: FactFile, word: string) => fact.record.text.split(" ").includes(word);
        const all = eligible.filter((fact) => words.every((word) => has(fact, word)));
        const any = eligible.filter((fact) => words.some((word) => has(fact, word)));
        const looked = Math.min(RECALL_DEPTH, any.length);
        const got = found.facts.map(({ recordId }) => recordId);
        const ids = (list: readonly FactFile[]) => list.map(({ record }) => record.recordId);
        expect(ids(any)).toEqual(expect.arrayContaining(got));
        expect(new Set(got).size).toBe(got.length);
        expect(got.length + found.omitted).toBe(looked);
        // All terms first: no fact with only some of them stands above one with all.
        const whole = new Set(ids(all));
        const classes = got.map((id) => whole.has(id));
        expect(classes).toEqual([...classes].sort((x, y) => Number(y) - Number(x)));
        const tokens = found.facts.reduce((sum, fact) => sum + tokensOf(fact.text), 0);
        expect(found.usedTokens).toBe(tokens);
        expect(tokens).toBeLessThanOrEqual(maxTokens);
        // With room for all of them, all are there.
        const roomy = any.reduce((sum, { record }) => sum + tokensOf(record.text), 0) <= maxTokens;
        if (roomy && any.length <= Math.min(maxFacts, RECALL_DEPTH))
          expect(got.sort()).toEqual(ids(any).sort());
        expect(found.facts.map(({ score }) => score)).toEqual(
          [...found.facts.map(({ score }) => score)].sort((x, y) => y - x),
        );
      },
    ),
    { seed, numRuns: 300 },
  );
});
