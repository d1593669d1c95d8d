/** A process that renames and moves notes until it is killed or has done enough; one line for each thing it was told. */
import { writeSync } from "node:fs";
import path from "node:path";
import type { Relocation } from "../../../src/engine/engine.ts";
import { seeded } from "../../fixtures/random.ts";
import { openPlace, placeAt } from "../support/place.ts";
import { hubs } from "./hubs.ts";
import type { Said } from "./writer.ts";

export interface MoverOptions {
  readonly base: string;
  /** Makes the names that this process gives its own. */
  readonly name: string;
  readonly seed: number;
  readonly leaseMs: number;
  /** Stop after so many changes. */
  readonly operations?: number;
  /** Start only when a line comes in. */
  readonly gate?: boolean;
}

const options = JSON.parse(process.argv[2] ?? "{}") as MoverOptions;
const never = new AbortController().signal;
const random = seeded(options.seed);

function say(line: Said): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

if (options.gate) await new Promise((resolve) => process.stdin.once("data", resolve));
const engine = openPlace(placeAt(options.base));
say({ said: "open" });
for (let turn = 0; turn < (options.operations ?? Number.POSITIVE_INFINITY); turn++) await change(turn);
say({ said: "end" });
await engine.close(5000);
process.stdin.destroy();

async function change(turn: number): Promise<void> {
  const lease = await engine.lease.acquire(options.leaseMs, never);
  if (!lease) return say({ said: "locked" });
  try {
    const token = hubs[random.below(hubs.length)] as string;
    const document = engine.documents
      .page(undefined, 100)
      .find((one) => engine.documents.text(one)?.startsWith(`Token ${token}.`));
    if (document === undefined) return say({ said: "failed", message: `${token} is not indexed` });
    const name = `${token}-${options.name}-${turn}.md`;
    const relocation: Relocation =
      random.next() < 0.5
        ? { operation: "rename", document, name }
        : { operation: "move", document, folderPath: `d${random.below(3)}/e${random.below(2)}`, name };
    const preview = await engine.refactor.preview(relocation, never);
    if (preview.kind !== "plan") return say({ said: "failed", message: preview.kind });
    const { plan } = preview;
    say({ said: "moving", token, relPath: plan.target.relPath });
    const result = await engine.refactor.apply(relocation, plan.planDigest, never);
    if (result.kind !== "receipt") return say({ said: "failed", message: result.kind });
    const { status } = result.receipt;
    if (status === "applied") return say({ said: "moved", token, relPath: plan.target.relPath, status });
    say({
      said: "failed",
      message: `${path.basename(plan.target.relPath)}: ${status} ${result.receipt.reasonCode}`,
    });
  } catch (error) {
    say({ said: "failed", message: error instanceof Error ? error.message : String(error) });
  } finally {
    lease.release();
  }
}
