/** A second process for the lease tests: takes the lease, says so on stdout, and lives until it is killed or told to go. */
import { createWriteLease } from "../../../src/engine/jobs/lease.ts";

const [folder = "", waitMs = "5000"] = process.argv.slice(2);
const lease = createWriteLease({ folder });
const held = await lease.acquire(Number(waitMs), new AbortController().signal);
console.log(held ? "held" : "refused");
process.stdin.once("data", () => {
  held?.release();
  lease.close();
  console.log("released");
  process.stdin.destroy();
});
