/** A paired test over the measures of two systems; the measures themselves are the product's own. */
import { mean } from "../../src/engine/search/metrics.ts";
import { seeded } from "../fixtures/random.ts";

export { hit, mean, ndcg, recall, reciprocalRank } from "../../src/engine/search/metrics.ts";

/**
 * Two-sided paired randomisation test (Smucker, Allan and Carterette, 2007): how often a random exchange of the two
 * systems' scores differs as much as the observed means. Seeded; never 0, since the observed order counts as one draw.
 */
export function pairedP(
  ours: readonly number[],
  theirs: readonly number[],
  rounds = 2_000,
  seed = 29,
): number {
  const differences = ours.map((value, n) => value - (theirs[n] ?? 0));
  const observed = Math.abs(mean(differences));
  const random = seeded(seed);
  let asLarge = 1;
  for (let round = 0; round < rounds; round += 1) {
    let sum = 0;
    for (const difference of differences) sum += random.next() < 0.5 ? difference : -difference;
    if (Math.abs(sum / differences.length) >= observed - 1e-12) asLarge += 1;
  }
  return asLarge / (rounds + 1);
}
