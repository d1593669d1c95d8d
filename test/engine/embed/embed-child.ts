/** A program that syncs and embeds a place and says how far it is, so that its parent can end it anywhere. */
import { openPlace, placeAt } from "../support/place.ts";

const engine = openPlace(placeAt(process.argv[2]!));
const lease = await engine.lease.acquire(30_000, new AbortController().signal);
if (lease === undefined) throw new Error("the write lease is taken");
await engine.sync.run({});
const { embedded } = await engine.embedding.run({
  progress: (done, _total, message) => void process.stdout.write(`${message} ${done}\n`),
});
process.stdout.write(`done ${embedded}\n`);
lease.release();
await engine.close();
